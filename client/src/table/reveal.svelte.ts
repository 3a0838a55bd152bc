/** The end of a game, scored one thing after the other until the result is shown. */

import type { Counted, SheetRow } from "../games/contract";
import { moveTime } from "../lib/settings.svelte";

const LONGEST = 9000; // ms for all steps
const SHORTEST = 250; // ms for a step

/** Something that is scored. */
export interface RevealStep {
  row: SheetRow;
  /** Null for what all seats score at once. */
  counted: Counted | null;
  spots: string[];
  /** What each seat gets for it, and has then. */
  gained: number[];
  totals: number[];
}

/** Return the steps of a score sheet; the first row is where the seats start from. */
export function revealSteps(sheet: SheetRow[]): RevealStep[] {
  const [first, ...rest] = sheet.slice(0, -1);
  if (!first) return [];
  const steps: RevealStep[] = [];
  let totals = first.values.map((value) => value ?? 0);
  const add = (row: SheetRow, counted: Counted | null, gained: number[]): void => {
    totals = totals.map((sum, seat) => sum + (gained[seat] ?? 0));
    const spots = counted ? counted.spots : (row.counted ?? []).flatMap((one) => one.spots);
    steps.push({ row, counted, spots, gained, totals });
  };
  add(first, null, []);
  for (const row of rest) {
    const scored = (row.counted ?? []).filter((one) => one.value !== 0);
    if (row.isOneByOne)
      for (const one of scored)
        add(
          row,
          one,
          totals.map((_, seat) => (seat === one.seat ? one.value : 0)),
        );
    else
      add(
        row,
        null,
        row.values.map((value) => value ?? 0),
      );
  }
  return steps;
}

export class Reveal {
  at = $state(0);
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    readonly steps: RevealStep[],
    private readonly done: () => void,
  ) {}

  readonly step = $derived.by(() => this.steps[this.at] ?? null);

  run(): void {
    const time = Math.max(SHORTEST, Math.min(2 * moveTime(), LONGEST / this.steps.length));
    this.#timer = setTimeout(() => {
      if (this.at + 1 >= this.steps.length) return this.done();
      this.at++;
      this.run();
    }, time);
  }

  stop(): void {
    clearTimeout(this.#timer);
  }
}
