/** The guided first game of Ticket to Ride: London; its texts are in `tour/<language>.json`. */

import type { Situation, Tour } from "../contract";

const CARDS = ["display", "deck"];
const FIRST_DISTRICT = 1; // the smallest

const mine = (at: Situation) => at.view.players[at.seat];
const did = (at: Situation, ...events: string[]): boolean =>
  at.events.some((event) => event.seat === at.seat && events.includes(event.event));
const inPhase =
  (phase: string) =>
  (at: Situation): boolean =>
    at.view.phase === phase;

/** Return the indices of the items for which a condition holds. */
function which<T>(list: T[], holds: (one: T) => boolean): number[] {
  return list.flatMap((one, n) => (holds(one) ? [n] : []));
}

function others(at: Situation): string[] {
  const players: unknown[] = at.view.players;
  return players.flatMap((_, seat) => (seat === at.seat ? [] : [`seat-${seat}`]));
}

const claimable = (at: Situation): string[] =>
  at.moves.filter((move) => move.kind === "claim").map((move) => `route-${move.route}`);

/** Return the routes that can be claimed, or else the piles of cards. */
function affordable(at: Situation): string[] {
  const routes = claimable(at);
  return routes.length ? routes : CARDS;
}

function endsOfTickets(at: Situation): string[] {
  const ends = mine(at).tickets.flatMap(
    (held: { ticket: number }) => at.material.tickets[held.ticket].ends as number[],
  );
  return ["my-tickets", ...ends.map((place: number) => `place-${place}`)];
}

function firstDistrict(at: Situation): string[] {
  const places: { district: number }[] = at.material.places;
  const its = which(places, (place) => place.district === FIRST_DISTRICT);
  return [`district-${FIRST_DISTRICT}`, ...its.map((place) => `place-${place}`)];
}

function doubleRoutes(at: Situation): string[] {
  const routes: { twin: number | null }[] = at.material.routes;
  return which(routes, (route) => route.twin !== null).map((route) => `route-${route}`);
}

/** Whether every ticket is complete, and there are more to draw. */
const needsTickets = (at: Situation): boolean =>
  at.moves.some((move) => move.kind === "draw_tickets") &&
  mine(at).tickets.every((held: { completed: boolean }) => held.completed);

const tour: Tour = {
  steps: [
    { id: "welcome", spots: () => ["map"] },
    {
      id: "tickets",
      spots: () => ["offer"],
      about: inPhase("choose"),
      done: (at) => mine(at).chosen || at.view.phase !== "choose",
    },
    { id: "hand", spots: () => ["hand"] },
    { id: "display", spots: () => CARDS },
    {
      id: "draw",
      spots: () => CARDS,
      about: inPhase("turn"),
      done: (at) => did(at, "draw", "claim", "offer"),
    },
    {
      id: "second",
      spots: () => CARDS,
      about: inPhase("second"),
      done: (at) => at.view.phase !== "second" || at.view.to_move !== at.seat,
    },
    { id: "opponents", spots: others },
    { id: "map", spots: endsOfTickets },
    {
      id: "claim",
      spots: affordable,
      about: inPhase("turn"),
      done: (at) => at.view.routes.includes(at.seat),
    },
    { id: "claimed", spots: (at) => [`seat-${at.seat}`] },
    { id: "double", spots: doubleRoutes },
    { id: "districts", spots: firstDistrict },
    { id: "more_tickets", spots: () => ["ticket-deck"] },
    { id: "end", spots: (at) => [`seat-${at.seat}`, ...others(at)] },
    { id: "play_on", done: (at) => at.over },
    { id: "over" },
  ],
  decisions: [
    { id: "choose_tickets", when: inPhase("choose"), spots: () => ["offer"] },
    { id: "keep_tickets", when: inPhase("keep"), interrupts: true, spots: () => ["offer"] },
    { id: "second_card", when: inPhase("second"), interrupts: true, spots: () => CARDS },
    { id: "last_turn", when: (at) => at.view.last_turns > 0, spots: affordable },
    { id: "tickets_complete", when: needsTickets, spots: () => ["ticket-deck"] },
    { id: "may_claim", when: (at) => claimable(at).length > 0, spots: affordable },
    { id: "collect", when: inPhase("turn"), spots: () => CARDS },
  ],
};

export default tour;
