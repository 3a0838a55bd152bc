/** The data of a view, and the shape in which each part is drawn. */

import type { View } from "../games/contract";
import { tidy } from "../lib/catalogue.svelte";

export type Scalar = null | boolean | number | string;
export type Data = Scalar | Data[] | { [name: string]: Data };
export type Fields = Record<string, Data>;

/** Fields that the page shows elsewhere. */
const SAID_ELSEWHERE = new Set(["phase", "to_move", "seat", "seats", "players"]);
const SEAT_FIELD = /(^|_)seat$|^to_move$/;
const MOST_COLUMNS = 8; // of a table made of lists

/** How a value is drawn; `rows` of a table may have headings. */
export type Shape =
  | { kind: "scalar"; value: Scalar }
  | { kind: "list"; values: Scalar[] }
  | { kind: "fields"; fields: Fields }
  | { kind: "table"; columns: string[]; rows: { heading: string; cells: Data[] }[] };

export const isScalar = (value: Data | undefined): value is Scalar =>
  value === null || typeof value !== "object";

export const isFields = (value: Data | undefined): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Return whether a value is empty, or a list of empty values. */
export function isEmpty(value: Data): boolean {
  if (Array.isArray(value)) return value.every(isEmpty);
  return value === null || value === "" || (isFields(value) && !Object.keys(value).length);
}

/** Return the shape in which to draw a value. */
export function shapeOf(value: Data): Shape {
  if (isScalar(value)) return { kind: "scalar", value };
  if (Array.isArray(value)) return shapeOfList(value);
  const inner = Object.values(value);
  if (inner.length > 1 && inner.every(isFields)) return tableOf(Object.keys(value), inner);
  return { kind: "fields", fields: value };
}

function shapeOfList(values: Data[]): Shape {
  if (values.every(isScalar)) return { kind: "list", values };
  if (values.every(isFields)) return tableOf(numbered(values), values);
  const isGrid = values.every((row) => Array.isArray(row) && row.length <= MOST_COLUMNS);
  if (isGrid) {
    const rows = (values as Data[][]).map((cells) => ({ heading: "", cells }));
    return { kind: "table", columns: [], rows };
  }
  const headings = numbered(values);
  return { kind: "fields", fields: Object.fromEntries(values.map((v, n) => [headings[n], v])) };
}

/** Return a table of items with the same fields; columns that are empty are left out. */
function tableOf(headings: string[], things: Fields[]): Shape {
  const names = [...new Set(things.flatMap((thing) => Object.keys(thing)))];
  const columns = names.filter((name) => things.some((thing) => !isEmpty(thing[name] ?? null)));
  const rows = things.map((thing, n) => ({
    heading: headings[n] ?? "",
    cells: columns.map((name) => thing[name] ?? null),
  }));
  return { kind: "table", columns, rows };
}

const numbered = (values: Data[]): string[] => values.map((_, n) => String(n + 1));

/** Return the name of a field as a label. */
export function labelOf(name: string): string {
  const words = tidy(name);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Return the seat that a field names, such as `to_move` or `bid_seat`; null if it names none. */
export function seatOf(name: string, value: Data, seats: number): number | null {
  if (!SEAT_FIELD.test(name) || typeof value !== "number") return null;
  return Number.isInteger(value) && value >= 0 && value < seats ? value : null;
}

/** A view in two parts: the fields of each player, by seat, and the fields of the table. */
export interface Parts {
  players: Fields[];
  common: [string, Data][];
}

export function partsOf(view: View, seats: number): Parts {
  const players = (view as Fields).players;
  const bySeat = Array.isArray(players) && players.length === seats && players.every(isFields);
  return {
    players: bySeat ? (players as Fields[]) : Array.from({ length: seats }, () => ({})),
    common: Object.entries(view as Fields).filter(
      ([name, value]) =>
        (!SAID_ELSEWHERE.has(name) || (name === "players" && !bySeat)) && !isEmpty(value),
    ),
  };
}
