"""Group commit: many entries in one transaction, each answered for itself."""

import asyncio
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, text
from sqlalchemy.exc import DBAPIError, IntegrityError

from londinium.store import DatabaseOutage, Listing, Person, Store
from londinium.store.journal import BATCH_SIZE
from londinium.store.sqlite import CHECKPOINT_EVERY
from tests.store.stores import OPEN, OPENED, async_test, make_table, move, opened


def run(connection: Connection, statement: str) -> None:
    """Run a statement behind the store's back."""
    connection.execute(text(statement))


def count_transactions(store: Store, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Return a list that will hold the size of each transaction of the journal."""
    sizes: list[int] = []
    write = store._database.write

    async def counted(work: Any, additions: Any) -> Any:
        sizes.append(len(additions))
        return await write(work, additions)

    monkeypatch.setattr(store._database, "write", counted)
    return sizes


@async_test
async def test_what_waits_is_committed_together(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with opened(database_url) as store:
        sizes = count_transactions(store, monkeypatch)
        ids = [f"table{i}" for i in range(2 * BATCH_SIZE + 50)]
        await asyncio.gather(*(make_table(store, id) for id in ids))
        assert sizes == [BATCH_SIZE, BATCH_SIZE, 50]
        assert all(await asyncio.gather(*(store.append(id, move(2)) for id in ids)))
        assert sizes == [BATCH_SIZE, BATCH_SIZE, 50] * 2
        listed = await store.tables_of("ada", limit=len(ids))
        assert {table.id: table.version for table in listed} == dict.fromkeys(ids, 2)
        assert await store.entries(ids[BATCH_SIZE], 0) == [OPENED, move(2)]


@async_test
async def test_several_entries_of_one_table_may_be_committed_together(database_url: str) -> None:
    async with opened(database_url) as store:
        await make_table(store)
        indices = {v: Listing("playing", float(v), (f"p{v}",), {"v": v}) for v in (2, 3, 4)}
        snapshots = {2: {"v": 2}, 3: {"v": 3}}
        appended = await asyncio.gather(
            *(store.append("oak", move(v), indices[v], snapshots.get(v)) for v in (2, 3, 4))
        )
        assert all(appended)
        loaded = await store.load("oak")
        assert loaded is not None
        assert (loaded.snapshot, loaded.entries) == ({"v": 3}, [move(4)])


@async_test
async def test_of_entries_with_one_version_the_first_counts(database_url: str) -> None:
    async with opened(database_url) as store:
        await make_table(store)
        entries = [move(2, seat=seat) for seat in range(4)]
        people = [replace(OPEN, people=(f"p{seat}",)) for seat in range(4)]
        appended = await asyncio.gather(
            *(store.append("oak", e, i) for e, i in zip(entries, people, strict=True))
        )
        assert appended == [True, False, False, False]
        assert await store.entries("oak", 1) == entries[:1]
        assert [len(await store.tables_of(f"p{seat}")) for seat in range(4)] == [1, 0, 0, 0]


@async_test
async def test_what_the_database_refuses_fails_alone(database_url: str) -> None:
    async with opened(database_url) as store:
        await make_table(store)
        results = await asyncio.gather(
            store.append("oak", move(2)),
            store.append("no such table", move(2)),
            make_table(store, "oak"),
            store.append("oak", move(2)),
            make_table(store, "elm"),
            return_exceptions=True,
        )
        assert results[0] is True
        assert isinstance(results[1], IntegrityError)
        assert list(results[2:]) == [False, False, True]
        assert await store.entries("oak", 1) == [move(2)]
        assert await store.entries("elm", 0) == [OPENED]


@async_test
async def test_what_json_cannot_say_fails_before_it_is_queued(database_url: str) -> None:
    async with opened(database_url) as store:
        await make_table(store)
        with pytest.raises(TypeError):
            await store.append("oak", replace(move(2), data={"set": {1}}))
        assert await store.append("oak", move(2))


@async_test
async def test_all_in_a_failed_transaction_fail_and_the_next_succeeds(
    database_url: str,
) -> None:
    async with opened(database_url) as store:
        await make_table(store, "oak")
        await make_table(store, "elm")
        await store._database.write(run, "ALTER TABLE listings RENAME TO away")
        results = await asyncio.gather(
            store.append("oak", move(2), OPEN), store.append("elm", move(2)), return_exceptions=True
        )
        assert [isinstance(result, DBAPIError) for result in results] == [True, True]
        with pytest.raises(DBAPIError):
            await store.tables_of("ada")
        await store._database.write(run, "ALTER TABLE away RENAME TO listings")
        assert await store.entries("elm", 1) == []
        assert await store.append("elm", move(2))
        assert await store.append("oak", move(2), OPEN)


@async_test
async def test_a_waiter_that_is_cancelled_disturbs_nobody(database_url: str) -> None:
    async with opened(database_url) as store:
        ids = [f"table{i}" for i in range(9)]
        await asyncio.gather(*(make_table(store, id) for id in ids))
        tasks = [asyncio.create_task(store.append(id, move(2))) for id in ids]
        await asyncio.sleep(0)
        tasks[4].cancel()
        results = await asyncio.gather(*tasks, return_exceptions=True)
        assert isinstance(results.pop(4), asyncio.CancelledError)
        assert results == [True] * 8
        assert await store.append(ids[0], move(3))


@pytest.mark.parametrize("table", ["oak", "no such table"])
@async_test
async def test_a_cancelled_waiter_is_not_told_of_a_failure(database_url: str, table: str) -> None:
    async with opened(database_url) as store:
        await make_table(store)
        await store._database.write(run, "DROP TABLE listings")
        failing = asyncio.create_task(store.append(table, move(2), OPEN))
        await asyncio.sleep(0)
        failing.cancel()
        await asyncio.gather(failing, return_exceptions=True)
        assert await store.append("oak", move(2))


@async_test
async def test_closing_commits_what_is_pending(database_url: str) -> None:
    store = await Store.open(database_url)
    ids = [f"table{i}" for i in range(BATCH_SIZE + 10)]
    tasks = [asyncio.create_task(make_table(store, id)) for id in ids]
    await asyncio.sleep(0)
    await store.close()
    await asyncio.gather(*tasks)
    async with opened(database_url) as again:
        listed = await again.tables_of("ada", limit=len(ids) + 1)
        assert {table.id: table.version for table in listed} == dict.fromkeys(ids, 1)


@async_test
async def test_of_two_workers_one_appends_a_version(postgres_url: str) -> None:
    async with opened(postgres_url) as one, opened(postgres_url) as other:
        ids = [f"table{i}" for i in range(60)]
        await asyncio.gather(*(make_table(one, id) for id in ids))
        for version in (2, 3, 4):
            ones, others = await asyncio.gather(
                asyncio.gather(*(one.append(id, move(version, seat=1), OPEN) for id in ids)),
                asyncio.gather(
                    *(other.append(id, move(version, seat=2), OPEN) for id in reversed(ids))
                ),
            )
            others.reverse()
            assert all(a != b for a, b in zip(ones, others, strict=True))
            for id, won in zip(ids, ones, strict=True):
                seat = 1 if won else 2
                assert await one.entries(id, version - 1) == [move(version, seat=seat)]


@async_test
async def test_a_lost_connection_fails_one_transaction_only(postgres_url: str) -> None:
    others = (
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()"
        " AND datname = current_database() AND query NOT LIKE 'LISTEN%'"
    )
    async with opened(postgres_url) as one, opened(postgres_url) as other:
        await make_table(one)
        await other._database.write(run, others)
        assert await one.entries("oak", 0) == [OPENED]
        await other._database.write(run, others)
        with pytest.raises(DatabaseOutage):
            await one.append("oak", move(2))
        assert one.outage
        assert await one.append("oak", move(2))
        assert one.outage is None


@async_test
async def test_sqlite_copies_its_log_into_the_database_beside_the_writer(tmp_path: Path) -> None:
    file = tmp_path / "londinium.db"
    async with opened(f"sqlite:///{file}") as store:
        await make_table(store, "walnut")
        assert b"walnut" not in file.read_bytes()  # it is in the log
        for version in range(2, CHECKPOINT_EVERY + 2):
            await store.append("walnut", move(version))
        while b"walnut" not in file.read_bytes():
            await asyncio.sleep(0.01)


@async_test
async def test_a_write_that_is_given_up_leaves_the_way_free(database_url: str) -> None:
    async with opened(database_url) as store:
        for turns in range(12):  # of the event loop, until it is given up
            writing = asyncio.create_task(store.add_person(Person(f"p{turns}", "Ada", 1.0)))
            for _ in range(turns):
                await asyncio.sleep(0)
            writing.cancel()
            await asyncio.gather(writing, return_exceptions=True)
            await make_table(store, f"oak{turns}")
            assert await store.append(f"oak{turns}", move(2))
        await store.add_person(Person("ada", "Ada", 1.0))
        with pytest.raises(IntegrityError):
            await store.add_person(Person("ada", "Ada", 1.0))
        assert await store.append("oak0", move(3))
