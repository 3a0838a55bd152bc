/** The texts of the plain table: its own in all languages, the game's as the server sends them. */

import { list, textsIn } from "../i18n/index.svelte";
import type { TextContext } from "../games/contract";
import { tidy } from "../lib/catalogue.svelte";
import { isScalar, labelOf, seatOf, type Data, type Scalar } from "./data";
import type en from "./texts/en.json";

type Name = Extract<keyof typeof en, string>;
type Named = Pick<TextContext, "names">;

export const { say } = textsIn<Name>("plain");

/** Return a text of the server with players' names instead of "seat 0". */
export function withNames(text: string, { names }: Named): string {
  const named = text.replace(/\bseat (\d+)\b/gi, (whole, seat: string) => names[+seat] ?? whole);
  return named.charAt(0).toLocaleUpperCase() + named.slice(1);
}

/** Return the text of a single value. */
export function sayScalar(value: Scalar): string {
  if (value === null || value === "") return "–";
  if (typeof value === "boolean") return say(value ? "yes" : "no");
  return typeof value === "string" ? tidy(value) : String(value);
}

/** Return the text of any value; the name of its field tells whether it is a seat. */
export function sayValue(value: Data, named: Named, name = ""): string {
  const seat = seatOf(name, value, named.names.length);
  if (seat !== null) return named.names[seat] ?? "";
  if (isScalar(value)) return sayScalar(value);
  const parts = Array.isArray(value)
    ? value.map((one) => sayValue(one, named))
    : Object.entries(value).map(([key, one]) => `${labelOf(key)}: ${sayValue(one, named, key)}`);
  return parts.length ? parts.join(Array.isArray(value) ? ", " : "; ") : "–";
}

/** Say whom the table waits for. */
export function sayWaiting(
  _phase: string,
  _view: unknown,
  waitedFor: number[],
  context: TextContext,
): string {
  if (context.viewer !== null && waitedFor.includes(context.viewer)) return say("your_turn");
  const names = waitedFor.map((seat) => context.names[seat] ?? "");
  return names.length ? say("waiting", { names: list(names) }) : say("one_moment");
}
