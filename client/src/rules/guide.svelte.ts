/** The progress of the guided first game. */

import { api } from "../api/client";
import { LiveTable } from "../api/live.svelte";
import type { Decision, GameEvent, Material, Situation, Step, View } from "../games/contract";
import { loadTour } from "../games/load";
import { saveSettings, settings } from "../lib/settings.svelte";
import { ensureUser } from "../lib/user.svelte";

const SEATS = ["me", "easy", "easy"]; // as many as "Play now" offers at first

const storageKey = (game: string): string => `londinium learn ${game}`;

export class Guide {
  steps: Step[] = $state.raw([]);
  /** The step that is shown. */
  at = $state(0);
  /** The furthest step so far; earlier ones can be read again. */
  furthest = $state(0);
  table: string | null = $state(null);
  failed: unknown = $state.raw(null);

  #live: LiveTable | null = $state.raw(null);
  #material: Material | null = $state.raw(null);
  #closed = false;
  #decisions: Decision[] = $state.raw([]);
  #events: GameEvent[] = $state.raw([]);
  /** Whether the player has made a move since the step began. */
  #moved = $state(false);

  readonly step = $derived.by((): Step | null => this.steps[this.at] ?? null);
  readonly isLast = $derived.by(() => this.at === this.steps.length - 1);
  /** The number of steps that are shown, and which of them this is. */
  readonly count = $derived.by(() => this.#countTo(this.steps.length));
  readonly number = $derived.by(() => this.#countTo(this.at + 1));
  /** Whether the step ends by itself once its task is done. */
  readonly waits = $derived.by(() => this.at === this.furthest && this.step?.done !== undefined);
  readonly situation = $derived.by(() => this.#situationNow());
  /** What the player is asked, if the guide advises on it before going on. */
  readonly decision = $derived.by(() => this.#openDecision());
  readonly spots = $derived.by(() => {
    const situation = this.situation;
    return (situation && (this.decision ?? this.step)?.spots?.(situation)) ?? [];
  });

  constructor(readonly game: string) {}

  /** Open the table of the last visit, or a new one. */
  async open(): Promise<void> {
    this.failed = null;
    try {
      await ensureUser();
      const [tour, material] = await Promise.all([loadTour(this.game), api.material(this.game)]);
      [this.steps, this.#decisions, this.#material] = [tour.steps, tour.decisions, material];
      const id = (await this.#resumeTable()) ?? (await this.#newTable());
      if (!this.#closed) this.#follow(id);
    } catch (error) {
      this.failed = error;
    }
  }

  #follow(id: string): void {
    const live = new LiveTable(id);
    live.onNews((news, { you }) => {
      this.#events = [...this.#events, ...news.flatMap((one) => one.events as GameEvent[])];
      if (news.some((one) => one.kind === "move" && one.seat === you.seat)) this.#moved = true;
      this.#advance();
    });
    live.open();
    this.#live = live;
    this.table = id;
  }

  close(): void {
    this.#closed = true;
    this.#live?.close();
  }

  /** Begin again at a new table. */
  async restart(): Promise<void> {
    this.#live?.close();
    this.#live = null;
    this.table = null;
    this.clear();
    this.#go(0);
    this.furthest = 0;
    await this.open();
  }

  next(): void {
    const to = this.#nextShown(this.at + 1, 1);
    this.#go(to);
    this.#advance();
  }

  back(): void {
    this.#go(this.#nextShown(this.at - 1, -1));
  }

  /** Forget the table of this visit. */
  clear(): void {
    sessionStorage.removeItem(storageKey(this.game));
  }

  #countTo(end: number): number {
    return new Set(this.steps.slice(0, end).map((step) => step.group ?? step.id)).size;
  }

  #go(to: number): void {
    this.at = Math.max(0, Math.min(to, this.steps.length - 1));
    if (this.at > this.furthest) this.furthest = this.at;
    this.#events = [];
    this.#moved = false;
    this.#save();
  }

  /** Return the decision that the player is asked for, unless the step speaks of it or comes first. */
  #openDecision(): Decision | null {
    const { situation, step } = this;
    if (!situation?.asked || !step || this.at < this.furthest || step.about?.(situation))
      return null;
    const decision = this.#decisions.find((one) => one.when(situation)) ?? null;
    const explains = step.done === undefined && !this.#moved;
    return explains && !decision?.interrupts ? null : decision;
  }

  /** Go past the steps that are done, unless an earlier one is being read again. */
  #advance(): void {
    const situation = this.#situationNow();
    if (!situation) return;
    if (situation.over && !this.isLast) {
      this.#go(this.steps.length - 1);
      return;
    }
    while (
      this.at === this.furthest &&
      !this.isLast &&
      this.step?.done?.(this.#situationNow() ?? situation)
    )
      this.#go(this.#nextShown(this.at + 1, 1));
  }

  /** Return the next step in a direction that is worth showing now. */
  #nextShown(from: number, direction: 1 | -1): number {
    const situation = this.#situationNow();
    let to = from;
    while (situation && this.steps[to]?.when?.(situation) === false) to += direction;
    return to;
  }

  #situationNow(): Situation | null {
    const update = this.#live?.update;
    const seat = update?.you.seat ?? null;
    const material = this.#material;
    if (!update?.position || seat === null || !material) return null;
    return {
      view: update.position.view as View,
      seat,
      material,
      moves: update.position.legal.flatMap(({ action }) => material.moves[action] ?? []),
      asked: update.position.waited_for.includes(seat),
      events: this.#events,
      over: update.table.status === "over",
    };
  }

  async #newTable(): Promise<string> {
    const { id } = await api.makeTable({
      game: this.game,
      seats: SEATS,
      pace: { kind: "none" },
      listed: false,
      start: true,
    });
    this.table = id;
    this.#save();
    settings.last.game = this.game;
    saveSettings();
    return id;
  }

  /** Return the table of the last visit, if its game is still being played. */
  async #resumeTable(): Promise<string | null> {
    try {
      const last = JSON.parse(sessionStorage.getItem(storageKey(this.game)) ?? "null") as {
        id: string;
        at: number;
      } | null;
      if (!last) return null;
      const { table, you } = await api.table(last.id);
      if (table.status !== "playing" || you.seat === null) return null;
      this.at = this.furthest = Math.min(last.at, this.steps.length - 1);
      return last.id;
    } catch {
      return null; // the table is gone, or belongs to somebody else
    }
  }

  #save(): void {
    if (this.table)
      sessionStorage.setItem(
        storageKey(this.game),
        JSON.stringify({ id: this.table, at: this.at }),
      );
  }
}
