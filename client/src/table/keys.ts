/** Keyboard shortcuts of the table. */

import type { Panels } from "./panels.svelte";
import type { TableState } from "./state.svelte";

/** The keys and what they do; each has a text `table.key_*`. */
export const KEYS = [
  ["u", "undo"],
  ["h", "hint"],
  ["r", "read"],
  ["l", "log"],
  ["c", "chat"],
  ["?", "help"],
  ["Esc", "close"],
] as const;

/** Run the shortcut of a key; return whether there is one. */
export function press(key: string, table: TableState, panels: Panels): boolean {
  if (key === "Escape") {
    if (table.actions.unconfirmed !== null) table.actions.cancel();
    else if (table.actions.hints.length) table.actions.clearHints();
    else if (!panels.wide.current && panels.open) panels.close();
    else return false;
    return true;
  }
  if (!panels.keys || table.hotSeat.covered) return false;
  switch (key.toLowerCase()) {
    case "u":
      if (!table.actions.canUndo || table.replaying) return false;
      void table.actions.undo(false);
      return true;
    case "h":
      if (!table.actions.canHint || table.replaying) return false;
      void table.actions.requestHints();
      return true;
    case "?":
      panels.dialog = "keys";
      return true;
    case "r":
      panels.dialog = "read";
      return true;
    case "l":
      panels.toggle("log");
      return true;
    case "c":
      if (table.ownSeats.length === 0) return false;
      panels.toggle("chat");
      return true;
    default:
      return false;
  }
}

/** Return whether a key press may be a shortcut: not typed into a field, and without modifiers. */
export function isForPage(event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return false;
  const target = event.target as HTMLElement | null;
  if (target?.closest("dialog[open], input:not([type=range]), textarea, select")) return false;
  return !document.querySelector("dialog[open]");
}
