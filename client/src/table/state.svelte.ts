/** The state of a table's page: the viewer's position, the prompt, the log. */

import { api, type News, type ScoreRow, type Update } from "../api/client";
import { LiveTable } from "../api/live.svelte";
import { loadGame } from "../games/load";
import type {
  GameClient,
  GameEvent,
  LegalMove,
  Material,
  Move,
  TextContext,
  View,
} from "../games/contract";
import { isKey, list, t } from "../i18n/index.svelte";
import { moveTime } from "../lib/settings.svelte";
import { Flights } from "../motion/flights.svelte";
import { Playback } from "../motion/playback.svelte";
import { PlayerActions } from "./actions.svelte";
import { Explainer } from "./explain.svelte";
import { HotSeat } from "./hotseat.svelte";
import { inTurns, MatchLog, sayNews, type Past } from "./log.svelte";
import { seatNames } from "./names";

export class TableState {
  readonly live: LiveTable;
  readonly log: MatchLog;
  readonly explainer: Explainer;
  readonly actions: PlayerActions;
  readonly hotSeat: HotSeat;
  readonly flights = new Flights();
  readonly playback = new Playback(
    (events, time) => this.#animate(events, time),
    () => this.flights.clear(),
  );
  game: GameClient | null = $state.raw(null);
  material: Material | null = $state.raw(null);
  /** Why the page cannot show the table. */
  failed: unknown = $state.raw(null);
  /** What others have just done, for screen readers. */
  announced = $state("");
  /** The spots of the log line under the pointer, and the line that was clicked. */
  pointed: string[] | null = $state.raw(null);
  pinned: { key: string; spots: string[] } | null = $state.raw(null);
  /** The version up to which the chat was read. */
  readChat = $state(0);
  /** Whether the replay is open. */
  replaying = $state(false);
  /** Whether the result may be seen: not while the end is being revealed. */
  isRevealed = $state(true);
  /** The log of the replay's viewer, and the number of the move that is shown. */
  past: Past | null = $state.raw(null);
  replayed = $state(0);
  #loading = "";
  #stop: () => void = () => undefined;

