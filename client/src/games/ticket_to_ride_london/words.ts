/** Names of routes, tickets, cards and players, which the other texts are made of. */

import { list, textsOfGame, type Values } from "../../i18n/index.svelte";
import type { TextContext } from "../contract";
import type en from "./texts/en.json";
import { asLondon, at, CARDS, type Card, type Counts, type LondonView } from "./types";

type Name = Extract<keyof typeof en, string>;
/** Texts that come as "…_you" and "…_other". */
type Personal = Name extends infer N ? (N extends `${infer Base}_you` ? Base : never) : never;

/** The texts of this game. */
export const { say, has } = textsOfGame<Name>("ticket_to_ride_london");

/** Return a text about a seat, in the second person for the viewer's own. */
export function sayOf(
  base: Personal,
  seat: number,
  context: TextContext,
  values: Values = {},
): string {
  const all = { name: context.names[seat] ?? "", ...values };
  return say(seat === context.viewer ? `${base}_you` : `${base}_other`, all);
}

/** Return the name of a route; one of a coloured double route is told from the other by colour. */
export function routeName(route: number, context: TextContext): string {
  const { colour, twin } = at(asLondon(context.material).routes, route);
  const ends = routeEnds(route, context);
  if (twin === null || colour === null) return ends;
  return say("route_of_two", { route: ends, colour: say(`colour_${colour}`) });
}

function routeEnds(route: number, context: TextContext): string {
  const { routes, places } = asLondon(context.material);
  const { ends } = at(routes, route);
  return say("route", { a: at(places, ends[0]).name, b: at(places, ends[1]).name });
}

export function ticketName(ticket: number, context: TextContext): string {
  const { tickets, places } = asLondon(context.material);
  const { ends } = at(tickets, ticket);
  return say("ticket", { a: at(places, ends[0]).name, b: at(places, ends[1]).name });
}

export function ticketPoints(ticket: number, context: TextContext): string {
  return say("n_points", { n: at(asLondon(context.material).tickets, ticket).points });
}

/** "3 pink cards and 1 bus card". */
export function cardList(counts: Counts): string {
  const parts = CARDS.filter((card) => counts[card]).map((card) =>
    cardCount(card, counts[card] ?? 0),
  );
  return parts.length > 0 ? list(parts) : say("nothing");
}

export const cardCount = (card: Card, n: number): string => say(`n_${card}`, { n });

export function count(cards: Card[]): Counts {
  const counts: Counts = {};
  for (const card of cards) counts[card] = (counts[card] ?? 0) + 1;
  return counts;
}

/** Describe a route and its state, for screen readers. */
export function sayRoute(
  number: number,
  view: LondonView,
  legal: boolean,
  context: TextContext,
): string {
  const route = at(asLondon(context.material).routes, number);
  const owner = view.routes[number] ?? null;
  return say("route_label", {
    route: routeEnds(number, context),
    colour: say(`colour_${route.colour ?? "grey"}`),
    spaces: say("n_spaces", { n: route.length }),
    state: legal ? say("route_legal") : routeState(number, owner, view, context),
  });
}

function routeState(
  number: number,
  owner: number | null,
  view: LondonView,
  context: TextContext,
): string {
  if (owner === context.viewer && owner !== null) return say("route_yours");
  if (owner !== null) return say("route_theirs", { name: context.names[owner] ?? "" });
  return say(view.closed.includes(number) ? "route_closed" : "route_free");
}
