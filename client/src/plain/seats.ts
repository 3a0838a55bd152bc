/** The colours and symbols of the seats: eight colours, which repeat for more seats. */

const COLOURS = [
  "light-dark(#b3261e, #ff8a7d)",
  "light-dark(#14549c, #8ab8ff)",
  "light-dark(#1b6b3a, #79d69a)",
  "light-dark(#8a5c00, #f5c852)",
  "light-dark(#6b3a9e, #cda6ff)",
  "light-dark(#00707a, #6fd6dd)",
  "light-dark(#a83279, #ff9bd2)",
  "light-dark(#4b5260, #c3c8d4)",
];
const MOST = 16;

export const SEATS = Array.from({ length: MOST }, (_, seat) => ({
  colour: COLOURS[seat % COLOURS.length] ?? "currentColor",
  symbol: String(seat + 1),
}));
