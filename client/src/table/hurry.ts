/** Acting while something is being shown: the newest position appears at once, and is acted on. */

import { flushSync } from "svelte";
import type { Playback } from "../motion/playback.svelte";

const PRESSES = ["Enter", " "]; // keys that press a button

const buttonAt = (target: Element | null): Element | null =>
  target?.closest("button, [role=button]") ?? null;

/**
 * Show the newest position when somebody presses something. What they pressed works if it is still
 * there; if something else is in its place, they did not mean that.
 */
export function hurry(event: PointerEvent | KeyboardEvent, playback: Playback): void {
  if (!playback.isPlaying) return;
  const pressed = buttonAt(event.target as Element);
  const seen = pressed?.innerHTML;
  flushSync(() => playback.skip());
  if (!pressed || (pressed.isConnected && pressed.innerHTML === seen)) return;
  if (event instanceof KeyboardEvent) {
    if (PRESSES.includes(event.key)) event.preventDefault();
    return;
  }
  const now = buttonAt(document.elementFromPoint(event.clientX, event.clientY));
  const again = now?.innerHTML === seen ? now : null;
  ignoreClick();
  if (again) addEventListener("pointerup", () => setTimeout(() => click(again)), { once: true });
}

/** Ignore the click of the press that is under way. */
function ignoreClick(): void {
  const ignore = (click: Event): void => click.stopPropagation();
  addEventListener("click", ignore, { capture: true, once: true });
  const end = (): void => removeEventListener("click", ignore, { capture: true });
  addEventListener("pointerup", () => setTimeout(end), { capture: true, once: true });
}

function click(element: Element): void {
  element.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
}
