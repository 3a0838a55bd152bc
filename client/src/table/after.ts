/** What can be done after a match. */

import { api, type NewTable, type TableView } from "../api/client";
import { go } from "../lib/router.svelte";
import { pathOf } from "./share";

/** Open the rematch, in which everybody moves one seat on; the second to ask joins it. */
export async function rematch(id: string): Promise<void> {
  go(pathOf((await api.rematch(id)).id));
}

/** Return a new table with the same deal: the same bots, the user's seats, the others free. */
export function sameDeal(table: TableView, ownSeats: number[]): NewTable {
  const first = table.seats.findIndex((seat) => seat.kind !== "bot");
  const mine = ownSeats.length ? ownSeats : [Math.max(0, first)];
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

/** Play the same deal again at a new table. */
export async function playSameDeal(table: TableView, ownSeats: number[]): Promise<void> {
  go(pathOf((await api.makeTable(sameDeal(table, ownSeats))).id));
}
