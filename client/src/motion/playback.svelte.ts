/** Shows what an update brings one step after the other, while the newest position waits. */

import type { News, Update } from "../api/client";
import type { GameEvent, View } from "../games/contract";
import { moveTime } from "../lib/settings.svelte";

const AT_FULL_LENGTH = 4; // steps; of more, each is shorter, so that nobody waits long
const MOST_STEPS = 40; // of more, none is shown
const TAKES_BACK = new Set(["undo", "go_back"]);

/** Something that happened, and the position after it. */
export interface Step {
  seat: number | null;
  events: GameEvent[];
  view: View;
}

/** Return the steps of the news: one for each position between, and one for the rest of each. */
export function stepsOf(news: News[], update: Update): Step[] {
  if (!update.position) return [];
  const newest = update.position.view as View;
  const steps = news.flatMap(({ seat, events, steps: shown }): Step[] => {
    const all = events as GameEvent[];
    const last = shown.at(-1)?.events ?? 0;
    const between = shown.map((step, n) => ({
      seat,
      events: all.slice(shown[n - 1]?.events ?? 0, step.events),
      view: step.view as View,
    }));
    return all.length > last
      ? [...between, { seat, events: all.slice(last), view: newest }]
      : between;
  });
  // What has no position of its own is seen with what follows.
  return steps.reduceRight<Step[]>((later, step) => {
    const next = later[0];
    if (!next || step.view !== next.view) return [step, ...later];
    return [{ ...next, events: [...step.events, ...next.events] }, ...later.slice(1)];
  }, []);
}

export class Playback {
  /** The step whose position is shown instead of the newest. */
  shown: Step | null = $state.raw(null);
  /** The events that are happening; none when all has been shown. */
  events: GameEvent[] = $state.raw([]);
  /** How many events are still to come. */
  held = $state(0);
  #queue: Step[] = [];
  #latest: { view: View; viewer: number | null } | null = null;
  #runs = 0;
  #listeners = new Set<(events: GameEvent[]) => void>();
  #end: () => void = () => undefined;

  /** `play` starts the motions of events and returns how long they take, in ms; `stop` ends all. */
  constructor(
    private readonly play: (events: GameEvent[], time: number) => Promise<number>,
    private readonly stop: () => void,
  ) {}

  /** Whether an older position is shown than the newest. */
  readonly isBehind = $derived.by(() => this.shown !== null);
  /** Whether something is still being shown. */
  readonly isPlaying = $derived.by(() => this.events.length > 0 || this.shown !== null);

  /** Show an update: step by step, or at once where that is not wanted or not possible. */
  add(news: News[], update: Update, isSeen: boolean): void {
    const before = this.#latest;
    const viewer = update.you.seat;
    this.#latest = update.position ? { view: update.position.view as View, viewer } : null;
    const steps = stepsOf(news, update);
    const isContinued = before?.viewer === viewer && !update.gap;
    const isTakenBack = news.some((one) => TAKES_BACK.has(one.kind));
    const isQuick = !moveTime() || document.hidden || steps.length > MOST_STEPS;
    if (!before || !isContinued || isTakenBack || isQuick || !isSeen) {
      this.#tell(steps.flatMap((step) => step.events));
      return this.skip();
    }
    const isIdle = !this.isPlaying;
    if (isIdle && steps.length === 1 && steps[0]) void this.#start(steps[0], moveTime());
    if (!steps.length || (isIdle && steps.length === 1)) return;
    if (!this.isBehind) this.shown = { seat: null, events: [], view: before.view };
    this.#queue.push(...steps);
    this.#count();
    if (isIdle) void this.#run();
  }

  /** Call a function with the events of each step as it is shown; return how to end that. */
  onStep(listener: (events: GameEvent[]) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Show all at once. */
  skip(): void {
    if (!this.isPlaying) return;
    this.stop();
    this.#runs++;
    this.#queue = [];
    this.#count();
    this.shown = null;
    this.events = [];
    this.#end();
  }

  async #run(): Promise<void> {
    const run = ++this.#runs;
    while (run === this.#runs) {
      const step = this.#queue.shift();
      if (!step) break;
      const time = moveTime() * Math.min(1, AT_FULL_LENGTH / (this.#queue.length + 1));
      this.events = step.events;
      this.#count();
      const motions = this.#start(step, time); // from where things are drawn now
      this.shown = this.#queue.length ? step : null;
      const lasts = await motions;
      if (run === this.#runs) await this.#pause(lasts);
    }
    if (run === this.#runs) this.events = [];
  }

  #start(step: Step, time: number): Promise<number> {
    this.#tell(step.events);
    return this.play(step.events, time);
  }

  #tell(events: GameEvent[]): void {
    for (const listener of this.#listeners) listener(events);
  }

  /** Wait, but not after a skip. */
  #pause(time: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, time);
      this.#end = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  #count(): void {
    this.held = this.#queue.reduce((sum, step) => sum + step.events.length, 0);
  }
}
