"""Many tables at a server that is killed again and again."""

import asyncio
import math
import random
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import httpx
import orjson

from tests.server.in_process_server import PATIENCE
from tests.server.server_processes import ServerForker, ServerProcess


class Move(NamedTuple):
    """A move as a client posts it."""

    table: str
    client_id: str
    seat: int
    action: int
    text: str
    version: int  # that it answers

    async def post(self, client: httpx.AsyncClient, url: str) -> httpx.Response:
        """Post it to the server at a URL."""
        return await client.post(
            f"{url}/api/tables/{self.table}/moves",
            params={"seat": self.seat},
            json={"action": self.action, "version": self.version, "client_id": self.client_id},
        )


class Acknowledged(NamedTuple):
    """A move that the server has acknowledged, and its version."""

    move: Move
    version: int


@dataclass
class CrashingServer:
    """A server, of one worker or several, that crashes; and one person who plays on all the same.

    Every request goes to one of the workers that run, as behind a proxy.
    """

    server_forker: ServerForker
    database_url: str
    client: httpx.AsyncClient
    rng: random.Random
    workers: int = 1
    acknowledged: list[Acknowledged] = field(default_factory=list)
    kills: int = 0
    repeated: int = 0  # moves that a kill left without an answer
    streams_cut: int = 0
    _running: list[ServerProcess] = field(default_factory=list)
    _up: asyncio.Event = field(default_factory=asyncio.Event)
    _due: asyncio.Queue[ServerProcess] = field(default_factory=asyncio.Queue)  # to be killed
    _kill_at: float = math.inf  # acknowledged moves

    async def begin(self) -> None:
        """Start the workers and become a guest."""
        for _ in range(self.workers):
            await self._start()
        answer = await self.client.post(f"{self.url}/api/guests", json={"name": "Ann"})
        assert answer.status_code == 201, answer.text

    async def _start(self) -> None:
        server = await self.server_forker.start(self.database_url)
        if self.kills:
            await self.repeat_some(server.url)
        self._running.append(server)
        self._up.set()

    @property
    def url(self) -> str:
        """Where one of the workers is now."""
        return self.rng.choice(self._running).url

    async def kill_and_restart(self, at: int, seconds: float) -> None:
        """Kill a worker at so many acknowledged moves, so long after one more was posted to it."""
        self._kill_at = at
        server = await asyncio.wait_for(self._due.get(), PATIENCE)
        await asyncio.sleep(seconds)
        await self._kill(server)
        await self._start()

    async def kill_all(self) -> None:
        """Kill all workers."""
        for server in list(self._running):
            await self._kill(server)

    async def _kill(self, server: ServerProcess) -> None:
        self._running.remove(server)
        if not self._running:
            self._up.clear()
        self.kills += 1
        await server.kill()

    async def repeat_some(self, url: str) -> None:
        """Post acknowledged moves again, as if their answers had been lost: nothing changes."""
        known = self.acknowledged
        for move, version in known[-5:] + self.rng.sample(known, min(5, len(known))):
            answer = await move.post(self.client, url)
            assert (answer.status_code, answer.json()) == (200, {"version": version})

    async def make(self, game: str, *seats: str) -> str:
        """Make a table that starts at once; if a kill leaves it unknown, make another."""
        body = {"game": game, "seats": seats, "start": True}
        while True:
            server = await self._any_running()
            try:
                answer = await self.client.post(f"{server.url}/api/tables", json=body)
            except httpx.TransportError:
                self._check_killed(server)
                continue
            assert answer.status_code == 201, answer.text
            return str(answer.json()["id"])

    async def play(self, table: str) -> Any:
        """Play all one's seats at a table to the end; return the last update of the stream."""
        rng = random.Random(self.rng.random())
        made = 0
        async for update in self.updates(table):
            if update["table"]["status"] == "over":
                return update
            position, seat = update["position"], update["you"]["seat"]
            if update["version"] < made or seat not in position["waited_for"]:
                continue
            chosen = rng.choice(position["legal"])
            client_id = f"{table}-{update['version']}"
            action, text = chosen["action"], chosen["text"]
            move = Move(table, client_id, seat, action, text, update["version"])
            made = await self._make_sure(move)
        raise AssertionError("A stream has ended for ever.")

    async def _make_sure(self, move: Move) -> int:
        """Post a move until it is acknowledged."""
        while True:
            server = await self._any_running()
            if len(self.acknowledged) >= self._kill_at:
                self._kill_at = math.inf
                self._due.put_nowait(server)
            try:
                answer = await move.post(self.client, server.url)
            except httpx.TransportError:
                self._check_killed(server)
                self.repeated += 1
                continue
            assert answer.status_code == 200, answer.text
            version: int = answer.json()["version"]
            self.acknowledged.append(Acknowledged(move, version))
            return version

    async def _any_running(self) -> ServerProcess:
        while not self._running:  # it may have been killed again since the event
            await asyncio.wait_for(self._up.wait(), PATIENCE)
        return self.rng.choice(self._running)

    def _check_killed(self, server: ServerProcess) -> None:
        assert server not in self._running, "Nobody has killed the server."

    async def updates(self, table: str) -> AsyncIterator[Any]:
        """Yield the updates of a table over all restarts, each time from the last one seen."""
        seen: int | None = None
        while True:
            server = await self._any_running()
            headers = {} if seen is None else {"Last-Event-ID": str(seen)}
            url = f"{server.url}/api/tables/{table}/stream"
            try:
                async with self.client.stream("GET", url, headers=headers) as answer:
                    assert answer.status_code == 200
                    async for update in _updates(answer):
                        check_goes_on(seen, update)
                        seen = update["version"]
                        yield update
            except httpx.TransportError:
                self._check_killed(server)
                self.streams_cut += 1


async def _updates(answer: httpx.Response) -> AsyncIterator[Any]:
    kind = ""
    async for line in answer.aiter_lines():
        name, _, value = line.partition(": ")
        if name == "event":
            kind = value
        elif name == "data" and kind == "update":
            yield orjson.loads(value)


def check_goes_on(seen: int | None, update: Any) -> None:
    """Check that an update has all the news since the one before."""
    if seen is not None:
        assert not update["gap"]
        told = [news["version"] for news in update["news"]]
        assert told == list(range(seen + 1, update["version"] + 1))
