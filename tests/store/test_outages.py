"""Outages of the database: each is known as one, and when it ends all goes on."""

import asyncio
import logging
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest
from sqlalchemy import Connection, text

from londinium.store import DatabaseOutage, Store
from tests.databases import Postgres
from tests.postgres_outage import postgres_outage
from tests.store.stores import OPENED, async_test, make_table, move, opened


def statement(sql: str) -> Callable[[Connection], None]:
    """Return a function that executes a statement."""
    return lambda connection: connection.execute(text(sql)).close()


def set_pragma(store: Store, pragma: str) -> None:
    """Set a pragma of the connection that writes to an SQLite file."""
    connection = store._database._database._writer.connection.driver_connection  # type: ignore[attr-defined]
    connection.execute(f"PRAGMA {pragma}").close()


PRAGMAS = {
    "full": ("max_page_count = 1", "max_page_count = 4294967294"),
    "read_only": ("query_only = ON", "query_only = OFF"),
}


@pytest.mark.parametrize("reason", PRAGMAS)
@async_test
async def test_sqlite_that_takes_nothing_is_an_outage_until_it_does(
    tmp_path: Path, reason: str, caplog: pytest.LogCaptureFixture
) -> None:
    begin, end = PRAGMAS[reason]
    async with opened(f"sqlite:///{tmp_path}/londinium.db") as store:
        await make_table(store)
        assert store.outage is None
        set_pragma(store, begin)
        for _ in range(2):
            with pytest.raises(DatabaseOutage) as outage:
                await store.append("oak", move(2), snapshot={"large": list(range(9000))})
            assert outage.value.reason == reason
        assert await store.entries("oak", 0) == [OPENED]  # what is there can be read
        with pytest.raises(DatabaseOutage):
            await store.probe()
        assert store.outage
        set_pragma(store, end)
        await store.probe()
        assert store.outage is None
        assert await store.append("oak", move(2))
    logged = [record.message for record in caplog.records if record.levelno >= logging.WARNING]
    assert logged == [str(outage.value), "the database works again"]


@async_test
async def test_an_sqlite_file_that_another_program_keeps_locked_is_an_outage(
    tmp_path: Path,
) -> None:
    file = tmp_path / "londinium.db"
    async with opened(f"sqlite:///{file}") as store:
        set_pragma(store, "busy_timeout = 10")
        other = sqlite3.connect(file, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(DatabaseOutage, match="is not responding"):
            await make_table(store)
        other.execute("COMMIT")
        other.close()
        assert await make_table(store)
        assert store.outage is None


@async_test
async def test_postgresql_that_may_only_be_read_is_an_outage(postgres_url: str) -> None:
    read_only = "SET SESSION CHARACTERISTICS AS TRANSACTION READ ONLY"
    async with opened(postgres_url) as store:
        await make_table(store)
        await store._database.write(statement(read_only))
        with pytest.raises(DatabaseOutage) as outage:
            await store.append("oak", move(2))
        assert outage.value.reason == "read_only"
        assert await store.entries("oak", 0) == [OPENED]
        await store._database.write(statement(read_only.replace("ONLY", "WRITE")))
        assert await store.append("oak", move(2))


@pytest.mark.parametrize("kind", ["read", "write"])
@async_test
async def test_postgresql_that_does_not_answer_is_an_outage(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    async with opened(postgres_url) as store:
        await make_table(store)
        with monkeypatch.context() as patched:
            patched.setattr("londinium.store.postgres.ANSWER_SECONDS", 0.05)
            with pytest.raises(DatabaseOutage):
                await getattr(store._database, kind)(statement("SELECT pg_sleep(600)"))
        assert await store.append("oak", move(2))
        assert store.outage is None


@async_test
async def test_a_store_can_be_closed_while_postgresql_hangs(
    postgres: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in ("postgres", "notice_bus"):
        monkeypatch.setattr(f"londinium.store.{module}.ANSWER_SECONDS", 0.2)
    url = await asyncio.to_thread(postgres.fresh)
    store = await Store.open(url)
    await make_table(store)
    async with postgres_outage(postgres, "frozen"):
        appending = asyncio.create_task(store.append("oak", move(2)))
        with pytest.raises(DatabaseOutage):
            await store.ping()
        await store.close()
        with pytest.raises(DatabaseOutage):
            await appending
    async with opened(url) as store:
        assert len(await store.entries("oak", 0)) in (1, 2)  # which of the two is not known


@async_test
async def test_what_the_database_refuses_is_no_outage(database_url: str) -> None:
    async with opened(database_url) as store:
        with pytest.raises(Exception, match="no_such_table"):
            await store._database.write(statement("SELECT * FROM no_such_table"))
        with pytest.raises(Exception, match="no_such_table"):
            await store._database.read(statement("SELECT * FROM no_such_table"))
        assert store.outage is None


@async_test
async def test_the_journal_goes_on_after_it_has_failed(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with opened(database_url) as store:
        await make_table(store)

        def fail(_seconds: float, _entries: int) -> None:
            raise RuntimeError("what counts the commits has a bug")

        store.on_commit(fail)
        assert await asyncio.gather(*(store.append("oak", move(v)) for v in (2, 3))) == [True] * 2
        assert await store.append("oak", move(4))
        store.on_commit(lambda seconds, entries: None)
        assert await store.append("oak", move(5))
