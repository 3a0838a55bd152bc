/** Moving the focus to the heading of a page one has gone to, also if the page comes later. */

import { tick } from "svelte";

const LONGEST = 5_000; // ms to wait for a heading

/** Focus the heading once the page is drawn; returns how to give up. */
export function focusHeading(main: HTMLElement, drawn: Promise<void>): () => void {
  let done = false;
  const start = document.activeElement;
  const watch = new MutationObserver(() => look());
  const timer = setTimeout(() => stop(), LONGEST);

  function stop(): void {
    done = true;
    watch.disconnect();
    clearTimeout(timer);
  }

  function look(): void {
    if (done) return;
    const active = document.activeElement;
    const moved = active !== start && active !== document.body;
    const heading = place(main);
    if (!moved && !heading) return;
    stop();
    if (moved || !heading) return; // the reader was faster
    heading.tabIndex = -1;
    heading.focus({ preventScroll: heading.tagName === "H1" });
  }

  void drawn.then(() => {
    if (done) return;
    watch.observe(main, { childList: true, subtree: true });
    look();
  });
  return stop;
}

/** The place that the address names, or else the heading of the page. */
function place(main: HTMLElement): HTMLElement | null {
  const named = location.hash && document.getElementById(location.hash.slice(1));
  return named && main.contains(named) ? named : main.querySelector("h1");
}

/** Put the focus somewhere if what had it is gone: on the heading, or on what is given. */
export async function refocus(to?: HTMLElement | null): Promise<void> {
  await tick();
  const heading = to ?? document.querySelector<HTMLElement>("main h1");
  if (document.activeElement !== document.body || !heading) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}
