/** The last thing that a seat did, in short. */

import type { GameEvent } from "../contract";
import { buildingTitle, cardNames, say, tileName } from "./names";
import type { Bonus, Building, Track } from "./types";

const BEGINS = new Set(["place", "pass"]); // a seat's turn at the rondel
const ENDS = new Set([...BEGINS, "end_round", "marker", "order"]);

export function sayDone(events: GameEvent[], seat: number): string {
  const start = events.findLastIndex((event) => event.seat === seat && BEGINS.has(event.event));
  if (start < 0) return "";
  const after = events.slice(start + 1);
  const end = after.findIndex((event) => ENDS.has(event.event));
  const turn = [...events.slice(start, start + 1), ...(end < 0 ? after : after.slice(0, end))];
  const own = turn.filter((event) => event.seat === seat);
  const money = own.reduce((sum, event) => sum + Number(event.money ?? 0), 0);
  const parts = own.flatMap((event) => sayPart(event));
  return [...parts, ...(money ? [sayMoney(money)] : [])].join(" · ");
}

function sayMoney(money: number): string {
  return `${money > 0 ? "+" : "−"}${say("pounds_n", { n: Math.abs(money) })}`;
}

function sayPart(event: GameEvent): string[] {
  switch (event.event) {
    case "pass":
      return [say("did_pass")];
    case "build": {
      const replaced = event.replaced as Building | null;
      const old = replaced ? `${replaced.number ?? buildingTitle(replaced)} → ` : "";
      return [`${old}${buildingTitle(event.building as Building)}`];
    }
    case "chapel":
    case "gate":
      return [`${say(`track_${event.event as Track}`)} +${Number(event.to) - Number(event.from)}`];
    case "take_tile":
      return [tileName(event.tile as Bonus)];
    case "take_cards": {
      const cards = event.cards as number[];
      return cards.length ? [cardNames(cards)] : [];
    }
    default:
      return [];
  }
}
