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

/** Move overlapping labels apart, in the same order. */
export function apart(places: number[], least: number, top: number, bottom: number): number[] {
  const order = places.map((_, n) => n).sort((a, b) => (places[a] ?? 0) - (places[b] ?? 0));
  const moved = [...places];
  order.forEach((n, rank) => {
    const above = rank ? (moved[order[rank - 1] ?? 0] ?? top) + least : top;
    moved[n] = Math.max(moved[n] ?? 0, above);
  });
  let below = bottom;
  for (const n of [...order].reverse()) {
    moved[n] = Math.min(moved[n] ?? 0, below);
    below = (moved[n] ?? 0) - least;
  }
  return moved;
}
