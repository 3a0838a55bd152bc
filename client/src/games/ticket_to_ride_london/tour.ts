/** The guided first game of Ticket to Ride: London; its texts are in `tour/<language>.json`. */

import type { Situation, Step } from "../contract";

const CARDS = ["display", "deck"];

const mine = (at: Situation) => at.view.players[at.seat];
const other = (at: Situation): string => `seat-${1 - at.seat}`;
const did = (at: Situation, ...events: string[]): boolean =>
  at.events.some((event) => event.seat === at.seat && events.includes(event.event));

/** Return the indices of the items for which a condition holds. */
function which<T>(list: T[], holds: (one: T) => boolean): number[] {
  return list.flatMap((one, n) => (holds(one) ? [n] : []));
}

/** Return the routes that can be claimed, or else the piles of cards. */
function affordable(at: Situation): string[] {
  const routes = at.moves.filter((move) => move.kind === "claim").map((move) => move.route);
  return routes.length ? routes.map((route) => `route-${route}`) : CARDS;
}

function endsOfTickets(at: Situation): string[] {
  const ends = mine(at).tickets.flatMap(
    (held: { ticket: number }) => at.material.tickets[held.ticket].ends as number[],
  );
  return ["my-tickets", ...ends.map((place: number) => `place-${place}`)];
}

function smallestDistrict(at: Situation): string[] {
  const places: { district: number }[] = at.material.places;
  return which(places, (place) => place.district === 1).map((place) => `place-${place}`);
}

function doubleRoutes(at: Situation): string[] {
  const routes: { twin: number | null }[] = at.material.routes;
  return which(routes, (route) => route.twin !== null).map((route) => `route-${route}`);
}

const steps: Step[] = [
  { id: "welcome", spots: () => ["map"] },
  {
    id: "tickets",
    spots: () => ["offer"],
    done: (at) => mine(at).chosen || at.view.phase !== "choose",
  },
  { id: "hand", spots: () => ["hand"] },
  { id: "display", spots: () => CARDS },
  {
    id: "draw",
    spots: () => CARDS,
    done: (at) => did(at, "draw", "claim", "offer"),
  },
  {
    id: "second",
    spots: () => CARDS,
    done: (at) => at.view.phase !== "second" || at.view.to_move !== at.seat,
  },
  { id: "opponent", spots: (at) => [other(at)] },
  { id: "map", spots: endsOfTickets },
  { id: "claim", spots: affordable, done: (at) => at.view.routes.includes(at.seat) },
  { id: "claimed", spots: (at) => [`seat-${at.seat}`] },
  { id: "double", spots: doubleRoutes },
  { id: "districts", spots: smallestDistrict },
  { id: "more_tickets", spots: () => ["ticket-deck"] },
  { id: "end", spots: (at) => [`seat-${at.seat}`, other(at)] },
  { id: "play_on", done: (at) => at.over },
  { id: "over" },
];

export default steps;
