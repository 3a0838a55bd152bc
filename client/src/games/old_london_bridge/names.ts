/** Names of things and people in the reader's language. */

import { list, textsOfGame, type Values } from "../../i18n/index.svelte";
import type { TextContext } from "../contract";
import type en from "./texts/en.json";
import type { Bonus, Building } from "./types";

export type Name = Extract<keyof typeof en, string>;
/** Names of texts that have a second form, which addresses the viewer. */
export type Personal = { [N in Name]: `${N}_you` extends Name ? N : never }[Name];

/** The texts of this game. */
export const { say, has } = textsOfGame<Name>("old_london_bridge");

/** Return a text about a seat, in the second person for the viewer's own. */
export function sayOf(
  name: Personal,
  seat: number,
  context: TextContext,
  values: Values = {},
): string {
  if (seat === context.viewer) return say(`${name}_you`, values);
  return say(name, { ...values, name: nameOf(seat, context) });
}

export const nameOf = (seat: number, context: TextContext): string => context.names[seat] ?? "";

/** Return the name of a seat in a list; the viewer's own is "You". */
export const nameInList = (seat: number, context: TextContext): string =>
  seat === context.viewer ? say("you") : nameOf(seat, context);

/** Return the name of a seat in a sentence; the viewer's own is "you". */
export const nameInSentence = (seat: number, context: TextContext): string =>
  seat === context.viewer ? say("you_within") : nameOf(seat, context);

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

/** Return a building's name at the beginning of a sentence. */
export function buildingTitle(building: Building): string {
  const name = buildingName(building);
  return name.charAt(0).toLocaleUpperCase() + name.slice(1);
}

/** Return the name of a character card: "Lord (4)", or "Lord (4+1)" if a tile raised it. */
export function cardName(value: number, raised = 0): string {
  return say("card", {
    character: say(`character_${value}` as Name),
    value: raised ? `${value}+${raised}` : value,
  });
}

/** Return the names of cards, the highest first: "Lord (4), Lady (2) and Lady (2)". */
export const cardNames = (values: number[]): string =>
  list([...values].sort((a, b) => b - a).map((value) => cardName(value)));

/** Return cards from the number of each value, from 1 on. */
export const cardsOfCounts = (counts: number[]): number[] =>
  counts.flatMap((count, i) => Array<number>(count).fill(i + 1));

/** "3 or 4". */
export function joinWithOr(values: string[]): string {
  const [first, ...rest] = values;
  return rest.reduce((a, b) => say("or", { a, b }), first ?? "");
}
