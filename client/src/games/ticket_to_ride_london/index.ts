/** Ticket to Ride: London at the table. */

import "./colours.css";
import type { GameClient } from "../contract";
import { sayDone } from "./done";
import { flights, sounds, spots } from "./motion";
import Piece from "./Piece.svelte";
import { readTable } from "./read";
import { sayEvent, sayMerit, sayMove, sayPrompt, sayReason, sayWaiting } from "./say";
import { beforeResult, explainScores, scoreSheet } from "./scores";
import { SEATS } from "./symbols";
import Table from "./Table.svelte";
import { say } from "./words";

const client: GameClient = {
  Table,
  fills: true,
  Piece,
  seats: SEATS,
  sayPrompt,
  sayWaiting,
  sayMove,
  isIrreversible: ({ kind }) => ["claim", "keep", "keep_both", "draw_tickets"].includes(kind),
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
  sayTotal: (n) => say("n_points", { n }),
  sayOption: () => null,
};

export default client;
