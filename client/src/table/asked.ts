/** Scrolling to that from which one may choose, where the table is higher than the page. */

import { tick } from "svelte";

/** Scroll what is asked for into view; not while somebody types, or reads in a dialog. */
export async function showAsked(board: HTMLElement): Promise<void> {
  await tick();
  if (document.activeElement?.closest("input, textarea, dialog")) return;
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  board
    .querySelector("[data-asked]")
    ?.scrollIntoView({ block: "nearest", behavior: still ? "instant" : "smooth" });
}