  readonly update = $derived.by(() => this.live.update);
  readonly about = $derived.by(() => this.update?.table ?? null);
  readonly position = $derived.by(() => this.update?.position ?? null);
  /** The view that is shown: the newest, or an earlier one while it is played back. */
  readonly view = $derived.by(
    () => this.playback.shown?.view ?? ((this.position?.view ?? null) as View | null),
  );
  readonly ownSeats = $derived.by(() => this.update?.you.seats ?? []);
  readonly viewer = $derived.by(() => this.update?.you.seat ?? null);
  readonly names = $derived.by(() => seatNames(this.about?.seats ?? [], this.ownSeats));
  readonly waitedFor = $derived.by(() => {
    const { shown } = this.playback;
    if (shown) return shown.seat === null ? [] : [shown.seat];
    return this.position?.waited_for ?? [];
  });
  readonly isPlaying = $derived.by(() => this.about?.status === "playing");
  readonly isOver = $derived.by(() => this.about?.status === "over");
  readonly context = $derived.by((): TextContext => ({
    names: this.names,
    viewer: this.viewer,
    material: this.material ?? { moves: [] },
  }));
  /** The user's seats that bots play for them. */
  readonly away = $derived.by(() => this.ownSeats.filter((seat) => this.about?.seats[seat]?.away));
  readonly isToMove = $derived.by(
    () =>
      this.isPlaying &&
      !this.playback.isBehind &&
      this.viewer !== null &&
      this.waitedFor.includes(this.viewer),
  );
  /** Whether others are thinking, and the user waits for them. */
  readonly isThinking = $derived.by(
    () => this.isPlaying && !this.isToMove && this.waitedFor.length > 0,
  );
  readonly legal = $derived.by((): LegalMove[] => {
    if (!this.position || !this.material || this.actions.busy || this.playback.isBehind) return [];
    if (this.viewer !== null && this.away.includes(this.viewer)) return [];
    return this.position.legal.map(({ action, text }) => ({
      action,
      text,
      move: this.moveOf(action, text),
    }));
  });
  /** What was counted, once the match is over. */
  scoreRows: ScoreRow[] | null = $state.raw(null);
  readonly scoreSheet = $derived.by(() => {
    const { game, view, scoreRows, context } = this;
    if (!game || !view) return [];
    const explained = scoreRows && game.explainScores?.(scoreRows, context, view);
    return explained?.length ? explained : game.scoreSheet(view);
  });
  readonly marked = $derived.by(() => this.pointed ?? this.pinned?.spots ?? []);
  readonly turns = $derived.by(() => {
    if (!this.game) return [];
    const { past, context } = this;
    return past
      ? inTurns({ ...past, notes: [] }, this.game, { ...context, viewer: past.viewer })
      : inTurns({ events: this.happened, notes: this.log.notes }, this.game, context);
  });
  /** The events that have been shown. */
  readonly happened = $derived.by(() =>
    this.log.events.slice(0, this.log.events.length - this.playback.held),
  );
  /** What is being shown, in words; empty if nothing is. */
  readonly happening = $derived.by(() => this.#say(this.playback.events).join(" "));
  /** The last thing that each seat did, in short; empty if nothing. */
  readonly did = $derived.by(() =>
    this.names.map((_, seat) => this.game?.sayDone?.(this.happened, seat, this.context) ?? ""),
  );
  /** The number of unread messages. */
  readonly unread = $derived.by(
    () =>
      (this.update?.chat ?? []).filter(
        (message) => message.version > this.readChat && !this.ownSeats.includes(message.seat),
      ).length,
  );
  readonly prompt = $derived.by(() => this.#sayPrompt());
  /** The text of who has won. */
  readonly result = $derived.by(() => this.#sayResult());
  readonly reason = $derived.by(() => this.#sayReason());
  /** Whether everybody else at the table is a bot. */
  readonly isAlone = $derived.by(
    () =>
      this.ownSeats.length > 0 &&
      !!this.about?.seats.every((seat, n) => seat.kind === "bot" || this.ownSeats.includes(n)),
  );

  /** Whether every seat but the user's only one is a bot's. */
  readonly facesBotsAlone = $derived.by(() => this.isAlone && this.ownSeats.length === 1);

  constructor(readonly id: string) {
    this.live = new LiveTable(id, () => moveTime() > 0);
    this.log = new MatchLog((viewer) => api.log(id, viewer));
    this.explainer = new Explainer((action) => api.why(id, action, this.viewer));
    this.actions = new PlayerActions(this);
    this.hotSeat = new HotSeat(this);
  }

  open(): void {
    this.#stop = this.live.onNews((news, update) => this.#onNews(news, update));
    this.live.open();
  }

  close(): void {
    this.#stop();
    this.playback.skip();
    this.live.close();
  }

  /** Return an action as data; without material, its kind is the verb of its text. */
  moveOf(action: number, text: string): Move {
    return this.material?.moves[action] ?? { kind: text.split(" ", 1)[0] ?? "" };
  }

  /** Return an action of the present position in words; `text` is the server's. */
  sayMove(action: number, text: string): string {
    if (!this.game || !this.view) return "";
    return this.game.sayMove(this.moveOf(action, text), this.context, text, this.view);
  }

  /** Show why an action is not legal; nothing if it is. */
  explain = (action: number | null): void => {
    const can = action === null || this.legal.some((legal) => legal.action === action);
    const isIllegal =
      !can && this.viewer !== null && this.ownSeats.includes(this.viewer) && this.isPlaying;
    this.explainer.explain(isIllegal ? action : null, this.positionKey);
  };

  /** A key of the position and its viewer, which does not change with the chat. */
  get positionKey(): string {
    const { moves = 0, waited_for = [] } = this.position ?? {};
    return `${moves} ${waited_for.join()} ${this.viewer ?? ""}`;
  }

  #onNews(news: News[], update: Update): void {
    void this.#load(update.table.game);
    const names = seatNames(update.table.seats, update.you.seats);
    this.actions.onUpdate();
    if (update.table.status === "over" && !this.scoreRows) void this.#loadScores();
    this.log.add(news, update, names);
    if (news.some((one) => one.kind === "move")) this.pinned = null;
    this.explainer.explain(null, this.positionKey);
    this.playback.add(news, update, !!this.game && !this.hotSeat.covered && !this.replaying);
    if (!this.game || this.hotSeat.covered) return;
    const announced = sayNews(news, update.you.seats, this.game, this.context, names);
    if (announced) this.announced = announced;
  }

  /** Let pieces fly; return how long there is something to see. */
  async #animate(events: GameEvent[], time: number): Promise<number> {
    const flights = events.flatMap((event) => this.game?.flights?.(event, this.context) ?? []);
    const lasts = await this.flights.launch(flights, time);
    return lasts || (this.#say(events).length ? time : 0);
  }

  #say(events: GameEvent[]): string[] {
    return events
      .map((event) => this.game?.sayEvent(event, this.context) ?? null)
      .filter((line) => line !== null);
  }

  async #loadScores(): Promise<void> {
    try {
      this.scoreRows = await api.scoreSheet(this.id);
    } catch {
      this.scoreRows = []; // the sheet is shown without what was counted
    }
  }

  async #load(name: string): Promise<void> {
    if (this.#loading === name) return;
    this.#loading = name;
    try {
      [this.game, this.material] = await Promise.all([loadGame(name), api.material(name)]);
      this.failed = null;
    } catch (error) {
      this.#loading = ""; // the next update will try again
      this.failed = error;
    }
  }

  #sayPrompt(): string {
    const { game, view, position, context } = this;
    if (!game || !view || !position) return "";
    if (this.isOver) {
      const isShown = this.isRevealed && !this.playback.isPlaying;
      return isShown ? `${t("table.over")} ${this.result}` : t("table.over");
    }
    if (this.actions.slow) return t("table.moving");
    if (position.prompt && this.isToMove) {
      const { phase, text } = position.prompt;
      return game.sayPrompt(phase, view, context, text);
    }
    const waiting = game.sayWaiting(String(view.phase), view, this.waitedFor, context);
    return position.prompt ? `${waiting} ${t("table.may_change")}` : waiting;
  }

  #sayResult(): string {
    const winners = this.position?.winners ?? [];
    const names = winners.map((seat) => this.names[seat] ?? "");
    if (winners.length === 1 && winners[0] === this.viewer && this.ownSeats.length === 1)
      return t("table.you_win");
    return t("table.wins", { n: winners.length, names: list(names) });
  }

  #sayReason(): string {
    const why = this.explainer.why;
    if (!why?.code || !this.game) return "";
    const key = `table.reason_${why.code}`;
    if (isKey(key)) return t(key, this.#named(why.values));
    return this.game.sayReason(why.code, why.values, this.context, why.text);
  }

  #named(values: Record<string, string | number>): Record<string, string | number> {
    return { ...values, name: this.names[Number(values.turn)] ?? "" };
  }
}
