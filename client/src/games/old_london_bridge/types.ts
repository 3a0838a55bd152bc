/** The view and the material of Old London Bridge, as the server sends them. */

import type { Material } from "../contract";

export type Kind = "chapel" | "gate" | "inn" | "shop" | "guild" | "park";
export type Crest = "blue" | "orange" | "grey" | "green";
export type Category = "chapel" | "gate" | "inn" | "bridge";
export type Track = "chapel" | "gate";
export type Bonus =
  | "share"
  | "free centre"
  | "x space"
  | "keep card"
  | "chapel steps"
  | "gate steps"
  | "plus one"
  | "lady";
export type Space = "outer" | "centre" | "free centre";

export const CRESTS: Crest[] = ["blue", "orange", "grey", "green"];
export const CATEGORIES: Category[] = ["chapel", "gate", "inn", "bridge"];
export const TRACKS: Track[] = ["chapel", "gate"];
/** The values of the cards in the supply. */
export const VALUES = [1, 2, 3, 4] as const;

export interface Building {
  type: Kind;
  /** None on a park. */
  number: number | null;
  crests: Crest[];
}

export interface Score {
  money: number;
  chapel: number;
  gate: number;
  inn: number;
  bridge: number;
  empty_slots: number;
  tiles: number;
}

export interface Played {
  value: number;
  raised: number;
}

export interface Player {
  /** Null if hidden. */
  money: number | null;
  cards: number;
  /** How many of each value; null if hidden. */
  hand: Record<string, number> | null;
  bridge: Building[];
  strengths: Record<Crest, number>;
  chapel: number;
  gate: number;
  /** In the order of the chapel track, 0 in front. */
  rank: number;
  tiles: Bonus[];
  /** Gained in this round: usable from the next one on. */
  fresh: Bonus[];
  chosen: boolean;
  choice: number[] | null;
  played: (Played | null)[];
  pawn: Kind | "centre" | null;
  score: Score | null;
  place: number | null;
}

/** What a building gives once it stands. */
export interface Effect {
  steps: number;
  money: number;
  /** Bonus tiles. */
  tiles: number;
  /** What the cards may be worth in total. */
  cards: number;
}

/** What a building would be on the viewer's bridge. */
export interface Prospect {
  /** The numbers that it may replace; none if it goes to the end. */
  replaces: number[];
  strengths: number[];
  /** One for each number it may replace, or one at the end. */
  effects: Effect[];
}

export interface BridgeView {
  seat: number | null;
  seats: number;
  edition: string;
  scoring: Record<Category, string | null>;
  hands: "open" | "closed";
  phase: string;
  turn: number | null;
  round: number;
  rounds: number;
  /** Round markers that have not been turned up, by spaces - 1. */
  markers: number[];
  /** Clockwise: each stack and the money of the space there, null for the X. */
  rondel: { stack: Kind; money: number | null }[];
  stacks: Record<Kind, { top: Building | null; left: number }>;
  prospects: Record<Kind, Prospect | null> | null;
  /** The spaces where the viewer's pawn needs a Share tile. */
  shared: (Kind | "centre")[];
  tile_stacks: { top: Bonus | null; left: number }[];
  supply: Record<string, number>;
  order: { seat: number; card: number; over: boolean }[];
  building: Building | null;
  /** While the viewer chooses what `building` replaces. */
  replacing: Prospect | null;
  /** Bonus tiles to take; of an inn, its strength. */
  due: number;
  kept: boolean;
  lowest: number | null;
  lowest_by: number | null;
  tracks: { chapel: number[]; gate: number[]; gate_end: number };
  players: Player[];
}

export interface Printed {
  spaces: (number | null)[];
  stacks: Kind[];
}

export interface BridgeMaterial extends Material {
  slots: number;
  centre_cost: number;
  editions: Record<string, Printed>;
}

/** How many tiles a stack has, with its open one. */
export const inStack = (stack: { top: unknown; left: number }): number =>
  stack.left + (stack.top === null ? 0 : 1);

/** The cards of a hand one by one, the highest first. */
export function cardsOf(hand: Record<string, number>): number[] {
  return Object.entries(hand)
    .sort(([a], [b]) => Number(b) - Number(a))
    .flatMap(([value, count]) => Array<number>(count).fill(Number(value)));
}
