/** Light or dark: as chosen, or as the system prefers, also when that changes. */

import { settings } from "./settings.svelte";

const dark = matchMedia("(prefers-color-scheme: dark)");

function paint(): void {
  const wanted = settings.theme === "system" ? (dark.matches ? "dark" : "light") : settings.theme;
  document.documentElement.dataset.theme = wanted;
}

/** Follow the chosen theme and the system's; to be called in an effect, which it ends. */
export function followTheme(): () => void {
  paint();
  dark.addEventListener("change", paint);
  return () => dark.removeEventListener("change", paint);
}
