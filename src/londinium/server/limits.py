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
SMALL_PART: Final = 20  # of the burst: other workers are told once more than this is spent
# Kinds of which they are told at once.
RARE: Final = frozenset({"guest", "login", "address_login", "name_login", "table", "import"})
OTHERS_SECONDS: Final = 60  # for which the streams of other workers count; they repeat it before
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
        "address_login": Rate(s.address_logins_per_minute / 60, s.address_logins_per_minute),
        "name_login": Rate(s.name_logins_per_minute / 60, s.name_logins_per_minute),
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
        self._smallest = {kind: max(1, r.burst // SMALL_PART) for kind, r in rates.items()}
        self._spent: dict[str, dict[str, int]] | None = None  # by kind and key, for other workers
        self._on_rare: Callable[[], None] = lambda: None
        self.paused: frozenset[str] = frozenset()  # kinds of things that are refused for now
        self._full_at: dict[str, OrderedDict[str, float]] = {kind: OrderedDict() for kind in rates}

    def check(self, key: str, kind: str, cost: int = 1) -> None:
        """Take this many tokens for the key, or raise TooMany and take none."""
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
        if self._spent is not None:
            spent = self._spent[kind]
            spent[key] = spent.get(key, 0) + cost
            if kind in RARE:
                self._on_rare()

    def give_back(self, key: str, kind: str) -> None:
        """Give back one token that was taken for the key."""
        full_at = self._full_at[kind]
        if key in full_at:
            full_at[key] -= self._seconds[kind][0]

    def track(self, on_rare: Callable[[], None]) -> None:
        """Note from now on what is spent, for other workers; call a function for what is rare."""
        self._spent = {kind: {} for kind in self._seconds}
        self._on_rare = on_rare

    def take_spent(self) -> list[tuple[str, str, int]]:
        """Return kind, key and number of what was spent by those who have spent a good part.

        What less was spent is kept until it is more, or until the bucket is full again.
        """
        if self._spent is None:
            return []
        now, taken = self._now(), []
        for kind, spent in self._spent.items():
            full_at, smallest = self._full_at[kind], self._smallest[kind]
            taken += [(kind, key, n) for key, n in spent.items() if n >= smallest]
            self._spent[kind] = {
                key: n for key, n in spent.items() if n < smallest and full_at.get(key, now) > now
            }
        return taken

    def charge(self, key: str, kind: str, number: int) -> None:
        """Take tokens that were spent at another worker, as far as there are any."""
        if kind not in self._seconds:
            return  # of a newer version
        full_at, now = self._full_at[kind], self._now()
        interval, empty = self._seconds[kind]
        full_at[key] = min(max(full_at.get(key, now), now) + number * interval, now + empty)
        full_at.move_to_end(key)
        if len(full_at) > self._most_keys:
            full_at.popitem(last=False)


def _disk_full() -> Busy:
    message = "The server's disk is nearly full: only matches in progress go on; try again later."
    return Busy("disk_full", message, PAUSED_RETRY_SECONDS)


def _too_many(kind: str, wait: float) -> TooMany:
    seconds = max(1, ceil(wait))
    message = f"Too many requests: try again in {seconds} s."
    return TooMany("too_many", message, seconds, limit=kind)


class StreamLimit:
    """Counts the event streams that each person has open, here and at other workers."""

    def __init__(self, most: int, now: Callable[[], float]) -> None:
        """Allow at most this many for each person."""
        self._most = most
        self._now = now
        self._open: Counter[str] = Counter()
        self._told: dict[str, int] = {}  # to the other workers
        self._others: dict[str, dict[str, tuple[float, int]]] = {}  # by person, then by worker

    @contextmanager
    def opened(self, key: str) -> Iterator[None]:
        """Count a stream as open inside the block, or raise TooMany."""
        if self._open[key] + self._elsewhere(key) >= self._most:
            raise TooMany(
                "too_many_streams",
                "Too many event streams are open: close one first.",
                STREAM_RETRY_SECONDS,
            )
        self._open[key] += 1
        try:
            yield
        finally:
            self._open[key] -= 1
            if not self._open[key]:
                del self._open[key]

    def _elsewhere(self, key: str) -> int:
        """Return how many streams a person has open at other workers."""
        others = self._others.get(key)
        if others is None:
            return 0
        valid_from = self._now() - OTHERS_SECONDS
        return sum(number for at, number in others.values() if at > valid_from)

    def take_changed(self, repeat: bool = False) -> list[tuple[str, int]]:
        """Return whose number of streams has changed since it was sent; or all, to repeat it."""
        keys = self._open.keys() | self._told.keys()
        changed = [
            (key, self._open[key])
            for key in keys
            if repeat or self._open[key] != self._told.get(key)
        ]
        self._told = dict(self._open)
        self._forget_others()
        return changed

    def note_others(self, worker: str, key: str, number: int, now: float) -> None:
        """Note how many streams a person has open at another worker."""
        self._others.setdefault(key, {})[worker] = now, number

    def _forget_others(self) -> None:
        valid_from = self._now() - OTHERS_SECONDS
        for key, others in list(self._others.items()):
            kept = {worker: one for worker, one in others.items() if one[1] and one[0] > valid_from}
            if kept:
                self._others[key] = kept
            else:
                del self._others[key]
