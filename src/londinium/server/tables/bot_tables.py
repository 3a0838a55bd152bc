"""How many tables whose bots search a person, and an address, may have at play at once.

A table is at play while something has happened there of late: one that waits for a person, or that
rests, takes no time. A person's tables are counted in the database, so for all workers; those of an
address, which is written down nowhere, by each worker since its start.
"""

from collections import Counter
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager

from londinium.bots.levels import find_player
from londinium.match import find_game
from londinium.server.errors import TooMany
from londinium.server.tables.live_tables import LiveTables
from londinium.server.tables.seat import Seat
from londinium.server.tables.serialization import seat_from_data
from londinium.server.tables.table import PLAYING

AT_PLAY_SECONDS = 600
RETRY_SECONDS = 60


def has_searching_bot(game: str, seats: Iterable[Seat]) -> bool:
    """Return whether a seat is a bot's that searches."""
    found = find_game(game)
    return any(seat.bot and not find_player(seat.bot).answers_at_once(found) for seat in seats)


class BotTables:
    """Counts the tables whose bots search, by person and by address."""

    def __init__(self, live_tables: LiveTables, per_person: int, per_address: int) -> None:
        self._live_tables = live_tables
        self._per_person = per_person
        self._per_address = per_address
        self._addresses: dict[str, str] = {}  # by table
        self._starting: Counter[str] = Counter()  # by person, and by address

    @asynccontextmanager
    async def starting(self, table: str, host: str, address: str) -> AsyncIterator[None]:
        """Let a table start inside the block, or raise TooMany.

        It counts from the first moment, so that requests at the same time do not all pass.
        """
        self._starting.update((host, address))
        starting = self._starting[host]  # this one, and those that came before it
        try:
            self._check_address(address)
            await self._check_person(host, starting)
            yield
            self._addresses[table] = address
        finally:
            self._starting.subtract((host, address))
            self._starting = +self._starting

    async def _check_person(self, host: str, starting: int) -> None:
        since = self._live_tables.clock() - AT_PLAY_SECONDS
        found = await self._live_tables.store.at_play(host, since)
        searching = [
            table
            for table in found
            if has_searching_bot(table.game, map(seat_from_data, table.summary["seats"]))
        ]
        if len(searching) + starting > self._per_person:
            raise too_many("you have", self._per_person)

    def _check_address(self, address: str) -> None:
        self._addresses = {
            table: from_where
            for table, from_where in self._addresses.items()
            if self._is_at_play(table)
        }
        started = sum(from_where == address for from_where in self._addresses.values())
        if started + self._starting[address] > self._per_address:
            raise too_many("your network has", self._per_address)

    def _is_at_play(self, table: str) -> bool:
        live = self._live_tables.tables.get(table)
        if live is None or live.table.status != PLAYING:
            return False
        return live.table.changed > self._live_tables.clock() - AT_PLAY_SECONDS


def too_many(who_has: str, most: int) -> TooMany:
    """Return the error for one table more than may be at play."""
    return TooMany(
        "too_many_bot_tables",
        f"Bots that look ahead are already playing at {most} tables that {who_has} started, the"
        f" limit: finish a match, or leave one idle for {AT_PLAY_SECONDS // 60} minutes.",
        RETRY_SECONDS,
    )
