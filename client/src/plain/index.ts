/**
 * The table of a game that has no folder here: its view, its legal moves and its texts as the
 * server sends them.
 */

import type { GameClient, GameEvent, TextContext } from "../games/contract";
import { readTable } from "./read";
import { scoreSheet } from "./scores";
import { SEATS } from "./seats";
import Table from "./Table.svelte";
import { say, sayWaiting, withNames } from "./words";

/** Return the text of the last event of a seat. */
function sayDone(events: GameEvent[], seat: number, context: TextContext): string {
  const last = events.findLast((event) => event.seat === seat && event.text);
  return last ? withNames(String(last.text), context) : "";
}

const client: GameClient = {
  Table,
  seats: SEATS,
  sayPrompt: (_phase, _view, context, text) => withNames(text, context),
  sayWaiting,
  sayMove: (_move, context, text) => withNames(text, context),
  sayEvent: (event, context) => (event.text ? withNames(String(event.text), context) : null),
  sayDone,
  sayReason: (_code, _values, context, text) => withNames(text, context),
  readTable,
  scoreSheet,
  sayTotal: (n) => say("points", { n }),
  sayOption: () => null,
};

export default client;
