/** Looking at the past of a match: which moment, with whose eyes, step by step or by itself. */

import type { Replay } from "../api/client";

const REST = 80; // ms that the slider rests before the moment is read
const MOST_SKIPPED = 30; // moments in which nothing worth a line happened

type Read = (at: number, eyes: number | null) => Promise<Replay>;

export class ReplayState {
  at = $state(0);
  of = $state(0);
  eyes: number | null = $state(null);
  shown: Replay | null = $state.raw(null);
  running = $state(false);
  problem: unknown = $state.raw(null);
  #known = new Map<string, Promise<Replay>>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #wanted = 0;

  /** `isTold` says whether a moment is worth to be looked at; `before` is called before a step. */
  constructor(
    private readonly read: Read,
    private readonly isTold: (replay: Replay) => boolean,
    private readonly before: (replay: Replay) => void,
  ) {}

  /** Begin at the end of so many moves, or wherever else. */
  begin(of: number, eyes: number | null, at: number = of): void {
    this.of = of;
    this.eyes = eyes;
    void this.#show(at);
  }

  /** Go to a moment, after a little rest. */
  seek(at: number): void {
    this.stop();
    this.at = at;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#show(at), REST);
  }

  /** Look with other eyes. */
  see(eyes: number | null): void {
    this.eyes = eyes;
    void this.#show(this.at);
  }

  /** Go on or back to the next moment in which something happened. */
  async step(by: 1 | -1): Promise<void> {
    const asked = this.#ask();
    let at = this.at;
    for (let n = 0; n < MOST_SKIPPED; n++) {
      at = Math.min(this.of, Math.max(0, at + by));
      const replay = await this.#find(at);
      if (asked !== this.#wanted || !replay) return;
      if (at === 0 || at === this.of || this.isTold(replay)) break;
    }
    await this.#show(at, by === 1);
    if (at < this.of) void this.#find(at + 1);
  }

  /** Let it run by itself to the end, with a pause after each step. */
  async run(pause: number): Promise<void> {
    if (this.at === this.of) await this.#show(0);
    this.running = true;
    while (this.running && this.at < this.of) {
      await this.step(1);
      if (this.problem) break;
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
    this.running = false;
  }

  stop(): void {
    this.running = false;
  }

  /** Forget what was asked before, also what waits for the slider to rest; return the number. */
  #ask(): number {
    clearTimeout(this.#timer);
    return ++this.#wanted;
  }

  async #show(at: number, flies = false): Promise<void> {
    const asked = this.#ask();
    this.at = at;
    const replay = await this.#find(at);
    if (asked !== this.#wanted || !replay) return;
    if (flies) this.before(replay);
    this.shown = replay;
    this.of = Math.max(this.of, replay.of);
  }

  async #find(at: number): Promise<Replay | null> {
    const key = `${at} ${this.eyes ?? ""}`;
    let found = this.#known.get(key);
    if (!found) this.#known.set(key, (found = this.read(at, this.eyes)));
    try {
      const replay = await found;
      this.problem = null;
      return replay;
    } catch (error) {
      this.#known.delete(key);
      this.problem = error;
      return null;
    }
  }
}
