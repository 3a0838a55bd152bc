/** Texts in the reader's language. A text with plural forms is an object of them, chosen by `n`. */

import type old_london_bridge from "./en/old_london_bridge.json";
import type shell from "./en/shell.json";
import type table from "./en/table.json";
import type ticket_to_ride_london from "./en/ticket_to_ride_london.json";
import type { Language } from "../lib/settings.svelte";

interface Texts {
  shell: typeof shell;
  table: typeof table;
  ticket_to_ride_london: typeof ticket_to_ride_london;
  old_london_bridge: typeof old_london_bridge;
}
export type Key = { [N in keyof Texts]: `${N}.${Extract<keyof Texts[N], string>}` }[keyof Texts];
export type Values = Record<string, string | number>;
type Text = string | Record<string, string>;

const loaders: Record<Language, () => Promise<{ default: unknown }>> = {
  en: () => import("./en"),
  it: () => import("./it"),
  fr: () => import("./fr"),
  pl: () => import("./pl"),
};

let language: Language = $state("en");
let texts: Record<string, Record<string, Text>> = $state.raw({});
let plurals = new Intl.PluralRules("en");

/** Load a language's texts and speak it from now on. */
export async function loadLanguage(wanted: Language): Promise<void> {
  const loaded = (await loaders[wanted]()).default as Record<string, Record<string, Text>>;
  plurals = new Intl.PluralRules(wanted);
  language = wanted;
  texts = loaded;
  document.documentElement.lang = wanted;
}

/** The language spoken now. */
export function spoken(): Language {
  return language;
}

/** Return a text, with `{name}` replaced by the value of that name. */
export function t(key: Key, values: Values = {}): string {
  const [namespace = "", name = ""] = key.split(".", 2);
  const text = texts[namespace]?.[name];
  if (text === undefined) return key;
  return fill(typeof text === "string" ? text : form(text, Number(values.n)), values);
}

/** Whether there is a text for a key that is made from data, such as the code of a reason. */
export function isKey(key: string): key is Key {
  const [namespace = "", name = ""] = key.split(".", 2);
  return texts[namespace]?.[name] !== undefined;
}

/** Join a list as the language does: "a, b and c". */
export function list(parts: string[]): string {
  const spoken = language === "en" ? "en-GB" : language; // without a comma before "and"
  return new Intl.ListFormat(spoken, { type: "conjunction" }).format(parts);
}

function form(forms: Record<string, string>, n: number): string {
  return forms[plurals.select(n)] ?? forms.other ?? "";
}

function fill(text: string, values: Values): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}
