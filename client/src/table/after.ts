/** What can be done when a match is over. */

import { api, type NewTable, type TableView } from "../api/client";
import { go } from "../lib/router.svelte";
import { pathOf } from "./share";

/** Play again, everybody one seat on; whoever asks second joins. */
export async function rematch(id: string): Promise<void> {
  go(pathOf((await api.rematch(id)).id));
}

/** The table for the same deal again: bots as they were, one's own seats, the others' free. */
export function sameDeal(table: TableView, own: number[]): NewTable {
  const first = table.seats.findIndex((seat) => seat.kind !== "bot");
  const mine = own.length ? own : [Math.max(0, first)];
  const seats = table.seats.map((seat, n) =>
    mine.includes(n) ? "me" : ((seat.kind === "bot" ? seat.level : null) ?? "free"),
  );
  return {
    game: table.game,
    seats,
    options: table.options,
    pace: table.pace,
    listed: false,
    start: !seats.includes("free"),
    same_deal_of: table.id,
  };
}

/** Play the same deal again, at a table of one's own. */
export async function playSameDeal(table: TableView, own: number[]): Promise<void> {
  go(pathOf((await api.makeTable(sameDeal(table, own))).id));
}
