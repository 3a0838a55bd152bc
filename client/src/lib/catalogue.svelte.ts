/** The games and bots of this server, asked for once, and their names in words. */

import { api, type Catalogue, type GameView } from "../api/client";
import { isKey, t } from "../i18n/index.svelte";

/** The games that this client can draw, in the order in which it offers them. */
export const GAMES = ["ticket_to_ride_london", "old_london_bridge"] as const;
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

/** The games that both sides know. */
export function offered(): string[] {
  return GAMES.filter((name) => !now || gameOf(name));
}

/** The levels of bots; for company, or all of them. */
export function levels(all = false): string[] {
  const names = now?.levels.map((level) => level.name) ?? [];
  return all ? names : names.filter((name) => !FOR_STUDY.includes(name));
}

/** The title of a game. */
export function sayGame(name: string): string {
  const key = `shell.game_${name}`;
  return isKey(key) ? t(key) : (gameOf(name)?.title ?? name);
}

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
