/** The shapes that stand beside the colours: of the cards, and of the seats' buses. */

import type { Card, Colour } from "./types";

/** Paths within a circle of radius 10 around the origin. */
export const SYMBOLS: Record<Colour, string> = {
  blue: "M0-8.5A8.5 8.5 0 1 1 0 8.5A8.5 8.5 0 1 1 0-8.5Z",
  green: "M0-9.5L9.5 7.5H-9.5Z",
  black: "M-7.5-7.5H7.5V7.5H-7.5Z",
  pink: "M0-10.5L9 0L0 10.5L-9 0Z",
  yellow: "M0-10.5L2.9-3.6L10.2-3.1L4.6 1.7L6.4 9L0 5L-6.4 9L-4.6 1.7L-10.2-3.1L-2.9-3.6Z",
  orange: "M-3.4-9.5H3.4V-3.4H9.5V3.4H3.4V9.5H-3.4V3.4H-9.5V-3.4H-3.4Z",
};

/** Heart, spade, club and diamond, as in the text symbols of the seats. */
export const SEAT_SYMBOLS = [
  "M0 9.5C-6 4.5-10 1-10-3.5C-10-7-7.5-9-5-9C-2.8-9-1-7.8 0-5.5C1-7.8 2.8-9 5-9C7.5-9 10-7 10-3.5C10 1 6 4.5 0 9.5Z",
  "M0-10C5-5 9.5-1.5 9.5 2.5C9.5 5.2 7.5 7 5.2 7C3.4 7 2 6 1.2 4.6C1.4 7 2.4 8.6 4 9.8H-4C-2.4 8.6-1.4 7-1.2 4.6C-2 6-3.4 7-5.2 7C-7.5 7-9.5 5.2-9.5 2.5C-9.5-1.5-5-5 0-10Z",
  "M0-10A4.6 4.6 0 0 1 3.6-2.5A4.6 4.6 0 1 1 1.2 4.4C1.4 7 2.4 8.6 4 9.8H-4C-2.4 8.6-1.4 7-1.2 4.4A4.6 4.6 0 1 1-3.6-2.5A4.6 4.6 0 0 1 0-10Z",
  "M0-10.5L8 0L0 10.5L-8 0Z",
];

export const SEATS = [
  { colour: "#d42c35", symbol: "♥" },
  { colour: "#8557c0", symbol: "♠" },
  { colour: "#008389", symbol: "♣" },
  { colour: "#a3672d", symbol: "♦" },
];

/** Whether ink or white is read best on a card's colour. */
export const onCard = (card: Card): "ink" | "white" =>
  card === "pink" || card === "yellow" || card === "orange" ? "ink" : "white";
