/** Times, paces and people at tables, in words. */

import type { ListedTable, Pace, SeatView } from "../api/client";
import { spoken, t, type Key } from "../i18n/index.svelte";
import type { Language } from "./settings.svelte";
import { sayLevel } from "./catalogue.svelte";

const UNITS: [Intl.RelativeTimeFormatUnit, number][] = [
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
];

/** How long ago a time is, given in seconds since 1970. */
export function ago(time: number): string {
  const seconds = Math.max(0, Date.now() / 1000 - time);
  const [unit, length] = UNITS.find(([, long]) => seconds >= long) ?? ["minute", 60];
  if (seconds < 60) return t("shell.just_now");
  const format = new Intl.RelativeTimeFormat(spoken(), { numeric: "auto" });
  return format.format(-Math.floor(seconds / length), unit);
}

/** A day, as the language writes it. */
export function day(time: number): string {
  return new Intl.DateTimeFormat(spoken(), { dateStyle: "medium" }).format(time * 1000);
}

/** A language by its own name. */
export function ownName(language: Language): string {
  const name = new Intl.DisplayNames([language], { type: "language" }).of(language) ?? language;
  return name.charAt(0).toLocaleUpperCase(language) + name.slice(1);
}

/** How much time there is for a move. */
export function sayPace(pace: Pace): string {
  if (pace.kind === "days") return t("shell.pace_days_is", { n: pace.days });
  if (pace.kind === "live") {
    const minutes = Math.round(pace.bank_seconds / 60);
    return t("shell.pace_live_is", { n: pace.move_seconds, minutes });
  }
  return t("shell.pace_none_is");
}

type Sitter = Pick<SeatView, "kind" | "name" | "level">;

/** Who sits in a seat. */
export function saySitter(seat: Sitter): string {
  if (seat.kind === "bot") return t("shell.bot_of", { level: sayLevel(seat.level ?? "") });
  return seat.kind === "free" ? t("shell.seat_free") : (seat.name ?? "");
}

/** Whether a table waits for a move of the viewer. */
export function waitsForMe(table: ListedTable): boolean {
  return table.status === "playing" && table.waited_for.some((seat) => table.seats[seat]?.yours);
}

/** A place among the players at the end: "2nd". */
export const sayPlace = (place: number): string => t(`table.place_${place}` as Key);
