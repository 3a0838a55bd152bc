/** The cheapest path of a ticket over the seat's own and free routes, to be shown on the map. */

import { at, type London, type LondonView } from "./types";

export interface Path {
  /** The routes of the path, in order. */
  routes: number[];
  /** The cards that are still needed. */
  cards: number;
}

/** Return the cheapest path between two places for a seat; null if there is none. */
export function cheapestPath(
  material: London,
  view: LondonView,
  seat: number,
  [from, to]: [number, number],
): Path | null {
  const closed = new Set(view.closed);
  const cost = (route: number): number => {
    const owner = view.routes[route] ?? null;
    if (owner === seat) return 0;
    return owner === null && !closed.has(route) ? at(material.routes, route).length : Infinity;
  };
  const far = material.places.map(() => Infinity);
  const by: (number | null)[] = material.places.map(() => null);
  const open = new Set(material.places.keys());
  far[from] = 0;
  while (open.size > 0) {
    const here = [...open].reduce((a, b) => (at(far, b) < at(far, a) ? b : a));
    if (here === to || at(far, here) === Infinity) break;
    open.delete(here);
    material.routes.forEach(({ ends }, route) => {
      if (!ends.includes(here)) return;
      const there = ends[0] === here ? ends[1] : ends[0];
      const reach = at(far, here) + cost(route);
      if (reach < at(far, there)) [far[there], by[there]] = [reach, route];
    });
  }
  if (at(far, to) === Infinity) return null;
  const routes: number[] = [];
  for (let place = to; place !== from;) {
    const route = by[place];
    if (route === null || route === undefined) break;
    routes.unshift(route);
    const { ends } = at(material.routes, route);
    place = ends[0] === place ? ends[1] : ends[0];
  }
  return { routes, cards: at(far, to) };
}

export type TicketState = "done" | "possible" | "blocked";
