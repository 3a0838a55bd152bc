/** When a sound is heard. The sounds themselves are loaded with the first that is. */

import { saveSettings, settings } from "../lib/settings.svelte";

export type Sound = "card" | "bus" | "tile" | "coin" | "turn" | "end";
const MOST = 5; // sounds at a time; later ones are left out, but its last is heard

/** Return whether sound is on: as chosen, or else unless motion is to be reduced. */
export function isSoundOn(): boolean {
  return settings.sound ?? !matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** Turn the sound on or off, from now on. */
export function setSound(on: boolean): void {
  settings.sound = on;
  saveSettings();
}

function isAudible(): boolean {
  const here = settings.background || !document.hidden;
  // A page that was never touched is not allowed to make a sound.
  return isSoundOn() && settings.volume > 0 && here && navigator.userActivation.hasBeenActive;
}

/** Play sounds one after the other; the same several times in a row is heard once. */
export async function play(sounds: Sound[]): Promise<void> {
  const distinct = sounds.filter((sound, n) => sound !== sounds[n - 1]);
  const heard = [...distinct.slice(0, -1).slice(0, MOST - 1), ...distinct.slice(-1)];
  if (!heard.length || !isAudible()) return;
  try {
    const { schedule } = await import("./synthesis");
    if (isAudible()) schedule(heard, settings.volume / 100);
  } catch {
    // A game goes on without sound where it cannot be loaded or made.
  }
}
