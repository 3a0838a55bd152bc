/** Changing the language. */

import { loadLanguage } from "../i18n/index.svelte";
import { keepSettings, settings, type Language } from "./settings.svelte";

/** Speak another language at once, and keep the choice. */
export async function speak(language: Language): Promise<void> {
  await loadLanguage(language);
  settings.language = language;
  keepSettings();
}
