/** Why an action is not legal: asked of the server after a short delay, and cached. */

import type { Why } from "../api/client";

const DELAY = 250; // ms

export class Explainer {
  /** The reason that is shown, if any. */
  why: Why | null = $state.raw(null);
  #timer: ReturnType<typeof setTimeout> | undefined;
  #answers = new Map<number, Why>();
  #positionKey = "";

  constructor(private readonly fetchReason: (action: number) => Promise<Why>) {}

  /** Explain an action in the position of this key; null for none. */
  explain(action: number | null, positionKey: string): void {
    clearTimeout(this.#timer);
    if (positionKey !== this.#positionKey) {
      this.#answers.clear();
      this.#positionKey = positionKey;
    }
    this.why = action === null ? null : (this.#answers.get(action) ?? null);
    if (action === null || this.why) return;
    this.#timer = setTimeout(() => void this.#find(action, positionKey), DELAY);
  }

  async #find(action: number, positionKey: string): Promise<void> {
    const timer = this.#timer;
    try {
      const why = await this.fetchReason(action);
      if (positionKey === this.#positionKey) this.#answers.set(action, why);
      if (timer === this.#timer) this.why = why;
    } catch {
      // No reason is shown.
    }
  }
}
