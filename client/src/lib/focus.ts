/** Moving the focus to the heading of a new page, also if the page is loaded later. */

import { tick } from "svelte";

const LONGEST = 5_000; // ms to wait for a heading

/** Focus the heading once the page is drawn; return how to cancel. */
export function focusHeading(main: HTMLElement, drawn: Promise<void>): () => void {
  let done = false;
  const start = document.activeElement;
  const observer = new MutationObserver(() => check());
  const timer = setTimeout(() => stop(), LONGEST);

  function stop(): void {
    done = true;
    observer.disconnect();
    clearTimeout(timer);
  }

  function check(): void {
    if (done) return;
    const active = document.activeElement;
    const moved = active !== start && active !== document.body;
    const heading = place(main);
    if (!moved && !heading) return;
    stop();
    if (moved || !heading) return; // the user has moved the focus
    heading.tabIndex = -1;
    heading.focus({ preventScroll: heading.tagName === "H1" });
  }

  void drawn.then(() => {
    if (done) return;
    observer.observe(main, { childList: true, subtree: true });
    check();
  });
  return stop;
}

/** Return the element that the address names, or else the heading of the page. */
function place(main: HTMLElement): HTMLElement | null {
  const named = location.hash && document.getElementById(location.hash.slice(1));
  return named && main.contains(named) ? named : main.querySelector("h1");
}

/** Focus an element, or else the heading, if the focused element is gone. */
export async function refocus(to?: HTMLElement | null): Promise<void> {
  await tick();
  const heading = to ?? document.querySelector<HTMLElement>("main h1");
  if (document.activeElement !== document.body || !heading) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}
