"""Damaged rows of the database: each costs one table at most, and that one says so."""

import logging
import zlib
from collections import Counter
from collections.abc import Callable
from typing import Any

import orjson
import pytest
from sqlalchemy import Connection, Executable, select, update

from londinium.server.tables.live_tables import SNAPSHOT_EVERY
from londinium.server.tables.maintenance import maintain_once
from londinium.store import Store
from londinium.store.schema import ENTRIES, LISTINGS, SNAPSHOTS, TABLES
from tests.server.in_process_server import (
    InProcessServer,
    Visitor,
    async_test,
    error_of,
    in_process_server,
)

Row = tuple[int, bytes]  # the version and the data of a snapshot


def change_json(change: Callable[[Any], object]) -> Callable[[Row], Row]:
    """Return a function that changes what a snapshot says."""

    def changed(row: Row) -> Row:
        data = orjson.loads(zlib.decompress(row[1]))
        change(data)
        return row[0], zlib.compress(orjson.dumps(data))

    return changed


def flip_record(data: Any) -> None:
    """Change the first byte of the record."""
    record = bytearray.fromhex(data["match"]["record"])
    record[0] ^= 1
    data["match"]["record"] = record.hex()


DAMAGE: dict[str, Callable[[Row], Row]] = {
    "not compressed": lambda row: (row[0], b"damaged"),
    "cut off": lambda row: (row[0], row[1][:100]),
    "not json": lambda row: (row[0], zlib.compress(b'{"version": 32')),
    "not an object": lambda row: (row[0], zlib.compress(b"[]")),
    "of another version": lambda row: (row[0] - 1, row[1]),
    "a field is missing": change_json(lambda data: data.pop("chat")),
    "another record": change_json(flip_record),
    "a longer record": change_json(lambda data: data["match"].update(record="00" * 4000)),
    "another layout": change_json(lambda data: data.update(layout="0123456789abcdef")),
    "moves that do not exist": change_json(
        lambda data: data.update(layout="other", match={"moves": [[0, 65_000]], "record": ""})
    ),
}


async def execute(store: Store, statement: Executable) -> None:
    """Change the database behind the store's back."""

    def run(connection: Connection) -> None:
        connection.execute(statement)

    await store._database.write(run)


async def read_snapshot(store: Store, table: str) -> Row:
    """Return the snapshot of a table as it is stored."""

    def read(connection: Connection) -> Row:
        query = select(SNAPSHOTS.c.version, SNAPSHOTS.c.data)
        version, data = connection.execute(query.where(SNAPSHOTS.c.table_id == table)).one()
        return version, bytes(data)

    return await store._database.read(read)


async def listed(who: Visitor) -> list[str]:
    """Return a person's own tables."""
    answer = await who.client.get("/api/tables", params={"which": "mine"})
    assert answer.status_code == 200, answer.text
    return sorted(table["id"] for table in answer.json()["tables"])


@async_test
async def test_a_snapshot_that_is_not_usable_is_made_again_from_the_journal(
    database_url: str, caplog: pytest.LogCaptureFixture
) -> None:
    async with in_process_server(database_url) as running:
        ann = await running.visitor("Ann")
        table = await ann.make("me", "me", start=True)
        while await ann.move(table) < SNAPSHOT_EVERY + 2:
            continue
        before, store = await ann.look(table), running.server.store
        for what, damage in DAMAGE.items():
            caplog.clear()
            version, data = damage(await read_snapshot(store, table))
            its_row = update(SNAPSHOTS).where(SNAPSHOTS.c.table_id == table)
            await execute(store, its_row.values(version=version, data=data))
            running.server.live_tables.tables.clear()
            assert await ann.look(table) == before, what
            logged = [record.message for record in caplog.records]
            assert logged == ["a snapshot cannot be used"], what
            assert (await read_snapshot(store, table))[0] == before["version"], what
            loaded = await store.load(table)
            assert loaded is not None
            assert loaded.snapshot is not None
            assert loaded.snapshot["version"] == before["version"]


ENTRY_DAMAGE: dict[str, dict[str, Any]] = {
    "not json": {"data": '{"moves": ["'},
    "of no known kind": {"kind": "weather"},
    "gone": {"version": 1000},
    "an illegal move": {"data": '{"moves": ["0: draw deck"]}'},
}


