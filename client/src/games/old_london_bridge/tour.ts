/** The guided first game of Old London Bridge; its texts are in `tour/<language>.json`. */

import type { Situation, Tour } from "../contract";

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
const inPhase =
  (phase: string) =>
  (at: Situation): boolean =>
    at.view.phase === phase;
const bridge = (at: Situation): string[] => [`bridge-${at.seat}`];
const hand = (at: Situation): string[] => [`hand-${at.seat}`];
const tiles = (at: Situation): string[] => [`tiles-${at.seat}`];
const supply = (): string[] => ["supply-*"];
/** Whether the cards of a round have been revealed. */
const revealed = (at: Situation, round: number): boolean =>
  at.view.round > round || (at.view.round === round && at.view.order.length > 0);

const tour: Tour = {
  steps: [
    { id: "welcome" },
    { id: "bridge", spots: bridge },
    { id: "rondel", spots: () => ["rondel"] },
    { id: "cards", spots: hand, about: inPhase("cards"), done: (at) => revealed(at, 1) },
    { id: "order", spots: () => ["order"] },
    { id: "crests", spots: () => STACKS },
    {
      id: "place",
      spots: free,
      about: inPhase("turn"),
      done: (at) => mine(at).bridge.length > 0,
    },
    { id: "effect_chapel", group: "effect", when: builtFirst("chapel"), spots: () => ["chapel-*"] },
    { id: "effect_gate", group: "effect", when: builtFirst("gate"), spots: () => ["gate-*"] },
    {
      id: "effect_inn",
      group: "effect",
      when: builtFirst("inn"),
      spots: supply,
      about: inPhase("take cards"),
      done: (at) => !at.asked || at.view.phase !== "take cards",
    },
    { id: "effect_shop", group: "effect", when: builtFirst("shop"), spots: bridge },
    { id: "effect_guild", group: "effect", when: builtFirst("guild"), spots: bridge },
    { id: "effect_park", group: "effect", when: builtFirst("park"), spots: bridge },
    { id: "tracks", spots: () => ["chapel-*", "gate-*"] },
    { id: "tiles", spots: () => ["tile-stack-*"] },
    { id: "replace", spots: bridge },
    {
      id: "round_two",
      spots: (at) => ["rondel", ...hand(at)],
      about: inPhase("cards"),
      done: (at) => revealed(at, 2),
    },
    { id: "build_on", spots: free, about: inPhase("turn"), done: (at) => at.view.round > 2 },
    { id: "end", spots: bridge },
    { id: "play_on", done: (at) => at.over },
    { id: "over" },
  ],
  decisions: [
    {
      id: "choose_last_card",
      when: (at) => at.view.phase === "cards" && at.view.round === at.view.rounds,
      spots: hand,
    },
    { id: "choose_card", when: inPhase("cards"), spots: hand },
    { id: "place_pawn", when: inPhase("turn"), spots: free },
    { id: "choose_replaced", when: inPhase("replace"), interrupts: true, spots: bridge },
    { id: "take_cards", when: inPhase("take cards"), interrupts: true, spots: supply },
    {
      id: "take_tile",
      when: inPhase("take tile"),
      interrupts: true,
      spots: () => ["tile-stack-*"],
    },
    { id: "use_lady", when: inPhase("ladies"), interrupts: true, spots: tiles },
    { id: "raise_card", when: inPhase("raise"), interrupts: true, spots: tiles },
    { id: "before_end", when: inPhase("after"), interrupts: true, spots: tiles },
  ],
};

export default tour;
