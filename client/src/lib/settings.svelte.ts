/** What a person has chosen for this browser; kept in local storage. */

export const LANGUAGES = ["en", "it", "fr", "pl"] as const;
export type Language = (typeof LANGUAGES)[number];
export type Theme = "system" | "light" | "dark";
export type Speed = "off" | "slow" | "normal" | "fast";
export type Confirm = "touch" | "always" | "never";

export interface Settings {
  language: Language;
  theme: Theme;
  /** Symbols beside colours. */
  symbols: boolean;
  /** How fast pieces move. */
  speed: Speed;
  /** When a move is asked for twice. */
  confirm: Confirm;
  /** What was last played, for the next time: game (none at first), opponents, level. */
  last: { game: string; opponents: number; level: string };
}

const KEPT = "londinium settings";

function fromBrowser(): Language {
  const wanted = navigator.languages.map((tag) => tag.slice(0, 2).toLowerCase());
  return LANGUAGES.find((language) => language === wanted.find((w) => isLanguage(w))) ?? "en";
}

function isLanguage(tag: string): tag is Language {
  return (LANGUAGES as readonly string[]).includes(tag);
}

function defaults(): Settings {
  return {
    language: fromBrowser(),
    theme: "system",
    symbols: true,
    speed: "normal",
    confirm: "touch",
    last: { game: "", opponents: 2, level: "medium" },
  };
}

function load(): Settings {
  try {
    const kept = JSON.parse(localStorage.getItem(KEPT) ?? "{}") as Partial<Settings>;
    const all = { ...defaults(), ...kept };
    return isLanguage(all.language) ? all : { ...all, language: fromBrowser() };
  } catch {
    return defaults(); // nothing kept, or nothing we can read
  }
}

export const settings: Settings = $state(load());

/** Keep the settings; call after a change. */
export function keepSettings(): void {
  try {
    localStorage.setItem(KEPT, JSON.stringify(settings));
  } catch {
    // A browser that keeps nothing still plays.
  }
}

/** Milliseconds that a piece takes to move; 0 where motion is not wanted. */
export function moveTime(): number {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return 0;
  return { off: 0, slow: 900, normal: 450, fast: 200 }[settings.speed];
}
