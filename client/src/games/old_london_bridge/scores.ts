/** The score sheet, as the view has it, and what was counted. */

import type { ScoreRow } from "../../api/client";
import { sayPlace } from "../../lib/words";
import type { Counted, SheetRow, TextContext, View } from "../contract";
import { bridgeSpot } from "./motion";
import { say, type Name } from "./names";
import { scoringHow, scoringName } from "./say";
import { CATEGORIES, type BridgeView, type Category, type Score } from "./types";

const PARTS = ["money", "chapel", "gate", "inn", "bridge", "empty_slots", "tiles"] as const;

const total = (score: Score): number => PARTS.reduce((sum, part) => sum + score[part], 0);

export function scoreSheet(view: View): SheetRow[] {
  const scores = (view as BridgeView).players.map((player) => player.score);
  return [
    ...PARTS.map((part) => ({
      label: say(`sheet_${part}`),
      values: scores.map((score) => score?.[part] ?? null),
    })),
    { label: say("sheet_total"), values: scores.map((score) => score && total(score)) },
  ];
}

/** Return the last view without the places. */
export function beforeResult(view: View): View {
  const players = (view as BridgeView).players.map((player) => ({ ...player, place: null }));
  return { ...view, players };
}

/** What the server tells of something that was counted. */
interface Item {
  seat: number;
  money: number;
  from: string;
  times: number;
  category: Category;
  scoring: string;
  count: number;
  slots: number[];
  place: number | null;
}

export function explainScores(rows: ScoreRow[], context: TextContext, view: View): SheetRow[] {
  const { scoring } = view as BridgeView;
  return rows.map((row) => {
    const category = CATEGORIES.find((one) => one === row.part);
    const label = say(`sheet_${row.part}` as Name);
    const isPrinted = !category || scoring[category] === "printed";
    return {
      label: isPrinted
        ? label
        : say("sheet_scoring", { row: label, scoring: scoringName(category, scoring[category]) }),
      values: row.values,
      rule: row.rule,
      how: sayHow(row.part, scoring),
      counted: row.counted.map((one) => explain(row.part, one, context)),
    };
  });
}

function sayHow(part: string, scoring: BridgeView["scoring"]): string {
  if (part === "tiles" && scoring.gate === "unused_tiles") return scoringHow("gate", scoring.gate);
  const category = CATEGORIES.find((one) => one === part);
  return category ? scoringHow(category, scoring[category]) : say(`how_${part}` as Name);
}

function explain(part: string, one: Record<string, unknown>, context: TextContext): Counted {
  const item = one as unknown as Item;
  const { seat, money } = item;
  return { seat, value: money, text: sayItem(part, item), spots: spotsOf(part, item, context) };
}

function sayItem(part: string, item: Item): string {
  const { count: n, times, place } = item;
  switch (part) {
    case "money": {
      const what = say(`purse_${item.from}` as Name);
      return times > 1 ? say("sheet_times", { what, n: times }) : what;
    }
    case "payments":
      return say("sheet_times", { what: sayPayment(item), n: times });
    case "empty_slots":
      return say("empty_slots_n", { n });
    case "tiles":
      return say("sheet_tiles_left", { n });
    default:
      return place
        ? say("sheet_count_place", { n, place: sayPlace(place) })
        : say("sheet_count", { n });
  }
}

function sayPayment({ category, scoring }: Item): string {
  const row = say(`sheet_${category}`);
  return say("sheet_scoring", { row, scoring: scoringName(category, scoring) });
}

/** Return where on the table the things lie that were counted. */
function spotsOf(part: string, item: Item, context: TextContext): string[] {
  const { seat, count, slots } = item;
  switch (part) {
    case "money":
    case "payments":
      return [`money-${seat}`];
    case "tiles":
      return [`tiles-${seat}`];
    case "empty_slots":
      return [`bridge-${seat}`];
    case "inn":
      return slots.length ? onBridge(seat, slots, context) : [`hand-${seat}`];
    case "chapel":
    case "gate":
      return slots.length ? onBridge(seat, slots, context) : [`${part}-${count}`];
    default:
      return onBridge(seat, slots, context);
  }
}

const onBridge = (seat: number, slots: number[], context: TextContext): string[] => [
  ...new Set(slots.map((slot) => bridgeSpot(seat, slot, context))),
];
