/** Scrolling to what matters now, where the table is higher than the page. */

import { tick } from "svelte";

interface Span {
  top: number;
  bottom: number;
}

/** Scroll that from which one may choose in between the bars. */
export function showAsked(board: HTMLElement, above: number, below: number): Promise<void> {
  return show("[data-asked]", board, above, below);
}

/** Scroll some spots in between the bars. */
export function showSpots(
  spots: string[],
  board: HTMLElement,
  above: number,
  below: number,
): Promise<void> {
  const selector = spots.map((spot) => `[data-spot="${CSS.escape(spot)}"]`).join();
  return selector ? show(selector, board, above, below) : Promise.resolve();
}

/** Scroll elements into view; not while somebody types, or reads in a dialog. */
async function show(
  selector: string,
  board: HTMLElement,
  above: number,
  below: number,
): Promise<void> {
  await tick();
  if (document.activeElement?.closest("input, textarea, dialog")) return;
  const parts = [...board.querySelectorAll(selector)].map((one) => one.getBoundingClientRect());
  if (parts.length === 0) return;
  const scroller = scrollerOf(board);
  const seen = scroller?.getBoundingClientRect() ?? { top: 0, bottom: innerHeight };
  const by = distance(
    {
      top: Math.min(...parts.map(({ top }) => top)),
      bottom: Math.max(...parts.map(({ bottom }) => bottom)),
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
