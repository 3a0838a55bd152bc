/** What happened, in words for the log. */

import { list } from "../../i18n/index.svelte";
import type { GameEvent, Who } from "../contract";
import { buildingName, cardNames, say, tell, tileName, within, type Told } from "./names";
import { scoringHow } from "./say";
import type { Bonus, Building, Category, Kind, Track } from "./types";

/** Tell an event; null if it is not worth a line (what the next view shows anyway). */
export function sayEvent(event: GameEvent, who: Who): string | null {
  const seat = Number(event.seat);
  switch (event.event) {
    case "scoring":
      return say("event_scoring", {
        category: say(`category_${event.category as Category}`),
        scoring: scoringHow(event.category as Category, event.scoring as string),
      });
    case "rondel":
      return say("event_rondel", { stack: say(`stack_${event.x_at as Kind}`) });
    case "stair":
      return tell("event_stair", seat, who, { stair: String(event.stair) });
    case "marker":
      return say("event_marker", { round: Number(event.round), n: Number(event.spaces) });
    case "choose":
      return tell("event_choose", seat, who);
    case "reveal":
      return sayReveal(event.cards as number[][], who);
    case "order":
      return say("event_order", {
        names: list((event.seats as number[]).map((one) => within(one, who))),
      });
    case "raise":
      return tell("event_raise", seat, who, { card: Number(event.card), by: Number(event.by) });
    case "use":
      return tell("event_use", seat, who, { tile: tileName(event.tile as Bonus) });
    case "return":
      return event.to === "hand"
        ? tell("event_return_hand", seat, who, { card: Number(event.card) })
        : null;
    case "place":
      return sayPlaced(event, who);
    case "pass":
      return tell("event_pass", seat, who);
    case "build":
      return sayBuilt(event, who);
    case "chapel":
    case "gate":
      return saySteps(event, who);
    case "take_tile":
      return tell("event_take_tile", seat, who, { tile: tileName(event.tile as Bonus) });
    case "take_cards": {
      const cards = event.cards as number[];
      if (cards.length === 0) return tell("event_take_nothing", seat, who);
      return tell("event_take_cards", seat, who, { cards: cardNames(cards) });
    }
    case "earn":
      return tell(`event_earn_${String(event.for)}` as Told, seat, who, {
        money: Number(event.money),
      });
    case "end_round":
      return say("event_end_round", { round: Number(event.round) });
    case "end":
      return say("event_end");
    default:
      return null; // the open tiles of stacks
  }
}

function sayReveal(cards: number[][], who: Who): string {
  const each = cards.map((values, seat) =>
    tell("event_reveal_one", seat, who, { cards: cardNames(values) }),
  );
  const all = each.join("; ");
  return say("event_reveal", { cards: all.charAt(0).toLocaleUpperCase() + all.slice(1) });
}

function sayPlaced(event: GameEvent, who: Who): string {
  const money = Number(event.money);
  const centre = event.space === "centre";
  const name = centre
    ? money < 0
      ? "event_centre"
      : "event_centre_free"
    : money > 0
      ? "event_place_money"
      : "event_place_x";
  return tell(name, Number(event.seat), who, {
    stack: say(`stack_${event.stack as Kind}`),
    money: Math.abs(money),
  });
}

function sayBuilt(event: GameEvent, who: Who): string {
  const replaced = event.replaced as Building | null;
  const strength = event.strength as number | null;
  const name = replaced
    ? strength
      ? "event_replace_strength"
      : "event_replace"
    : strength
      ? "event_build_strength"
      : "event_build";
  return tell(name, Number(event.seat), who, {
    building: buildingName(event.building as Building),
    replaced: replaced ? buildingName(replaced) : "",
    strength: strength ?? 0,
  });
}

function saySteps(event: GameEvent, who: Who): string {
  const money = Number(event.money);
  return tell(money ? "event_steps_money" : "event_steps", Number(event.seat), who, {
    track: say(`the_track_${event.event as Track}`),
    n: Number(event.to) - Number(event.from),
    to: Number(event.to),
    money,
  });
}
