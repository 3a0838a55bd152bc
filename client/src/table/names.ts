/** What the seats of a table are called. */

import type { SeatView } from "../api/client";
import { t } from "../i18n/index.svelte";
import { sayLevel } from "../lib/catalogue.svelte";
import { saySitter } from "../lib/words";

/**
 * Return the name of each seat; bots of the same level are told apart by a number, and so are
 * those who sit around one's own screen.
 */
export function seatNames(seats: SeatView[], own: number[]): string[] {
  const plain = seats.map((seat, number) => {
    if (seat.kind === "free") return t("table.seat_number", { number: number + 1 });
    if (own.length > 1 && own.includes(number))
      return t("table.player_number", { number: own.indexOf(number) + 1 });
    return saySitter(seat);
  });
  return plain.map((name, seat) => {
    if (plain.indexOf(name) === plain.lastIndexOf(name)) return name;
    const number = plain.slice(0, seat + 1).filter((other) => other === name).length;
    const { kind, level } = seats[seat] ?? {};
    return kind === "bot"
      ? t("table.bot_again", { number, level: sayLevel(level ?? "") })
      : t("table.name_again", { name, number });
  });
}
