/** Reading texts aloud with the browser's own voices, where it has them. */

import { currentLanguage } from "../i18n/index.svelte";

export const canSpeak = "speechSynthesis" in window;

export class Speech {
  speaking = $state(false);
  #utterances: SpeechSynthesisUtterance[] = []; // browsers forget those that nobody holds

  /** Read texts aloud, one after the other, in the page's language. */
  speak(texts: string[]): void {
    this.stop();
    const utterances = texts.map((text) => new SpeechSynthesisUtterance(text));
    for (const utterance of utterances) {
      utterance.lang = currentLanguage();
      utterance.onerror = () => (this.speaking = false);
    }
    const last = utterances.at(-1);
    if (!last) return;
    last.onend = () => (this.speaking = false);
    this.speaking = true;
    this.#utterances = utterances;
    for (const utterance of utterances) speechSynthesis.speak(utterance);
  }

  stop(): void {
    if (this.speaking) speechSynthesis.cancel();
    this.speaking = false;
  }
}
