/** The legal moves, by the element that makes them. */

import type { LegalMove } from "../contract";
import { at, type Card, type Claim, type Counts, type London } from "./types";

export interface Actions {
  draw: Map<Card, number>;
  deck: number;
  tickets: number;
}

/** Return the actions that are not about routes. */
export function byKind({ moves }: London): Actions {
  const draw = new Map<Card, number>();
  moves.forEach((move, action) => {
    if (move.kind === "draw") draw.set(move.card as Card, action);
  });
  return {
    draw,
    deck: moves.findIndex(({ kind }) => kind === "draw_deck"),
    tickets: moves.findIndex(({ kind }) => kind === "draw_tickets"),
  };
}

/**
 * Return the ways to pay for each route that can be claimed. Of two equal free lanes only the
 * first is listed; pressing the second does the same.
 */
export function waysToPay(
  legal: LegalMove[],
  { routes }: London,
  owners: (number | null)[],
): Map<number, LegalMove[]> {
  const ways = new Map<number, LegalMove[]>();
  for (const one of legal) {
    if (one.move.kind !== "claim") continue;
    const route = one.move.route as number;
    ways.set(route, [...(ways.get(route) ?? []), one]);
  }
  for (const [route, paid] of [...ways]) {
    const { twin, colour } = at(routes, route);
    if (twin === null || ways.has(twin) || owners[twin] !== null) continue;
    if (at(routes, twin).colour === colour) ways.set(twin, paid);
  }
  return ways;
}

/** Return the claim of a route for which the fewest cards are missing, to ask why it is illegal. */
export function nearestClaim(route: number, hand: Counts, { moves }: London): number {
  let [best, least] = [-1, Infinity];
  moves.forEach((move, action) => {
    if (move.kind !== "claim" || move.route !== route) return;
    const { card, cards, buses } = move as unknown as Claim;
    const missing =
      Math.max(0, cards - (card ? (hand[card] ?? 0) : 0)) + Math.max(0, buses - (hand.bus ?? 0));
    if (missing < least) [best, least] = [action, missing];
  });
  return best;
}
