/** Any error as one clear sentence in the reader's language. */

import { Refused, Unreachable } from "../api/client";
import { isKey, t } from "../i18n/index.svelte";
import { toast } from "./toasts.svelte";

/** Say what went wrong: by the server's code if we have words for it, else in its own sentence. */
export function sayError(error: unknown): string {
  if (!(error instanceof Unreachable || error instanceof Refused)) return t("shell.error_unknown");
  // Something between us and the server may answer for it, without a code.
  if (error instanceof Unreachable || (error.code === "unknown" && error.status >= 500))
    return t("shell.error_unreachable");
  const number = /\b[0-9a-f]{12}\b/.exec(error.message)?.[0] ?? "";
  const values = { n: Math.ceil(error.retryAfter ?? 1), number };
  for (const key of [`shell.error_${error.code}_${error.status}`, `shell.error_${error.code}`])
    if (isKey(key)) return t(key, values);
  return error.code === "unknown" || !error.message ? t("shell.error_unknown") : error.message;
}

/** Do something, and show what went wrong if it did; say whether it was done. */
export async function attempt(doing: () => Promise<unknown>): Promise<boolean> {
  try {
    await doing();
    return true;
  } catch (error) {
    toast(sayError(error), "bad");
    return false;
  }
}
