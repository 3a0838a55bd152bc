/** What a placement would do, in words: "+£2, build chapel 32 in place of 27, 1 chapel step". */

import type { Move } from "../contract";
import { joinWithOr, say } from "./names";
import type { BridgeMaterial, BridgeView, Building, Effect, Kind, Prospect, Space } from "./types";

function gains(kind: Kind, { steps, money, tiles, cards }: Effect): string[] {
  return [
    ...(steps
      ? [say(kind === "gate" ? "gain_gate_steps" : "gain_chapel_steps", { n: steps })]
      : []),
    ...(money ? [say("gain_money", { n: money })] : []),
    ...(tiles ? [say("gain_tiles", { n: tiles })] : []),
    ...(cards ? [say("gain_cards", { n: cards })] : []),
    ...(kind === "guild" || kind === "park" ? [say(`effect_${kind}`)] : []),
  ];
}

/** "Build chapel 32 in place of 27, 1 chapel step", without the capital. */
export function buildText(building: Building, { replaces, effects }: Prospect): string {
  const build = say(`build_${building.type}`, { number: building.number ?? "" });
  const each = effects.map((effect) => gains(building.type, effect).join(", "));
  const common = each.every((text) => text === each[0]) && each[0] ? [each[0]] : [];
  if (!replaces.length) return [say("built_at_end", { build }), ...common].join(", ");
  const numbers = joinWithOr(
    replaces.map((number, i) =>
      common.length || !each[i] ? String(number) : say("with_effect", { number, effect: each[i] }),
    ),
  );
  return [say("built_in_place", { build, numbers }), ...common].join(", ");
}

/** How the pawn comes there: with which tile, what it is paid, or what it costs. */
function arrival(space: Space, stack: Kind, view: BridgeView, material: BridgeMaterial): string[] {
  const shared = view.shared.includes(space === "outer" ? stack : "centre");
  return [...(shared ? [say("to_shared")] : []), paid(space, stack, view, material)];
}

function paid(space: Space, stack: Kind, view: BridgeView, material: BridgeMaterial): string {
  if (space === "centre") return say("to_centre", { cost: material.centre_cost });
  if (space === "free centre") return say("to_free_centre");
  const money = view.rondel.find((one) => one.stack === stack)?.money ?? null;
  return money === null ? say("to_x") : say("gain_money", { n: money });
}

/** Return what a placement or a replacement would do; null if the view does not tell. */
export function sayOutcome(move: Move, view: BridgeView, material: BridgeMaterial): string | null {
  if (move.kind === "replace") return replacement(Number(move.number), view);
  if (move.kind !== "place") return null;
  const stack = move.stack as Kind;
  const building = view.stacks[stack].top;
  const prospect = view.prospects?.[stack];
  if (!building || !prospect) return null;
  const parts = [
    ...arrival(move.space as Space, stack, view, material),
    buildText(building, prospect),
  ];
  return capital(parts.join(", "));
}

function replacement(number: number, { building, replacing }: BridgeView): string | null {
  const effect = replacing?.effects[replacing.replaces.indexOf(number)];
  if (!building || !replacing || !effect) return null;
  return capital(buildText(building, { ...replacing, replaces: [number], effects: [effect] }));
}

const capital = (text: string): string => text.charAt(0).toLocaleUpperCase() + text.slice(1);
