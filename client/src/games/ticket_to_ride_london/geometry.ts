/** Where each space of each route is drawn; computed once. */

import { BENDS, HEIGHT, SPOTS, THAMES, WIDTH, type Point, type Spot } from "./layout";
import { at, type London, type Place, type Route } from "./types";

export interface Slot {
  x: number;
  y: number;
  /** Degrees, between -90 and 90, so that a bus stands upright. */
  angle: number;
  length: number;
}

export interface Lane {
  slots: Slot[];
  /** The outlines of all its spaces: one path draws faster than a shape for each. */
  outlines: string;
  /** The line along the lane, between its places. */
  path: string;
  middle: Point;
}

export interface Drawn {
  spots: Spot[];
  lanes: Lane[];
  /** A line between the places of each route, under its lanes. */
  roads: string[];
}

export const SLOT_WIDTH = 22;
const CORNER = 5;
const LANE_GAP = 25;
const END = 16; // distance kept from a place
const FARTHEST = 44; // how far a space may be moved away from a place
const AIR = 1.5; // gap between spaces that meet there
const ROUNDS = 20;
const LONGEST_SLOT = 50;
const SLOT_GAP = 4;
const STEPS = 40;

/** Return the distance kept at both ends of a lane. */
type Free = [number, number];

const drawn = new WeakMap<London, Drawn>();

/** Return the drawing of a material. */
export function draw(material: London): Drawn {
  const known = drawn.get(material);
  if (known) return known;
  const spots = material.places.map(spotOf);
  const curves = material.routes.map((route) => curve(material, spots, route));
  const made: Drawn = {
    spots,
    lanes: lanes(material, curves),
    roads: curves.map((points) => line(points)),
  };
  drawn.set(material, made);
  return made;
}

/** Return where a place is drawn; one that this map does not have, roughly as in the material. */
function spotOf(place: Place): Spot {
  const fallback: Spot = {
    at: [place.x * WIDTH, place.y * HEIGHT],
    name: { dx: 0, dy: -20, anchor: "middle", lines: [place.name] },
  };
  return SPOTS[place.name] ?? fallback;
}

/** Points along a gentle curve from one place to the other. */
function curve(material: London, spots: Spot[], route: Route): Point[] {
  const [a, b] = route.ends;
  const [x0, y0] = at(spots, a).at;
  const [x1, y1] = at(spots, b).at;
  const bend = BENDS[`${at(material.places, a).name}|${at(material.places, b).name}`] ?? 0;
  const long = Math.hypot(x1 - x0, y1 - y0);
  const cx = (x0 + x1) / 2 + (2 * bend * (y1 - y0)) / long;
  const cy = (y0 + y1) / 2 - (2 * bend * (x1 - x0)) / long;
  return Array.from({ length: STEPS + 1 }, (_, step) => {
    const t = step / STEPS;
    const [p, q, r] = [(1 - t) ** 2, 2 * t * (1 - t), t ** 2];
    return [p * x0 + q * cx + r * x1, p * y0 + q * cy + r * y1] as Point;
  });
}

/** The same curve, moved to a side. */
function beside(points: Point[], distance: number): Point[] {
  return points.map(([x, y], i) => {
    const [px, py] = at(points, Math.max(0, i - 1));
    const [nx, ny] = at(points, Math.min(points.length - 1, i + 1));
    const long = Math.hypot(nx - px, ny - py);
    return [x - (distance * (ny - py)) / long, y + (distance * (nx - px)) / long];
  });
}

function lane(points: Point[], route: Route, free: Free): Lane {
  const reach = lengths(points);
  const whole = at(reach, STEPS);
  const pitch = (whole - free[0] - free[1]) / route.length;
  const length = Math.min(LONGEST_SLOT, pitch - SLOT_GAP);
  const slots = Array.from({ length: route.length }, (_, i) => {
    const from = free[0] + (i + 0.5) * pitch;
    const [x, y] = along(points, reach, from);
    const [x0, y0] = along(points, reach, from - length / 2);
    const [x1, y1] = along(points, reach, from + length / 2);
    return { x: round(x), y: round(y), angle: upright(x1 - x0, y1 - y0), length: round(length) };
  });
  const shown = points.filter((_, i) => at(reach, i) >= END && at(reach, i) <= whole - END);
  return {
    slots,
    outlines: slots.map(outline).join(""),
    path: line(shown),
    middle: along(points, reach, whole / 2),
  };
}

/** Shorten lanes so that their spaces do not overlap where they meet at a place. */
function lanes(material: London, curves: Point[][]): Lane[] {
  const points = material.routes.map(({ twin }, number) => {
    const side = twin === null ? 0 : twin > number ? -LANE_GAP / 2 : LANE_GAP / 2;
    return side ? beside(at(curves, number), side) : at(curves, number);
  });
  const free = material.routes.map((): Free => [END, END]);
  const made = material.routes.map((route, i) => lane(at(points, i), route, at(free, i)));
  for (let round = 0; round < ROUNDS; round++) {
    const tight = new Set<string>();
    material.routes.forEach((one, i) => {
      material.routes.slice(i + 1).forEach((other, after) => {
        const j = i + 1 + after;
        for (const place of one.ends) {
          if (!other.ends.includes(place) || one.twin === j) continue;
          const [a, b] = [one.ends.indexOf(place), other.ends.indexOf(place)];
          if (!touch(endSlot(at(made, i), a), endSlot(at(made, j), b))) continue;
          tight.add(`${i} ${a}`).add(`${j} ${b}`);
        }
      });
    });
    if (tight.size === 0) break;
    for (const [number = 0, end = 0] of [...tight].map((name) => name.split(" ").map(Number))) {
      const mine = at(free, number);
      mine[end as 0 | 1] = Math.min(FARTHEST, mine[end as 0 | 1] + 2);
      made[number] = lane(at(points, number), at(material.routes, number), mine);
    }
  }
  return made;
}

