/** Which panel and which dialog are open, and whether keyboard shortcuts are on. */

import { MediaQuery } from "svelte/reactivity";

export type Panel = "log" | "chat";
export type DialogName = "read" | "keys" | "leave" | "rules" | "deal";
const STORAGE_KEY = "londinium table";

interface Stored {
  column: boolean;
  keys: boolean;
}

const DEFAULTS: Stored = { column: false, keys: true };

function load(): Stored {
  try {
    return {
      ...DEFAULTS,
      ...JSON.parse(localStorage.getItem(STORAGE_KEY) ?? "{}"),
    } as Stored;
  } catch {
    return DEFAULTS;
  }
}

export class Panels {
  /** Whether there is room for a column beside the board. */
  readonly wide: { readonly current: boolean };
  /** Whether there is room for the whole table at once, without scrolling. */
  readonly roomy: { readonly current: boolean };
  /** Whether there is room for all buttons. */
  readonly allTools = new MediaQuery("min-width: 700px");
  tab: Panel = $state("log");
  /** The dialog or drawer that is open. */
  dialog: DialogName | null = $state(null);
  /** Whether to focus the chat's field: the user has opened the chat. */
  focusChat = false;
  #stored: Stored = $state(load());
  #sheet = $state(false);

  constructor(column: boolean) {
    this.wide = column ? new MediaQuery("min-width: 1100px") : { current: false };
    this.roomy = new MediaQuery(column ? "min-width: 1000px" : "min-width: 1280px");
  }

  /** Whether log and chat are shown: as a column on wide pages, else as a sheet. */
  readonly open = $derived.by(() => (this.wide.current ? this.#stored.column : this.#sheet));

  get keys(): boolean {
    return this.#stored.keys;
  }
  set keys(on: boolean) {
    this.#stored.keys = on;
    this.#save();
  }

  /** Return whether a panel is shown. */
  isShown(tab: Panel): boolean {
    return this.open && this.tab === tab;
  }

  /** Open a panel, or close it if it is the one that is open. */
  toggle(tab: Panel): void {
    if (this.isShown(tab)) this.close();
    else {
      this.tab = tab;
      this.focusChat = true;
      this.#set(true);
    }
  }

  close(): void {
    this.#set(false);
  }

  #set(open: boolean): void {
    if (this.wide.current) {
      this.#stored.column = open;
      this.#save();
    } else this.#sheet = open;
  }

  #save(): void {
    try {
      localStorage.setItem(STORAGE_KEY, JSON.stringify(this.#stored));
    } catch {
      // Storage may be disabled.
    }
  }
}
