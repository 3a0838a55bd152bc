/** Ticket to Ride: London at the table. */

import "./colours.css";
import type { GameClient } from "../contract";
import { flights, spots } from "./motion";
import Piece from "./Piece.svelte";
import { readTable } from "./read";
import { sayEvent, sayMove, sayPrompt, sayReason, sayWaiting } from "./say";
import { scoreSheet } from "./scores";
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
  sayEvent,
  sayReason,
  readTable,
  spots,
  flights,
  scoreSheet,
  sayTotal: (n) => say("n_points", { n }),
  sayOption: () => null,
};

export default client;
