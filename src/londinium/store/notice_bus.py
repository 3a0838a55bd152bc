"""Notices from worker to worker, over PostgreSQL's LISTEN and NOTIFY."""

import asyncio
import logging
from typing import Any

from sqlalchemy import URL, Connection, func, select
from sqlalchemy.ext.asyncio import AsyncConnection

from londinium.store.database import StoreUnavailable
from londinium.store.notices import CHANNEL, Listener, Notice, NoticesLost, decode, encode
from londinium.store.postgres import ANSWER_SECONDS, FAILURES, Postgres
from londinium.supervisor import Supervisor

CHECK_SECONDS = 30.0  # after which an idle connection is checked
FIRST_PAUSE, MAX_PAUSE = 0.1, 2.0  # seconds between attempts to reconnect

log = logging.getLogger(__name__)


def send(connection: Connection, line: str) -> None:
    """Send a line to all workers that listen."""
    connection.execute(select(func.pg_notify(CHANNEL, line)))


async def open_postgres(
    url: URL, worker: str, supervisor: Supervisor
) -> tuple[Postgres, "NoticeBus"]:
    """Open a database, and listen to the other workers on it."""
    database = await Postgres.open(url)
    try:
        return database, await NoticeBus.start(database, worker, supervisor)
    except FAILURES:
        await database.close()
        raise StoreUnavailable(
            "PostgreSQL gives no connection to listen on: raise its max_connections."
        ) from None


class NoticeBus:
    """A connection on which notices of other workers come, made again when it is lost."""

    def __init__(self, database: Postgres, worker: str, supervisor: Supervisor) -> None:
        self._database = database
        self._worker = worker
        self._supervisor = supervisor
        self._listeners: list[Listener] = []
        self._down = asyncio.Event()
        self._connection: AsyncConnection | None = None

    @classmethod
    async def start(cls, database: Postgres, worker: str, supervisor: Supervisor) -> "NoticeBus":
        """Start to listen; whatever is announced from now on is received."""
        bus = cls(database, worker, supervisor)
        bus._connection = await bus._connect()
        supervisor.keep("bus", bus._listen)
        return bus

    def listen(self, listener: Listener) -> None:
        """Call a function with every notice of another worker."""
        self._listeners.append(listener)

    async def announce(self, notice: Notice) -> None:
        """Send a notice to the other workers."""
        await self._database.write(send, encode(self._worker, notice))

    async def close(self) -> None:
        """Stop listening."""
        await self._supervisor.stop("bus")

    async def _listen(self) -> None:
        while True:
            if self._connection is None:
                self._connection = await self._reconnect()
                self._dispatch(NoticesLost())
            try:
                await self._until_lost(self._connection)
            finally:
                lost, self._connection = self._connection, None
                await _drop(lost)
            log.warning("the connection that listens for other workers was lost")

    async def _until_lost(self, connection: AsyncConnection) -> None:
        """Return when the connection is lost."""
        raw = await _driver(connection)
        while not self._down.is_set():
            try:
                await asyncio.wait_for(self._down.wait(), CHECK_SECONDS)
            except TimeoutError:
                if not await _alive(raw):
                    return

    async def _reconnect(self) -> AsyncConnection:
        pause = FIRST_PAUSE
        while True:
            try:
                return await self._connect()
            except FAILURES:
                await asyncio.sleep(pause)
                pause = min(2 * pause, MAX_PAUSE)

    async def _connect(self) -> AsyncConnection:
        self._down = down = asyncio.Event()
        connection = await self._database.connect()
        try:
            raw = await _driver(connection)
            raw.add_termination_listener(lambda _: down.set())
            async with asyncio.timeout(ANSWER_SECONDS):
                await raw.add_listener(CHANNEL, self._receive)
        except BaseException:
            await _drop(connection)
            raise
        return connection

    def _receive(self, _connection: object, _pid: int, _channel: str, line: str) -> None:
        worker, notice = decode(line)
        if worker != self._worker and notice is not None:
            self._dispatch(notice)

    def _dispatch(self, notice: Notice) -> None:
        for listener in self._listeners:
            listener(notice)


async def _driver(connection: AsyncConnection) -> Any:
    return (await connection.get_raw_connection()).driver_connection


async def _alive(raw: Any) -> bool:
    try:
        await raw.execute("SELECT 1", timeout=CHECK_SECONDS / 3)
    except (*FAILURES, TimeoutError):
        return False
    return True


async def _drop(connection: AsyncConnection) -> None:
    """Close a connection, whether it still works or not, without sending anything on it."""
    (await _driver(connection)).terminate()
    await connection.invalidate()
    await connection.close()
