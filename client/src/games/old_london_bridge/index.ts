/** Old London Bridge at the table. */

import { mount } from "svelte";
import type { GameClient } from "../contract";
import HouseSymbols from "./HouseSymbols.svelte";
import { sayEvent } from "./log";
import { sayDone } from "./done";
import { flights, sounds, spots } from "./motion";
import { say } from "./names";
import Piece from "./Piece.svelte";
import { readTable } from "./read";
import { sayMerit, sayMove, sayOption, sayPrompt, sayReason, sayWaiting } from "./say";
import { beforeResult, explainScores, scoreSheet } from "./scores";
import { SEATS } from "./seats";
import SignSymbols from "./SignSymbols.svelte";
import Table from "./Table.svelte";

// The symbols are mounted once for all tables of this page.
for (const symbols of [HouseSymbols, SignSymbols]) mount(symbols, { target: document.body });

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
  sayDone,
  sayReason,
  sayMerit,
  readTable,
  spots,
  flights,
  sounds,
  scoreSheet,
  explainScores,
  beforeResult,
  sayTotal: (n) => say("pounds_n", { n }),
  sayOption,
};
export default client;
