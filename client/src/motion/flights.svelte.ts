/** Pieces that fly over the table when something happens: only for the eye, and never in the way. */

import { tick } from "svelte";
import type { Flight } from "../games/contract";
import { moveTime } from "../lib/settings.svelte";

const LONGEST = 1500; // ms for all that flies at once; the rest is dropped
const OVERLAP = 0.6; // of a flight's time passes before the next starts
const CLOSEST = 60; // ms between two starts

interface Point {
  x: number;
  y: number;
}

/** A piece on its way. */
export interface Ghost {
  id: number;
  piece: Record<string, unknown>;
  from: Point;
  to: Point;
  delay: number;
  time: number;
}

/** When each of so many flights starts, in ms; those that would come too late are left out. */
export function starts(flights: number, time: number): number[] {
  const spare = Math.max(0, LONGEST - time);
  const step = Math.max(CLOSEST, Math.min(OVERLAP * time, spare / Math.max(1, flights - 1)));
  return Array.from({ length: flights }, (_, n) => n * step).filter((start) => start <= spare);
}

export class Flights {
  ghosts: Ghost[] = $state.raw([]);
  #last = 0;

  /** Let pieces fly. Call it before the page is drawn anew: what they leave may be gone then. */
  async launch(flights: Flight[]): Promise<void> {
    const time = moveTime();
    if (!time || document.hidden || !flights.length) return;
    const from = flights.map((flight) => middle(flight.from));
    await tick();
    const found = flights.flatMap((flight, n): Omit<Ghost, "delay">[] => {
      const start = from[n] ?? middle(flight.from);
      const end = middle(flight.to);
      if (!start || !end) return [];
      return [{ id: ++this.#last, piece: flight.piece, from: start, to: end, time }];
    });
    const delays = starts(found.length, time);
    const flying = delays.flatMap((delay, n) => (found[n] ? [{ ...found[n], delay }] : []));
    this.ghosts = [...this.ghosts, ...flying];
  }

  /** Let a piece go that has arrived. */
  land(id: number): void {
    this.ghosts = this.ghosts.filter((ghost) => ghost.id !== id);
  }
}

/** The middle of the first spot of a name that can be seen. */
function middle(spot: string): Point | null {
  for (const element of document.querySelectorAll(`[data-spot="${CSS.escape(spot)}"]`)) {
    const box = element.getBoundingClientRect();
    if (box.width || box.height) return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  }
  return null;
}
