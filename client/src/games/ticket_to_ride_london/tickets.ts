/** How a ticket stands for a seat: a picture for the eyes, not a rule. */

import type { Who } from "../contract";
import { asLondon, at, type LondonView } from "./types";
import { cheapestWay, type TicketState, type Way } from "./ways";
import { say } from "./words";

export interface Standing {
  state: TicketState;
  way: Way | null;
  /** The state in words. */
  words: string;
}

export function standing(
  ticket: number,
  completed: boolean,
  seat: number,
  view: LondonView,
  who: Who,
): Standing {
  const london = asLondon(who.material);
  const way = cheapestWay(london, view, seat, at(london.tickets, ticket).ends);
  if (completed) return { state: "done", way, words: say("ticket_done") };
  if (view.phase === "ended") return { state: "blocked", way: null, words: say("ticket_failed") };
  if (!way) return { state: "blocked", way, words: say("ticket_blocked") };
  return { state: "possible", way, words: say("ticket_possible", { n: way.cards }) };
}
