"""The kill test: a server is killed at random moments under load, and all of it is checked."""

import asyncio
import random
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx

from londinium import match_file
from londinium.server.tables.serialization import restore_table, snapshot
from londinium.server.tables.table import OVER
from londinium.store import Store
from londinium.store.records import EntryRow, StoredTable
from tests.server.crashing_server import Acknowledged, CrashingServer
from tests.server.in_process_server import PATIENCE
from tests.server.server_processes import server_forker

TTR, OLB = "ticket_to_ride_london", "old_london_bridge"
TABLES = [  # the game, and who sits in each seat
    *[(TTR, "me", "me"), (TTR, "me", "me"), (TTR, "me", "me", "me")],
    *[(OLB, "me", "me"), (OLB, "me", "me"), (OLB, "me", "me")],
    *[(TTR, "me", "easy", "random"), (OLB, "medium", "me")],
]
BETWEEN_KILLS = 50  # acknowledged moves; a match at each of the tables has some 450 in all
ANSWERED = 0.02  # seconds, in which most moves are


@dataclass
class KillTest:
    """A test with so many kills; at each table matches follow each other until the last kill."""

    database_url: str
    directory: Path  # for the logs
    kills: int
    between_kills: int = BETWEEN_KILLS
    tables: Sequence[tuple[str, ...]] = tuple(TABLES)
    workers: int = 1
    say: Callable[[str], None] = lambda _: None  # how far it is
    matches: dict[str, tuple[str, ...]] = field(default_factory=dict)  # seats, by table
    _last_updates: dict[str, Any] = field(default_factory=dict)  # by table

    async def run(self) -> CrashingServer:
        """Kill, check that nothing is lost or done twice, and return the server as it was."""
        limits = httpx.Limits(max_connections=None)
        async with (
            server_forker(self.directory) as servers,
            httpx.AsyncClient(timeout=PATIENCE, limits=limits) as client,
        ):
            rng = random.Random("nothing lost")
            crashing = CrashingServer(servers, self.database_url, client, rng, self.workers)
            await crashing.begin()
            await self._play_and_kill(crashing)
            self.say("checking streams, match files and journals")
            for table, told in self._last_updates.items():
                await check_stream_ended_as_the_table_is(crashing, table, told)
            files = {table: await match_file_of(crashing, table) for table in self.matches}
            await crashing.kill_all()
            assert servers.complaints == ""
        await self._check_journals(crashing.acknowledged, files)
        return crashing

    async def _play_and_kill(self, crashing: CrashingServer) -> None:
        async with asyncio.TaskGroup() as together:
            for spec in self.tables:
                first = await crashing.make(*spec)
                together.create_task(self._play_matches(crashing, spec, first))
            for number in range(self.kills):  # first before the move posted last can be answered
                at = self.between_kills * number + crashing.rng.randint(1, self.between_kills)
                await crashing.kill_and_restart(at, crashing.rng.random() * ANSWERED * bool(number))
                self.say(f"{number + 1} kills, {len(crashing.acknowledged):,} moves acknowledged")

    async def _play_matches(
        self, crashing: CrashingServer, spec: tuple[str, ...], table: str
    ) -> None:
        while True:
            self.matches[table] = spec[1:]
            self._last_updates[table] = await crashing.play(table)
            if crashing.kills >= self.kills:
                return
            table = await crashing.make(*spec)

    async def _check_journals(
        self, acknowledged: list[Acknowledged], files: dict[str, Any]
    ) -> None:
        store = await Store.open(self.database_url)
        try:
            for table, seats in self.matches.items():
                mine = [one for one in acknowledged if one.move.table == table]
                entries = await store.entries(table, 0)
                check_journal(entries, mine)
                check_everybody_moved(entries, seats)
                check_match_file(entries, files[table])
                await check_snapshot(store, table, entries)
        finally:
            await store.close()


async def check_stream_ended_as_the_table_is(
    crashing: CrashingServer, table: str, told: Any
) -> None:
    """Check that the last update of a stream is what the table shows to who asks."""
    answer = await crashing.client.get(f"{crashing.url}/api/tables/{table}")
    assert answer.json() | {"now": told["now"]} == told | {"news": []}


async def match_file_of(crashing: CrashingServer, table: str) -> Any:
    """Export a match that is over."""
    answer = await crashing.client.get(f"{crashing.url}/api/tables/{table}/match-file")
    assert answer.status_code == 200, answer.text
    return answer.json()


def check_journal(entries: list[EntryRow], acknowledged: list[Acknowledged]) -> None:
    """Check that a journal has every acknowledged move, as it was, and nobody else's."""
    assert [entry.version for entry in entries] == list(range(1, len(entries) + 1))
    counted = Counter(entry.client_id for entry in entries if entry.client_id)
    assert set(counted.values()) == {1}
    assert set(counted) == {move.client_id for move, _ in acknowledged}
    for move, version in acknowledged:
        entry = entries[version - 1]
        assert (entry.kind, entry.seat, entry.client_id) == ("move", move.seat, move.client_id)
        assert entry.data
        assert entry.data["moves"][0] == f"{move.seat}: {move.text}"


def check_everybody_moved(entries: list[EntryRow], seats: tuple[str, ...]) -> None:
    """Check that people and bots have all moved, each in their own seats."""
    moved = {entry.seat: entry.person is None for entry in entries if entry.kind == "move"}
    assert moved == {number: seat != "me" for number, seat in enumerate(seats)}


def check_match_file(entries: list[EntryRow], file: Any) -> None:
    """Check that a match file has the moves of the journal, by the rules and the dealer."""
    assert file["moves"] == [
        move for entry in entries for move in (entry.data or {}).get("moves", [])
    ]
    match = match_file.from_json(file)
    assert match.is_over
    assert match_file.verify(match) is None


async def check_snapshot(store: Store, id: str, entries: list[EntryRow]) -> None:
    """Check that a table is the same from its snapshot and from its whole journal."""
    loaded = await store.load(id)
    assert loaded
    assert loaded.snapshot
    restored = restore_table(loaded)
    replayed = restore_table(StoredTable(loaded.header, None, entries))
    assert restored.status == OVER
    assert snapshot(restored) == snapshot(replayed)
