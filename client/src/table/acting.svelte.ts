/** What a player does at the table: moves, taking back, hints, talk, leaving. */

import { api, Refused, type Hints } from "../api/client";
import { isUnreachable, sayError } from "../lib/errors";
import { settings } from "../lib/settings.svelte";
import type { TableState } from "./state.svelte";

const TOLD_AFTER = 1500; // ms after which a move that changed nothing is no longer waited for
const SLOW_AFTER = 500; // ms after which a move that is under way is spoken of
const MOST_HINTS = 3;

export class Acting {
  /** Whether a move is under way, or one was made and its update has still to come. */
  busy = $state(false);
  /** Whether that takes so long that it is worth a word. */
  slow = $state(false);
  #unsure: number | null = $state(null);
  /** What was refused, in a sentence. */
  problem = $state("");
  #unreachable = false; // whether that was only the connection
  thinking = $state(false);
  /** Whether the last thing that touched the page was a finger. */
  touch = false;
  #hints: { moment: string; hints: Hints["hints"] } | null = $state.raw(null);

  constructor(private readonly state: TableState) {}

  /** The move that waits to be confirmed, as long as it is legal. */
  readonly unsure = $derived.by(() => {
    const isLegal = this.state.legal.some((legal) => legal.action === this.#unsure);
    return isLegal ? this.#unsure : null;
  });
  readonly hints = $derived.by(() =>
    this.#hints && this.#hints.moment === this.state.moment ? this.#hints.hints : [],
  );
  readonly hinted = $derived.by(() => this.hints.map((hint) => hint.action));
  readonly canUndo = $derived.by(
    () => !!this.state.position?.can_undo && !this.busy && this.state.away.length === 0,
  );
  readonly canHint = $derived.by(
    () => this.state.isAlone && this.state.isAsked && !this.busy && this.state.legal.length > 0,
  );
  readonly canTakeBack = $derived.by(
    () =>
      this.state.isPlaying &&
      this.state.own.length > 0 &&
      this.state.away.length === 0 &&
      !this.state.about?.take_back &&
      (this.state.position?.moves ?? 0) > 0,
  );

  /** Make a move, or ask for confirmation first where that is wanted. */
  act = (action: number): void => {
    if (this.busy || !this.state.legal.some((legal) => legal.action === action)) return;
    this.problem = "";
    const asks = settings.confirm === "always" || (settings.confirm === "touch" && this.touch);
    if (asks) this.#unsure = action;
    else void this.#move(action);
  };

  confirm(): void {
    if (this.unsure !== null) void this.#move(this.unsure);
    this.#unsure = null;
  }

  cancel(): void {
    this.#unsure = null;
  }

  async #move(action: number): Promise<void> {
    this.busy = true;
    const timer = setTimeout(() => (this.slow = true), SLOW_AFTER);
    const before = this.state.update?.version;
    const made = await this.try(() => this.state.live.move(action));
    if (made) await this.#told(before);
    clearTimeout(timer);
    this.busy = this.slow = false;
  }

  /** Wait for the update that a move leads to, so that nothing old is offered meanwhile. */
  #told(before: number | undefined): Promise<void> {
    if (this.state.live.update?.version !== before) return Promise.resolve();
    return new Promise((resolve) => {
      const done = (): void => {
        clearTimeout(timer);
        stop();
        resolve();
      };
      const timer = setTimeout(done, TOLD_AFTER);
      const stop = this.state.live.onNews(done);
    });
  }

  async undo(wholeTurn: boolean): Promise<void> {
    const { id, update, eyes } = this.state;
    if (!update || !this.canUndo) return;
    await this.try(() => api.undo(id, update.version, wholeTurn, eyes));
  }

  askTakeBack = (): Promise<boolean> =>
    this.try(() => api.askTakeBack(this.state.id, this.state.eyes));

  answerTakeBack = (agree: boolean): Promise<boolean> =>
    this.try(() => api.answerTakeBack(this.state.id, agree));

  async hint(): Promise<void> {
    if (!this.canHint || this.thinking) return;
    const { id, eyes, moment } = this.state;
    this.thinking = true;
    await this.try(async () => {
      const { hints } = await api.hints(id, eyes);
      this.#hints = { moment, hints: hints.slice(0, MOST_HINTS) };
    });
    this.thinking = false;
  }

  forgetHints(): void {
    this.#hints = null;
  }

  say = (text: string): Promise<boolean> => this.try(() => api.say(this.state.id, text));

  /** Let bots play on for all of one's seats. */
  async leave(): Promise<boolean> {
    const { id, own, away } = this.state;
    for (const seat of own.filter((one) => !away.includes(one)))
      if (!(await this.try(() => api.leave(id, seat)))) return false;
    return true;
  }

  /** Take one's seats again from the bots that kept them. */
  async comeBack(): Promise<void> {
    for (const seat of this.state.away) await this.try(() => api.sit(this.state.id, seat));
  }

  /** Do something; what is refused is said, and the table is shown as it is. */
  async try(what: () => Promise<unknown>): Promise<boolean> {
    this.problem = "";
    try {
      await what();
      return true;
    } catch (error) {
      this.problem = sayError(error);
      this.#unreachable = isUnreachable(error);
      await this.#freshen(error);
      return false;
    }
  }

  /** The server is heard: that it could not be reached is no longer true. */
  hear(): void {
    if (this.#unreachable) this.problem = "";
    this.#unreachable = false;
  }

  async #freshen(error: unknown): Promise<void> {
    const { live, id, eyes, own } = this.state;
    if (!(error instanceof Refused)) return;
    try {
      const told = error.update?.you.seat === eyes ? error.update : null; // never others' secrets
      live.take(told ?? (await api.look(id, own.length > 1 ? eyes : null)));
    } catch {
      // The stream brings the table when it can.
    }
  }
}