@async_test
async def test_a_damaged_entry_costs_one_table_which_says_so(
    database_url: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async with in_process_server(database_url) as running:
        ann, runner = await running.visitor("Ann"), running.server.turn_runner
        sound = await ann.make("me", "easy", start=True)
        broken = [await ann.make("me", "easy", start=True) for _ in ENTRY_DAMAGE]
        for table, damage in zip(broken, ENTRY_DAMAGE.values(), strict=True):
            await ann.move(table)
            its_row = update(ENTRIES).where(ENTRIES.c.table_id == table, ENTRIES.c.version == 3)
            await execute(running.server.store, its_row.values(damage))
        running.server.live_tables.tables.clear()
        loads = loads_of(running, monkeypatch)
        for _ in range(40):
            await runner.find_overdue(0)
            await runner.run_due()
            running.clock.time += 5
        assert {table: loads[table] for table in broken} == dict.fromkeys(broken, 1)
        assert (await ann.look(sound))["position"]["waited_for"] == [0]
        for table in broken:
            for path in ("", "/log", "/stream"):
                answer = await ann.client.get(f"/api/tables/{table}{path}")
                assert error_of(answer) == (500, "damaged_table")
            assert error_of(await ann.post(table, "start")) == (500, "damaged_table")
        assert await listed(ann) == sorted([sound, *broken])
    errors = [record for record in caplog.records if record.levelno >= logging.ERROR]
    reported = [record.fields["table"] for record in errors]  # type: ignore[attr-defined]
    assert sorted(reported) == sorted(broken)


def loads_of(running: InProcessServer, monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """Return how often each table is read from the store from now on."""
    load, loads = running.server.store.load, Counter[str]()

    async def count(id: str, use_snapshot: bool = True) -> Any:
        loads[id] += 1
        return await load(id, use_snapshot)

    monkeypatch.setattr(running.server.store, "load", count)
    return loads


@async_test
async def test_a_damaged_entry_of_another_worker_is_said_too(database_url: str) -> None:
    async with in_process_server(database_url) as running:
        ann = await running.visitor("Ann")
        table = await ann.make("me", "me", start=True)
        row = {"table_id": table, "version": 3, "kind": "weather", "at": 0.0}
        await execute(running.server.store, ENTRIES.insert().values(row))
        for _ in range(2):
            answer = await ann.client.get(f"/api/tables/{table}", params={"since": 3})
            assert error_of(answer) == (500, "damaged_table")


@async_test
async def test_the_streams_of_a_table_that_is_damaged_end(database_url: str) -> None:
    async with in_process_server(database_url) as running:
        ann, live_tables = await running.visitor("Ann"), running.server.live_tables
        table, sound = [await ann.make("me", "me", start=True) for _ in range(2)]
        readers = [ann.open_stream(id) for id in (table, sound)]
        for reader in readers:
            await reader.update()
        its_row = update(ENTRIES).where(ENTRIES.c.table_id == table, ENTRIES.c.version == 2)
        await execute(running.server.store, its_row.values(kind="weather"))
        for live in live_tables.tables.values():
            live.stale = True
        await maintain_once(live_tables)
        await readers[0].ended()
        assert (await readers[1].update())["version"] == 2


LISTING_DAMAGE = {
    "not json": {"summary": '{"seats": ['},
    "a field is missing": {"summary": '{"seats": []}'},
    "of another type": {
        "summary": '{"seats":7,"options":{},"pace":{},"waited_for":[],"winners":[]}'
    },
    "a name that is a number": {
        "summary": (
            '{"seats":[{"who":{"person":"p","name":7,"guest":true}}],"options":{},'
            '"pace":{"kind":"none"},"waited_for":[],"winners":[]}'
        )
    },
}


@async_test
async def test_a_damaged_listing_does_not_break_the_lists(
    database_url: str, caplog: pytest.LogCaptureFixture
) -> None:
    async with in_process_server(database_url) as running:
        ann = await running.visitor("Ann")
        tables = sorted([await ann.make("me", "me", start=True) for _ in range(5)])
        for table, damage in zip(tables, LISTING_DAMAGE.values(), strict=False):
            its_row = update(LISTINGS).where(LISTINGS.c.table_id == table)
            await execute(running.server.store, its_row.values(damage))
        for _ in range(2):
            assert await listed(ann) == tables[len(LISTING_DAMAGE) :]
        assert len([record for record in caplog.records if record.levelno == logging.ERROR]) == 4
        await ann.move(tables[0])  # which writes its listing anew
        await ann.move(tables[0])
        assert tables[0] in await listed(ann)


@async_test
async def test_a_table_of_a_game_that_is_gone_says_so(database_url: str) -> None:
    async with in_process_server(database_url) as running:
        ann = await running.visitor("Ann")
        table = await ann.make("me", "me", start=True)
        its_row = update(TABLES).where(TABLES.c.id == table)
        await execute(running.server.store, its_row.values(game="chess"))
        running.server.live_tables.tables.clear()
        answer = await ann.client.get(f"/api/tables/{table}")
        assert error_of(answer) == (500, "damaged_table")
