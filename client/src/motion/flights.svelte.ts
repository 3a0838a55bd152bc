/** Animations: pieces that fly over the table when something happens. */

import { tick } from "svelte";
import type { Flight } from "../games/contract";
import { moveTime } from "../lib/settings.svelte";

const LONGEST = 1500; // ms for all animations of an update; later ones are dropped
const OVERLAP = 0.6; // of a flight's duration passes before the next starts
const CLOSEST = 60; // ms between two starts

interface Point {
  x: number;
  y: number;
}

/** A piece on its way between two points of the page. */
export interface FlyingPiece {
  id: number;
  piece: Record<string, unknown>;
  from: Point;
  to: Point;
  delay: number;
  time: number;
}

/** Return when each flight starts, in ms; those that would be too late are left out. */
export function starts(flights: number, time: number): number[] {
  const spare = Math.max(0, LONGEST - time);
  const step = Math.max(CLOSEST, Math.min(OVERLAP * time, spare / Math.max(1, flights - 1)));
  return Array.from({ length: flights }, (_, n) => n * step).filter((start) => start <= spare);
}

export class Flights {
  pieces: FlyingPiece[] = $state.raw([]);
  #last = 0;

  /**
   * Start flights, and return how long they take, in ms. Call it before the page is redrawn: their
   * starting points may vanish.
   */
  async launch(flights: Flight[], time = moveTime()): Promise<number> {
    if (!time || document.hidden || !flights.length) return 0;
    const from = flights.map((flight) => middle(flight.from));
    await tick();
    const found = flights.flatMap((flight, n): Omit<FlyingPiece, "delay">[] => {
      const start = from[n] ?? middle(flight.from);
      const end = middle(flight.to);
      if (!start || !end) return [];
      return [{ id: ++this.#last, piece: flight.piece, from: start, to: end, time }];
    });
    const delays = starts(found.length, time);
    const flying = delays.flatMap((delay, n) => (found[n] ? [{ ...found[n], delay }] : []));
    this.pieces = [...this.pieces, ...flying];
    const last = flying.at(-1);
    return last ? last.delay + last.time : 0;
  }

  /** Remove all pieces. */
  clear(): void {
    this.pieces = [];
  }

  /** Remove a piece that has arrived. */
  land(id: number): void {
    this.pieces = this.pieces.filter((flying) => flying.id !== id);
  }
}

/** Return the centre of the first visible spot of a name. */
function middle(spot: string): Point | null {
  for (const element of document.querySelectorAll(`[data-spot="${CSS.escape(spot)}"]`)) {
    const box = element.getBoundingClientRect();
    if (box.width || box.height) return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  }
  return null;
}
