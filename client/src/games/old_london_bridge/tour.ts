/** The guided first game of Old London Bridge; its texts are in `tour/<language>.json`. */

import type { Situation, Step } from "../contract";

const STACKS = ["chapel", "gate", "inn", "shop", "guild", "park"].map((type) => `stack-${type}`);

const mine = (at: Situation) => at.view.players[at.seat];

/** The places of the rondel to which the pawn may go. */
function free(at: Situation): string[] {
  const places = at.moves.filter((move) => move.kind === "place");
  return places.map((move) => (move.space === "outer" ? `stack-${move.stack}` : "centre"));
}

const builtFirst =
  (type: string) =>
  (at: Situation): boolean =>
    mine(at).bridge[0]?.type === type;
const bridge = (at: Situation): string[] => [`bridge-${at.seat}`];
const hand = (at: Situation): string[] => [`hand-${at.seat}`];
/** Whether the cards of a round have been revealed. */
const revealed = (at: Situation, round: number): boolean =>
  at.view.round > round || (at.view.round === round && at.view.order.length > 0);
const turnsLeft = (at: Situation): boolean =>
  at.view.order.some(
    (turn: { seat: number; over: boolean }) => turn.seat === at.seat && !turn.over,
  );

const steps: Step[] = [
  { id: "welcome" },
  { id: "bridge", spots: bridge },
  { id: "rondel", spots: () => ["rondel"] },
  { id: "cards", spots: hand, done: (at) => revealed(at, 1) },
  { id: "order", spots: () => ["order"] },
  { id: "crests", spots: () => STACKS },
  { id: "place", spots: free, done: (at) => mine(at).bridge.length > 0 },
  { id: "effect_chapel", group: "effect", when: builtFirst("chapel"), spots: () => ["chapel-*"] },
  { id: "effect_gate", group: "effect", when: builtFirst("gate"), spots: () => ["gate-*"] },
  { id: "effect_inn", group: "effect", when: builtFirst("inn"), spots: () => ["supply-*"] },
  { id: "effect_shop", group: "effect", when: builtFirst("shop"), spots: bridge },
  { id: "effect_guild", group: "effect", when: builtFirst("guild"), spots: bridge },
  { id: "effect_park", group: "effect", when: builtFirst("park"), spots: bridge },
  {
    id: "second_turn",
    when: (at) => at.view.round === 1,
    spots: free,
    done: (at) => at.view.round > 1 || !turnsLeft(at),
  },
  { id: "tracks", spots: () => ["chapel-*", "gate-*"] },
  { id: "tiles", spots: () => ["tile-stack-*"] },
  { id: "replace", spots: bridge },
  { id: "round_two", spots: (at) => ["rondel", ...hand(at)], done: (at) => revealed(at, 2) },
  { id: "build_on", spots: free, done: (at) => at.view.round > 2 },
  { id: "end", spots: bridge },
  { id: "play_on", done: (at) => at.over },
  { id: "over" },
];

export default steps;
