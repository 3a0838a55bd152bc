"""What workers tell each other, over PostgreSQL's LISTEN and NOTIFY."""

import asyncio
import logging
from typing import Any

from sqlalchemy import URL, Connection, func, select
from sqlalchemy.ext.asyncio import AsyncConnection

from londinium.store.announcement import CHANNEL, Hear, spell
from londinium.store.database import StoreUnavailable
from londinium.store.postgres import FAILURES, Postgres

LOST = "lost"  # the topic that says: some announcements may have been missed
CHECK = 30.0  # seconds after which a silent connection is asked whether it lives
FIRST_PAUSE, LONGEST_PAUSE = 0.1, 5.0  # seconds between attempts to connect again

log = logging.getLogger(__name__)


def send(connection: Connection, line: str) -> None:
    """Announce a line to all who listen."""
    connection.execute(select(func.pg_notify(CHANNEL, line)))


async def open_postgres(url: URL, worker: str) -> tuple[Postgres, "Bus"]:
    """Open a database, and listen to the other workers on it."""
    database = await Postgres.open(url)
    try:
        return database, await Bus.start(database, worker)
    except FAILURES:
        await database.close()
        raise StoreUnavailable(
            "PostgreSQL gives no connection to listen on: raise its max_connections."
        ) from None


class Bus:
    """A connection that listens for other workers, and is made anew when it is lost."""

    def __init__(self, database: Postgres, worker: str) -> None:
        self._database = database
        self._worker = worker
        self._hearers: list[Hear] = []
        self._down = asyncio.Event()
        self._task: asyncio.Task[None]

    @classmethod
    async def start(cls, database: Postgres, worker: str) -> "Bus":
        """Begin to listen; what is announced from now on will be heard."""
        bus = cls(database, worker)
        connection = await bus._connect()
        bus._task = asyncio.create_task(bus._keep(connection), name="bus")
        return bus

    def listen(self, hear: Hear) -> None:
        """Have a function told of everything that other workers announce."""
        self._hearers.append(hear)

    async def announce(self, topic: str, payload: str) -> None:
        """Tell the other workers."""
        await self._database.write(send, spell(self._worker, topic, payload))

    async def close(self) -> None:
        """Stop listening."""
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)

    async def _keep(self, connection: AsyncConnection) -> None:
        while True:
            try:
                await self._watch(connection)
            finally:
                await _drop(connection)
            log.warning("the connection that listens for other workers was lost")
            connection = await self._connect_again()
            self._tell(LOST, "")

    async def _watch(self, connection: AsyncConnection) -> None:
        """Return when the connection is lost."""
        raw = await _driver(connection)
        while not self._down.is_set():
            try:
                await asyncio.wait_for(self._down.wait(), CHECK)
            except TimeoutError:
                if not await _alive(raw):
                    return

    async def _connect_again(self) -> AsyncConnection:
        pause = FIRST_PAUSE
        while True:
            try:
                return await self._connect()
            except FAILURES:
                await asyncio.sleep(pause)
                pause = min(2 * pause, LONGEST_PAUSE)

    async def _connect(self) -> AsyncConnection:
        self._down = down = asyncio.Event()
        connection = await self._database.connect()
        try:
            raw = await _driver(connection)
            raw.add_termination_listener(lambda _: down.set())
            await raw.add_listener(CHANNEL, self._hear)
        except BaseException:
            await _drop(connection)
            raise
        return connection

    def _hear(self, _connection: object, _pid: int, _channel: str, line: str) -> None:
        worker, topic, payload = line.split(" ", 2)
        if worker != self._worker:
            self._tell(topic, payload)

    def _tell(self, topic: str, payload: str) -> None:
        for hear in self._hearers:
            hear(topic, payload)


async def _driver(connection: AsyncConnection) -> Any:
    return (await connection.get_raw_connection()).driver_connection


async def _alive(raw: Any) -> bool:
    try:
        await raw.execute("SELECT 1", timeout=CHECK / 3)
    except (*FAILURES, TimeoutError):
        return False
    return True


async def _drop(connection: AsyncConnection) -> None:
    """End a connection, living or dead, without going back over it."""
    (await _driver(connection)).terminate()
    await connection.invalidate()
    await connection.close()
