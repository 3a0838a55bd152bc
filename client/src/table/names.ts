/** What the seats of a table are called. */

import type { SeatView } from "../api/client";
import { t } from "../i18n/index.svelte";
import { sayLevel } from "../lib/catalogue.svelte";
import { saySitter } from "../lib/words";

/** Return the name of each seat; bots of the same level are told apart by a number. */
export function seatNames(seats: SeatView[]): string[] {
  const plain = seats.map((seat, number) =>
    seat.kind === "free" ? t("table.seat_number", { number: number + 1 }) : saySitter(seat),
  );
  return plain.map((name, seat) => {
    if (plain.indexOf(name) === plain.lastIndexOf(name)) return name;
    const number = plain.slice(0, seat + 1).filter((other) => other === name).length;
    const { kind, level } = seats[seat] ?? {};
    return kind === "bot"
      ? t("table.bot_again", { number, level: sayLevel(level ?? "") })
      : t("table.name_again", { name, number });
  });
}
