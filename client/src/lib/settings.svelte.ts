/** The user's settings, saved in local storage. */

export const LANGUAGES = ["en", "it", "fr", "pl"] as const;
export type Language = (typeof LANGUAGES)[number];
export type Theme = "system" | "light" | "dark";
export type Speed = "off" | "slow" | "normal" | "fast";
export type Confirm = "touch" | "always" | "never";
/** How long bots wait before they move; the server knows the same words. */
export type BotPace = "humane" | "fast" | "at_once";

export interface Settings {
  language: Language;
  theme: Theme;
  /** Whether to show symbols beside colours. */
  symbols: boolean;
  /** How fast pieces move. */
  speed: Speed;
  /** When an irreversible move must be confirmed. */
  confirm: Confirm;
  bots: BotPace;
  /** Whether there is sound; null: as the system's wish for less motion suggests. */
  sound: boolean | null;
  /** How loud it is, from 0 to 100. */
  volume: number;
  /** Whether there is sound while the page is in the background. */
  background: boolean;
  /** The last game that was started, as the default for the next; the name is empty at first. */
  last: { game: string; opponents: number; level: string };
}

const STORAGE_KEY = "londinium settings";

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
    bots: "humane",
    sound: null,
    volume: 50,
    background: false,
    last: { game: "", opponents: 2, level: "medium" },
  };
}

function load(): Settings {
  try {
    const saved = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? "{}") as Partial<Settings>;
    const all = { ...defaults(), ...saved };
    return isLanguage(all.language) ? all : { ...all, language: fromBrowser() };
  } catch {
    return defaults(); // nothing saved, or not readable
  }
}

export const settings: Settings = $state(load());

/** Save the settings; to be called after a change. */
export function saveSettings(): void {
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify(settings));
  } catch {
    // Storage may be disabled.
  }
}

/** Return the duration of an animation in milliseconds; 0 if animations are off. */
export function moveTime(): number {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return 0;
  return { off: 0, slow: 900, normal: 450, fast: 200 }[settings.speed];
}
