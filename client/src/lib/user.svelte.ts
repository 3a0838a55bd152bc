/** The user: nobody yet, a guest or somebody with an account. */

import { api, Refused, type Me } from "../api/client";
import { t } from "../i18n/index.svelte";

export const NAME_LENGTH = 24;
export const PASSWORD_LENGTH = { least: 8, most: 200 };

let me: Me | null = $state.raw(null);
let known = $state(false);
let loading: Promise<void> | null = null;

export const user = {
  /** The user; null for nobody, or if it is not loaded yet. */
  get me(): Me | null {
    return me;
  },
  /** Whether the user has been loaded. */
  get known(): boolean {
    return known;
  },
};

/** Load the user from the server; throw if it cannot be reached. */
export function loadUser(): Promise<void> {
  loading = api
    .me()
    .then(setUser)
    .finally(() => (known = true));
  return loading;
}

/** Set the user to what the server has answered. */
export function setUser(context: Me | null): void {
  me = context;
}

/** Return a name for a guest who has not chosen one. */
export function guestName(): string {
  return t("shell.guest_name", { number: 1000 + Math.floor(9000 * Math.random()) });
}

/** Make sure that there is a user: nobody becomes a guest of this name. */
export async function ensureUser(name: string = guestName()): Promise<void> {
  await loading?.catch(() => undefined);
  if (me) return;
  try {
    setUser(await api.createGuest(name));
  } catch (error) {
    if (!(error instanceof Refused) || error.code !== "already_here") throw error;
    await loadUser(); // another tab has done it
  }
}
