/** Errors as sentences in the user's language. */

import { Refused, Unreachable } from "../api/client";
import { isKey, t } from "../i18n/index.svelte";
import { toast } from "./toasts.svelte";

/** Return whether the server was not reached; a proxy may have answered, without a code. */
export function isUnreachable(error: unknown): boolean {
  if (!(error instanceof Refused)) return error instanceof Unreachable;
  return error.code === "unknown" && error.status >= 500;
}

/** Return the text of an error: by its code if there is one, else the server's own message. */
export function sayError(error: unknown): string {
  if (isUnreachable(error)) return t("shell.error_unreachable");
  if (!(error instanceof Refused)) return t("shell.error_unknown");
  const number = /\b[0-9a-f]{12}\b/.exec(error.message)?.[0] ?? "";
  const values = { n: Math.ceil(error.retryAfter ?? 1), number };
  for (const key of [`shell.error_${error.code}_${error.status}`, `shell.error_${error.code}`])
    if (isKey(key)) return t(key, values);
  return error.code === "unknown" || !error.message ? t("shell.error_unknown") : error.message;
}

/** Run a task and show its error, if any; return whether it succeeded. */
export async function attempt(task: () => Promise<unknown>): Promise<boolean> {
  try {
    await task();
    return true;
  } catch (error) {
    toast(sayError(error), "bad");
    return false;
  }
}
