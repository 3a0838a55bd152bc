/** The view and the printed material of Ticket to Ride: London, as the server sends them. */

import type { Material, View } from "../contract";

export const COLOURS = ["blue", "green", "black", "pink", "yellow", "orange"] as const;
export const CARDS = [...COLOURS, "bus"] as const;
export type Colour = (typeof COLOURS)[number];
export type Card = (typeof CARDS)[number];
export type Counts = Partial<Record<Card, number>>;

export interface Place {
  name: string;
  district: number;
  x: number;
  y: number;
}

export interface Route {
  ends: [number, number];
  /** Null for a grey route, which takes any colour. */
  colour: Colour | null;
  length: number;
  /** The other lane of a double route. */
  twin: number | null;
}

export interface Ticket {
  ends: [number, number];
  points: number;
}

export interface London extends Material {
  places: Place[];
  routes: Route[];
  tickets: Ticket[];
  cards: Record<Card, number>;
  buses: number;
  /** Points by the number of spaces; the first is for none. */
  route_points: number[];
  districts: number[];
}

export interface Score {
  routes: number;
  tickets: number;
  districts: number;
}

export interface Player {
  buses: number;
  cards: number;
  hand: Counts;
  ticket_count: number;
  tickets: { ticket: number; completed: boolean }[];
  offered_count: number;
  offered: number[];
  chosen: boolean;
  choice: number[] | null;
  /** Of each district, how many of its places the player's routes have joined. */
  districts: { district: number; joined: number; of: number }[];
  score: Score;
  place: number | null;
}

export interface LondonView extends View {
  seat: number | null;
  seats: number;
  phase: string;
  to_move: number | null;
  turn: number;
  last_turns: number;
  deck: number;
  discards: Counts;
  display: (Card | null)[];
  ticket_deck: number;
  routes: (number | null)[];
  closed: number[];
  players: Player[];
}

/** How a claim is paid. */
export interface Claim {
  kind: "claim";
  route: number;
  card: Colour | null;
  cards: number;
  buses: number;
}

export const asView = (view: View): LondonView => view as LondonView;
export const asLondon = (material: Material): London => material as London;

/** Return an entry that is known to be there. */
export function at<T>(entries: readonly T[], index: number): T {
  const entry = entries[index];
  if (entry === undefined) throw new Error(`There is no entry ${index}.`);
  return entry;
}
