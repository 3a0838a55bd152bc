"""The server's clock: the time of day without the jumps of the machine's clock.

Deadlines are times of day, so a clock that is set forward by an hour would end everybody's time at
once, and one that is set back would let the bots wait for an hour.
"""

import time
from collections.abc import Callable

from londinium.server.logs import LOG

MAX_CORRECTION = 0.05  # seconds by which the clock goes faster or slower, a second
JUMP_SECONDS = 5.0  # of difference to the machine's clock that are logged


def uptime() -> float:
    """Return the seconds since the machine was started, those in which it slept included."""
    return time.clock_gettime(getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC))


class SteadyClock:
    """Tells the seconds since 1970; approaches the machine's clock slowly if that is set."""

    def __init__(
        self, wall: Callable[[], float] = time.time, ticks: Callable[[], float] = uptime
    ) -> None:
        """Start at the time of the machine's clock, and go on by ticks, which never jump."""
        self._wall = wall
        self._ticks = ticks
        self._time = wall()
        self._last_tick = ticks()
        self._jumped = False

    def __call__(self) -> float:
        """Return the time."""
        tick = self._ticks()
        passed = tick - self._last_tick
        difference = self._wall() - (self._time + passed)
        limit = passed * MAX_CORRECTION
        self._time += passed + max(-limit, min(difference, limit))
        self._last_tick = tick
        if (abs(difference) > JUMP_SECONDS) != self._jumped:
            self._report(difference)
        return self._time

    def _report(self, difference: float) -> None:
        self._jumped = not self._jumped
        if self._jumped:
            fields = {"seconds": round(difference, 3)}
            LOG.warning("the machine's clock was set", extra={"fields": fields})
