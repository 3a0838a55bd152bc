/** The rules and the guide's texts, loaded when they are wanted. */

import type { Language } from "../lib/settings.svelte";

/** A part of the rules; `points` are pairs of what it is and how it is. */
export interface Section {
  id: string;
  title: string;
  paragraphs: string[];
  points?: [string, string][];
}

/** What the guide says at a step, and what there is to do. */
export interface StepText {
  id: string;
  title: string;
  text: string;
  todo?: string;
}

const rules = import.meta.glob<Section[]>(["./texts/*/*.json", "!./texts/*/words.json"], {
  import: "default",
});
const tours = import.meta.glob<StepText[]>("./tours/*/*.json", { import: "default" });

function load<T>(files: Record<string, () => Promise<T>>, path: string): Promise<T> {
  const file = files[path];
  return file ? file() : Promise.reject(new Error(`There is no text ${path}.`));
}

export const loadRules = (language: Language, game: string): Promise<Section[]> =>
  load(rules, `./texts/${language}/${game}.json`);

export const loadTour = (language: Language, game: string): Promise<StepText[]> =>
  load(tours, `./tours/${language}/${game}.json`);
