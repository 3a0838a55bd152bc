/** Where events take place, what moves when they do, and what is heard. */

import type { Flight, GameEvent, TextContext } from "../contract";
import type { Sound } from "../../sound/sounds";
import type { Card } from "./types";

export function spots(event: GameEvent): string[] {
  switch (event.event) {
    case "claim":
      return [`route-${event.route as number}`];
    case "draw":
      return [event.from_deck ? "deck" : "display", `seat-${event.seat as number}`];
    case "fill":
      return [`display-${event.space as number}`];
    case "clear":
      return ["display"];
    case "shuffle":
      return ["deck"];
    case "offer":
      return ["ticket-deck", `seat-${event.seat as number}`];
    case "choose":
    case "keep":
    case "pass":
    case "final_round":
      return [`seat-${event.seat as number}`];
    default:
      return [];
  }
}

export function flights(event: GameEvent, context: TextContext): Flight[] {
  const seat = event.seat as number;
  const mine = seat === context.viewer;
  const panel = `seat-${seat}`;
  const hand = (card: Card | null): string => (mine && card ? `hand-${card}` : panel);
  const tickets = mine ? "my-tickets" : panel;
  switch (event.event) {
    case "draw": {
      const card = event.card as Card | null;
      const from = event.from_deck ? "deck" : card ? `card-${card}` : "display";
      return [{ from, to: hand(card), piece: { kind: "card", card } }];
    }
    case "fill":
      return [
        {
          from: "deck",
          to: `display-${event.space as number}`,
          piece: { kind: "card", card: event.card as Card | null },
        },
      ];
    case "clear":
      return [{ from: "display", to: "discards", piece: { kind: "card", card: "bus" } }];
    case "shuffle":
      return [{ from: "discards", to: "deck", piece: { kind: "card", card: null } }];
    case "claim":
      return [
        ...(event.cards as Card[]).map((card) => ({
          from: hand(card),
          to: "discards",
          piece: { kind: "card", card },
        })),
        { from: panel, to: `route-${event.route as number}`, piece: { kind: "bus", seat } },
      ];
    case "offer":
      return [{ from: "ticket-deck", to: tickets, piece: { kind: "ticket" } }];
    case "keep":
      if (!event.returned) return [];
      return [{ from: tickets, to: "ticket-deck", piece: { kind: "ticket" } }];
    default:
      return [];
  }
}

export function sounds(event: GameEvent): Sound | null {
  switch (event.event) {
    case "draw":
    case "offer":
    case "keep":
      return "card";
    case "claim":
      return "bus";
    default:
      return null;
  }
}
