/** The table as text, for screen readers. */

import { clauses, list } from "../../i18n/index.svelte";
import { sayPlace } from "../../lib/words";
import type { View, TextContext } from "../contract";
import {
  buildingName,
  buildingTitle,
  cardName,
  cardNames,
  nameInList,
  say,
  sayOf,
  tileName,
  nameInSentence,
} from "./names";
import { buildText } from "./prospects";
import { scoringHow } from "./say";
import { CATEGORIES, CRESTS, TRACKS, cardsOf, inStack } from "./types";
import type { BridgeMaterial, BridgeView, Kind, Player, Track } from "./types";

export interface Part {
  heading: string;
  lines: string[];
}

export function readTable(view: View, context: TextContext): Part[] {
  const v = view as BridgeView;
  return [
    { heading: say("read_round"), lines: readRound(v, context) },
    { heading: say("read_rondel"), lines: readRondel(v, context) },
    { heading: say("read_tracks"), lines: TRACKS.map((track) => readTrack(v, track, context)) },
    { heading: say("read_store"), lines: readStore(v) },
    { heading: say("read_scoring"), lines: CATEGORIES.map((c) => scoringHow(c, v.scoring[c])) },
    ...v.players.map((player, seat) => ({
      heading:
        seat === context.viewer
          ? say("bridge_yours")
          : say("bridge_of", { name: nameInList(seat, context) }),
      lines: readPlayer(v, player, context),
    })),
  ];
}

function readRound(view: BridgeView, context: TextContext): string[] {
  const [ones = 0, twos = 0, threes = 0] = view.markers;
  const now = view.phase === "raise" ? -1 : view.order.findIndex((turn) => !turn.over);
  const order = view.order.map((turn, i) => {
    const card = view.players[turn.seat]?.played[turn.card];
    const name = nameInList(turn.seat, context);
    const state = say(turn.over ? "order_over" : i === now ? "order_now" : "order_next_turn");
    if (!card) return say("order_line_gone", { name, state });
    return say("order_line", { name, card: cardName(card.value, card.raised), state });
  });
  return [
    `${say("round_of", { round: view.round, rounds: view.rounds })}.`,
    `${say("markers_left", { ones, twos, threes })}.`,
    ...(view.turn === null ? [] : [sayOf("read_asked", view.turn, context)]),
    ...(order.length ? [say("event_order", { names: clauses(order) })] : []),
  ];
}

/** Return the seats whose pawns are on a space. */
export function pawnsOn(view: BridgeView, space: Kind | "centre"): number[] {
  return view.players.flatMap((player, seat) => (player.pawn === space ? [seat] : []));
}

function pawns(view: BridgeView, space: Kind | "centre", context: TextContext): string {
  const there = pawnsOn(view, space).map((seat) => nameInSentence(seat, context));
  return there.length ? say("read_pawns", { names: list(there) }) : say("read_no_pawn");
}

function readRondel(view: BridgeView, context: TextContext): string[] {
  const lines = view.rondel.map(({ stack: kind, money }) => {
    const { top, left } = view.stacks[kind];
    if (!top) return say("read_stack_empty", { stack: say(`type_${kind}`) });
    const prospect = view.prospects?.[kind];
    const line = say("read_stack", {
      building: buildingTitle(top),
      left: say("left_n", { n: inStack({ top, left }) }),
      space: money === null ? say("space_x") : say("space_money", { n: money }),
      pawns: pawns(view, kind, context),
    });
    return prospect
      ? `${line} ${say("read_prospect", { prospect: buildText(top, prospect) })}`
      : line;
  });
  const cost = (context.material as BridgeMaterial).centre_cost;
  return [...lines, say("read_centre", { cost, pawns: pawns(view, "centre", context) })];
}

export function readTrack(view: BridgeView, track: Track, context: TextContext): string {
  const places = view.players
    .map((player, seat) => ({ player, seat }))
    .sort((a, b) => b.player[track] - a.player[track] || a.player.rank - b.player.rank)
    .map(({ player, seat }) =>
      track === "chapel" && player.chapel === 0
        ? say("track_place_stair", {
            name: nameInList(seat, context),
            stair: "ABCD"[player.rank] ?? "",
          })
        : say("track_place", { name: nameInList(seat, context), steps: player[track] }),
    );
  const label = say("track_label", { track: say(`track_${track}`), places: list(places) });
  return `${label} ${gains(view, track)}.`;
}

function gains(view: BridgeView, track: Track): string {
  const at = (amounts: number[]): number[] => amounts.flatMap((n, i) => (n ? [i] : []));
  if (track === "gate") {
    const spaces = at(view.tracks.gate).join(", ");
    return say("track_bonuses", { spaces, money: view.tracks.gate_end });
  }
  const coins = at(view.tracks.chapel).map((space) =>
    say("track_coin", { space, money: view.tracks.chapel[space] ?? 0 }),
  );
  return say("track_coins", { coins: coins.join(", ") });
}

function readStore(view: BridgeView): string[] {
  const cards = Object.entries(view.supply).map(([value, n]) =>
    say("supply_label", { n, card: cardName(Number(value)) }),
  );
  const tiles = view.tile_stacks.flatMap(({ top }) => (top ? [tileName(top)] : []));
  return [
    say("read_supply_line", { cards: list(cards) || say("none") }),
    say("read_tiles_line", { tiles: list(tiles) || say("none") }),
  ];
}

function readPlayer(view: BridgeView, player: Player, context: TextContext): string[] {
  const lines = [
    say("read_has", {
      money: player.money === null ? say("money_hidden") : say("money", { money: player.money }),
      cards: say("cards_n", { n: player.cards }),
    }),
  ];
  if (player.score && player.place) {
    const total = Object.values(player.score).reduce<number>((sum, part) => sum + Number(part), 0);
    lines.unshift(say("read_place", { place: sayPlace(player.place), total }));
  }
  if (player.hand && player.cards)
    lines.push(say("read_hand", { cards: cardNames(cardsOf(player.hand)) }));
  if (player.choice) lines.push(say("read_chose", { cards: cardNames(player.choice) }));
  else if (player.chosen) lines.push(`${say("face_down")}.`);
  const played = player.played.flatMap((card) => (card ? [cardName(card.value, card.raised)] : []));
  if (played.length) lines.push(say("read_played", { cards: list(played) }));
  const slots = (context.material as BridgeMaterial).slots;
  const buildings = player.bridge.map(buildingName).join(", ");
  lines.push(
    buildings
      ? say("read_bridge", { buildings, empty: slots - player.bridge.length })
      : say("read_bridge_empty"),
    say("read_crests", {
      crests: CRESTS.map((crest) =>
        say("strength_of", { crest: say(`crest_${crest}`), n: player.strengths[crest] }),
      ).join(", "),
    }),
    say("read_steps", { chapel: player.chapel, gate: player.gate }),
  );
  if (player.tiles.length)
    lines.push(say("read_tiles", { tiles: list(player.tiles.map(tileName)) }));
  if (player.fresh.length)
    lines.push(say("read_fresh", { tiles: list(player.fresh.map(tileName)) }));
  return lines;
}
