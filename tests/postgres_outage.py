"""A PostgreSQL that is stopped, killed or frozen for a while."""

import asyncio
import signal
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import psutil  # type: ignore[import-untyped]

from tests.databases import Postgres


def stop(server: Any) -> None:
    """Stop it as an administrator does."""
    server.stop()


def kill(server: Any) -> None:
    """Kill all its processes at once."""
    processes = processes_of(server)
    for process in processes:
        process.send_signal(signal.SIGKILL)
    psutil.wait_procs(processes, timeout=60)
    (server.pgdata / "postmaster.pid").unlink()


def start(server: Any) -> None:
    """Start it again."""
    server.ensure_postgres_running()


def freeze(server: Any) -> None:
    """Let none of its processes go on: connections stay open, and nobody answers."""
    for process in processes_of(server):
        process.send_signal(signal.SIGSTOP)


def thaw(server: Any) -> None:
    """Let all its processes go on."""
    for process in processes_of(server):
        process.send_signal(signal.SIGCONT)


def processes_of(server: Any) -> list[Any]:
    """Return the processes of a server, the first one first."""
    postmaster = psutil.Process(server.get_pid())
    return [postmaster, *postmaster.children(recursive=True)]


Change = Callable[[Any], None]
OUTAGES: dict[str, tuple[Change, Change]] = {
    "stopped": (stop, start),
    "killed": (kill, start),
    "frozen": (freeze, thaw),
}


@asynccontextmanager
async def postgres_outage(postgres: Postgres, kind: str) -> AsyncIterator[None]:
    """Begin an outage, and end it with the block."""
    begin, end = OUTAGES[kind]
    await asyncio.to_thread(begin, postgres.server)
    try:
        yield
    finally:
        await asyncio.to_thread(end, postgres.server)
