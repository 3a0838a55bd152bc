"""Real server processes, on sockets and on the real clock, to be killed."""

import asyncio
import json
import os
import signal
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

from tests.server.in_process_server import NO_LIMITS, PATIENCE

REPOSITORY = Path(__file__).parents[2]


@dataclass(frozen=True)
class ServerProcess:
    """A server that runs."""

    url: str
    pid: int
    log: Path
    gone: asyncio.Event

    async def kill(self) -> None:
        """End it without any grace, and wait until it is gone."""
        os.kill(self.pid, signal.SIGKILL)
        await asyncio.wait_for(self.gone.wait(), PATIENCE)


@dataclass
class ServerForker:
    """Starts servers."""

    process: Process
    directory: Path
    logs: list[Path] = field(default_factory=list)
    _ready: asyncio.Queue[tuple[int, str]] = field(default_factory=asyncio.Queue)
    _gone: dict[int, asyncio.Event] = field(default_factory=dict)

    async def start(self, database_url: str) -> ServerProcess:
        """Start a server that limits nobody and logs only what is wrong."""
        settings = NO_LIMITS | {"database_url": database_url, "log_level": "warning"}
        log = self.directory / f"server-{len(self.logs)}.log"
        self.logs.append(log)
        request = {
            "settings": {f"LONDINIUM_{name.upper()}": str(is_) for name, is_ in settings.items()},
            "log": str(log),
        }
        assert self.process.stdin
        self.process.stdin.write(json.dumps(request).encode() + b"\n")
        pid, url = await asyncio.wait_for(self._ready.get(), PATIENCE)
        assert url, log.read_text()
        return ServerProcess(url, pid, log, self._gone[pid])

    @property
    def complaints(self) -> str:
        """All that servers have logged."""
        return "".join(log.read_text() for log in self.logs)

    async def listen(self) -> None:
        """Read from the forker which servers are ready or gone."""
        assert self.process.stdout
        async for line in self.process.stdout:
            word, pid, url = line.decode().rstrip("\n").split(" ")
            if word == "ready":
                self._gone[int(pid)] = asyncio.Event()
                self._ready.put_nowait((int(pid), url))
            elif int(pid) in self._gone:
                self._gone[int(pid)].set()
            else:  # it has ended before it was ready
                self._ready.put_nowait((int(pid), ""))


@asynccontextmanager
async def server_forker(directory: Path) -> AsyncIterator[ServerForker]:
    """Start a forker; all its servers end with it."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "tests.server.server_forker", stdin=PIPE, stdout=PIPE, cwd=REPOSITORY
    )
    servers = ServerForker(process, directory)
    listening = asyncio.create_task(servers.listen())
    try:
        yield servers
    finally:
        assert process.stdin
        process.stdin.close()
        try:
            await asyncio.wait_for(process.wait(), 10)
        except TimeoutError:
            process.kill()
            await process.wait()
        await listening
