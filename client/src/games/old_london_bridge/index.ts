/** Old London Bridge at the table. */

import { mount } from "svelte";
import type { GameClient, View } from "../contract";
import HouseSymbols from "./HouseSymbols.svelte";
import { sayEvent } from "./log";
import { flights, sounds, spots } from "./motion";
import { say } from "./names";
import Piece from "./Piece.svelte";
import { readTable } from "./read";
import { sayMove, sayOption, sayPrompt, sayReason, sayWaiting } from "./say";
import { SEATS } from "./seats";
import SignSymbols from "./SignSymbols.svelte";
import Table from "./Table.svelte";
import type { BridgeView, Score } from "./types";

// The symbols are mounted once for all tables of this page.
for (const symbols of [HouseSymbols, SignSymbols]) mount(symbols, { target: document.body });

const PARTS = ["money", "chapel", "gate", "inn", "bridge", "empty_slots", "tiles"] as const;

const total = (score: Score): number => PARTS.reduce((sum, part) => sum + score[part], 0);

function scoreSheet(view: View): { label: string; values: (number | null)[] }[] {
  const scores = (view as BridgeView).players.map((player) => player.score);
  return [
    ...PARTS.map((part) => ({
      label: say(`sheet_${part}`),
      values: scores.map((score) => score?.[part] ?? null),
    })),
    { label: say("sheet_total"), values: scores.map((score) => score && total(score)) },
  ];
}

const client: GameClient = {
  Table,
  fills: true,
  Piece,
  seats: SEATS,
  sayPrompt,
  sayWaiting,
  sayMove,
  isIrreversible: ({ kind }) => kind === "place" || kind === "replace",
  sayEvent,
  sayReason,
  readTable,
  spots,
  flights,
  sounds,
  scoreSheet,
  sayTotal: (n) => say("pounds_n", { n }),
  sayOption,
};
export default client;
