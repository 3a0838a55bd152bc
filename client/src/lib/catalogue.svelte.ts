/** The catalogue of the server's games and bots, loaded once, and their names as texts. */

import { api, type Catalogue, type GameView } from "../api/client";
import { GAME_FOLDERS } from "../games";
import { isKey, t, textOf } from "../i18n/index.svelte";

/** Bots for research, not offered as opponents on the home page. */
const FOR_STUDY = ["random", "greedy"];

let loaded: Catalogue | null = $state.raw(null);
let loading: Promise<Catalogue> | null = null;

export const catalogue = {
  get current(): Catalogue | null {
    return loaded;
  },
};

/** Load the catalogue once; throw if the server cannot be reached. */
export function loadCatalogue(): Promise<Catalogue> {
  loading ??= api.catalogue().then(
    (found) => (loaded = found),
    (error: unknown) => {
      loading = null;
      throw error;
    },
  );
  return loading;
}

/** Return a game's entry in the catalogue; null until it is loaded. */
export function gameOf(name: string): GameView | null {
  return loaded?.games.find((game) => game.name === name) ?? null;
}

/** Return the names of the games: those with a folder here first, then the server's others. */
export function offered(): string[] {
  if (!loaded) return GAME_FOLDERS;
  const names = loaded.games.map((game) => game.name);
  return [
    ...GAME_FOLDERS.filter((name) => names.includes(name)),
    ...names.filter((name) => !GAME_FOLDERS.includes(name)),
  ];
}

/** Return the wanted game if it is offered, or else the first. */
export function playable(wanted: string): string {
  const names = offered();
  return names.includes(wanted) ? wanted : (names[0] ?? "");
}

/** Return the numbers of seats that a game allows; a guess until the catalogue is loaded. */
export const seatCounts = (game: string): number[] => gameOf(game)?.seats ?? [2, 3, 4];

/** Return the count nearest to the wanted one. */
export function nearestCount(wanted: number, counts: number[]): number {
  const distance = (count: number): number => Math.abs(count - wanted);
  return counts.reduce((best, count) => (distance(count) < distance(best) ? count : best));
}

/** Return the levels of bots: those for opponents, or all. */
export function levels(all = false): string[] {
  const names = loaded?.levels.map((level) => level.name) ?? [];
  return all ? names : names.filter((name) => !FOR_STUDY.includes(name));
}

/** Return a text of a game's `about` file; null if there is none. */
export const aboutGame = (game: string, name: string): string | null =>
  textOf(`about/${game}`, name);

/** Return the title of a game. */
export function sayGame(name: string): string {
  return aboutGame(name, "title") ?? gameOf(name)?.title ?? tidy(name);
}

/** Fields that a game's entry in the catalogue may have. */
type Described = GameView & { description?: string | null; link?: string | null };

/** Describe a game in a sentence; without a description, say how many can play. */
export function describeGame(name: string): string {
  const game: Described | null = gameOf(name);
  const said = aboutGame(name, "summary") ?? game?.description;
  if (said || !game) return said ?? "";
  const [least = 0, most = 0] = [game.seats[0], game.seats.at(-1)];
  return least === most
    ? t("shell.game_for", { n: most })
    : t("shell.game_for_up_to", { least, most });
}

/** Return a link about a game, if the catalogue has one; only http and https are allowed. */
export function linkOf(name: string): string | null {
  const link = (gameOf(name) as Described | null)?.link ?? "";
  return /^https?:\/\//.test(link) ? link : null;
}

/** Make a name without a text readable: "coins_again" becomes "coins again". */
export const tidy = (name: string): string => name.replaceAll("_", " ");

/** Return the name of a level. */
export function sayLevel(name: string): string {
  const key = `shell.level_${name}`;
  return isKey(key) ? t(key) : name;
}

/** Describe how a level plays. */
export function describeLevel(name: string): string {
  const key = `shell.level_${name}_plays`;
  if (isKey(key)) return t(key);
  return loaded?.levels.find((level) => level.name === name)?.sentence ?? "";
}
