/** Changing the language of the page. */

import { loadLanguage } from "../i18n/index.svelte";
import { saveSettings, settings, type Language } from "./settings.svelte";

/** Switch to another language, and save the choice. */
export async function changeLanguage(language: Language): Promise<void> {
  await loadLanguage(language);
  settings.language = language;
  saveSettings();
}
