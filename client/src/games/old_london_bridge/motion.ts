/** Where events take place on the table, what moves, and what is heard. Spots are names in `data-spot`. */

import type { Flight, GameEvent, TextContext } from "../contract";
import type { Sound } from "../../sound/sounds";
import type { Building, Crest, Kind } from "./types";

/** Return the spot of a building: a slot of the viewer's bridge, or another player's panel. */
export function bridgeSpot(seat: number, slot: number, context: TextContext): string {
  return seat === (context.viewer ?? 0) ? `slot-${slot}` : `bridge-${seat}`;
}

export function spots(event: GameEvent): string[] {
  const seat = Number(event.seat);
  switch (event.event) {
    case "rondel":
    case "marker":
      return ["rondel"];
    case "reveal":
    case "order":
      return ["order"];
    case "choose":
    case "raise":
    case "return":
      return [`played-${seat}`];
    case "place":
      return [event.space === "centre" ? "centre" : `space-${String(event.space)}`];
    case "top":
      return [`stack-${String(event.stack)}`];
    case "build":
    case "pass":
      return [`bridge-${seat}`];
    case "chapel":
    case "gate":
      return [`${event.event}-${String(event.to)}`];
    case "tile_top":
      return [`tile-stack-${Number(event.stack) - 1}`];
    case "take_tile":
    case "use":
      return [`tiles-${seat}`];
    case "take_cards":
      return [`hand-${seat}`];
    case "earn":
      return [`money-${seat}`];
    case "stair":
      return ["chapel-0"];
    default:
      return [];
  }
}

export function flights(event: GameEvent, context: TextContext): Flight[] {
  const seat = Number(event.seat);
  const money = Number(event.money ?? 0);
  switch (event.event) {
    case "choose":
      return [card(null, `hand-${seat}`, `played-${seat}`)];
    case "return": {
      const to = event.to === "hand" ? `hand-${seat}` : `supply-${String(event.card)}`;
      return [card(Number(event.card), `played-${seat}`, to)];
    }
    case "place": {
      const space = event.space === "centre" ? "centre" : `space-${String(event.space)}`;
      const pawn = { from: `pawn-${seat}`, to: space, piece: { what: "pawn", seat } };
      return [pawn, ...coins(money, space, seat)];
    }
    case "build":
      return [build(event.building as Building, seat, Number(event.slot), context)];
    case "chapel":
    case "gate": {
      const to = `${event.event}-${String(event.to)}`;
      const from = `${event.event}-${String(event.from)}`;
      return [{ from, to, piece: { what: "marker", seat } }, ...coins(money, to, seat)];
    }
    case "take_tile": {
      const from = `tile-stack-${Number(event.stack) - 1}`;
      return [{ from, to: `tiles-${seat}`, piece: { what: "tile", tile: event.tile as string } }];
    }
    case "take_cards":
      return (event.cards as number[]).map((value) =>
        card(value, `supply-${value}`, `hand-${seat}`),
      );
    case "earn":
      return coins(money, event.for === "shop" ? `bridge-${seat}` : "order", seat);
    default:
      return [];
  }
}

export function sounds(event: GameEvent): Sound | null {
  switch (event.event) {
    case "choose":
    case "reveal":
    case "take_cards":
      return "card";
    case "build":
    case "take_tile":
      return "tile";
    case "place":
    case "chapel":
    case "gate":
    case "earn":
      return event.money ? "coin" : null;
    default:
      return null;
  }
}

function card(value: number | null, from: string, to: string): Flight {
  return { from, to, piece: { what: "card", value } };
}

/** Return the flight of coins that a seat gets or pays at a spot. */
function coins(money: number, spot: string, seat: number): Flight[] {
  if (money === 0) return [];
  const [from, to] = money > 0 ? [spot, `money-${seat}`] : [`money-${seat}`, spot];
  return [{ from, to, piece: { what: "coins", money: Math.abs(money) } }];
}

function build(building: Building, seat: number, slot: number, context: TextContext): Flight {
  const kind: Kind = building.type;
  const crests: Crest[] = building.crests;
  return {
    from: `stack-${kind}`,
    to: bridgeSpot(seat, slot, context),
    piece: { what: "building", building: { type: kind, number: building.number, crests } },
  };
}
