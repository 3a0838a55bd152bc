/** The player's actions: moves, undo, hints, chat, leaving. */

import { api, Refused, type Hint } from "../api/client";
import { isUnreachable, sayError } from "../lib/errors";
import { settings } from "../lib/settings.svelte";
import type { TableState } from "./state.svelte";

const UPDATE_TIMEOUT = 1500; // ms to wait for the update after a move
const SLOW_AFTER = 500; // ms after which the prompt says that a move is under way
const MOST_HINTS = 3;

const keyOf = (decision: number | null, viewer: number | null): string =>
  `${decision ?? ""} ${viewer ?? ""}`;

export class PlayerActions {
  /** Whether a move was sent whose update has not arrived. */
  busy = $state(false);
  /** Whether that takes long. */
  slow = $state(false);
  #undoing = $state(false);
  #unconfirmed: number | null = $state(null);
  /** The text of the last error. */
  problem = $state("");
  #unreachable = false; // whether the error was the connection
  thinking = $state(false);
  /** Whether the last input was by touch. */
  touch = false;
  #hints: { decisionKey: string; hints: Hint[] } | null = $state.raw(null);
  #chosenHint: number | null = $state(null);

  constructor(private readonly state: TableState) {}

  /** The move to be confirmed, as long as it is legal. */
  readonly unconfirmed = $derived.by(() => {
    const isLegal = this.state.legal.some((legal) => legal.action === this.#unconfirmed);
    return isLegal ? this.#unconfirmed : null;
  });
  /** The hints for what the player has to decide, whatever others choose meanwhile. */
  readonly hints = $derived.by(() =>
    this.#hints && this.#hints.decisionKey === this.#decisionKey ? this.#hints.hints : [],
  );
  /** The action of the hint that is shown on the board. */
  readonly chosenHint = $derived.by(() =>
    this.hints.some((hint) => hint.action === this.#chosenHint) ? this.#chosenHint : null,
  );
  readonly hinted = $derived.by(() => (this.chosenHint === null ? [] : [this.chosenHint]));
  readonly canUndo = $derived.by(
    () =>
      !!this.state.position?.can_undo &&
      !this.busy &&
      !this.#undoing &&
      this.state.away.length === 0,
  );
  readonly canHint = $derived.by(
    () => this.state.isAlone && this.state.isToMove && !this.busy && this.state.legal.length > 0,
  );
  readonly canTakeBack = $derived.by(
    () =>
      this.state.isPlaying &&
      this.state.ownSeats.length > 0 &&
      this.state.away.length === 0 &&
      !this.state.facesBotsAlone && // where undo does the same
      !this.state.about?.take_back &&
      (this.state.position?.moves ?? 0) > 0,
  );

  /** Make a move; one that is irreversible is confirmed first, if the settings say so. */
  act = (action: number): void => {
    this.state.playback.skip();
    const legal = this.state.legal.find((one) => one.action === action);
    if (this.busy || !legal) return;
    this.problem = "";
    const isIrreversible = this.state.game?.isIrreversible?.(legal.move) ?? true;
    const asks = settings.confirm === "always" || (settings.confirm === "touch" && this.touch);
    if (isIrreversible && asks) this.#unconfirmed = action;
    else void this.#move(action);
  };

  confirm(): void {
    if (this.unconfirmed !== null) void this.#move(this.unconfirmed);
    this.#unconfirmed = null;
  }

  cancel(): void {
    this.#unconfirmed = null;
  }

  async #move(action: number): Promise<void> {
    this.busy = true;
    const timer = setTimeout(() => (this.slow = true), SLOW_AFTER);
    const before = this.state.update?.version;
    const made = await this.try(() => this.state.live.move(action));
    if (made) await this.#nextUpdate(before);
    clearTimeout(timer);
    this.busy = this.slow = false;
  }

  /** Wait for the update after a move, so that no outdated moves are offered. */
  #nextUpdate(before: number | undefined): Promise<void> {
    if (this.state.live.update?.version !== before) return Promise.resolve();
    return new Promise((resolve) => {
      const done = (): void => {
        clearTimeout(timer);
        stop();
        resolve();
      };
      const timer = setTimeout(done, UPDATE_TIMEOUT);
      const stop = this.state.live.onNews(done);
    });
  }

  async undo(wholeTurn: boolean): Promise<void> {
    const { id, update, viewer } = this.state;
    if (!update || !this.canUndo) return;
    this.#undoing = true;
    const undone = await this.try(() => api.undo(id, update.version, wholeTurn, viewer));
    if (undone) await this.#nextUpdate(update.version);
    this.#undoing = false;
  }

  requestTakeBack = (): Promise<boolean> =>
    this.try(() => api.requestTakeBack(this.state.id, this.state.viewer));

  answerTakeBack = (agree: boolean): Promise<boolean> =>
    this.try(() => api.answerTakeBack(this.state.id, agree));

  async requestHints(): Promise<void> {
    if (!this.canHint || this.thinking) return;
    const { id, viewer } = this.state;
    this.thinking = true;
    await this.try(async () => {
      const { hints, decision } = await api.hints(id, viewer);
      this.#chosenHint = null;
      this.#hints = { decisionKey: keyOf(decision, viewer), hints: hints.slice(0, MOST_HINTS) };
    });
    this.thinking = false;
  }

  get #decisionKey(): string {
    return keyOf(this.state.position?.decision ?? null, this.state.viewer);
  }

  /** Show a hint on the board, or no longer. */
  chooseHint(action: number): void {
    this.#chosenHint = this.chosenHint === action ? null : action;
  }

  /** Play the hint that is shown: to have chosen it first is the confirmation. */
  playHint(): void {
    const action = this.chosenHint;
    if (action === null || this.busy) return;
    this.#unconfirmed = null;
    void this.#move(action);
  }

  clearHints(): void {
    this.#hints = null;
  }

  chat = (text: string): Promise<boolean> => this.try(() => api.chat(this.state.id, text));

  /** Leave all the user's seats to bots. */
  async leave(): Promise<boolean> {
    const { id, ownSeats, away } = this.state;
    for (const seat of ownSeats.filter((one) => !away.includes(one)))
      if (!(await this.try(() => api.leave(id, seat)))) return false;
    return true;
  }

  /** Take the user's seats back from the bots. */
  async comeBack(): Promise<void> {
    for (const seat of this.state.away) await this.try(() => api.sit(this.state.id, seat));
  }

  /** Run a task; on an error show it and refresh the table. Return whether it succeeded. */
  async try(what: () => Promise<unknown>): Promise<boolean> {
    this.problem = "";
    try {
      await what();
      return true;
    } catch (error) {
      this.problem = sayError(error);
      this.#unreachable = isUnreachable(error);
      if (this.#unreachable) this.state.live.reconnect();
      await this.#refresh(error);
      return false;
    }
  }

  /** Clear the error of a lost connection: the server has answered. */
  onUpdate(): void {
    if (this.#unreachable) this.problem = "";
    this.#unreachable = false;
  }

  async #refresh(error: unknown): Promise<void> {
    const { live, id, viewer, ownSeats } = this.state;
    if (!(error instanceof Refused)) return;
    try {
      // Never the view of another seat.
      const update = error.update?.you.seat === viewer ? error.update : null;
      live.apply(update ?? (await api.table(id, ownSeats.length > 1 ? viewer : null)));
    } catch {
      // The stream will bring the update.
    }
  }
}
