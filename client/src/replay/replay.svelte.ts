/** The state of a replay: which move, as which viewer, step by step or running. */

import type { Replay } from "../api/client";

const DELAY = 80; // ms after the last movement of the slider
const MOST_SKIPPED = 30; // moves without events

type FetchReplay = (at: number, viewer: number | null) => Promise<Replay>;

export class ReplayState {
  at = $state(0);
  of = $state(0);
  viewer: number | null = $state(null);
  shown: Replay | null = $state.raw(null);
  running = $state(false);
  problem: unknown = $state.raw(null);
  #known = new Map<string, Promise<Replay>>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #wanted = 0;

  /** `hasEvents` tells whether a move is worth a stop; `beforeStep` is called before each step. */
  constructor(
    private readonly fetchReplay: FetchReplay,
    private readonly hasEvents: (replay: Replay) => boolean,
    private readonly beforeStep: (replay: Replay) => void,
  ) {}

  /** Begin after the last of `of` moves, or elsewhere. */
  begin(of: number, viewer: number | null, at: number = of): void {
    this.of = of;
    this.viewer = viewer;
    void this.#show(at);
  }

  /** Go to a move, after a short delay. */
  seek(at: number): void {
    this.stop();
    this.at = at;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#show(at), DELAY);
  }

  /** Show the match as another viewer saw it. */
  showAs(viewer: number | null): void {
    this.viewer = viewer;
    void this.#show(this.at);
  }

  /** Go forward or back to the next move that has events. */
  async step(by: 1 | -1): Promise<void> {
    const request = this.#startRequest();
    let at = this.at;
    for (let n = 0; n < MOST_SKIPPED; n++) {
      at = Math.min(this.of, Math.max(0, at + by));
      const replay = await this.#find(at);
      if (request !== this.#wanted || !replay) return;
      if (at === 0 || at === this.of || this.hasEvents(replay)) break;
    }
    await this.#show(at, by === 1);
    if (at < this.of) void this.#find(at + 1);
  }

  /** Play to the end, with a pause after each step. */
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

  /** Cancel earlier requests, also a delayed one; return the number of the new one. */
  #startRequest(): number {
    clearTimeout(this.#timer);
    return ++this.#wanted;
  }

  async #show(at: number, isAnimated = false): Promise<void> {
    const request = this.#startRequest();
    this.at = at;
    const replay = await this.#find(at);
    if (request !== this.#wanted || !replay) return;
    if (isAnimated) this.beforeStep(replay);
    this.shown = replay;
    this.of = Math.max(this.of, replay.of);
  }

  async #find(at: number): Promise<Replay | null> {
    const key = `${at} ${this.viewer ?? ""}`;
    let found = this.#known.get(key);
    if (!found) this.#known.set(key, (found = this.fetchReplay(at, this.viewer)));
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
