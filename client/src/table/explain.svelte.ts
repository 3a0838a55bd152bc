/** Why something cannot be done now: asked of the server after a moment's rest, and remembered. */

import type { Why } from "../api/client";

const REST = 250; // ms that a pointer or the focus stays before we ask

export class Explainer {
  /** The reason that is shown; null when there is none. */
  why: Why | null = $state.raw(null);
  #timer: ReturnType<typeof setTimeout> | undefined;
  #known = new Map<number, Why>();
  #moment = "";

  constructor(private readonly ask: (action: number) => Promise<Why>) {}

  /** Explain an action at a moment of the match, or nothing. */
  explain(action: number | null, moment: string): void {
    clearTimeout(this.#timer);
    if (moment !== this.#moment) {
      this.#known.clear();
      this.#moment = moment;
    }
    this.why = action === null ? null : (this.#known.get(action) ?? null);
    if (action === null || this.why) return;
    this.#timer = setTimeout(() => void this.#find(action, moment), REST);
  }

  async #find(action: number, moment: string): Promise<void> {
    const timer = this.#timer;
    try {
      const why = await this.ask(action);
      if (moment === this.#moment) this.#known.set(action, why);
      if (timer === this.#timer) this.why = why;
    } catch {
      // Nothing is explained then.
    }
  }
}
