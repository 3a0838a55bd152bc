"""Clocks: how long each seat has, by the pace of the table. Times are seconds since 1970."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

DAY = 86_400


class Pace(NamedTuple):
    """Seconds for each move, and a bank that longer thinking draws on; none: no clock."""

    move: float | None = None
    bank: float = 0

    @classmethod
    def read(cls, pace: dict[str, Any]) -> "Pace":
        """Read the pace of a table's header."""
        match pace["kind"]:
            case "live":
                return cls(pace["move_seconds"], pace["bank_seconds"])
            case "days":
                return cls(pace["days"] * DAY)
            case _:
                return cls()


@dataclass
class Clocks:
    """The clocks of a table: who is waited for since when, and what is left in the banks."""

    pace: Pace
    banks: list[float]  # by seat
    since: dict[int, float] = field(default_factory=dict)  # by seat that is waited for

    def turn(self, waited_for: Sequence[int], at: float, renewed: Iterable[int] = ()) -> None:
        """Let the clocks of those waited for run, and stop the others; who moved on starts anew."""
        for seat, start in list(self.since.items()):
            if seat not in waited_for or seat in renewed:
                self._settle(seat, at - start)
                del self.since[seat]
        for seat in waited_for:
            self.since.setdefault(seat, at)

    def _settle(self, seat: int, spent: float) -> None:
        if self.pace.move is not None:
            over = max(0.0, spent - self.pace.move)
            self.banks[seat] = max(0.0, self.banks[seat] - over)

    def deadline(self, seat: int) -> float | None:
        """Return when the seat's time is up, if it is waited for and there is a clock."""
        if self.pace.move is None or seat not in self.since:
            return None
        return self.since[seat] + self.pace.move + self.banks[seat]
