"""PostgreSQL: one database for many workers."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import asyncpg  # type: ignore[import-untyped]
from sqlalchemy import URL, Connection, NullPool, text
from sqlalchemy.exc import DBAPIError, InterfaceError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from londinium.store.database import (
    SETTINGS,
    DatabaseOutage,
    Dialect,
    OutageReason,
    P,
    StoreUnavailable,
    T,
    Work,
)
from londinium.store.migrations import NewerSchema, migrate

MIGRATING = 0x4C4F4E44  # the key of the advisory lock
ANSWER_SECONDS = 5.0  # for a connection, and then for an answer, before it counts as an outage
FAILURES = (SQLAlchemyError, asyncpg.PostgresError, asyncpg.InterfaceError, OSError)
# Classes of SQLSTATE, and some of single errors, that tell nothing about what was asked: no
# connection, no access, no such database, no resources, an operator or the system interferes.
OUTAGE_STATES = ("08", "28", "3D", "53", "57", "58", "25006", "40001", "40P01", "55P03")
REASONS: dict[str, OutageReason] = {"53100": "full", "25006": "read_only"}  # by SQLSTATE


class Postgres:
    """An open PostgreSQL database."""

    dialect: Dialect = "postgresql"

    def __init__(self, url: URL) -> None:
        self._url = url
        self._writer = _engine(url, pool_size=4, pool_timeout=ANSWER_SECONDS)
        self._reader = self._writer.execution_options(isolation_level="AUTOCOMMIT")

    @classmethod
    async def open(cls, url: URL) -> "Postgres":
        """Connect, and bring the schema up to date."""
        database = cls(_for_asyncpg(url))
        try:
            await asyncio.to_thread(asyncio.run, database.migrate())
        except NewerSchema:
            raise StoreUnavailable(
                f"The database {_shown(url)} was written by a newer Londinium: "
                "upgrade Londinium or give another database."
            ) from None
        except (*FAILURES, TypeError, ValueError) as error:
            raise StoreUnavailable(
                f"PostgreSQL at {_shown(url)} cannot be used ({_reason(error)}): "
                "start it, or correct the database URL."
            ) from None
        return database

    async def migrate(self) -> None:
        """Bring the schema up to date while other workers that start wait; blocks its thread."""
        engine = _engine(self._url, limited=False, poolclass=NullPool)
        try:
            async with engine.begin() as connection:
                await connection.run_sync(_migrate_alone)
        finally:
            await engine.dispose()

    async def read(self, work: Work[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Run a function that only reads; once more if the connection turns out to be lost."""
        try:
            try:
                return await self._read(work, *args, **kwargs)
            except DBAPIError as error:
                if not error.connection_invalidated:
                    raise
            return await self._read(work, *args, **kwargs)
        except FAILURES as error:
            if outage := _outage(error):
                raise outage from error
            raise

    async def _read(self, work: Work[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        async with self._reader.connect() as connection:
            return await connection.run_sync(_in_time, lambda sync: work(sync, *args, **kwargs))

    async def write(self, work: Work[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Run a function in one transaction."""
        try:
            async with self._writer.connect() as connection:
                return await connection.run_sync(
                    _in_time, lambda sync: _in_transaction(sync, work, *args, **kwargs)
                )
        except FAILURES as error:
            if outage := _outage(error):
                raise outage from error
            raise

    async def connect(self) -> AsyncConnection:
        """Return a connection of its own, outside the pool."""
        return await _engine(self._url, poolclass=NullPool).connect()

    async def close(self) -> None:
        """Close all connections; if the database is not responding, without a good-bye."""
        with suppress(TimeoutError):
            async with asyncio.timeout(ANSWER_SECONDS):
                await self._writer.dispose()


def _migrate_alone(connection: Connection) -> None:
    connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": MIGRATING})
    migrate(connection)


def _engine(url: URL, limited: bool = True, **settings: Any) -> AsyncEngine:
    """Return an engine; unless it is limited, its statements may take as long as they want."""
    # For what SQLAlchemy asks of a new connection: of later statements, `_in_time` ends the wait.
    statement = 2 * ANSWER_SECONDS if limited else None
    connecting = {"timeout": ANSWER_SECONDS, "command_timeout": statement}
    return create_async_engine(url, connect_args=connecting, **SETTINGS, **settings)


def _in_time(connection: Connection, work: Callable[[Connection], T]) -> T:
    """Run a function; if the database is not responding, end the connection and raise TimeoutError.

    To cancel the task instead would take as long: the driver then asks the database to cancel.
    """
    driver: Any = connection.connection.driver_connection
    timer = asyncio.get_running_loop().call_later(ANSWER_SECONDS, driver.terminate)
    deadline = timer.when()
    try:
        return work(connection)
    except DBAPIError as error:
        if asyncio.get_running_loop().time() < deadline:
            raise
        raise TimeoutError from error
    finally:
        timer.cancel()


def _in_transaction(
    connection: Connection, work: Work[P, T], *args: P.args, **kwargs: P.kwargs
) -> T:
    with connection.begin():
        return work(connection, *args, **kwargs)


def _outage(error: Exception) -> DatabaseOutage | None:
    """Return the outage that an error is a sign of, if it is one."""
    if isinstance(error, OSError | PoolTimeout | asyncpg.InterfaceError):
        return DatabaseOutage("no_answer")
    if isinstance(error, InterfaceError) or getattr(error, "connection_invalidated", False):
        return DatabaseOutage("no_answer")
    state = getattr(getattr(error, "orig", error), "sqlstate", None) or ""
    if state.startswith(OUTAGE_STATES):
        return DatabaseOutage(REASONS.get(state, "no_answer"))
    return None


def _for_asyncpg(url: URL) -> URL:
    """Return the URL for SQLAlchemy's asyncpg, which knows `sslmode` as `ssl`."""
    query = {"ssl" if key == "sslmode" else key: value for key, value in url.query.items()}
    return url.set(drivername="postgresql+asyncpg", query=query)


def _shown(url: URL) -> str:
    # The query goes as well: libpq lets a password stand there.
    return url.set(query={}).render_as_string(hide_password=True)


def _reason(error: Exception) -> str:
    """Say what went wrong in words that cannot hold the password."""
    cause = error.__cause__ or error
    while cause.__cause__ is not None:
        cause = cause.__cause__
    if isinstance(cause, asyncpg.PostgresError):
        return str(cause)
    if isinstance(cause, OSError):
        return cause.strerror or type(cause).__name__
    return type(cause).__name__
