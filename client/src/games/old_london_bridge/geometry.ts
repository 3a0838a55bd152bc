/** Where things lie around the rondel: clockwise places on a sheet of 480 by 462. */

export const WIDTH = 480;
export const HEIGHT = 462;
export const OUTER = 122;
export const INNER = 41;

/** The middles of the stacks, from the upper right on, around the middle of the rondel. */
export const PLACES = [
  { x: 104, y: -170 },
  { x: 196, y: 0 },
  { x: 104, y: 170 },
  { x: -104, y: 170 },
  { x: -196, y: 0 },
  { x: -104, y: -170 },
] as const;

/** The angle of a place, clockwise from the top. */
export const angle = (place: number): number => 30 + 60 * place;

/** A point of the rondel at a place. */
export function at(place: number, radius: number): { x: number; y: number } {
  const turn = (angle(place) * Math.PI) / 180;
  return { x: radius * Math.sin(turn), y: -radius * Math.cos(turn) };
}

export const left = (x: number): string => `${(100 * (x + WIDTH / 2)) / WIDTH}%`;
export const top = (y: number): string => `${(100 * (y + HEIGHT / 2)) / HEIGHT}%`;

/** The outline of the space at the first place, as a path. */
export function wedge(): string {
  const edge = (degrees: number, r: number): string => {
    const turn = (degrees * Math.PI) / 180;
    return `${(r * Math.sin(turn)).toFixed(1)} ${(-r * Math.cos(turn)).toFixed(1)}`;
  };
  return `M${edge(0, INNER)}L${edge(0, OUTER)}A${OUTER} ${OUTER} 0 0 1 ${edge(60, OUTER)}L${edge(60, INNER)}A${INNER} ${INNER} 0 0 0 ${edge(0, INNER)}z`;
}
