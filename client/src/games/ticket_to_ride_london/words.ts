/** The words that all texts of the game are made of: routes, tickets, cards, persons. */

import { list, textsOfGame, type Values } from "../../i18n/index.svelte";
import type { Who } from "../contract";
import type en from "./texts/en.json";
import { asLondon, at, CARDS, type Card, type Counts, type LondonView } from "./types";

type Name = Extract<keyof typeof en, string>;
/** Texts that come as "…_you" and "…_other". */
type Personal = Name extends infer N ? (N extends `${infer Base}_you` ? Base : never) : never;

/** The texts of this game. */
export const { say, has } = textsOfGame<Name>("ticket_to_ride_london");

/** A text about a seat: "you" if these are its eyes, else its name. */
export function sayOf(base: Personal, seat: number, who: Who, values: Values = {}): string {
  const all = { name: who.names[seat] ?? "", ...values };
  return say(seat === who.eyes ? `${base}_you` : `${base}_other`, all);
}

export function routeName(route: number, who: Who): string {
  const { routes, places } = asLondon(who.material);
  const { ends, twin } = at(routes, route);
  const values = { a: at(places, ends[0]).name, b: at(places, ends[1]).name };
  if (twin === null) return say("route", values);
  return say("route_lane", { ...values, lane: route < twin ? 1 : 2 });
}

export function ticketName(ticket: number, who: Who): string {
  const { tickets, places } = asLondon(who.material);
  const { ends } = at(tickets, ticket);
  return say("ticket", { a: at(places, ends[0]).name, b: at(places, ends[1]).name });
}

export function ticketPoints(ticket: number, who: Who): string {
  return say("n_points", { n: at(asLondon(who.material).tickets, ticket).points });
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

/** A route and its state, for those who do not see the map. */
export function sayRoute(number: number, view: LondonView, legal: boolean, who: Who): string {
  const route = at(asLondon(who.material).routes, number);
  const owner = view.routes[number] ?? null;
  return say("route_label", {
    route: routeName(number, who),
    colour: say(`colour_${route.colour ?? "grey"}`),
    spaces: say("n_spaces", { n: route.length }),
    state: legal ? say("route_legal") : routeState(number, owner, view, who),
  });
}

function routeState(number: number, owner: number | null, view: LondonView, who: Who): string {
  if (owner === who.eyes && owner !== null) return say("route_yours");
  if (owner !== null) return say("route_theirs", { name: who.names[owner] ?? "" });
  return say(view.closed.includes(number) ? "route_closed" : "route_free");
}
