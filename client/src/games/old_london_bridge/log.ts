/** Texts of events, for the log. */

import { clauses, list } from "../../i18n/index.svelte";
import type { GameEvent, TextContext } from "../contract";
import {
  buildingName,
  cardName,
  cardNames,
  say,
  sayOf,
  tileName,
  nameInSentence,
  type Personal,
} from "./names";
import { scoringHow } from "./say";
import type { Bonus, Building, Category, Kind, Track } from "./types";

/** Return the text of an event; null if it needs no line in the log. */
export function sayEvent(event: GameEvent, context: TextContext): string | null {
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
      return sayOf("event_stair", seat, context, { stair: String(event.stair) });
    case "marker":
      return say("event_marker", { round: Number(event.round), n: Number(event.spaces) });
    case "choose":
      return sayOf("event_choose", seat, context);
    case "reveal":
      return sayReveal(event.cards as number[][], context);
    case "order":
      return say("event_order", {
        names: list((event.seats as number[]).map((one) => nameInSentence(one, context))),
      });
    case "raise":
      return sayOf("event_raise", seat, context, {
        card: cardName(Number(event.card)),
        by: Number(event.by),
      });
    case "use":
      return sayOf("event_use", seat, context, { tile: tileName(event.tile as Bonus) });
    case "return":
      return event.to === "hand"
        ? sayOf("event_return_hand", seat, context, { card: cardName(Number(event.card)) })
        : null;
    case "place":
      return sayPlaced(event, context);
    case "pass":
      return sayOf("event_pass", seat, context);
    case "build":
      return sayBuilt(event, context);
    case "chapel":
    case "gate":
      return saySteps(event, context);
    case "take_tile":
      return sayOf("event_take_tile", seat, context, { tile: tileName(event.tile as Bonus) });
    case "take_cards": {
      const cards = event.cards as number[];
      if (cards.length === 0) return sayOf("event_take_nothing", seat, context);
      return sayOf("event_take_cards", seat, context, { cards: cardNames(cards) });
    }
    case "earn":
      return sayOf(`event_earn_${String(event.for)}` as Personal, seat, context, {
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

function sayReveal(cards: number[][], context: TextContext): string {
  const each = cards.map((values, seat) =>
    sayOf("event_reveal_one", seat, context, { cards: cardNames(values) }),
  );
  const all = clauses(each);
  return say("event_reveal", { cards: all.charAt(0).toLocaleUpperCase() + all.slice(1) });
}

function sayPlaced(event: GameEvent, context: TextContext): string {
  const money = Number(event.money);
  const centre = event.space === "centre";
  const name = centre
    ? money < 0
      ? "event_centre"
      : "event_centre_free"
    : money > 0
      ? "event_place_money"
      : "event_place_x";
  return sayOf(name, Number(event.seat), context, {
    stack: say(`stack_${event.stack as Kind}`),
    money: Math.abs(money),
  });
}

function sayBuilt(event: GameEvent, context: TextContext): string {
  const replaced = event.replaced as Building | null;
  const strength = event.strength as number | null;
  const name = replaced
    ? strength
      ? "event_replace_strength"
      : "event_replace"
    : strength
      ? "event_build_strength"
      : "event_build";
  return sayOf(name, Number(event.seat), context, {
    building: buildingName(event.building as Building),
    replaced: replaced ? buildingName(replaced) : "",
    strength: strength ?? 0,
  });
}

function saySteps(event: GameEvent, context: TextContext): string {
  const money = Number(event.money);
  return sayOf(money ? "event_steps_money" : "event_steps", Number(event.seat), context, {
    track: say(`the_track_${event.event as Track}`),
    n: Number(event.to) - Number(event.from),
    to: Number(event.to),
    money,
  });
}
