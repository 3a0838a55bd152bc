/** Times, paces and occupants of seats as texts. */

import type { ListedTable, Pace, SeatView } from "../api/client";
import { currentLanguage, t, type Key } from "../i18n/index.svelte";
import type { Language } from "./settings.svelte";
import { sayLevel } from "./catalogue.svelte";

const UNITS: [Intl.RelativeTimeFormatUnit, number][] = [
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
];

/** Return how long ago a time was, given in seconds since 1970. */
export function ago(time: number): string {
  const seconds = Math.max(0, Date.now() / 1000 - time);
  const [unit, length] = UNITS.find(([, long]) => seconds >= long) ?? ["minute", 60];
  if (seconds < 60) return t("shell.just_now");
  const format = new Intl.RelativeTimeFormat(currentLanguage(), { numeric: "auto" });
  return format.format(-Math.floor(seconds / length), unit);
}

/** Return a date as the language writes it. */
export function day(time: number): string {
  return new Intl.DateTimeFormat(currentLanguage(), { dateStyle: "medium" }).format(time * 1000);
}

/** Return the name of a language in that language. */
export function ownName(language: Language): string {
  const name = new Intl.DisplayNames([language], { type: "language" }).of(language) ?? language;
  return name.charAt(0).toLocaleUpperCase(language) + name.slice(1);
}

/** Say how much time there is for a move. */
export function sayPace(pace: Pace): string {
  if (pace.kind === "days") return t("shell.pace_days_is", { n: pace.days });
  if (pace.kind === "live") {
    const minutes = Math.round(pace.bank_seconds / 60);
    return t("shell.pace_live_is", { n: pace.move_seconds, minutes });
  }
  return t("shell.pace_none_is");
}

type Occupant = Pick<SeatView, "kind" | "name" | "level">;

/** Say who sits in a seat. */
export function sayOccupant(seat: Occupant): string {
  if (seat.kind === "bot") return t("shell.bot_of", { level: sayLevel(seat.level ?? "") });
  return seat.kind === "free" ? t("shell.seat_free") : (seat.name ?? "");
}

/** Return whether it is the user's turn at a table. */
export function waitsForMe(table: ListedTable): boolean {
  return table.status === "playing" && table.waited_for.some((seat) => table.seats[seat]?.yours);
}

/** Return a place in the ranking: "2nd". */
export const sayPlace = (place: number): string => t(`table.place_${place}` as Key);

/** Return a number with its sign; 0 has none. */
export const signed = (value: number): string =>
  value > 0 ? `+${value}` : String(value).replace("-", "\u2212");
