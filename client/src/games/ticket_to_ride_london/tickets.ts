/** The state of a ticket for a seat: an illustration, not a rule. */

import type { TextContext } from "../contract";
import { asLondon, at, type LondonView } from "./types";
import { cheapestPath, type TicketState, type Path } from "./paths";
import { say } from "./words";

export interface Standing {
  state: TicketState;
  way: Path | null;
  /** The state in words. */
  words: string;
}

export function standing(
  ticket: number,
  completed: boolean,
  seat: number,
  view: LondonView,
  context: TextContext,
): Standing {
  const london = asLondon(context.material);
  const way = cheapestPath(london, view, seat, at(london.tickets, ticket).ends);
  if (completed) return { state: "done", way, words: say("ticket_done") };
  if (view.phase === "ended") return { state: "blocked", way: null, words: say("ticket_failed") };
  if (!way) return { state: "blocked", way, words: say("ticket_blocked") };
  return { state: "possible", way, words: say("ticket_possible", { n: way.cards }) };
}
