/** The state of a replay: after which decision, as which viewer, step by step or running. */

import type { Decision } from "../api/client";

const DELAY = 80; // ms after the last movement of the slider

type FetchDecision = (number: number, viewer: number | null) => Promise<Decision>;

export class ReplayState {
  /** How many decisions have been made in the position shown. */
  at = $state(0);
  of = $state(0);
  viewer: number | null = $state(null);
  shown: Decision | null = $state.raw(null);
  running = $state(false);
  problem: unknown = $state.raw(null);
  #known = new Map<string, Promise<Decision>>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #wanted = 0;

  /** `beforeStep` is called before each step forward. */
  constructor(
    private readonly fetchDecision: FetchDecision,
    private readonly beforeStep: (decision: Decision) => void,
  ) {}

  /** Begin before the first decision. */
  begin(viewer: number | null): void {
    this.viewer = viewer;
    void this.#show(0);
  }

  /** Go to a decision, after a short delay. */
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

  /** Go forward or back by one decision. */
  async step(by: 1 | -1): Promise<void> {
    const at = this.at + by;
    if (at < 0 || at > this.of) return;
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

  async #show(at: number, isAnimated = false): Promise<void> {
    clearTimeout(this.#timer);
    const request = ++this.#wanted;
    this.at = at;
    const decision = await this.#find(at);
    if (request !== this.#wanted || !decision) return;
    if (isAnimated) this.beforeStep(decision);
    this.shown = decision;
    this.of = Math.max(this.of, decision.of);
  }

  async #find(at: number): Promise<Decision | null> {
    const key = `${at} ${this.viewer ?? ""}`;
    let found = this.#known.get(key);
    if (!found) this.#known.set(key, (found = this.fetchDecision(at, this.viewer)));
    try {
      const decision = await found;
      this.problem = null;
      return decision;
    } catch (error) {
      this.#known.delete(key);
      this.problem = error;
      return null;
    }
  }
}
