/** Marking the spots of a table that the guide speaks of. */

const MARK = "data-guided";

/** Mark the spots of these names, also those that are drawn later; returns how to take it back. */
export function markSpots(names: string[]): () => void {
  if (!names.length) return () => undefined;
  const selector = names.map(selectorOf).join();
  let frame = 0;
  // An attribute, not a class: a component that draws itself anew sets its own classes only.
  const mark = (): void => {
    frame = 0;
    for (const element of document.querySelectorAll(`[${MARK}]`))
      if (!element.matches(selector)) element.removeAttribute(MARK);
    for (const element of document.querySelectorAll(selector))
      if (!element.hasAttribute(MARK)) element.setAttribute(MARK, "");
  };
  const watch = new MutationObserver(() => (frame ||= requestAnimationFrame(mark)));
  mark();
  document.querySelector(selector)?.scrollIntoView({ block: "nearest", inline: "nearest" });
  watch.observe(document.body, {
    childList: true,
    subtree: true,
    attributeFilter: ["data-spot"],
  });
  return () => {
    watch.disconnect();
    cancelAnimationFrame(frame);
    for (const element of document.querySelectorAll(`[${MARK}]`)) element.removeAttribute(MARK);
  };
}

/** What a name stands for; `name-*` is whatever holds the spots whose names begin so. */
function selectorOf(name: string): string {
  if (!name.endsWith("*")) return `[data-spot="${CSS.escape(name)}"]`;
  return `:has(> [data-spot^="${CSS.escape(name.slice(0, -1))}"])`;
}
