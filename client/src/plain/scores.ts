/** The score sheet: the players' `score` or `points`, or the view's `scores`, if there are any. */

import type { SheetRow, View } from "../games/contract";
import { isFields, labelOf, partsOf, type Data, type Fields } from "./data";
import { say } from "./words";

const asNumber = (value: Data | undefined): number | null =>
  typeof value === "number" ? value : null;

export function scoreSheet(view: View): SheetRow[] {
  const scores = scoresOf(view);
  if (!scores.length) return [];
  const names = [
    ...new Set(scores.flatMap((score) => (isFields(score) ? Object.keys(score) : []))),
  ];
  const parts = names.filter((name) => name !== "total");
  return [
    ...parts.map((name) => ({
      label: labelOf(name),
      values: scores.map((score) => (isFields(score) ? asNumber(score[name]) : null)),
    })),
    { label: say("total"), values: scores.map(totalOf) },
  ];
}

function scoresOf(view: View): Data[] {
  const listed = (view as Fields).scores;
  const seats = Array.isArray(view.players) ? view.players.length : 0;
  const players = partsOf(view, seats).players.map((player) => player.score ?? player.points);
  const found = Array.isArray(listed) ? listed : players;
  const isScored = found.some((score) => typeof score === "number" || isFields(score));
  return isScored ? found.map((score) => score ?? null) : [];
}

/** Return the total of a score; of one in parts, its `total` or else the sum. */
function totalOf(score: Data): number | null {
  if (!isFields(score)) return asNumber(score);
  const parts = Object.values(score).map(asNumber);
  const known = parts.filter((part) => part !== null);
  return asNumber(score.total) ?? (known.length ? known.reduce((a, b) => a + b, 0) : null);
}
