/** The score sheet, as the view has it. */

import type { View } from "../contract";
import { asView, type Player, type Score } from "./types";
import { say } from "./words";

const PARTS = ["routes", "tickets", "districts"] as const;

export const totalOf = (score: Score): number => score.routes + score.tickets + score.districts;

/** Return whether the viewer sees all tickets of a player, and so their points. */
const isOpen = (player: Player): boolean => player.tickets.length === player.ticket_count;

export function scoreSheet(view: View): { label: string; values: (number | null)[] }[] {
  const { players } = asView(view);
  const rows = PARTS.map((part) => ({
    label: say(`score_${part}`),
    values: players.map((player) =>
      part === "tickets" && !isOpen(player) ? null : player.score[part],
    ),
  }));
  const totals = players.map((player) => (isOpen(player) ? totalOf(player.score) : null));
  return [...rows, { label: say("score_total"), values: totals }];
}
