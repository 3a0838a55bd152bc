/** The flat drawings on the cards, around the origin, 56 wide and 28 high. */

import type { Card } from "./types";

export interface Vehicle {
  /** Filled by the even-odd rule. */
  body: string;
  /** Stroked. */
  lines: string;
  wheels: [x: number, y: number, radius: number][];
}

export const VEHICLES: Record<Card, Vehicle> = {
  blue: {
    body: "M-29 3H29L21 12H-20ZM-16 1V-6H14V1ZM-8-8V-14H0V-8ZM-11-4V-1H-6V-4ZM-3-4V-1H2V-4ZM5-4V-1H10V-4Z",
    lines: "M-30 15Q-25 11-20 15T-10 15T0 15T10 15T20 15T30 15",
    wheels: [],
  },
  green: {
    body: "",
    lines:
      "M-15 6L-7-8H9L15 6M-7-8L0 6H-15M0 6L9-8M-11-10H-4M9-8L7-14H13M-15-3A9 9 0 1 0-14.9-3ZM15-3A9 9 0 1 0 15.1-3Z",
    wheels: [],
  },
  black: {
    body: "M-28 8V-1Q-28-4-24-4L-18-5L-11-14H9L17-5L24-3Q28-2 28 2V8ZM-13-5H-3V-11H-9ZM0-5H11L6-11H0Z",
    lines: "",
    wheels: [
      [-16, 8, 5.5],
      [16, 8, 5.5],
    ],
  },
  pink: {
    body: "M-24 8V0Q-24-4-20-4L-14-13Q-13-14-11-14H7Q10-14 12-11L17-4L22-3Q25-2 25 1V8ZM-15-4H-4V-11H-11ZM-1-4H12L7-11H-1Z",
    lines: "",
    wheels: [
      [-14, 8, 5.5],
      [15, 8, 5.5],
    ],
  },
  yellow: {
    body: "M-22 6Q-23-4-12-5H-2L2 4H9L13-10H19V-7H16L21 6H14Q8 9 0 8H-22ZM-18-9H-3V-6H-18Z",
    lines: "M9-12H16",
    wheels: [
      [-14, 8, 5.5],
      [18, 8, 5.5],
    ],
  },
  orange: {
    body: "M-28 8V-12Q-28-14-26-14H9L18-4L25-2Q28-1 28 2V8ZM5-10V-3H14L8-10Z",
    lines: "",
    wheels: [
      [-16, 8, 5.5],
      [16, 8, 5.5],
    ],
  },
  bus: {
    body: "M-26 9V-15Q-26-18-23-18H23Q26-18 26-15V9ZM-22-14V-8H-13V-14ZM-10-14V-8H-1V-14ZM2-14V-8H11V-14ZM14-14V-8H22V-14ZM-22-3V6H-15V-3ZM-11-3V3H-2V-3ZM2-3V3H10V-3ZM14-3V3H22V-3Z",
    lines: "",
    wheels: [
      [-13, 9, 5],
      [14, 9, 5],
    ],
  },
};
