"""Opening a store: schema, locks, and what cannot be opened."""

import asyncio
import logging
import subprocess
import sys
import traceback
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection, text

from londinium.store import Store, StoreUnavailable
from londinium.store.migrations import is_newest
from londinium.store.schema import METADATA
from tests.store.stores import OPENED, async_test, make_table, opened

SERVE = """
import asyncio, sys
from londinium.store import Store

async def serve():
    await Store.open(sys.argv[1])
    print("open", flush=True)
    await asyncio.Event().wait()

asyncio.run(serve())
"""


def differences(connection: Connection) -> list[Any]:
    """Tell how the database differs from what the code expects."""
    return list(compare_metadata(MigrationContext.configure(connection), METADATA))


@async_test
async def test_migrations_make_the_schema_that_the_code_expects(empty_url: str) -> None:
    async with opened(empty_url) as store:
        assert await store._database.read(differences) == []
        await make_table(store)
    async with opened(empty_url) as store:
        assert await store._database.read(differences) == []
        assert await store.entries("oak", 0) == [OPENED]


@async_test
async def test_after_all_migrations_the_schema_is_known_as_the_newest(empty_url: str) -> None:
    async with opened(empty_url) as store:
        assert await store._database.read(is_newest)


@async_test
async def test_a_difference_of_schema_would_be_found(empty_url: str) -> None:
    async with opened(empty_url) as store:
        drop = text("DROP INDEX ix_listings_wake")
        await store._database.write(lambda connection: connection.execute(drop) and None)
        assert len(await store._database.read(differences)) == 1


def test_opening_is_silent_and_leaves_logging_alone(
    empty_url: str, capfd: pytest.CaptureFixture[str]
) -> None:
    root = logging.getLogger()
    before = (root.level, list(root.handlers), logging.getLogger("alembic").level)

    async def once() -> None:
        async with opened(empty_url):
            pass

    asyncio.run(once())
    assert (root.level, list(root.handlers), logging.getLogger("alembic").level) == before
    assert capfd.readouterr() == ("", "")


@async_test
async def test_a_database_of_a_newer_version_is_refused(database_url: str) -> None:
    async with opened(database_url) as store:
        newer = text("UPDATE alembic_version SET version_num = '9999'")
        await store._database.write(lambda connection: connection.execute(newer) and None)
    with pytest.raises(StoreUnavailable, match="newer Londinium: upgrade"):
        await Store.open(database_url)


@async_test
async def test_workers_may_start_at_once_on_an_empty_database(postgres: Any) -> None:
    url = await asyncio.to_thread(postgres.fresh, "template0")
    stores = await asyncio.gather(*(Store.open(url) for _ in range(3)))
    await make_table(stores[0])
    assert [await store.entries("oak", 0) for store in stores] == [[OPENED]] * 3
    for store in stores:
        await store.close()


@async_test
async def test_sqlite_serves_one_worker(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/new/directory/londinium.db"
    async with opened(url) as store:
        with pytest.raises(StoreUnavailable, match="SQLite serves one worker: stop the other"):
            await Store.open(url)
        await store.ping()
    async with opened(url) as store:
        await store.ping()


def rights(path: Path) -> int:
    """Return who may do what with a file."""
    return path.stat().st_mode & 0o777


@async_test
async def test_only_the_owner_reads_the_file(tmp_path: Path) -> None:
    path = tmp_path / "new" / "londinium.db"
    async with opened(f"sqlite:///{path}") as store:
        await make_table(store)
        files = [path.with_name(f"londinium.db{suffix}") for suffix in ("", "-wal", "-shm")]
        assert [rights(file) for file in files] == [0o600] * 3
        assert rights(path.parent) == 0o700
    path.chmod(0o664)
    async with opened(f"sqlite:///{path}") as store:
        await store.ping()
        assert [rights(file) for file in files] == [0o600] * 3


@async_test
async def test_a_file_whose_rights_cannot_be_changed_is_used_and_that_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def refuse(*_: object) -> None:
        raise PermissionError

    path = tmp_path / "londinium.db"
    path.touch(0o644)
    monkeypatch.setattr(Path, "chmod", refuse)
    async with opened(f"sqlite:///{path}") as store:
        await store.ping()
    assert "londinium.db can be read by others than its owner" in caplog.text


@async_test
async def test_a_file_with_a_second_name_is_refused(tmp_path: Path) -> None:
    url, other = f"sqlite:///{tmp_path}/londinium.db", f"sqlite:///{tmp_path}/other.db"
    async with opened(url) as store:
        await store.ping()
    (tmp_path / "other.db").hardlink_to(tmp_path / "londinium.db")
    for name in (url, other):
        with pytest.raises(StoreUnavailable, match=r"another name \(a hard link\).*remove"):
            await Store.open(name)
    (tmp_path / "londinium.db").unlink()
    async with opened(other) as store:
        await store.ping()


def test_a_killed_worker_leaves_sqlite_unlocked(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/londinium.db"
    command = [sys.executable, "-c", SERVE, url]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as worker:
        assert worker.stdout is not None
        assert worker.stdout.readline() == "open\n"
        with pytest.raises(StoreUnavailable):
            asyncio.run(Store.open(url))
        worker.kill()

    async def open_again() -> None:
        async with opened(url) as store:
            await store.ping()

    asyncio.run(open_again())


@pytest.mark.parametrize(
    ("url", "advice"),
    [
        ("hunter2", "cannot be read: use sqlite:///"),
        ("postgresql://ada:hunter2@host:port/games", "cannot be read: use sqlite:///"),
        ("mysql://ada:hunter2@127.0.0.1/games", "'mysql' are not supported: use sqlite:///"),
        ("sqlite://", "needs a file: use"),
        ("sqlite:///:memory:", "needs a file: use"),
        ("sqlite:////dev/null/hunter.db", "cannot be written .*: give a path"),
        ("postgresql://ada:hunter2@127.0.0.1:1/games", r"ada:\*\*\*@127.* start it, or correct"),
        ("postgres://ada:hunter2@127.0.0.1:1/games?x=hunter2", "start it, or correct"),
        ("postgresql://ada:hunter2@/games?host=/nowhere", "start it, or correct"),
    ],
)
def test_what_cannot_be_opened_is_said_without_the_password(url: str, advice: str) -> None:
    with pytest.raises(StoreUnavailable, match=advice) as refused:
        asyncio.run(Store.open(url))
    told = "".join(traceback.format_exception(refused.value))
    assert "hunter2" not in told.replace(repr(url), "")
    assert str(refused.value).endswith(".")


@async_test
async def test_a_file_that_is_no_database_is_refused_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "letter.txt"
    path.write_text("Dear Ada, " * 100)
    with pytest.raises(StoreUnavailable, match=r"file is not a database.*give the path"):
        await Store.open(f"sqlite:///{path}")
    assert path.read_text() == "Dear Ada, " * 100


@async_test
async def test_a_database_that_is_not_there_is_named(postgres: Any) -> None:
    with pytest.raises(StoreUnavailable, match='database "missing" does not exist'):
        await Store.open(postgres.url("missing"))
