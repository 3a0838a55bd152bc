/** Texts of the games' options, loaded when they are first needed. */

import type { GameClient } from "../games/contract";
import { tidy } from "./catalogue.svelte";

let clients: Record<string, GameClient> = $state.raw({});

/** Load the texts of a game's options. */
export async function loadOptionWords(game: string): Promise<void> {
  if (clients[game]) return;
  try {
    const games = await import("../games/load");
    clients = { ...clients, [game]: await games.loadGame(game) };
  } catch {
    // The page shows the options' names instead.
  }
}

/** Return the texts of an option and of one of its values. */
export function sayOption(
  game: string,
  name: string,
  value: string,
): { name: string; value: string } {
  return clients[game]?.sayOption(name, value) ?? { name: tidy(name), value: tidy(value) };
}
