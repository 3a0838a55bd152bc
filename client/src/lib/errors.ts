/** Any error as one clear sentence in the reader's language. */

import { Refused, Unreachable } from "../api/client";
import { isKey, t } from "../i18n/index.svelte";
import { toast } from "./toasts.svelte";

/** Whether the server did not answer; something between us and it may do so, without a code. */
export function isUnreachable(error: unknown): boolean {
  if (!(error instanceof Refused)) return error instanceof Unreachable;
  return error.code === "unknown" && error.status >= 500;
}

/** Say what went wrong: by the server's code if we have words for it, else in its own sentence. */
export function sayError(error: unknown): string {
  if (isUnreachable(error)) return t("shell.error_unreachable");
  if (!(error instanceof Refused)) return t("shell.error_unknown");
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
