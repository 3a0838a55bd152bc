/** The last thing that a seat did, in short. */

import { list } from "../../i18n/index.svelte";
import type { GameEvent, TextContext } from "../contract";
import { asLondon, at, type Card } from "./types";
import { routeName, say } from "./words";

const DEEDS = new Set(["draw", "claim", "keep", "pass"]);

export function sayDone(events: GameEvent[], seat: number, context: TextContext): string {
  const end = events.findLastIndex((event) => event.seat === seat && DEEDS.has(event.event));
  const last = events[end];
  switch (last?.event) {
    case "draw":
      return say("did_cards", { cards: list(drawn([...events.slice(0, end), last], seat)) });
    case "claim": {
      const { routes, route_points } = asLondon(context.material);
      const n = at(route_points, at(routes, last.route as number).length);
      return `${routeName(last.route as number, context)} · ${say("n_points", { n })}`;
    }
    case "keep":
      return say("did_tickets", { n: last.kept as number });
    case "pass":
      return say("move_pass");
    default:
      return "";
  }
}

/** Return the cards of the last turn in which cards were taken; others' events end it. */
function drawn(events: GameEvent[], seat: number): string[] {
  const before = events.findLastIndex(
    ({ event, seat: of }) => of !== undefined && (of !== seat || event !== "draw"),
  );
  return events
    .slice(before + 1)
    .filter(({ event }) => event === "draw")
    .slice(-2)
    .map(({ card, from_deck }) =>
      card && !from_deck ? say(`colour_${card as Card}`) : say("did_from_deck"),
    );
}
