/** The theme: light or dark, as chosen or as the system prefers. */

import { settings } from "./settings.svelte";

const dark = matchMedia("(prefers-color-scheme: dark)");

function paint(): void {
  const wanted = settings.theme === "system" ? (dark.matches ? "dark" : "light") : settings.theme;
  document.documentElement.dataset.theme = wanted;
}

/** Apply the theme, also when the system's preference changes; return how to stop. */
export function followTheme(): () => void {
  paint();
  dark.addEventListener("change", paint);
  return () => dark.removeEventListener("change", paint);
}
