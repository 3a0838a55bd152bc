"""Limits across workers: each tells the others what was spent at it, and they charge it too.

No request waits for that. Between two exchanges a second worker may allow what the first has
refused, so together they allow what one would, and what is spent within a second besides.
"""

import asyncio
import secrets
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final
from urllib.parse import quote, unquote

from londinium.server.limits import Limits, StreamLimit
from londinium.server.logs import LOG
from londinium.server.tables.live_table import Clock
from londinium.store import Store
from londinium.store.notices import LimitsUsed, Notice

EXCHANGE_SECONDS: Final = 1.0
REPEAT_SECONDS: Final = 20.0  # after which a worker says again how many streams it has
MAX_LINE: Final = 6000  # characters; PostgreSQL notifies of less than 8000
MAX_LINES: Final = 20  # of an exchange
STREAMS: Final = "streams"


@dataclass
class LimitExchange:
    """Exchanges with the other workers what was spent, and how many streams are open."""

    store: Store
    limits: Limits
    streams: StreamLimit
    clock: Clock
    worker: str = field(default_factory=lambda: secrets.token_hex(4))
    _repeated_at: float = field(default=float("-inf"), init=False)

    def __post_init__(self) -> None:
        self._wake = asyncio.Event()
        if self.store.has_other_workers:
            self.limits.track(self._wake.set)
            self.store.listen(self.on_notice)

    async def run(self) -> None:
        """Exchange forever: every second, and rare things immediately."""
        while True:
            try:
                async with asyncio.timeout(EXCHANGE_SECONDS):
                    await self._wake.wait()
            except TimeoutError:
                pass
            self._wake.clear()
            try:
                await self.exchange()
            except Exception:
                LOG.exception("could not tell the other workers what was spent")

    async def exchange(self) -> None:
        """Tell the others what was spent since the last time."""
        for line in _lines(self._used()):
            await self.store.announce(LimitsUsed(self.worker, line))

    def _used(self) -> list[tuple[str, str, int]]:
        """Return what is to be told: kind, key and how much, the most first."""
        now = self.clock()
        repeat = now - self._repeated_at >= REPEAT_SECONDS
        if repeat:
            self._repeated_at = now
        spent = sorted(self.limits.take_spent(), key=lambda item: -item[2])
        return spent + [(STREAMS, *item) for item in self.streams.take_changed(repeat)]

    def on_notice(self, notice: Notice) -> None:
        """Charge what was spent at another worker."""
        if not isinstance(notice, LimitsUsed):
            return
        for kind, key, number in _parse(notice.used):
            if kind == STREAMS:
                self.streams.note_others(notice.worker, key, number, self.clock())
            else:
                self.limits.charge(key, kind, number)


def _lines(used: list[tuple[str, str, int]]) -> Iterator[str]:
    """Return what was used as text without spaces, in lines that PostgreSQL can send."""
    items = [f"{kind}:{quote(key, safe='')}:{number}" for kind, key, number in used]
    line = ""
    sent = 0
    for item in items:
        if line and len(line) + len(item) >= MAX_LINE:
            yield line
            line, sent = "", sent + 1
            if sent == MAX_LINES - 1:
                return
        line = f"{line},{item}" if line else item
    if line:
        yield line


def _parse(line: str) -> Iterator[tuple[str, str, int]]:
    for item in line.split(","):
        kind, key, number = item.split(":")
        yield kind, unquote(key), int(number)
