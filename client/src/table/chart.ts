/** The geometry of a chart of scores over time. */

export interface Plot {
  width: number;
  height: number;
  left: number;
  right: number;
  top: number;
  bottom: number;
}

export interface Scale {
  x: (index: number) => number;
  y: (score: number) => number;
  /** The scores of the horizontal lines. */
  ruled: number[];
}

const STEPS = [1, 2, 5, 10, 20, 25, 50, 100];
const MOST_RULED = 6;

/** Fit all scores into the plot, with horizontal lines at round numbers. */
export function fit(scores: number[][], plot: Plot): Scale {
  const all = scores.flat();
  const low = Math.min(0, ...all);
  const high = Math.max(1, ...all);
  const step = STEPS.find((one) => (high - low) / one <= MOST_RULED) ?? 200;
  const from = Math.floor(low / step) * step;
  const to = Math.ceil(high / step) * step;
  const last = Math.max(1, (scores[0]?.length ?? 1) - 1);
  const inner = { x: plot.width - plot.left - plot.right, y: plot.height - plot.top - plot.bottom };
  return {
    x: (index) => plot.left + (inner.x * index) / last,
    y: (score) => plot.top + inner.y * (1 - (score - from) / (to - from)),
    ruled: Array.from({ length: (to - from) / step + 1 }, (_, n) => from + n * step),
  };
}

/** Return evenly spread indices, including the first and the last. */
export function spread(count: number, wanted: number): number[] {
  if (count <= wanted) return Array.from({ length: count }, (_, n) => n);
  return Array.from({ length: wanted }, (_, n) => Math.round((n * (count - 1)) / (wanted - 1)));
}

/** Return in which column each mark stands so that none overlap; most are in the first, 0. */
export function columns(places: number[], least: number): number[] {
  const taken: number[][] = [];
  return places.map((place) => {
    const column = taken.findIndex((marks) =>
      marks.every((mark) => Math.abs(mark - place) >= least),
    );
    const found = column < 0 ? taken.length : column;
    (taken[found] ??= []).push(place);
    return found;
  });
}
