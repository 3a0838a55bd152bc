/** Single keys at the table; they can be switched off, and never take what is typed. */

import type { Panels } from "./panels.svelte";
import type { TableState } from "./state.svelte";

/** The keys and what they do, for the help; each has its text in `table.key_*`. */
export const KEYS = [
  ["u", "undo"],
  ["h", "hint"],
  ["r", "read"],
  ["l", "log"],
  ["c", "chat"],
  ["?", "help"],
  ["Esc", "close"],
] as const;

/** Do what a key stands for; say whether it stood for something. */
export function press(key: string, table: TableState, panels: Panels): boolean {
  if (key === "Escape") {
    if (table.acting.unsure !== null) table.acting.cancel();
    else if (table.acting.hints.length) table.acting.forgetHints();
    else if (!panels.wide.current && panels.open) panels.close();
    else return false;
    return true;
  }
  if (!panels.keys || table.hotSeat.covered) return false;
  switch (key.toLowerCase()) {
    case "u":
      if (!table.acting.canUndo || table.replaying) return false;
      void table.acting.undo(false);
      return true;
    case "h":
      if (!table.acting.canHint || table.replaying) return false;
      void table.acting.hint();
      return true;
    case "?":
      panels.shown = "keys";
      return true;
    case "r":
      panels.shown = "read";
      return true;
    case "l":
      panels.toggle("log");
      return true;
    case "c":
      if (table.own.length === 0) return false;
      panels.toggle("chat");
      return true;
    default:
      return false;
  }
}

/** Whether a key press is for the page: not typed into something, and with no other key held. */
export function isForPage(event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return false;
  const target = event.target as HTMLElement | null;
  if (target?.closest("dialog[open], input:not([type=range]), textarea, select")) return false;
  return !document.querySelector("dialog[open]");
}
