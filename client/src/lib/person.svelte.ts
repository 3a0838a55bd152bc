/** Who sits before this browser: nobody yet, a guest or an account. */

import { api, Refused, type Me } from "../api/client";
import { t } from "../i18n/index.svelte";

export const NAME_LENGTH = 24;
export const PASSWORD_LENGTH = { least: 8, most: 200 };

let me: Me | null = $state.raw(null);
let known = $state(false);
let asking: Promise<void> | null = null;

export const person = {
  /** Who it is; null if it is nobody, or if we do not know yet. */
  get me(): Me | null {
    return me;
  },
  /** Whether the server has been asked. */
  get known(): boolean {
    return known;
  },
};

/** Ask the server who we are; throws if it cannot be reached. */
export function findMe(): Promise<void> {
  asking = api
    .me()
    .then(become)
    .finally(() => (known = true));
  return asking;
}

/** Be somebody from now on, as the server has answered. */
export function become(who: Me | null): void {
  me = who;
}

/** A name for somebody who has not chosen one. */
export function guestName(): string {
  return t("shell.guest_name", { number: 1000 + Math.floor(9000 * Math.random()) });
}

/** Be sure to be somebody: whoever is nobody becomes a guest of this name. */
export async function beSomebody(name: string = guestName()): Promise<void> {
  await asking?.catch(() => undefined);
  if (me) return;
  try {
    become(await api.enter(name));
  } catch (error) {
    if (!(error instanceof Refused) || error.code !== "already_here") throw error;
    await findMe(); // another page of this browser was faster
  }
}
