/** Lists of tables, refreshed while the page is visible. */

import { api, type ListedTable } from "../api/client";
import { attempt } from "./errors";
import { waitsForMe } from "./words";

export type Which = "open" | "playing" | "mine";
const EVERY = 20_000; // ms between two refreshes

export class Lists {
  open: ListedTable[] | null = $state.raw(null);
  playing: ListedTable[] | null = $state.raw(null);
  mine: ListedTable[] | null = $state.raw(null);

  /** Keep some lists up to date; return how to stop. */
  subscribe(which: Which[]): () => void {
    let missed = false; // an error is shown once, not at every refresh
    const refresh = async (): Promise<void> => {
      if (document.hidden) return;
      const load = () => Promise.all(which.map((one) => this.#load(one)));
      if (missed)
        await load().then(
          () => (missed = false),
          () => undefined,
        );
      else missed = !(await attempt(load));
    };
    const timer = setInterval(() => void refresh(), EVERY);
    document.addEventListener("visibilitychange", refresh);
    void refresh();
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", refresh);
    };
  }

  async #load(which: Which): Promise<void> {
    const found = await api.tables(which);
    const isMine = (table: ListedTable): boolean => table.seats.some((seat) => seat.yours);
    this[which] = which === "mine" ? inOrder(found) : found.filter((table) => !isMine(table));
  }
}

/** Sort tables: first those that wait for the user, last those that are over. */
function inOrder(tables: ListedTable[]): ListedTable[] {
  const rank = (table: ListedTable): number =>
    waitsForMe(table) ? 0 : table.status === "over" ? 2 : 1;
  return [...tables].sort((a, b) => rank(a) - rank(b));
}
