/** The options of games in the games' own words, loaded when they are first needed. */

import type { GameClient } from "../games/contract";
import { tidy } from "./catalogue.svelte";

let clients: Record<string, GameClient> = $state.raw({});

/** Load the words of a game; without them its plain names are shown. */
export async function loadOptionWords(game: string): Promise<void> {
  if (clients[game]) return;
  try {
    const games = await import("../games/load");
    clients = { ...clients, [game]: await games.loadGame(game) };
  } catch {
    // The page still works with the plain names.
  }
}

/** Say the name of an option and one of its values. */
export function sayOption(
  game: string,
  name: string,
  value: string,
): { name: string; value: string } {
  return clients[game]?.sayOption(name, value) ?? { name: tidy(name), value: tidy(value) };
}
