/** The shapes of the four crests in 24 by 28. All paths are relative, so that they can be moved. */

import type { Crest } from "./types";

export const SHIELD = "m1 1h22v12c0 8-6 12-11 14-5-2-11-6-11-14z";
export const CHARGES: Record<Crest, string> = {
  blue: "m16 6.5a7 7 0 1 0 0 12 6 6 0 1 1 0-12z",
  orange: "m12 4.5 2.3 5 5.5.6-4.1 3.7 1.2 5.4-4.9-2.7-4.9 2.7 1.2-5.4-4.1-3.7 5.5-.6z",
  grey: "m10 4.5h4v5h5v4h-5v8h-4v-8h-5v-4h5z",
  green: "m12 4c6 4.5 6.5 10 1 14.5v4.5h-2v-4.5c-5.5-4.5-5-10 1-14.5z",
};
