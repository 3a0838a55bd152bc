/**
 * The games that have a folder here. A folder is found by its files, so a new game is a new folder
 * and nothing else; what it must and what it may contain is in `contract.ts`.
 */

import type { GameCard } from "./contract";
import { byGame } from "./folders";

const cards = byGame(import.meta.glob<GameCard>("./*/card.ts", { eager: true, import: "default" }));
const tours = byGame(import.meta.glob("./*/tour.ts"));

/** The names of the games with a folder, in the order in which they are offered. */
export const GAME_FOLDERS: string[] = Object.keys(cards).sort(
  (a, b) => (cards[a]?.rank ?? 0) - (cards[b]?.rank ?? 0),
);

/** Return how a game is shown where games are chosen; null if it has no folder. */
export const cardOf = (game: string): GameCard | null => cards[game] ?? null;

/** Whether a game has a guided first game. */
export const hasTour = (game: string): boolean => game in tours;
