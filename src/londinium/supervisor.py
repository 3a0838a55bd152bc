"""A supervisor: keeps the long-lived tasks of a process running."""

import asyncio
import logging
from collections.abc import Callable, Coroutine
from time import monotonic
from typing import Any

FIRST_PAUSE, MAX_PAUSE = 0.1, 3.0  # seconds before a task that failed is started again
STEADY_SECONDS = 60.0  # for which a task must run until the pause is a short one again

LOG = logging.getLogger(__name__)


class Supervisor:
    """Starts long-lived tasks again when they fail, logs it, and knows which are not running."""

    def __init__(self) -> None:
        self.on_failure: Callable[[str], None] = lambda name: None  # called with a task's name
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._pausing: set[str] = set()

    @property
    def gone(self) -> list[str]:
        """The names of the tasks that are not running, though they should be."""
        ended = {name for name, task in self._tasks.items() if task.done()}
        return sorted(ended | self._pausing)

    def keep(self, name: str, run: Callable[[], Coroutine[Any, Any, None]]) -> asyncio.Task[None]:
        """Run a function as a task until it returns; whenever it fails, start it again."""
        task = asyncio.get_running_loop().create_task(self._keep(name, run), name=name)
        self._tasks[name] = task
        return task

    async def stop(self, name: str) -> None:
        """Cancel a task, which is then no longer expected to run."""
        task = self._tasks.pop(name)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)

    async def _keep(self, name: str, run: Callable[[], Coroutine[Any, Any, None]]) -> None:
        pause = FIRST_PAUSE
        while True:
            started = monotonic()
            try:
                await run()
                return
            except Exception:
                fields = {"task": name}
                LOG.exception("a task failed and is started again", extra={"fields": fields})
            self.on_failure(name)
            pause = FIRST_PAUSE if monotonic() - started > STEADY_SECONDS else pause
            await self._pause(name, pause)
            pause = min(2 * pause, MAX_PAUSE)

    async def _pause(self, name: str, seconds: float) -> None:
        self._pausing.add(name)
        try:
            await asyncio.sleep(seconds)
        finally:
            self._pausing.discard(name)
