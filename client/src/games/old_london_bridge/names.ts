/** Names of things and people in the reader's language. */

import { list, textsOfGame, type Values } from "../../i18n/index.svelte";
import type { Who } from "../contract";
import type en from "./texts/en.json";
import type { Bonus, Building, Prospect } from "./types";

export type Name = Extract<keyof typeof en, string>;
/** Names of texts that have a form in which the reader is addressed. */
export type Told = { [N in Name]: `${N}_you` extends Name ? N : never }[Name];

/** The texts of this game. */
export const { say, has } = textsOfGame<Name>("old_london_bridge");

/** A text about a seat: "you" for the reader's own. */
export function tell(name: Told, seat: number, who: Who, values: Values = {}): string {
  if (seat === who.eyes) return say(`${name}_you`, values);
  return say(name, { ...values, name: nameOf(seat, who) });
}

export const nameOf = (seat: number, who: Who): string => who.names[seat] ?? "";

/** The name of a seat as in a list: the reader's own is "You". */
export const listed = (seat: number, who: Who): string =>
  seat === who.eyes ? say("you") : nameOf(seat, who);

/** The same within a sentence: "you". */
export const within = (seat: number, who: Who): string =>
  seat === who.eyes ? say("you_within") : nameOf(seat, who);

const TILE_NAMES = {
  share: "tile_share",
  "free centre": "tile_free_centre",
  "x space": "tile_x_space",
  "keep card": "tile_keep_card",
  "chapel steps": "tile_chapel_steps",
  "gate steps": "tile_gate_steps",
  "plus one": "tile_plus_one",
  lady: "tile_lady",
} as const satisfies Record<Bonus, Name>;

export const tileName = (tile: Bonus): string => say(TILE_NAMES[tile]);
export const tileHow = (tile: Bonus): string => say(`${TILE_NAMES[tile]}_how`);

export function buildingName(building: Building): string {
  const crest = building.crests[0] ?? "blue";
  return say(`building_${building.type}`, {
    number: building.number ?? "",
    crest: say(`crest_${crest}`),
  });
}

/** A building's name at the beginning of a sentence. */
export function buildingTitle(building: Building): string {
  const name = buildingName(building);
  return name.charAt(0).toLocaleUpperCase() + name.slice(1);
}

/** Cards of the given values, the highest first: "4, 2 and 2". */
export const cardNames = (values: number[]): string =>
  list([...values].sort((a, b) => b - a).map(String));

/** Cards by their numbers of each value from 1 on. */
export const cardsOfCounts = (counts: number[]): number[] =>
  counts.flatMap((count, i) => Array<number>(count).fill(i + 1));

/** "3 or 4". */
export function either(values: number[]): string {
  const [first, ...rest] = values.map(String);
  return rest.reduce((a, b) => say("or", { a, b }), first ?? "");
}

/** What an open tile would be on the reader's bridge. */
export function prospectText(prospect: Prospect): string {
  const strength = either(prospect.strengths);
  const numbers = prospect.replaces.join(", ");
  if (prospect.replaces.length === 0)
    return strength ? say("prospect_strength", { strength }) : say("prospect_end");
  return strength
    ? say("prospect_strength_replaces", { strength, numbers })
    : say("prospect_replaces", { numbers });
}
