/** Sharing the link of a table. */

import { t } from "../i18n/index.svelte";
import { toast } from "../lib/toasts.svelte";

/** Return the path of a table's page. */
export const pathOf = (id: string): string => `/table/${id}`;

/** Share the link with the device's own dialog, or copy it. */
export async function shareLink(id: string): Promise<void> {
  const url = new URL(pathOf(id), location.href).href;
  const touch = matchMedia("(pointer: coarse)").matches;
  try {
    if (touch && "share" in navigator) await navigator.share({ url });
    else {
      await navigator.clipboard.writeText(url);
      toast(t("table.copied"));
    }
  } catch (error) {
    const changedMind = error instanceof DOMException && error.name === "AbortError";
    if (!changedMind) toast(t("table.copy_this", { url }));
  }
}
