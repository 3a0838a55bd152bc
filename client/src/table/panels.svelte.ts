/** What is open around the board: log or chat, dialogs, and whether single keys do something. */

import { MediaQuery } from "svelte/reactivity";

export type Panel = "log" | "chat";
export type Shown = "read" | "keys" | "leave" | "rules";
const KEPT = "londinium table";

interface Kept {
  column: boolean;
  keys: boolean;
}

function load(): Kept {
  try {
    return { column: true, keys: true, ...JSON.parse(localStorage.getItem(KEPT) ?? "{}") } as Kept;
  } catch {
    return { column: true, keys: true };
  }
}

export class Panels {
  /** Whether there is room for a column beside the board. */
  readonly wide: { readonly current: boolean };
  /** Whether there is room for all buttons. */
  readonly roomy = new MediaQuery("min-width: 700px");
  tab: Panel = $state("log");
  /** The dialog or drawer that is open. */
  shown: Shown | null = $state(null);
  /** Whether the chat was asked for, and not only uncovered: then one can write at once. */
  eager = false;
  #kept: Kept = $state(load());
  #sheet = $state(false);

  constructor(column: boolean) {
    this.wide = column ? new MediaQuery("min-width: 1100px") : { current: false };
  }

  /** Whether log and chat are seen: as a column where there is room, else as a sheet. */
  readonly open = $derived.by(() => (this.wide.current ? this.#kept.column : this.#sheet));

  get keys(): boolean {
    return this.#kept.keys;
  }
  set keys(on: boolean) {
    this.#kept.keys = on;
    this.#keep();
  }

  /** Whether a panel is seen now. */
  sees(tab: Panel): boolean {
    return this.open && this.tab === tab;
  }

  /** Open a panel, or close it if it is the one that is open. */
  toggle(tab: Panel): void {
    if (this.sees(tab)) this.close();
    else {
      this.tab = tab;
      this.eager = true;
      this.#set(true);
    }
  }

  close(): void {
    this.#set(false);
  }

  #set(open: boolean): void {
    if (this.wide.current) {
      this.#kept.column = open;
      this.#keep();
    } else this.#sheet = open;
  }

  #keep(): void {
    try {
      localStorage.setItem(KEPT, JSON.stringify(this.#kept));
    } catch {
      // A browser that keeps nothing still plays.
    }
  }
}
