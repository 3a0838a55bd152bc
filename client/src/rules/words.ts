/** The words of the rules and of the guide, in the language spoken now. */

import { spoken, type Values } from "../i18n/index.svelte";
import type english from "./texts/en/words.json";

export type WordKey = keyof typeof english;
type Text = string | Record<string, string>;

const words = import.meta.glob<Record<WordKey, Text>>("./texts/*/words.json", {
  eager: true,
  import: "default",
});

/** Return a text, with `{name}` replaced by the value of that name; plural forms are chosen by `n`. */
export function word(key: WordKey, values: Values = {}): string {
  const language = spoken();
  const text = words[`./texts/${language}/words.json`]?.[key] ?? key;
  const form =
    typeof text === "string"
      ? text
      : (text[new Intl.PluralRules(language).select(Number(values.n))] ?? text.other ?? "");
  return form.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}

/** The title of a game. */
export function titleOf(game: string): string {
  return game === "old_london_bridge" || game === "ticket_to_ride_london" ? word(game) : game;
}
