/** Marking the spots of a table that a step of the guide is about. */

const MARK = "data-guided";

/** Mark the spots of these names, also those drawn later; return how to remove the marks. */
export function markSpots(names: string[]): () => void {
  if (!names.length) return () => undefined;
  const selector = names.map(selectorOf).join();
  let frame = 0;
  // An attribute, not a class: components overwrite their classes when they are redrawn.
  const mark = (): void => {
    frame = 0;
    for (const element of document.querySelectorAll(`[${MARK}]`))
      if (!element.matches(selector)) element.removeAttribute(MARK);
    for (const element of document.querySelectorAll(selector))
      if (!element.hasAttribute(MARK)) element.setAttribute(MARK, "");
  };
  const observer = new MutationObserver(() => (frame ||= requestAnimationFrame(mark)));
  mark();
  document.querySelector(selector)?.scrollIntoView({ block: "nearest", inline: "nearest" });
  observer.observe(document.body, {
    childList: true,
    subtree: true,
    attributeFilter: ["data-spot"],
  });
  return () => {
    observer.disconnect();
    cancelAnimationFrame(frame);
    for (const element of document.querySelectorAll(`[${MARK}]`)) element.removeAttribute(MARK);
  };
}

/** Return the selector of a name; `name-*` is the parent of the spots whose names begin so. */
function selectorOf(name: string): string {
  if (!name.endsWith("*")) return `[data-spot="${CSS.escape(name)}"]`;
  return `:has(> [data-spot^="${CSS.escape(name.slice(0, -1))}"])`;
}
