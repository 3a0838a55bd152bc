"""Limits: how many requests a person or an address may make, and how many streams they open."""

from collections import Counter, OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from math import ceil
from typing import Final

from londinium.server.errors import Busy, TooMany
from londinium.server.settings import Settings

MAX_KEYS: Final = 20_000  # of each kind; the one not seen for longest is dropped
STREAM_RETRY_SECONDS: Final = 5
PAGE_FILES: Final = 4  # that may be read for each request of a program: a page has many
PAUSED_RETRY_SECONDS: Final = 60


@dataclass(frozen=True)
class Rate:
    """The size of a token bucket, and how many tokens are added a second."""

    per_second: float
    burst: int

    @property
    def interval(self) -> float:
        """Return the seconds in which one token is added."""
        return 1 / self.per_second


def rates(settings: Settings) -> dict[str, Rate]:
    """Return the rate of each kind of thing that is limited."""
    s = settings
    return {
        "request": Rate(s.requests_per_second, s.requests_burst),
        "address": Rate(s.address_requests_per_second, s.address_requests_burst),
        "page": Rate(
            s.address_requests_per_second * PAGE_FILES, s.address_requests_burst * PAGE_FILES
        ),
        "guest": Rate(s.guests_per_hour / 3600, s.guests_per_hour),
        "login": Rate(s.logins_per_minute / 60, s.logins_per_minute),
        "table": Rate(s.tables_per_hour / 3600, s.tables_per_hour),
        "import": Rate(s.imports_per_hour / 3600, s.imports_per_hour),
        "chat": Rate(s.chat_per_minute / 60, s.chat_per_minute),
        "hint": Rate(s.hints_per_minute / 60, s.hints_per_minute),
    }


class Limits:
    """Token buckets by kind and key, each kept as the time at which it is full again."""

    def __init__(
        self, rates: dict[str, Rate], now: Callable[[], float], most_keys: int = MAX_KEYS
    ) -> None:
        """Limit each kind by its rate."""
        # By kind: in which a token is added, and until an empty bucket is full.
        self._seconds = {kind: (r.interval, r.burst * r.interval) for kind, r in rates.items()}
        self._now = now
        self._most_keys = most_keys
        self.paused: frozenset[str] = frozenset()  # kinds of things that are refused for now
        self._full_at: dict[str, OrderedDict[str, float]] = {kind: OrderedDict() for kind in rates}

    def check(self, key: str, kind: str, cost: int = 1) -> None:
        """Take so many tokens for the key, or raise TooMany and take none."""
        if self.paused and kind in self.paused:
            raise _disk_full()
        full_at, now = self._full_at[kind], self._now()
        interval, empty = self._seconds[kind]
        if cost != 1:
            interval = min(cost * interval, empty)
        # No bucket is more than empty, though the clock may have been set back.
        full = min(max(full_at.get(key, now), now), now + empty)
        wait = full + interval - now - empty
        if wait > 1e-9:  # less is a rounding error
            full_at[key] = full
            raise _too_many(kind, wait)
        full_at[key] = full + interval
        full_at.move_to_end(key)
        if len(full_at) > self._most_keys:
            full_at.popitem(last=False)


def _disk_full() -> Busy:
    message = "The server's disk is nearly full, so only matches go on: try again later."
    return Busy("disk_full", message, PAUSED_RETRY_SECONDS)


def _too_many(kind: str, wait: float) -> TooMany:
    seconds = max(1, ceil(wait))
    message = f"That was too often; try again in {seconds} s."
    return TooMany("too_many", message, seconds, limit=kind)


class StreamLimit:
    """Counts the event streams that each person has open in this worker."""

    def __init__(self, most: int) -> None:
        """Allow at most this many for each person."""
        self._most = most
        self._open: Counter[str] = Counter()

    @contextmanager
    def opened(self, key: str) -> Iterator[None]:
        """Count a stream as open inside the block, or raise TooMany."""
        if self._open[key] >= self._most:
            raise TooMany(
                "too_many_streams",
                "Too many event streams are open; close one first.",
                STREAM_RETRY_SECONDS,
            )
        self._open[key] += 1
        try:
            yield
        finally:
            self._open[key] -= 1
            if not self._open[key]:
                del self._open[key]