function endSlot({ slots }: Lane, end: number): Slot {
  return at(slots, end === 0 ? 0 : slots.length - 1);
}

/** Return whether two spaces overlap, by the separating axis theorem. */
function touch(a: Slot, b: Slot): boolean {
  return !apart(a, b) && !apart(b, a);
}

function apart(a: Slot, b: Slot): boolean {
  const turn = (-a.angle * Math.PI) / 180;
  const own = corners(b).map(([x, y]): Point => {
    const [dx, dy] = [x - a.x, y - a.y];
    return [dx * Math.cos(turn) - dy * Math.sin(turn), dx * Math.sin(turn) + dy * Math.cos(turn)];
  });
  const beyond = (axis: 0 | 1, half: number): boolean =>
    own.every((point) => point[axis] > half) || own.every((point) => point[axis] < -half);
  return beyond(0, a.length / 2 + AIR) || beyond(1, SLOT_WIDTH / 2 + AIR);
}

function corners({ x, y, angle, length }: Slot): Point[] {
  const [c, s] = [Math.cos((angle * Math.PI) / 180), Math.sin((angle * Math.PI) / 180)];
  return [-1, 1].flatMap((i) =>
    [-1, 1].map((j): Point => {
      const [dx, dy] = [(i * length) / 2, (j * SLOT_WIDTH) / 2];
      return [x + dx * c - dy * s, y + dx * s + dy * c];
    }),
  );
}

/** A rectangle with round corners, turned. */
function outline({ x, y, angle, length }: Slot): string {
  const [c, s] = [Math.cos((angle * Math.PI) / 180), Math.sin((angle * Math.PI) / 180)];
  const turned = (dx: number, dy: number): string =>
    `${round(dx * c - dy * s)} ${round(dx * s + dy * c)}`;
  const [long, wide, r] = [length - 2 * CORNER, SLOT_WIDTH - 2 * CORNER, CORNER];
  const corner = (dx: number, dy: number): string => `a${r} ${r} 0 0 1 ${turned(dx, dy)}`;
  const [dx, dy] = [-long / 2, -SLOT_WIDTH / 2];
  return (
    `M${round(x + dx * c - dy * s)} ${round(y + dx * s + dy * c)}l${turned(long, 0)}${corner(r, r)}` +
    `l${turned(0, wide)}${corner(-r, r)}l${turned(-long, 0)}${corner(-r, -r)}` +
    `l${turned(0, -wide)}${corner(r, -r)}z`
  );
}

function upright(dx: number, dy: number): number {
  const angle = (Math.atan2(dy, dx) * 180) / Math.PI;
  return round(angle > 90 ? angle - 180 : angle <= -90 ? angle + 180 : angle);
}

function lengths(points: Point[]): number[] {
  const reach = [0];
  for (let i = 1; i < points.length; i++) {
    const [x0, y0] = at(points, i - 1);
    const [x1, y1] = at(points, i);
    reach.push(at(reach, i - 1) + Math.hypot(x1 - x0, y1 - y0));
  }
  return reach;
}

function along(points: Point[], reach: number[], distance: number): Point {
  const i = Math.max(
    1,
    reach.findIndex((far) => far >= distance),
  );
  const share = (distance - at(reach, i - 1)) / (at(reach, i) - at(reach, i - 1));
  const [x0, y0] = at(points, i - 1);
  const [x1, y1] = at(points, i);
  return [x0 + share * (x1 - x0), y0 + share * (y1 - y0)];
}

const round = (value: number): number => Math.round(value * 10) / 10;

function line(points: Point[]): string {
  return "M" + points.map(([x, y]) => `${round(x)} ${round(y)}`).join("L");
}

/** A smooth line through points. */
export function smooth(points: Point[], closed = false): string {
  const last = points.length - 1;
  const near = (i: number): Point =>
    closed
      ? at(points, (i + points.length) % points.length)
      : at(points, Math.min(last, Math.max(0, i)));
  const parts = Array.from({ length: closed ? points.length : last }, (_, i) => {
    const [a, b, c, d] = [near(i - 1), near(i), near(i + 1), near(i + 2)];
    const first = `${round(b[0] + (c[0] - a[0]) / 6)} ${round(b[1] + (c[1] - a[1]) / 6)}`;
    const second = `${round(c[0] - (d[0] - b[0]) / 6)} ${round(c[1] - (d[1] - b[1]) / 6)}`;
    return `C${first} ${second} ${round(c[0])} ${round(c[1])}`;
  });
  const [x, y] = near(0);
  return `M${x} ${y}${parts.join("")}${closed ? "Z" : ""}`;
}

export const RIVER = smooth(THAMES);

/** The lane nearest to a point, if one is within reach: for fingers. */
export function nearestLane(lanes: Lane[], [x, y]: Point, reach: number): number | null {
  let best: number | null = null;
  let least = reach;
  lanes.forEach((one, number) => {
    for (const slot of one.slots) {
      const far = Math.hypot(slot.x - x, slot.y - y);
      if (far < least) [best, least] = [number, far];
    }
  });
  return best;
}
