/** The colours and symbols of the seats; the shapes are drawn in HouseSymbols.svelte. */

export const SEATS = [
  { colour: "light-dark(#a8182f, #ff8798)", symbol: "▲" },
  { colour: "light-dark(#5f2b8a, #cda6ff)", symbol: "●" },
  { colour: "light-dark(#8a5c00, #f5c852)", symbol: "■" },
  { colour: "light-dark(#2b2b2f, #f2efe6)", symbol: "◆" },
];

export const colourOf = (seat: number): string => SEATS[seat]?.colour ?? "currentColor";
