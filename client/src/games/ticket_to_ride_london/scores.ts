/** The score sheet, as the view has it, and what was counted. */

import type { ScoreRow } from "../../api/client";
import type { Counted, SheetRow, TextContext, View } from "../contract";
import { asView, type Player, type Score } from "./types";
import { say, ticketName } from "./words";

const PARTS = ["routes", "tickets", "districts"] as const;
type Part = (typeof PARTS)[number] | "total";

export const totalOf = (score: Score): number => score.routes + score.tickets + score.districts;

/** Return whether the viewer sees all tickets of a player, and so their points. */
const isOpen = (player: Player): boolean => player.tickets.length === player.ticket_count;

export function scoreSheet(view: View): SheetRow[] {
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

/** Return the last view with what was known before the scoring. */
export function beforeResult(view: View): View {
  const players = asView(view).players.map((player) => ({ ...player, place: null }));
  return { ...view, phase: "scoring", players };
}

export function explainScores(rows: ScoreRow[], context: TextContext): SheetRow[] {
  return rows.map((row) => {
    const part = row.part as Part;
    return {
      label: say(`score_${part}`),
      values: row.values,
      rule: row.rule,
      how: say(`how_${part}`),
      isOneByOne: part === "tickets" || part === "districts",
      counted: row.counted.map((one) => explain(part, one, context)),
    };
  });
}

/** What the server tells of a route, a ticket or a district that was counted. */
interface Piece {
  seat: number;
  points: number;
  routes: number[];
  length: number;
  ticket: number;
  completed: boolean;
  district: number;
  joined: number;
  of: number;
  places: number[];
}

function explain(part: Part, one: Record<string, unknown>, context: TextContext): Counted {
  const piece = one as unknown as Piece;
  const { seat, points, routes } = piece;
  const places = piece.places ?? context.material.tickets?.[piece.ticket]?.ends ?? [];
  return {
    seat,
    value: points,
    text: sayPiece(part, piece, context),
    spots: [
      ...routes.map((route) => `route-${route}`),
      ...(places as number[]).map((place) => `place-${place}`),
    ],
  };
}

function sayPiece(part: Part, piece: Piece, context: TextContext): string {
  if (part === "tickets") {
    const ticket = ticketName(piece.ticket, context);
    return say(piece.completed ? "sheet_ticket" : "sheet_ticket_failed", { ticket });
  }
  if (part === "districts") return sayDistrict(piece);
  const spaces = say("n_spaces", { n: piece.length });
  return say("sheet_routes", { n: piece.routes.length, spaces });
}

/** Return how many places of a district are joined. */
export const sayDistrict = ({
  district,
  joined,
  of,
}: {
  district: number;
  joined: number;
  of: number;
}): string => say("sheet_district", { n: district, joined, of });
