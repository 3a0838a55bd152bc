/** The names of a table's seats. */

import type { SeatView } from "../api/client";
import { t } from "../i18n/index.svelte";
import { sayLevel } from "../lib/catalogue.svelte";
import { sayOccupant } from "../lib/words";

/**
 * Return the name of each seat. Bots of the same level are numbered, and so are the seats that
 * share the user's screen if they were not given names.
 */
export function seatNames(seats: SeatView[], ownSeats: number[]): string[] {
  const ownNames = ownSeats.map((seat) => seats[seat]?.name);
  const isShared = (name: string | null): boolean =>
    ownNames.filter((other) => other === name).length > 1;
  const plain = seats.map((seat, number) => {
    if (seat.kind === "free") return t("shell.seat_free");
    if (ownSeats.includes(number) && isShared(seat.name))
      return t("table.player_number", { number: ownSeats.indexOf(number) + 1 });
    return sayOccupant(seat);
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
