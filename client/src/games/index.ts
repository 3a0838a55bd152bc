import type { GameClient } from "./contract";

const games: Record<string, () => Promise<{ default: GameClient }>> = {
  ticket_to_ride_london: () => import("./ticket_to_ride_london"),
  old_london_bridge: () => import("./old_london_bridge"),
};

/** Load the part of the client that draws a game. */
export async function loadGame(name: string): Promise<GameClient> {
  const load = games[name];
  if (!load) throw new Error(`This page cannot draw the game ${name}.`);
  return (await load()).default;
}
