/** The time left on a clock, as text. */

import type { Pace, SeatView } from "../api/client";
import { t } from "../i18n/index.svelte";

const DAY = 86_400;
const HOUR = 3_600;
const SHORT = 10; // seconds

export interface Left {
  /** The time for this move; once it is used up, the time in the bank. */
  time: string;
  /** The time in the bank; null if it is running or there is none. */
  bank: string | null;
  isShort: boolean;
}

/** Return the time that a seat has left; null if its clock is not running. */
export function timeLeft(seat: SeatView, pace: Pace, now: number): Left | null {
  if (seat.deadline === null) return null;
  const left = Math.max(0, seat.deadline - now);
  if (pace.kind === "days") return { time: days(left), bank: null, isShort: left < HOUR };
  const bank = seat.bank ?? 0;
  if (left <= bank) return { time: figures(left), bank: null, isShort: left < SHORT };
  const move = left - bank;
  const isShort = bank < SHORT && move < SHORT;
  return { time: figures(move), bank: bank >= 1 ? figures(bank) : null, isShort };
}

function figures(seconds: number): string {
  const whole = Math.ceil(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

function days(seconds: number): string {
  if (seconds < HOUR) return t("table.minutes", { n: Math.ceil(seconds / 60) });
  if (seconds < DAY) return t("table.hours", { n: Math.floor(seconds / HOUR) });
  return t("table.days", { n: Math.floor(seconds / DAY) });
}
