/** The guided first games: which spots each step marks, and when what it asks for is done. */

import type { GameEvent, Material, Move, View } from "../games/contract";

/** The table as the guide sees it. */
export interface Situation {
  view: View;
  seat: number;
  material: Material;
  /** What the player may do now. */
  moves: Move[];
  /** What has happened since the step began. */
  events: GameEvent[];
  over: boolean;
}

export interface Step {
  id: string;
  /** Of steps with the same one only one is shown. */
  group?: string;
  /** Whether the step is worth a word now; always, if it does not say. */
  when?: (at: Situation) => boolean;
  /** Names of spots (`data-spot`) that the step speaks of; `name-*` is what holds those spots. */
  spots?: (at: Situation) => string[];
  /** Whether the thing was done; a step without it waits for "next". */
  done?: (at: Situation) => boolean;
}

const CARDS = ["display", "deck"];
const STACKS = ["chapel", "gate", "inn", "shop", "guild", "park"].map((type) => `stack-${type}`);

const mine = (at: Situation) => at.view.players[at.seat];
const other = (at: Situation): string => `seat-${1 - at.seat}`;
const did = (at: Situation, ...events: string[]): boolean =>
  at.events.some((event) => event.seat === at.seat && events.includes(event.event));
const over = (at: Situation): boolean => at.over;

/** The numbers of the things in a list for which something holds. */
function which<T>(list: T[], holds: (one: T) => boolean): number[] {
  return list.flatMap((one, n) => (holds(one) ? [n] : []));
}

/** The routes that can be paid for, or else where cards come from. */
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

const ticketToRideLondon: Step[] = [
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
  { id: "play_on", done: over },
  { id: "over" },
];

/** The places of the rondel to which the pawn may go. */
function free(at: Situation): string[] {
  const places = at.moves.filter((move) => move.kind === "place");
  return places.map((move) => (move.space === "outer" ? `stack-${move.stack}` : "centre"));
}

const builtFirst =
  (type: string) =>
  (at: Situation): boolean =>
    mine(at).bridge[0]?.type === type;
const bridge = (at: Situation): string[] => [`bridge-${at.seat}`];
const hand = (at: Situation): string[] => [`hand-${at.seat}`];
/** Whether the cards of a round have been revealed. */
const revealed = (at: Situation, round: number): boolean =>
  at.view.round > round || (at.view.round === round && at.view.order.length > 0);
const turnsLeft = (at: Situation): boolean =>
  at.view.order.some(
    (turn: { seat: number; over: boolean }) => turn.seat === at.seat && !turn.over,
  );

const oldLondonBridge: Step[] = [
  { id: "welcome" },
  { id: "bridge", spots: bridge },
  { id: "rondel", spots: () => ["rondel"] },
  { id: "cards", spots: hand, done: (at) => revealed(at, 1) },
  { id: "order", spots: () => ["order"] },
  { id: "crests", spots: () => STACKS },
  { id: "place", spots: free, done: (at) => mine(at).bridge.length > 0 },
  { id: "effect_chapel", group: "effect", when: builtFirst("chapel"), spots: () => ["chapel-*"] },
  { id: "effect_gate", group: "effect", when: builtFirst("gate"), spots: () => ["gate-*"] },
  { id: "effect_inn", group: "effect", when: builtFirst("inn"), spots: () => ["supply-*"] },
  { id: "effect_shop", group: "effect", when: builtFirst("shop"), spots: bridge },
  { id: "effect_guild", group: "effect", when: builtFirst("guild"), spots: bridge },
  { id: "effect_park", group: "effect", when: builtFirst("park"), spots: bridge },
  {
    id: "second_turn",
    when: (at) => at.view.round === 1,
    spots: free,
    done: (at) => at.view.round > 1 || !turnsLeft(at),
  },
  { id: "tracks", spots: () => ["chapel-*", "gate-*"] },
  { id: "tiles", spots: () => ["tile-stack-*"] },
  { id: "replace", spots: bridge },
  { id: "round_two", spots: (at) => ["rondel", ...hand(at)], done: (at) => revealed(at, 2) },
  { id: "build_on", spots: free, done: (at) => at.view.round > 2 },
  { id: "end", spots: bridge },
  { id: "play_on", done: over },
  { id: "over" },
];

/** The steps of each game's guide; their texts are in `tours/<language>/<game>.json`. */
export const tours: Record<string, Step[]> = {
  ticket_to_ride_london: ticketToRideLondon,
  old_london_bridge: oldLondonBridge,
};
