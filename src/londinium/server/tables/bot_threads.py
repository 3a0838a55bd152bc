"""The threads in which bots think: searches in their turn, the other bots at once."""

import asyncio
import os
import sys
import threading
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from time import perf_counter
from typing import TypeVar

from londinium.server.metrics import Metrics
from londinium.server.tables.search_queue import Search, SearchQueue

SEARCH_NICENESS = 10  # above that of the process

T = TypeVar("T")


class BotThreads:
    """Runs bots beside the event loop.

    Those that answer at once take 0.02 ms, and have a thread of their own: they never wait for a
    search.
    """

    def __init__(self, threads: int, metrics: Metrics) -> None:
        self._queue = SearchQueue(threads)
        self._turns: dict[Search, asyncio.Future[float | None]] = {}
        self._searching = ThreadPoolExecutor(threads, "search", lower_priority)
        self._answering = ThreadPoolExecutor(1, thread_name_prefix="bot")
        self._metrics = metrics
        metrics.searches_waiting.set_function(lambda: self._queue.waiting)
        metrics.searches_running.set_function(lambda: self._queue.running)

    async def answer(self, level: str, think: Callable[[], T]) -> T:
        """Return what a bot thinks of that answers at once."""
        return await self._run(self._answering, level, think)

    @asynccontextmanager
    async def turn(self, search: Search) -> AsyncIterator[float | None]:
        """Wait until a search has its turn; inside the block it runs.

        The block is given the seconds that it may take at most; None: as many as it likes.
        """
        start = perf_counter()
        seconds = await self._wait(search)
        start, waited = perf_counter(), perf_counter() - start
        self._metrics.search_wait.observe(waited)
        try:
            yield seconds
        finally:
            self._finish(search, perf_counter() - start)

    async def search(self, level: str, think: Callable[[], T]) -> T:
        """Return what a search finds, which has its turn."""
        return await self._run(self._searching, level, think)

    def opened(self, table: str) -> None:
        """Let the searches for a table come first, since it is now open on a screen."""
        self._queue.opened(table)

    def close(self) -> None:
        """Start nothing more; what runs ends by itself, in a second or so."""
        for pool in (self._searching, self._answering):
            pool.shutdown(wait=False, cancel_futures=True)

    async def _wait(self, search: Search) -> float | None:
        turn = self._turns[search] = asyncio.get_running_loop().create_future()
        self._queue.add(search)
        self._start_next()
        try:
            return await turn
        except asyncio.CancelledError:
            if self._turns.pop(search, None):
                self._queue.remove(search)
            elif not turn.cancelled():  # its turn came at the same moment
                self._finish(search, 0.0)
            raise

    def _finish(self, search: Search, seconds: float) -> None:
        self._queue.finish(search, seconds)
        self._start_next()

    def _start_next(self) -> None:
        while taken := self._queue.take():
            search, seconds = taken
            turn = self._turns.pop(search)
            if turn.cancelled():
                self._queue.finish(search, 0.0)
            else:
                turn.set_result(seconds)

    async def _run(self, pool: ThreadPoolExecutor, level: str, think: Callable[[], T]) -> T:
        start = perf_counter()
        found = await asyncio.get_running_loop().run_in_executor(pool, think)
        self._metrics.observe_thinking(level, perf_counter() - start)
        return found


def lower_priority() -> None:
    """Let the event loop come before this thread; only Linux has a priority for each thread."""
    if sys.platform == "linux":
        thread = threading.get_native_id()
        niceness = os.getpriority(os.PRIO_PROCESS, thread) + SEARCH_NICENESS
        os.setpriority(os.PRIO_PROCESS, thread, niceness)  # at most 19, whatever is asked for
