/** Closing what lies over the page by Escape and by a press outside of it. */

/** Return an attachment that calls `close` while its element is there; Escape also ends there. */
export function dismissable(close: () => void): (element: Element) => () => void {
  return (element) => {
    const press = (event: PointerEvent): void => {
      if (event.target instanceof Node && !element.contains(event.target)) close();
    };
    const key = (event: KeyboardEvent): void => {
      if (event.key !== "Escape" || event.defaultPrevented) return;
      event.preventDefault();
      close();
    };
    // Captured: what lies below may stop the event, as a map that is dragged does.
    addEventListener("pointerdown", press, { capture: true });
    addEventListener("keydown", key, { capture: true });
    return () => {
      removeEventListener("pointerdown", press, { capture: true });
      removeEventListener("keydown", key, { capture: true });
    };
  };
}
