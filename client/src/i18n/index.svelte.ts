/** Texts in the reader's language. A text with plural forms is an object of them, chosen by `n`. */

import type rules from "./en/rules.json";
import type shell from "./en/shell.json";
import type table from "./en/table.json";
import type { Language } from "../lib/settings.svelte";

interface Namespaces {
  shell: typeof shell;
  table: typeof table;
  rules: typeof rules;
}
export type Key = {
  [N in keyof Namespaces]: `${N}.${Extract<keyof Namespaces[N], string>}`;
}[keyof Namespaces];
export type Values = Record<string, string | number>;
type Text = string | Record<string, string>;
export type Texts = Record<string, Text>;
type Load = (language: Language) => Promise<Texts>;

const loaders: Record<Language, () => Promise<{ default: unknown }>> = {
  en: () => import("./en"),
  it: () => import("./it"),
  fr: () => import("./fr"),
  pl: () => import("./pl"),
};
/** How to load the texts of added namespaces. */
const added = new Map<string, Load>();

let language: Language = $state("en");
let texts: Record<string, Texts> = $state.raw({});
let plurals = new Intl.PluralRules("en");

/** Load a language's texts and use it from now on. */
export async function loadLanguage(wanted: Language): Promise<void> {
  const loaded = { ...((await loaders[wanted]()).default as Record<string, Texts>) };
  // Texts may be added while others are being loaded.
  for (let missing = [...added]; missing.length;) {
    await Promise.all(missing.map(async ([name, load]) => (loaded[name] = await load(wanted))));
    missing = [...added].filter(([name]) => !(name in loaded));
  }
  plurals = new Intl.PluralRules(wanted);
  language = wanted;
  texts = loaded;
  document.documentElement.lang = wanted;
}

/** Add a namespace of texts, in the present language and in each that is chosen later. */
export async function addTexts(namespace: string, load: Load): Promise<void> {
  if (namespace in texts) return;
  added.set(namespace, load);
  const wanted = language;
  const loaded = await load(wanted);
  if (wanted === language) texts = { ...texts, [namespace]: loaded };
}

/** Return the language of the page. */
export function currentLanguage(): Language {
  return language;
}

/** Return a text, with `{name}` replaced by the value of that name. */
export function t(key: Key, values: Values = {}): string {
  const [namespace, name] = parts(key);
  return textOf(namespace, name, values) ?? key;
}

/** Return a text whose namespace or name is only known when the page runs; null if there is none. */
export function textOf(namespace: string, name: string, values: Values = {}): string | null {
  const text = texts[namespace]?.[name];
  if (text === undefined) return null;
  return fill(typeof text === "string" ? text : form(text, Number(values.n)), values);
}

/** Return access to the texts of a namespace that was added, by their names. */
export function textsIn<Name extends string>(namespace: string) {
  return {
    say: (name: Name, values: Values = {}): string =>
      textOf(namespace, name, values) ?? `${namespace}.${name}`,
    /** Whether there is a text of a name that is made from data. */
    has: (name: string): name is Name => texts[namespace]?.[name] !== undefined,
  };
}

/** The namespace of a game's own texts. */
export const gameNamespace = (game: string): string => `game/${game}`;

/** Return access to a game's own texts, by their names. */
export const textsOfGame = <Name extends string>(game: string) =>
  textsIn<Name>(gameNamespace(game));

/** Whether there is a text for a key that is made from data, such as the code of a reason. */
export function isKey(key: string): key is Key {
  const [namespace, name] = parts(key);
  return texts[namespace]?.[name] !== undefined;
}

/** Join a list as the language does: "a, b and c". */
export function list(parts: string[]): string {
  const currentLanguage = language === "en" ? "en-GB" : language; // without a comma before "and"
  return new Intl.ListFormat(currentLanguage, { type: "conjunction" }).format(parts);
}

/** Join clauses with semicolons; French has a narrow no-break space before them. */
export const clauses = (parts: string[]): string =>
  parts.join(language === "fr" ? "\u202f; " : "; ");

function parts(key: string): [string, string] {
  const [namespace = "", name = ""] = key.split(".", 2);
  return [namespace, name];
}

function form(forms: Record<string, string>, n: number): string {
  return forms[plurals.select(n)] ?? forms.other ?? "";
}

function fill(text: string, values: Values): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}
