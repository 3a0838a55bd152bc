"""The server's clock: the time of day without the jumps of the machine's clock.

Deadlines are times of day, so a clock that is set forward by an hour would end everybody's time at
once, and one that is set back would let the bots wait for an hour.
"""

import time
from collections.abc import Callable
from functools import partial

from londinium.server.logs import LOG

MAX_CORRECTION = 0.05  # seconds by which the clock goes faster or slower, a second
COMPARE_SECONDS = 0.1  # between two looks at the machine's clock
JUMP_SECONDS = 5.0  # of difference to the machine's clock that are logged


# The seconds since the machine was started, those in which it slept included where that is known.
uptime: Callable[[], float] = partial(
    time.clock_gettime, getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC)
)


class SteadyClock:
    """Tells the seconds since 1970; approaches the machine's clock slowly if that is set."""

    def __init__(
        self, wall: Callable[[], float] = time.time, ticks: Callable[[], float] = uptime
    ) -> None:
        """Start at the time of the machine's clock, and go on by ticks, which never jump."""
        self._wall = wall
        self._ticks = ticks
        self._compared = ticks()  # when the machine's clock was last read
        self._ahead = wall() - self._compared  # of the ticks
        self._jumped = False

    def __call__(self) -> float:
        """Return the time."""
        tick = self._ticks()
        if tick - self._compared >= COMPARE_SECONDS:
            self._compare(tick)
        return tick + self._ahead

    def _compare(self, tick: float) -> None:
        """Approach the machine's clock."""
        difference = self._wall() - (tick + self._ahead)
        limit = (tick - self._compared) * MAX_CORRECTION
        self._ahead += max(-limit, min(difference, limit))
        self._compared = tick
        if (abs(difference) > JUMP_SECONDS) != self._jumped:
            self._report(difference)

    def _report(self, difference: float) -> None:
        self._jumped = not self._jumped
        if self._jumped:
            fields = {"seconds": round(difference, 3)}
            LOG.warning("the machine's clock was set", extra={"fields": fields})
