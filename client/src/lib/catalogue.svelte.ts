/** The games and bots of this server, asked for once, and their names in words. */

import { api, type Catalogue, type GameView } from "../api/client";
import { DRAWN } from "../games";
import { isKey, t, textOf } from "../i18n/index.svelte";

/** Bots for studies rather than for company. */
const FOR_STUDY = ["random", "greedy"];

let now: Catalogue | null = $state.raw(null);
let asking: Promise<Catalogue> | null = null;

export const catalogue = {
  get now(): Catalogue | null {
    return now;
  },
};

/** Have the catalogue; throws if the server cannot be reached. */
export function loadCatalogue(): Promise<Catalogue> {
  asking ??= api.catalogue().then(
    (found) => (now = found),
    (error: unknown) => {
      asking = null;
      throw error;
    },
  );
  return asking;
}

/** What the catalogue says of a game, once it is here. */
export function gameOf(name: string): GameView | null {
  return now?.games.find((game) => game.name === name) ?? null;
}

/** The games that can be played: those drawn here first, then the server's others. */
export function offered(): string[] {
  if (!now) return DRAWN;
  const names = now.games.map((game) => game.name);
  return [
    ...DRAWN.filter((name) => names.includes(name)),
    ...names.filter((name) => !DRAWN.includes(name)),
  ];
}

/** Return a game that can be played: the one that is wanted, or else the first. */
export function playable(wanted: string): string {
  const names = offered();
  return names.includes(wanted) ? wanted : (names[0] ?? "");
}

/** How many may sit at a table of a game; what is usual, as long as the catalogue is not here. */
export const seatCounts = (game: string): number[] => gameOf(game)?.seats ?? [2, 3, 4];

/** Return the count that is nearest to the one that is wanted. */
export function nearestCount(wanted: number, counts: number[]): number {
  const distance = (count: number): number => Math.abs(count - wanted);
  return counts.reduce((best, count) => (distance(count) < distance(best) ? count : best));
}

/** The levels of bots; for company, or all of them. */
export function levels(all = false): string[] {
  const names = now?.levels.map((level) => level.name) ?? [];
  return all ? names : names.filter((name) => !FOR_STUDY.includes(name));
}

/** Return what a game's folder says about it for the pages around the tables; null if nothing. */
export const aboutGame = (game: string, name: string): string | null =>
  textOf(`about/${game}`, name);

/** The title of a game. */
export function sayGame(name: string): string {
  return aboutGame(name, "title") ?? gameOf(name)?.title ?? tidy(name);
}

/** What the catalogue may say of a game besides what every game has. */
type Described = GameView & { description?: string | null; link?: string | null };

/** Say in a sentence what a game is; of one that nobody describes, for how many it is. */
export function describeGame(name: string): string {
  const game: Described | null = gameOf(name);
  const said = aboutGame(name, "summary") ?? game?.description;
  if (said || !game) return said ?? "";
  const [least = 0, most = 0] = [game.seats[0], game.seats.at(-1)];
  return least === most
    ? t("shell.game_for", { n: most })
    : t("shell.game_for_up_to", { least, most });
}

/** Where more is said of a game, if the catalogue knows it; never a script. */
export function linkOf(name: string): string | null {
  const link = (gameOf(name) as Described | null)?.link ?? "";
  return /^https?:\/\//.test(link) ? link : null;
}

/** The name of something that has no text, made readable: "coins_again" is "coins again". */
export const tidy = (name: string): string => name.replaceAll("_", " ");

/** The name of a level. */
export function sayLevel(name: string): string {
  const key = `shell.level_${name}`;
  return isKey(key) ? t(key) : name;
}

/** How a level plays, in a sentence. */
export function describeLevel(name: string): string {
  const key = `shell.level_${name}_plays`;
  if (isKey(key)) return t(key);
  return now?.levels.find((level) => level.name === name)?.sentence ?? "";
}
