/** Texts of prompts, moves, reasons and options. */

import { list } from "../../i18n/index.svelte";
import type { Move, View, TextContext } from "../contract";
import {
  buildingName,
  cardName,
  cardNames,
  cardsOfCounts,
  has,
  nameOf,
  say,
  sayOf,
  tileHow,
  tileName,
  type Name,
} from "./names";
import { sayOutcome } from "./prospects";
import type { Bonus, BridgeMaterial, BridgeView, Category, Crest, Kind, Track } from "./types";

export function sayPrompt(phase: string, view: View, context: TextContext): string {
  const v = view as BridgeView;
  const me = context.viewer === null ? undefined : v.players[context.viewer];
  switch (phase) {
    case "ladies":
      return say("prompt_ladies");
    case "cards":
      if (me?.chosen) return say("prompt_cards_chosen");
      return say(v.seats === 2 ? "prompt_cards_two" : "prompt_cards");
    case "raise":
      return say("prompt_raise");
    case "turn":
      return say(me?.tiles.length ? "prompt_turn_tiles" : "prompt_turn");
    case "replace":
      return say("prompt_replace", { building: v.building ? buildingName(v.building) : "" });
    case "take cards":
      return say("prompt_take_cards", { strength: v.due });
    case "take tile":
      return say("prompt_take_tile", { n: v.due });
    case "after":
      return say("prompt_after");
    case "ended":
      return sayEnd(v, context);
    default:
      return say("prompt_chance");
  }
}

function sayEnd(view: BridgeView, context: TextContext): string {
  const winner = view.players.findIndex((player) => player.place === 1);
  return winner < 0 ? say("prompt_ended") : sayOf("ended_winner", winner, context);
}

const WAITING: Record<string, Name> = {
  ladies: "waiting_ladies",
  raise: "waiting_raise",
  turn: "waiting_turn",
  replace: "waiting_replace",
  "take cards": "waiting_take_cards",
  "take tile": "waiting_take_tile",
  after: "waiting_after",
};

export function sayWaiting(
  phase: string,
  view: View,
  waitedFor: number[],
  context: TextContext,
): string {
  if (phase === "ended") return sayEnd(view as BridgeView, context);
  const names = list(waitedFor.map((seat) => nameOf(seat, context)));
  if (phase === "cards") return say("waiting_cards", { names });
  const name = WAITING[phase];
  return name && waitedFor.length ? say(name, { name: names }) : say("prompt_chance");
}

export function sayMove(move: Move, context: TextContext, _text: string, view: View): string {
  const outcome = sayOutcome(move, view as BridgeView, context.material as BridgeMaterial);
  if (outcome) return outcome;
  const v = view as BridgeView;
  switch (move.kind) {
    case "play":
      return say("move_play", { cards: cardNames(move.cards as number[]) });
    case "use_lady":
      return say("move_use_lady");
    case "raise":
      return sayRaise(Number(move.which), v, context);
    case "use":
      return say("move_use", { tile: tileName(move.tile as Bonus) });
    case "place":
      return sayPlace(move);
    case "take_tile":
      return sayTakeTile(Number(move.stack), v);
    case "replace":
      return say("move_replace", { number: Number(move.number) });
    case "take_cards": {
      const cards = cardsOfCounts(move.counts as number[]);
      return cards.length
        ? say("move_take_cards", { cards: cardNames(cards) })
        : say("move_take_nothing");
    }
    default:
      return say("move_pass");
  }
}

function sayRaise(which: number, view: BridgeView, context: TextContext): string {
  const card = view.players[context.viewer ?? -1]?.played[which];
  return say("raise_card", { card: card ? cardName(card.value, card.raised) : "" });
}

function sayTakeTile(stack: number, view: BridgeView): string {
  const top = view.tile_stacks[stack]?.top;
  return top ? say("move_take_tile", { tile: tileName(top) }) : say("tile_stack_empty");
}

function sayPlace(move: Move): string {
  const stack = say(`stack_${move.stack as Kind}`);
  if (move.space === "outer") return say("move_place", { stack });
  return say(move.space === "centre" ? "move_centre" : "move_free_centre", { stack });
}

export function sayReason(
  code: string,
  values: Record<string, string | number>,
  context: TextContext,
): string {
  const name = `reason_${code}`;
  if (!has(name)) return say("reason_unknown");
  const filled = { ...values };
  if ("stack" in values && typeof values.stack === "string")
    filled.stack = say(`stack_${values.stack as Kind}`);
  if ("track" in values) filled.track = say(`the_track_${values.track as Track}`);
  if ("tile" in values) filled.tile = tileName(values.tile as Bonus);
  if (code === "not_your_turn") {
    const turn = context.names[Number(values.turn)];
    return turn ? say("reason_not_your_turn", { name: turn }) : say("reason_not_your_turn_yet");
  }
  return say(name, filled);
}

/** What speaks for a move that a hint advises. */
export function sayMerit(
  code: string,
  values: Record<string, string | number>,
  context: TextContext,
  text: string,
): string {
  if (code === "tile_use") return tileHow(values.tile as Bonus);
  const name = `merit_${code}`;
  if (!has(name)) return text;
  const filled = { ...values };
  if ("money" in values) filled.money = say("pounds_n", { n: Number(values.money) });
  if ("tiles" in values) filled.tiles = say("merit_tiles", { n: Number(values.tiles) });
  if ("seat" in values) filled.name = nameOf(Number(values.seat), context);
  if ("crest" in values) filled.crest = say(`crest_${values.crest as Crest}`);
  if ("stack" in values) filled.stack = say(`stack_${values.stack as Kind}`);
  if ("card" in values) filled.card = cardName(Number(values.card));
  if ("scoring" in values)
    filled.scoring = scoringName(values.category as Category, String(values.scoring));
  return say(name, filled);
}

/** The name of a scoring; `how` says what it pays. */
export function scoringName(category: Category, scoring: string | null): string {
  if (scoring === null) return say("scoring_unknown");
  if (scoring === "random") return say("scoring_random");
  return say(`scoring_${category}_${scoring}` as Name);
}
export function scoringHow(category: Category, scoring: string | null): string {
  return scoring === null ? say("scoring_unknown") : say(`how_${category}_${scoring}` as Name);
}

export function sayOption(name: string, value: string): { name: string; value: string } | null {
  switch (name) {
    case "chapel":
    case "gate":
    case "inn":
    case "bridge":
      return { name: say(`option_${name}`), value: scoringName(name, value) };
    case "hands":
      return {
        name: say("option_hands"),
        value: say(value === "open" ? "option_hands_open" : "option_hands_closed"),
      };
    case "edition":
      return {
        name: say("option_edition"),
        value: value === "reference" ? say("option_edition_reference") : value,
      };
    default:
      return null;
  }
}
