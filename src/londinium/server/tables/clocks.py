"""Clocks: how long each seat has, by the pace of the table. Times are seconds since 1970."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

DAY = 86_400


class Pace(NamedTuple):
    """Seconds for each move, and a bank for moves that take longer; None: there is no clock."""

    move: float | None = None
    bank: float = 0

    @classmethod
    def parse(cls, pace: dict[str, Any]) -> "Pace":
        """Return the pace that a table's header describes."""
        match pace["kind"]:
            case "live":
                return cls(pace["move_seconds"], pace["bank_seconds"])
            case "days":
                return cls(pace["days"] * DAY)
            case _:
                return cls()


@dataclass
class Clocks:
    """The clocks of a table: since when each seat is waited for, and what is left in the banks."""

    pace: Pace
    banks: list[float]  # by seat
    since: dict[int, float] = field(default_factory=dict)  # by seat that is waited for

    def update(self, waited_for: Sequence[int], at: float, moved: Iterable[int] = ()) -> None:
        """Run the clocks of those waited for and stop the others; who has moved starts again."""
        for seat, start in list(self.since.items()):
            if seat not in waited_for or seat in moved:
                self._charge(seat, at - start)
                del self.since[seat]
        for seat in waited_for:
            self.since.setdefault(seat, at)

    def _charge(self, seat: int, spent: float) -> None:
        """Subtract from the seat's bank what was spent beyond the time of one move."""
        if self.pace.move is not None:
            over = max(0.0, spent - self.pace.move)
            self.banks[seat] = max(0.0, self.banks[seat] - over)

    def deadline(self, seat: int) -> float | None:
        """Return when the seat's time is up, if it is waited for and there is a clock."""
        if self.pace.move is None or seat not in self.since:
            return None
        return self.since[seat] + self.pace.move + self.banks[seat]
