/** Scrolling to that from which one may choose, where the table is higher than the page. */

import { tick } from "svelte";

interface Span {
  top: number;
  bottom: number;
}

/** Scroll what is asked for in between the bars; not while somebody types, or reads in a dialog. */
export async function showAsked(board: HTMLElement, above: number, below: number): Promise<void> {
  await tick();
  if (document.activeElement?.closest("input, textarea, dialog")) return;
  const asked = [...board.querySelectorAll("[data-asked]")].map((one) =>
    one.getBoundingClientRect(),
  );
  if (asked.length === 0) return;
  const scroller = scrollerOf(board);
  const seen = scroller?.getBoundingClientRect() ?? { top: 0, bottom: innerHeight };
  const by = distance(
    {
      top: Math.min(...asked.map(({ top }) => top)),
      bottom: Math.max(...asked.map(({ bottom }) => bottom)),
    },
    { top: seen.top + above, bottom: seen.bottom - below },
  );
  if (!by) return;
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  (scroller ?? window).scrollBy({ top: by, behavior: still ? "instant" : "smooth" });
}

/** Return how far to scroll until a part is within a frame; if it is higher, until it begins there. */
function distance(part: Span, frame: Span): number {
  const fits = part.bottom - part.top <= frame.bottom - frame.top;
  if (part.top < frame.top || !fits) return part.top - frame.top;
  return Math.max(0, part.bottom - frame.bottom);
}

/** Return what scrolls around an element; null for the page. */
function scrollerOf(element: HTMLElement): HTMLElement | null {
  const parent = element.parentElement;
  if (!parent || parent === document.body) return null;
  return /auto|scroll/.test(getComputedStyle(parent).overflowY) ? parent : scrollerOf(parent);
}
