"""Group commit: whatever waits to be written when a transaction ends is the next transaction."""

import asyncio
from collections import deque
from collections.abc import Callable
from time import perf_counter

from sqlalchemy.exc import DataError, IntegrityError

from londinium.store.batch import Addition, BatchWriter, VersionTaken
from londinium.store.database import Database, DatabaseOutage
from londinium.supervisor import Supervisor

BATCH_SIZE = 100  # additions in a transaction at most, so that none waits long
# Seconds to wait for more after a transaction of several additions: a transaction takes about a
# millisecond of the processor however small it is. An addition that comes alone never waits.
GATHER_SECONDS = 0.015


class JournalWriter:
    """Writes entries of all tables, in the order in which they come."""

    def __init__(self, database: Database, worker: str, supervisor: Supervisor) -> None:
        self._database = database
        self._batch = BatchWriter(database.dialect, worker)
        self._waiting: deque[tuple[Addition, asyncio.Future[bool]]] = deque()
        self.committed: Callable[[float, int], None] = lambda seconds, additions: None
        self._wake = asyncio.Event()
        self._closing = False
        self._task = supervisor.keep("journal", self._run)

    async def add(self, addition: Addition) -> bool:
        """Write an addition; return True when it is durable, False if its version was taken."""
        if self._closing:
            raise RuntimeError("The store is closed: open it again to write.")
        written: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self._waiting.append((addition, written))
        self._wake.set()
        return await written

    async def close(self) -> None:
        """Write what still waits, then stop."""
        self._closing = True
        self._wake.set()
        await self._task

    async def _run(self) -> None:
        while self._waiting or not self._closing:
            while self._waiting:
                batch = self._next()
                await self._commit(batch)
                if len(batch) > 1 and not self._closing:
                    await asyncio.sleep(GATHER_SECONDS)
            self._wake.clear()
            if not self._closing:
                await self._wake.wait()

    def _next(self) -> list[tuple[Addition, asyncio.Future[bool]]]:
        return [self._waiting.popleft() for _ in range(min(BATCH_SIZE, len(self._waiting)))]

    async def _commit(self, batch: list[tuple[Addition, asyncio.Future[bool]]]) -> None:
        start = perf_counter()
        try:
            news = await self._database.write(self._batch.write, [a for a, _ in batch])
        except (IntegrityError, DataError, VersionTaken) as error:
            await self._commit_apart(batch, error)
        except Exception as error:
            if isinstance(error, DatabaseOutage):
                # What follows may rest on an entry that a crash of the database has lost.
                batch += self._waiting
                self._waiting.clear()
            for _, written in batch:
                if not written.done():
                    written.set_exception(error)
        else:
            for (_, written), new in zip(batch, news, strict=True):
                if not written.done():  # its waiter may have been cancelled
                    written.set_result(new)
            self.committed(perf_counter() - start, len(batch))

    async def _commit_apart(
        self, batch: list[tuple[Addition, asyncio.Future[bool]]], error: Exception
    ) -> None:
        """Commit each alone after one of them could not be written, so that only that one fails."""
        if len(batch) > 1:
            for one in batch:
                await self._commit([one])
        elif not batch[0][1].done():
            batch[0][1].set_exception(error)
