/** A table as its page needs it: what is seen with whose eyes, who is asked what, and the log. */

import { api, type News, type Update } from "../api/client";
import { LiveTable } from "../api/live.svelte";
import { loadGame } from "../games/load";
import type { GameClient, LegalMove, Material, Move, View, Who } from "../games/contract";
import { isKey, list, t } from "../i18n/index.svelte";
import { Acting } from "./acting.svelte";
import { Explainer } from "./explain.svelte";
import { HotSeat } from "./hotseat.svelte";
import { inTurns, LogBook, sayNews, type Past } from "./log.svelte";
import { seatNames } from "./names";

export class TableState {
  readonly live: LiveTable;
  readonly book: LogBook;
  readonly explainer: Explainer;
  readonly acting: Acting;
  readonly hotSeat: HotSeat;
  game: GameClient | null = $state.raw(null);
  material: Material | null = $state.raw(null);
  /** Why the page cannot show the table. */
  failed: unknown = $state.raw(null);
  /** What others have just done, for those who hear the page. */
  announced = $state("");
  /** The line of the log that is pointed at, and the one that was chosen. */
  pointed: string[] | null = $state.raw(null);
  pinned: { key: string; spots: string[] } | null = $state.raw(null);
  /** The version up to which the chat has been read. */
  readChat = $state(0);
  /** Whether the past is looked at instead of the table. */
  replaying = $state(false);
  /** The log as the eyes of the replay saw it, and the moves that were made by then. */
  past: Past | null = $state.raw(null);
  replayed = $state(0);
  #loading = "";
  #stop: () => void = () => undefined;

  readonly update = $derived.by(() => this.live.update);
  readonly about = $derived.by(() => this.update?.table ?? null);
  readonly position = $derived.by(() => this.update?.position ?? null);
  readonly view = $derived.by(() => (this.position?.view ?? null) as View | null);
  readonly own = $derived.by(() => this.update?.you.seats ?? []);
  readonly eyes = $derived.by(() => this.update?.you.seat ?? null);
  readonly names = $derived.by(() => seatNames(this.about?.seats ?? [], this.own));
  readonly waitedFor = $derived.by(() => this.position?.waited_for ?? []);
  readonly isPlaying = $derived.by(() => this.about?.status === "playing");
  readonly isOver = $derived.by(() => this.about?.status === "over");
  readonly who = $derived.by((): Who => ({
    names: this.names,
    eyes: this.eyes,
    material: this.material ?? { moves: [] },
  }));
  /** The viewer's seats that a bot plays until they return. */
  readonly away = $derived.by(() => this.own.filter((seat) => this.about?.seats[seat]?.away));
  readonly isAsked = $derived.by(
    () => this.isPlaying && this.eyes !== null && this.waitedFor.includes(this.eyes),
  );
  readonly legal = $derived.by((): LegalMove[] => {
    if (!this.position || !this.material || this.acting.busy) return [];
    if (this.eyes !== null && this.away.includes(this.eyes)) return [];
    return this.position.legal.map(({ action, text }) => ({
      action,
      text,
      move: this.moveOf(action, text),
    }));
  });
  readonly scoreSheet = $derived.by(() =>
    this.game && this.view ? this.game.scoreSheet(this.view) : [],
  );
  readonly marked = $derived.by(() => this.pointed ?? this.pinned?.spots ?? []);
  readonly turns = $derived.by(() => {
    if (!this.game) return [];
    const { past, who } = this;
    return past
      ? inTurns({ ...past, notes: [] }, this.game, { ...who, eyes: past.eyes })
      : inTurns(this.book, this.game, who);
  });
  /** How many messages of others have not been read. */
  readonly unread = $derived.by(
    () =>
      (this.update?.chat ?? []).filter(
        (said) => said.version > this.readChat && !this.own.includes(said.seat),
      ).length,
  );
  readonly prompt = $derived.by(() => this.#sayPrompt());
  /** Who has won, once the match is over. */
  readonly result = $derived.by(() => this.#sayResult());
  readonly reason = $derived.by(() => this.#sayReason());
  /** Whether everybody else at the table is a bot. */
  readonly isAlone = $derived.by(
    () =>
      this.own.length > 0 &&
      !!this.about?.seats.every((seat, n) => seat.kind === "bot" || this.own.includes(n)),
  );

  constructor(readonly id: string) {
    this.live = new LiveTable(id);
    this.book = new LogBook((eyes) => api.log(id, eyes));
    this.explainer = new Explainer((action) => api.why(id, action, this.eyes));
    this.acting = new Acting(this);
    this.hotSeat = new HotSeat(this);
  }

  open(): void {
    this.#stop = this.live.onNews((news, update) => this.#hear(news, update));
    this.live.open();
  }

  close(): void {
    this.#stop();
    this.live.close();
  }

  /** An action as data; of a game that has no data of its actions, by the verb of its text. */
  moveOf(action: number, text: string): Move {
    return this.material?.moves[action] ?? { kind: text.split(" ", 1)[0] ?? "" };
  }

  /** Show why an action cannot be done now; nothing if it can. */
  explain = (action: number | null): void => {
    const can = action === null || this.legal.some((legal) => legal.action === action);
    const asks = !can && this.eyes !== null && this.own.includes(this.eyes) && this.isPlaying;
    this.explainer.explain(asks ? action : null, this.moment);
  };

  /** A moment of the match, as seen by these eyes: chat does not change it. */
  get moment(): string {
    return `${this.position?.moves ?? 0} ${this.waitedFor.join()} ${this.eyes ?? ""}`;
  }

  #hear(news: News[], update: Update): void {
    void this.#load(update.table.game);
    const names = seatNames(update.table.seats, update.you.seats);
    this.acting.hear();
    this.book.hear(news, update, names);
    if (news.some((one) => one.kind === "move")) this.pinned = null;
    this.explainer.explain(null, this.moment);
    if (!this.game || this.hotSeat.covered) return;
    const said = sayNews(news, update.you.seats, this.game, this.who, names);
    if (said) this.announced = said;
  }

  async #load(name: string): Promise<void> {
    if (this.#loading === name) return;
    this.#loading = name;
    try {
      [this.game, this.material] = await Promise.all([loadGame(name), api.material(name)]);
      this.failed = null;
    } catch (error) {
      this.#loading = ""; // the next update tries again
      this.failed = error;
    }
  }

  #sayPrompt(): string {
    const { game, view, position, who } = this;
    if (!game || !view || !position) return "";
    if (this.isOver) return `${t("table.over")} ${this.result}`;
    if (this.acting.slow) return t("table.moving");
    if (position.prompt && this.isAsked) {
      const { phase, text } = position.prompt;
      return game.sayPrompt(phase, view, who, text);
    }
    const waiting = game.sayWaiting(String(view.phase), view, this.waitedFor, who);
    return position.prompt ? `${waiting} ${t("table.may_change")}` : waiting;
  }

  #sayResult(): string {
    const winners = this.position?.winners ?? [];
    const names = winners.map((seat) => this.names[seat] ?? "");
    if (winners.length === 1 && winners[0] === this.eyes && this.own.length === 1)
      return t("table.you_win");
    return t("table.wins", { n: winners.length, names: list(names) });
  }

  #sayReason(): string {
    const why = this.explainer.why;
    if (!why?.code || !this.game) return "";
    const key = `table.reason_${why.code}`;
    if (isKey(key)) return t(key, this.#named(why.values));
    return this.game.sayReason(why.code, why.values, this.who, why.text);
  }

  #named(values: Record<string, string | number>): Record<string, string | number> {
    return { ...values, name: this.names[Number(values.turn)] ?? "" };
  }
}
