/** Lists of tables (mine, and those of others), asked for again every now and then while somebody looks. */

import { api, type ListedTable } from "../api/client";
import { attempt } from "./errors";
import { waitsForMe } from "./words";

export type Which = "open" | "playing" | "mine";
const EVERY = 20_000; // ms between two looks

export class Lists {
  open: ListedTable[] | null = $state.raw(null);
  playing: ListedTable[] | null = $state.raw(null);
  mine: ListedTable[] | null = $state.raw(null);

  /** Look at some lists now and again; returns how to stop. */
  follow(which: Which[]): () => void {
    let missed = false; // said once, not every time
    const look = async (): Promise<void> => {
      if (document.hidden) return;
      const asked = () => Promise.all(which.map((one) => this.#ask(one)));
      if (missed)
        await asked().then(
          () => (missed = false),
          () => undefined,
        );
      else missed = !(await attempt(asked));
    };
    const timer = setInterval(() => void look(), EVERY);
    document.addEventListener("visibilitychange", look);
    void look();
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", look);
    };
  }

  async #ask(which: Which): Promise<void> {
    const found = await api.tables(which);
    const isMine = (table: ListedTable): boolean => table.seats.some((seat) => seat.yours);
    this[which] = which === "mine" ? inOrder(found) : found.filter((table) => !isMine(table));
  }
}

/** Those that wait for me, then those that go on, then those that are over. */
function inOrder(tables: ListedTable[]): ListedTable[] {
  const rank = (table: ListedTable): number =>
    waitsForMe(table) ? 0 : table.status === "over" ? 2 : 1;
  return [...tables].sort((a, b) => rank(a) - rank(b));
}
