/** What is loaded of a game's folder when it is first needed. */

import { addTexts, gameNamespace, type Texts } from "../i18n/index.svelte";
import type { Language } from "../lib/settings.svelte";
import type { GameClient, Section, StepText, Tour } from "./contract";
import { byGame } from "./folders";

type Files<T> = Record<string, () => Promise<T>>;

const clients = byGame(import.meta.glob<GameClient>("./*/index.ts", { import: "default" }));
const texts = import.meta.glob<Texts>("./*/texts/*.json", { import: "default" });
const plainTexts = import.meta.glob<Texts>("../plain/texts/*.json", { import: "default" });
const rules = import.meta.glob<Section[]>("./*/rules/*.json", { import: "default" });
const tours = byGame(import.meta.glob<Tour>("./*/tour.ts", { import: "default" }));
const stepTexts = import.meta.glob<StepText[]>("./*/tour/*.json", { import: "default" });

function load<T>(files: Files<T>, path: string): Promise<T> {
  const file = files[path];
  return file ? file() : Promise.reject(new Error(`There is no file ${path}.`));
}

/** Load the part of the client that draws a game, and its texts: its own, or the plain table. */
export async function loadGame(game: string): Promise<GameClient> {
  if (!(game in clients)) return loadPlain();
  const [client] = await Promise.all([
    load(clients, game),
    addTexts(gameNamespace(game), (language) => load(texts, `./${game}/texts/${language}.json`)),
  ]);
  return client;
}

async function loadPlain(): Promise<GameClient> {
  const [{ default: client }] = await Promise.all([
    import("../plain"),
    addTexts("plain", (language) => load(plainTexts, `../plain/texts/${language}.json`)),
  ]);
  return client;
}

/** Whether there are rules to read for a game. */
export const hasRules = (game: string): boolean => `./${game}/rules/en.json` in rules;

/** Load the rules of a game. */
export const loadRules = (language: Language, game: string): Promise<Section[]> =>
  load(rules, `./${game}/rules/${language}.json`);

/** Load a game's guided tour. */
export const loadTour = (game: string): Promise<Tour> => load(tours, game);

/** Load what the guide says at each step and decision. */
export const loadStepTexts = (language: Language, game: string): Promise<StepText[]> =>
  load(stepTexts, `./${game}/tour/${language}.json`);
