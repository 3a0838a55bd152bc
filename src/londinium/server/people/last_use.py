"""When a session or a token was last used: to the hour, and written beside the request."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, Final

from londinium.server.logs import LOG

COARSE: Final = 3600  # seconds


class LastUse:
    """Writes uses to the store, in tasks that no request waits for."""

    def __init__(self, now: Callable[[], float]) -> None:
        """Note uses by a clock."""
        self._now = now
        self._tasks: set[asyncio.Task[None]] = set()

    def is_due(self, noted: float | None) -> bool:
        """Return whether a use now has to be noted, after the one that is."""
        return noted is None or self._now() >= noted + COARSE

    def note(self, write: Coroutine[Any, Any, None]) -> None:
        """Start to write a use."""
        task = asyncio.get_running_loop().create_task(_write(write))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def finish(self) -> None:
        """Wait until all is written."""
        await asyncio.gather(*self._tasks)


async def _write(write: Coroutine[Any, Any, None]) -> None:
    try:
        await write
    except Exception:
        # Of no consequence for whoever asks; it is written with a later request.
        LOG.warning("a last use could not be written", exc_info=True)
