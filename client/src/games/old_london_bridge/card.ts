/** How Old London Bridge is shown where games are chosen. */

import type { GameCard } from "../contract";
import Picture from "./Picture.svelte";

const card: GameCard = { Picture, rank: 2, titleFont: "var(--font-old)" };

export default card;
