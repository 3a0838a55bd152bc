/** How Ticket to Ride: London is shown where games are chosen. */

import type { GameCard } from "../contract";
import Picture from "./Picture.svelte";

const card: GameCard = { Picture, rank: 1 };

export default card;
