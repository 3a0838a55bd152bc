"""The server is killed at random moments under load, and nothing is lost or done twice."""

import asyncio
import random
from collections import Counter
from pathlib import Path
from typing import Any

import httpx

from londinium import match_file
from londinium.server.tables.serialization import restore_table, snapshot
from londinium.server.tables.table import OVER
from londinium.store import Store
from londinium.store.records import EntryRow, StoredTable
from tests.server.crashing_server import Acknowledged, CrashingServer
from tests.server.in_process_server import PATIENCE, async_test
from tests.server.server_processes import server_forker

TTR, OLB = "ticket_to_ride_london", "old_london_bridge"
TABLES = [
    *[(TTR, "me", "me"), (TTR, "me", "me"), (TTR, "me", "me", "me")],
    *[(OLB, "me", "me"), (OLB, "me", "me"), (OLB, "me", "me")],
    *[(TTR, "me", "easy", "random"), (OLB, "medium", "me")],
]
KILLS = 5
BETWEEN_KILLS = 50  # acknowledged moves; all matches together have some 450
ANSWERED = 0.02  # seconds, in which most moves are


@async_test
async def test_a_server_that_is_killed_loses_nothing_and_does_nothing_twice(
    database_url: str, tmp_path: Path
) -> None:
    limits = httpx.Limits(max_connections=None)
    async with (
        server_forker(tmp_path) as servers,
        httpx.AsyncClient(timeout=PATIENCE, limits=limits) as client,
    ):
        crashing = CrashingServer(servers, database_url, client, random.Random("nothing lost"))
        await crashing.begin()
        tables = [await crashing.make(*spec) for spec in TABLES]
        async with asyncio.TaskGroup() as together:
            playing = {table: together.create_task(crashing.play(table)) for table in tables}
            for number in range(KILLS):  # first before the move posted last can be answered
                at = BETWEEN_KILLS * number + crashing.rng.randint(1, BETWEEN_KILLS)
                await crashing.kill_and_restart(at, crashing.rng.random() * ANSWERED * bool(number))
        assert crashing.repeated > 0
        assert crashing.streams_cut > KILLS
        for table, played in playing.items():
            await check_stream_ended_as_the_table_is(crashing, table, played.result())
        files = {table: await match_file_of(crashing, table) for table in tables}
        await crashing.kill()
        assert servers.complaints == ""
    store = await Store.open(database_url)
    try:
        for spec, table in zip(TABLES, tables, strict=True):
            mine = [one for one in crashing.acknowledged if one.move.table == table]
            entries = await store.entries(table, 0)
            check_journal(entries, mine)
            check_everybody_moved(entries, spec[1:])
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
