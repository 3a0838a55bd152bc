/** What this browser adds to the dealer's seed, and what it keeps to check the deal afterwards. */

import { api, type NewTable, type TableView, type Update } from "../api/client";
import { fromHex, randomHex, toHex } from "./hex";

export interface KeptDeal {
  /** The dealer's commitment as this browser first saw it. */
  commitment: string;
  /** What this browser chose at random, by seat. */
  contributions: Record<string, string>;
}

const STORAGE_KEY = "londinium deals";
const MOST_KEPT = 50; // tables
const MOST_COMMITMENTS = 20; // of one page at one table
const COMMIT_WAIT = 2000; // ms for the others to commit, before their absence is accepted
const CONTRIBUTION_BYTES = 16;

function loadAll(): Record<string, KeptDeal> {
  try {
    return JSON.parse(localStorage.getItem(STORAGE_KEY) ?? "{}") as Record<string, KeptDeal>;
  } catch {
    return {};
  }
}

/** Return what this browser keeps of a table's deal. */
export const keptDeal = (id: string): KeptDeal | null => loadAll()[id] ?? null;

function keep(id: string, commitment: string | null, seat: number, contribution: string): void {
  const { [id]: before, ...others } = loadAll();
  const contributions = { ...before?.contributions, [seat]: contribution };
  const kept = { commitment: before?.commitment ?? commitment ?? "", contributions };
  const newest = [...Object.entries(others), [id, kept]].slice(-MOST_KEPT);
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify(Object.fromEntries(newest)));
  } catch {
    // Storage may be disabled: then the browser cannot reveal what it forgets, and adds nothing.
  }
}

async function commitmentOf(contribution: string): Promise<string> {
  const label = new TextEncoder().encode("londinium contribution ");
  const bytes = new Uint8Array([...label, ...fromHex(contribution)]);
  return toHex(new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)));
}

/** Choose random bytes for a seat, keep them, and commit to them. */
async function commit(id: string, seat: number, dealer: string | null): Promise<void> {
  const contribution = randomHex(CONTRIBUTION_BYTES);
  keep(id, dealer, seat, contribution);
  await api.commit(id, seat, await commitmentOf(contribution));
}

async function reveal(id: string, seat: number): Promise<void> {
  const contribution = keptDeal(id)?.contributions[seat];
  if (contribution) await api.reveal(id, seat, contribution);
}

async function contribute(id: string, seat: number): Promise<void> {
  const { table } = await api.table(id);
  await commit(id, seat, table.commitment);
  await reveal(id, seat);
}

/** Make a table, and return its id. If it starts at once, this browser adds to its deal first. */
export async function makeTable(table: NewTable): Promise<string> {
  const seat = table.seats.indexOf("me");
  // Browsers hash only on secure pages.
  const contributes = !!table.start && !table.same_deal_of && seat >= 0 && isSecureContext;
  const { id } = await api.makeTable({ ...table, start: !!table.start && !contributes });
  if (contributes) {
    // Without a contribution the match starts all the same, and the table shows that it has none.
    await contribute(id, seat).catch(() => undefined);
    await api.start(id);
  }
  return id;
}

/** Commits the user's seats of an open table, and reveals when the others have committed too. */
export class Contributor {
  #update: Update | null = null;
  #busy = false;
  #commitments = 0;
  #seen = ""; // who sat there and what they were committed to
  #since = 0; // when that was first seen
  #timer = 0;

  constructor(readonly id: string) {}

  /** Do what an update calls for. */
  follow(update: Update): void {
    this.#update = update;
    const { seats, contributions } = update.table;
    const commitments = contributions.map(({ seat, commitment }) => [seat, commitment]);
    const seen = JSON.stringify([seats.map((seat) => seat.kind), commitments]);
    if (seen !== this.#seen) {
      this.#seen = seen;
      this.#since = Date.now();
    }
    void this.#run();
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#update = null;
  }

  async #run(): Promise<void> {
    if (this.#busy || !isSecureContext) return;
    this.#busy = true;
    for (let done: Update | null = null; this.#update && this.#update !== done;) {
      done = this.#update;
      await this.#step(done).catch(() => undefined); // the next update says what is to be done
    }
    this.#busy = false;
  }

  async #step({ table, you }: Update): Promise<void> {
    if (table.status !== "open" || table.same_deal_of) return;
    for (const number of you.seats) {
      const shown = table.contributions.find((one) => one.seat === number);
      const kept = keptDeal(this.id)?.contributions[number];
      const committed = kept && shown?.commitment === (await commitmentOf(kept));
      if (!committed && this.#commitments++ < MOST_COMMITMENTS)
        await commit(this.id, number, table.commitment);
      else if (committed && !shown?.contribution && this.#mayReveal(table))
        await reveal(this.id, number);
    }
  }

  /** Whether all who want to have committed: those who have not after a while do not want to. */
  #mayReveal({ seats, contributions }: TableView): boolean {
    if (seats.some((seat) => seat.kind === "free")) return false;
    if (contributions.length === seats.filter((seat) => seat.kind === "person").length) return true;
    const wait = this.#since + COMMIT_WAIT - Date.now();
    clearTimeout(this.#timer);
    if (wait > 0)
      this.#timer = window.setTimeout(() => this.#update && this.follow(this.#update), wait);
    return wait <= 0;
  }
}
