"""SQLite: a file for one worker, with a thread that commits and a few that read.

Plain engines are used: to read one row in a thread takes 0.1 ms of the event loop's time, and 1.4
ms with aiosqlite, which goes from thread to thread for each step of each statement.
"""

import asyncio
import fcntl
import sqlite3
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import IO, Any

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

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
from londinium.store.private_file import PRIVATE_DIRECTORY, make_private

READERS = 3
# Commits between checkpoints, which copy what was committed from the log into the database. A
# reader's thread makes them beside the writer, which would wait half as long again for its own;
# the writer makes one only when the log has grown to 64 MB, which starts the log afresh.
CHECKPOINT_EVERY = 100
PRAGMAS = (
    "PRAGMA wal_autocheckpoint = 16384",
    "PRAGMA busy_timeout = 5000",
    "PRAGMA journal_mode = WAL",
    "PRAGMA synchronous = FULL",
    "PRAGMA foreign_keys = ON",
)


# By SQLite's codes: errors that tell nothing about what was asked.
OUTAGES: dict[int, OutageReason] = {
    sqlite3.SQLITE_BUSY: "no_answer",
    sqlite3.SQLITE_LOCKED: "no_answer",
    sqlite3.SQLITE_NOMEM: "no_answer",
    sqlite3.SQLITE_READONLY: "read_only",
    sqlite3.SQLITE_IOERR: "no_answer",
    sqlite3.SQLITE_FULL: "full",
    sqlite3.SQLITE_CANTOPEN: "no_answer",
    sqlite3.SQLITE_PROTOCOL: "no_answer",
}
PRIMARY = 0xFF  # the bits of a code that tell the kind of error


class Sqlite:
    """An open SQLite file, locked against other workers."""

    dialect: Dialect = "sqlite"

    def __init__(
        self, path: Path, lock: IO[bytes], writing: ThreadPoolExecutor, writer: Connection
    ) -> None:
        self._lock = lock
        self._writing = writing
        self._writer = writer
        self._write_lock = asyncio.Lock()
        self._reader = _engine(path, connections=READERS).execution_options(
            isolation_level="AUTOCOMMIT"
        )
        self._reading = ThreadPoolExecutor(READERS, "store-reader")
        self._commits = 0  # since the last checkpoint

    @classmethod
    async def open(cls, path: Path) -> "Sqlite":
        """Open the file, made with its directory if necessary."""
        await asyncio.to_thread(_check_links, path)
        lock = await asyncio.to_thread(_lock, path)
        writing = ThreadPoolExecutor(1, "store-writer")
        try:
            writer = await asyncio.get_running_loop().run_in_executor(writing, _connect, path)
        except BaseException:
            writing.shutdown()
            lock.close()
            raise
        return cls(path, lock, writing, writer)

    async def read(self, work: Work[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Run a function that only reads."""
        call = partial(_run, self._reader, work, *args, **kwargs)
        try:
            return await asyncio.get_running_loop().run_in_executor(self._reading, call)
        except DBAPIError as error:
            if outage := _outage(error):
                raise outage from error
            raise

    async def write(self, work: Work[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Run a function in one transaction; they come one after the other.

        Where it may have to wait, for the file's lock and for the disk, a thread does so. What is
        between is done here: to write a group of moves takes 2 ms, and took 8 to 40 in a thread
        that had to wait for the interpreter's lock at every step.
        """
        async with self._write_lock:
            try:
                await self._in_writer(self._writer.begin)
                done = work(self._writer, *args, **kwargs)
                await self._in_writer(self._writer.commit)
            except BaseException as error:
                self._writing.submit(self._writer.rollback)  # before whatever comes next there
                if outage := _outage(error):
                    raise outage from error
                raise
        self._commits += 1
        if self._commits == CHECKPOINT_EVERY:
            self._commits = 0
            self._reading.submit(_run, self._reader, _checkpoint)
        return done

    async def _in_writer(self, call: Callable[[], object]) -> None:
        await asyncio.get_running_loop().run_in_executor(self._writing, call)

    async def close(self) -> None:
        """Finish what is under way, close the file and unlock it."""
        await asyncio.to_thread(self._close)

    def _close(self) -> None:
        self._reading.shutdown()
        self._writing.shutdown()
        self._reader.dispose()
        self._writer.close()
        self._writer.engine.dispose()
        self._lock.close()


def _outage(error: BaseException) -> DatabaseOutage | None:
    """Return the outage that an error is a sign of, if it is one."""
    code = getattr(getattr(error, "orig", None), "sqlite_errorcode", None)
    reason = None if code is None else OUTAGES.get(code & PRIMARY)
    return None if reason is None else DatabaseOutage(reason)


def _connect(path: Path) -> Connection:
    """Return the connection that writes, with the schema brought up to date."""
    make_private(path)
    engine = _engine(path, connections=1)
    event.listen(engine, "begin", _begin)
    try:
        with engine.begin() as connection:
            migrate(connection)
        return engine.connect()
    except NewerSchema:
        engine.dispose()
        raise StoreUnavailable(
            f"The SQLite database {path} was written by a newer Londinium: "
            "upgrade Londinium or give another file."
        ) from None
    except SQLAlchemyError as error:
        engine.dispose()
        raise StoreUnavailable(
            f"The SQLite database {path} cannot be used "
            f"({getattr(error, 'orig', None) or type(error).__name__}): "
            "give the path of a Londinium database or of a new file."
        ) from None


def _run(engine: Engine, work: Work[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    with engine.connect() as connection:
        return work(connection, *args, **kwargs)


def _engine(path: Path, connections: int) -> Engine:
    engine = create_engine(
        f"sqlite+pysqlite:///{path}", pool_size=connections, max_overflow=0, **SETTINGS
    )
    event.listen(engine, "connect", _prepare)
    return engine


def _prepare(connection: Any, _: object) -> None:
    connection.isolation_level = None  # transactions begin where SQLAlchemy begins them
    for pragma in PRAGMAS:
        connection.execute(pragma).close()


def _checkpoint(connection: Connection) -> None:
    connection.exec_driver_sql("PRAGMA wal_checkpoint(PASSIVE)").close()


def _begin(connection: Connection) -> None:
    connection.exec_driver_sql("BEGIN IMMEDIATE")


def _check_links(path: Path) -> None:
    """Refuse a file of two names: each would have its own lock and its own log."""
    if path.is_file() and path.stat().st_nlink > 1:
        raise StoreUnavailable(
            f"The SQLite database {path} has another name (a hard link), by which a second server "
            "could open and destroy it: remove the other name, or use a copy of the file."
        )


def _lock(path: Path) -> IO[bytes]:
    # The lock goes with the process, however it ends; the file stays, since unlinking would race.
    try:
        path.parent.mkdir(PRIVATE_DIRECTORY, parents=True, exist_ok=True)
        lock = path.with_name(path.name + ".lock").open("ab")
    except OSError as error:
        raise StoreUnavailable(
            f"The directory {path.parent} cannot be written ({error.strerror}): "
            "give a path where Londinium may write."
        ) from None
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        lock.close()
        raise StoreUnavailable(
            f"Another Londinium server uses {path}, and SQLite serves one worker: "
            "stop the other one, or use PostgreSQL for several."
        ) from None
    return lock
