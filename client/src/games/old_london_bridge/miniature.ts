/**
 * The other players' bridges in miniature: a whole bridge is drawn in a few paths,
 * one for each colour, since three bridges of a hundred shapes each would be slow to draw.
 * A building is 72 by 96; all its paths are relative, so that they can be moved to its slot.
 */

import { CHARGES, SHIELD } from "./crests";
import { CRESTS, type Building, type Crest, type Kind } from "./types";

export const SLOT = 72;

interface Outline {
  walls?: string;
  timber?: string;
  leaves?: string;
  /** In the colour of the crest. */
  roof?: string;
  openings: string;
}

const OUTLINES: Record<Kind, Outline> = {
  chapel: {
    walls: "m10 44h52v52h-52z",
    roof: "m36 9 32 38h-64z",
    openings: "m36 0v12m-5-7h10m-27 77v-20h8v20zm36 0v-20h8v20z",
  },
  gate: {
    walls: "m18 30h36v66h-36zm-15-6h18v72h-18zm48 0h18v72h-18z",
    roof: "m12 4 11 21h-22zm48 0 11 21h-22z",
    openings: "m24 96v-10h24v10zm-14-40v10h4v-10zm48 0v10h4v-10z",
  },
  inn: {
    walls: "m51 30v-22h9v30zm-45 14h60v24h-5v28h-50v-28h-5z",
    roof: "m36 8 34 38h-68z",
    openings: "m6 68h60m-57-16 11 14m0-14-11 14m43-14 11 14m0-14-11 14m-38 10h7v9h-7zm37 0h7v9h-7z",
  },
  shop: {
    walls: "m8 44h56v52h-56z",
    roof: "m4 48v-9h7v-9h7v-9h7v-9h6v-8h10v8h6v9h7v9h7v9h7v9z" + "m1 34h18v7h-18zm44 0h18v7h-18z",
    openings: "m12 56h9v10h-9zm39 0h9v10h-9z",
  },
  guild: {
    walls: "m5 46h62v50h-62z",
    roof: "m14 16h44l12 30h-68zm22 0v-16h10v6h-10",
    openings: "m30 96v-14h12v14zm-25-19h62",
  },
  park: {
    timber: "m17 56h5v40h-5zm33 0h5v40h-5z",
    leaves:
      "m36 12q16 0 16 14 16 2 16 18 0 17-17 17-10 0-15-8-5 8-15 8-17 0-17-17 0-16 16-18 0-14 16-14z",
    openings: "m2 88h68m-62 8v-14m56 14v-14",
  },
};
const PLAQUE = "m10 18h52v35h-52z";
const VACANT = "m6 96v-88h60v88";
/** Where the one crest of a building is. */
const ONE = "m24 55";

/** A bridge in little, by ink. */
export interface Miniature {
  walls: string;
  timber: string;
  leaves: string;
  /** By crest, or "none" where a building has several. */
  roofs: { crest: Crest | "none"; path: string }[];
  openings: string;
  plaques: string;
  shields: { crest: Crest; path: string }[];
  charges: string;
  vacant: string;
}

/** Return the paths of a bridge with so many slots. */
export function drawMiniature(bridge: Building[], slots: number): Miniature {
  const along = (shape: (building: Building) => string | undefined): string =>
    bridge
      .map((building, slot) => {
        const path = shape(building);
        return path ? `M${slot * SLOT} 0${path}` : "";
      })
      .join("");
  const crestOf = ({ crests }: Building): Crest | "none" =>
    crests.length === 1 ? (crests[0] ?? "none") : "none";
  const inCrest = (crest: Crest | "none", shape: (building: Building) => string | undefined) => ({
    crest,
    path: along((building) => (crestOf(building) === crest ? shape(building) : undefined)),
  });
  return {
    walls: along(({ type }) => OUTLINES[type].walls),
    timber: along(({ type }) => OUTLINES[type].timber),
    leaves: along(({ type }) => OUTLINES[type].leaves),
    roofs: ([...CRESTS, "none"] as const).map((crest) =>
      inCrest(crest, ({ type }) => OUTLINES[type].roof),
    ),
    openings: along(({ type }) => OUTLINES[type].openings),
    plaques: along(({ number }) => (number === null ? undefined : PLAQUE)),
    shields: CRESTS.map((crest) => ({ crest, path: inCrest(crest, () => ONE + SHIELD).path })),
    charges: along((building) => {
      const crest = crestOf(building);
      return crest === "none" ? undefined : ONE + CHARGES[crest];
    }),
    vacant: Array.from(
      { length: slots - bridge.length },
      (_, i) => `M${(bridge.length + i) * SLOT} 0${VACANT}`,
    ).join(""),
  };
}
