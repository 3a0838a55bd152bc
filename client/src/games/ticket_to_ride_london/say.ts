/** Texts of prompts, moves, events and reasons. */

import { list } from "../../i18n/index.svelte";
import type { GameEvent, Move, View, TextContext } from "../contract";
import { totalOf } from "./scores";
import { asLondon, asView, at, type Card, type Claim, type Counts } from "./types";
import { cardCount, cardList, count, has, routeName, say, sayOf, ticketName } from "./words";

export function sayPrompt(phase: string, view: View, context: TextContext): string {
  const { players, last_turns } = asView(view);
  switch (phase) {
    case "choose":
      return say(
        context.viewer !== null && players[context.viewer]?.chosen
          ? "prompt_chosen"
          : "prompt_choose",
      );
    case "turn":
      return say(last_turns > 0 ? "prompt_last_turn" : "prompt_turn");
    case "second":
      return say("prompt_second");
    case "keep":
      return say("prompt_keep");
    case "ended":
      return sayEnded(view, context);
    default:
      return say("prompt_deal");
  }
}

function sayEnded(view: View, context: TextContext): string {
  const { players } = asView(view);
  const winners = [...players.keys()].filter((seat) => at(players, seat).place === 1);
  const first = winners[0];
  if (first === undefined) return say("ended");
  const n = totalOf(at(players, first).score);
  if (winners.length === 1) return sayOf("ended_won", first, context, { n });
  return say("ended_shared", { names: list(winners.map((seat) => context.names[seat] ?? "")), n });
}

export function sayWaiting(
  phase: string,
  view: View,
  waitedFor: number[],
  context: TextContext,
): string {
  if (phase === "ended") return sayEnded(view, context);
  const names = list(waitedFor.map((seat) => context.names[seat] ?? ""));
  switch (phase) {
    case "choose":
    case "turn":
    case "second":
    case "keep":
      return say(`waiting_${phase}`, { names });
    default:
      return say("prompt_deal");
  }
}

/** The cards of a payment. */
export function paid({ card, cards, buses }: Claim): Counts {
  return { ...(card && cards ? { [card]: cards } : {}), ...(buses ? { bus: buses } : {}) };
}

export function sayMove(move: Move, context: TextContext): string {
  switch (move.kind) {
    case "draw":
      return say("move_draw", { card: say(`a_${move.card as Card}`) });
    case "claim": {
      const claim = move as unknown as Claim;
      const route = routeName(claim.route, context);
      return say("move_claim", { route, cards: cardList(paid(claim)) });
    }
    case "keep":
      return say("move_keep", { ticket: ticketName(move.ticket as number, context) });
    case "draw_deck":
    case "draw_tickets":
    case "keep_both":
    case "pass":
      return say(`move_${move.kind}`);
    default:
      return move.kind;
  }
}

export function sayEvent(event: GameEvent, context: TextContext): string | null {
  const seat = event.seat as number;
  switch (event.event) {
    case "draw": {
      const card = event.card as Card | null;
      const how = event.from_deck ? "drew" : "took";
      if (!card) return sayOf(`${how}_unseen`, seat, context);
      return sayOf(how, seat, context, { card: say(`a_${card}`) });
    }
    case "claim":
      return sayClaim(event, seat, context);
    case "offer": {
      const ticket = event.ticket as number | null;
      if (ticket === null) return sayOf("offered_unseen", seat, context);
      return sayOf("offered", seat, context, { ticket: ticketName(ticket, context) });
    }
    case "choose":
      return sayOf("chose", seat, context);
    case "keep":
      return sayKept(event, seat, context);
    case "pass":
      return sayOf("passed", seat, context);
    case "final_round":
      return sayOf("final_round", seat, context);
    case "clear":
      return say("cleared");
    case "shuffle":
      return say("shuffled");
    case "end":
      return say("ended");
    default:
      return null;
  }
}

function sayClaim(event: GameEvent, seat: number, context: TextContext): string {
  const { routes, route_points } = asLondon(context.material);
  const n = at(route_points, at(routes, event.route as number).length);
  return sayOf("claimed", seat, context, {
    route: routeName(event.route as number, context),
    cards: cardList(count(event.cards as Card[])),
    points: say("n_points", { n }),
  });
}

function sayKept(event: GameEvent, seat: number, context: TextContext): string {
  const seen = (event.tickets as number[]).map((ticket) => ticketName(ticket, context));
  const tickets = seen.length > 0 ? list(seen) : say("n_tickets", { n: event.kept as number });
  return sayOf(event.returned ? "kept_returned" : "kept", seat, context, { tickets });
}

type ReasonValues = Record<string, string | number>;

export function sayReason(code: string, values: ReasonValues, context: TextContext): string {
  const route = values.route === undefined ? "" : routeName(Number(values.route), context);
  if (code === "route_taken")
    return sayOf("why_route_taken", Number(values.seat), context, { route });
  if (code === "cards_missing") return sayCardsMissing(route, values, context);
  if (code === "buses_missing")
    return say("why_buses_missing", { route, n: Number(values.missing) });
  const name = `why_${code}`;
  if (!has(name)) return say("why_unknown");
  return say(name, {
    route,
    card: values.card === undefined ? "" : say(`colour_${values.card as Card}`),
    ticket: values.ticket === undefined ? "" : ticketName(Number(values.ticket), context),
  });
}

/** What speaks for a move that a hint advises. */
export function sayMerit(
  code: string,
  values: ReasonValues,
  context: TextContext,
  text: string,
): string {
  const name = `merit_${code}`;
  if (!has(name)) return text;
  const filled = { ...values };
  if ("route" in values) filled.route = routeName(Number(values.route), context);
  if ("ticket" in values) filled.ticket = ticketName(Number(values.ticket), context);
  if ("points" in values) filled.points = say("n_points", { n: Number(values.points) });
  if ("card" in values) {
    const card = values.card as Card;
    filled.card = say(`colour_${card}`);
    filled.cards = cardCount(card, Number(values.n));
  }
  return say(name, filled);
}

/** On a grey route the colour is one of several, so it is not named. */
function sayCardsMissing(route: string, values: ReasonValues, context: TextContext): string {
  const { colour } = at(asLondon(context.material).routes, Number(values.route));
  const [missing, buses] = [Number(values.missing), Number(values.bus_missing)];
  if (colour === null) return say("why_cards_missing_any", { route, n: missing + buses });
  const parts = [
    ...(missing ? [cardCount(values.card as Card, missing)] : []),
    ...(buses ? [cardCount("bus", buses)] : []),
  ];
  return say("why_cards_missing", { route, cards: list(parts) });
}
