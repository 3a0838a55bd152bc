"""The worst that others can do to a server, each in a process of its own until it is stopped."""

import asyncio
import itertools
import multiprocessing
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from multiprocessing.connection import Connection as Pipe
from typing import Any, Final, Protocol

import uvloop
from bench.server.figures import Latencies
from bench.server.http_client import Connection
from bench.server.players import GAMES, Player, address_of

from londinium import match_file
from londinium.bots.levels import find_player
from londinium.match import Match
from londinium.rng import new_rng

EXPERT_TABLES: Final = 50
SPECTATORS: Final = 3000
AT_ONCE: Final = 50  # connections that are opened together
MOVES_PER_SECOND: Final = 2  # at the table that spectators watch
IMPORTERS: Final = 4
READERS: Final = 8
FILES: Final = 10  # matches that are imported again and again
ENTER_SECONDS: Final = 60  # in which spectators come; then there are as many as have come
PATIENCE: Final = 120  # seconds; a load that is not there by then will not come
_addresses = itertools.count(100_000)  # those of the people who are measured are below


class Load(Protocol):
    """A load on a server: prepared, then there until it is cancelled."""

    done: Counter[str]

    async def prepare(self) -> None:
        """Do what has to be there before the load begins."""

    async def run(self) -> None:
        """Be the load."""


class Clients:
    """People at a server, each at an address of their own."""

    def __init__(self, host: str, port: int) -> None:
        self.where = host, port

    def anonymous(self) -> Connection:
        """Return somebody who does not say who they are."""
        return Connection(*self.where, address=address_of(next(_addresses)))

    async def guest(self) -> Connection:
        """Return a new guest."""
        connection = self.anonymous()
        status, answer = await connection.request("POST", "/api/guests", {"name": "Guest"})
        assert status == 201, answer
        return connection


class Quiet:
    """A load that is nothing: people are measured alone."""

    def __init__(self, clients: Clients, tables: Sequence[str]) -> None:
        self.done: Counter[str] = Counter()

    async def prepare(self) -> None:
        """Do nothing."""

    async def run(self) -> None:
        """Do nothing."""
        await asyncio.Event().wait()


class ExpertTables:
    """Tables of four experts each, which somebody watches."""

    def __init__(self, clients: Clients, tables: Sequence[str]) -> None:
        self.done: Counter[str] = Counter()
        self._clients = clients
        self._watching: list[tuple[Connection, asyncio.StreamReader]] = []

    async def prepare(self) -> None:
        """Make the tables; a guest who may not have more is followed by another."""
        guest = await self._clients.guest()
        while self.done["tables"] < EXPERT_TABLES:
            game = GAMES[self.done["tables"] % 2]
            body = {"game": game, "seats": ["expert"] * 4, "start": True}
            status, made = await guest.request("POST", "/api/tables", body)
            if status != 201:  # this guest may not have more
                guest = await self._clients.guest()
                status, made = await guest.request("POST", "/api/tables", body)
                assert status == 201, made
            watching = self._clients.anonymous()
            reader = await watching.stream(f"/api/tables/{made['id']}/stream")
            self._watching.append((watching, reader))
            self.done["tables"] += 1

    async def run(self) -> None:
        """Count the updates."""
        await asyncio.gather(*(self._watch(reader) for _, reader in self._watching))

    async def _watch(self, reader: asyncio.StreamReader) -> None:
        while received := await reader.read(2**16):
            self.done["moves"] += received.count(b"event: update")


class Imports:
    """People who import matches, one after another."""

    def __init__(self, clients: Clients, tables: Sequence[str]) -> None:
        self.done: Counter[str] = Counter()
        self._clients = clients

    async def prepare(self) -> None:
        """Play the matches."""
        self._files = [played_file(number) for number in range(FILES)]

    async def run(self) -> None:
        """Import."""
        await asyncio.gather(*(self._import() for _ in range(IMPORTERS)))

    async def _import(self) -> None:
        guest = await self._clients.guest()
        for file in itertools.cycle(self._files):
            status, answer = await guest.request("POST", "/api/matches", file)
            if status == 201:
                self.done["imports"] += 1
            else:
                assert status in (403, 429, 503), answer
                self.done["refused"] += 1
                guest.close()
                guest = await self._clients.guest()


class Spectators:
    """Thousands who watch one table, where moves are made all the time."""

    def __init__(self, clients: Clients, tables: Sequence[str]) -> None:
        self.done: Counter[str] = Counter()
        self._clients = clients
        self._player = Player(*clients.where, next(_addresses))

    async def prepare(self) -> None:
        """Make the table and open the streams."""
        await self._player.enter()
        await self._player.start()
        until = time.monotonic() + ENTER_SECONDS
        while self.done["spectators"] < SPECTATORS and time.monotonic() < until:
            await asyncio.gather(*(self._open() for _ in range(AT_ONCE)))
            self.done["spectators"] += AT_ONCE

    async def _open(self) -> None:
        """Open a stream and wait for its first bytes."""
        loop = asyncio.get_running_loop()
        spectator = _Spectator(self.done, loop.create_future())
        transport, _ = await loop.create_connection(lambda: spectator, *self._clients.where)
        request = self._clients.anonymous().encode("GET", f"{self._player.table}/stream")
        transport.write(request)
        await spectator.first

    async def run(self) -> None:
        """Make the moves; what is received is counted meanwhile."""
        await self._player.play(Latencies(), 1 / MOVES_PER_SECOND, float("inf"))


class _Spectator(asyncio.Protocol):
    """Counts the updates on one stream, and keeps nothing."""

    def __init__(self, done: Counter[str], first: asyncio.Future[None]) -> None:
        self.first = first
        self._done = done

    def data_received(self, data: bytes) -> None:
        """Count."""
        if not self.first.done():
            if not data.startswith(b"HTTP/1.1 200"):
                self.first.set_exception(RuntimeError(data.decode()))
                return
            self.first.set_result(None)
        self._done["updates"] += data.count(b"event: update")

    def connection_lost(self, error: Exception | None) -> None:
        """Count the streams that the server has ended."""
        self._done["ended"] += 1


class LogReader:
    """Somebody who reads the logs of matches, of those being played and of some that are over."""

    def __init__(self, clients: Clients, tables: Sequence[str]) -> None:
        self.done: Counter[str] = Counter()
        self._clients = clients
        self._tables = list(tables)

    async def prepare(self) -> None:
        """Import matches that are over: as many as are being played."""
        guest = await self._clients.guest()
        files = [played_file(number) for number in range(FILES)]
        finished = []
        for _, file in zip(self._tables, itertools.cycle(files), strict=False):
            status, made = await guest.request("POST", "/api/matches", file)
            if status != 201:  # this guest may not import more
                guest = await self._clients.guest()
                status, made = await guest.request("POST", "/api/matches", file)
                assert status == 201, made
            finished.append(f"/api/tables/{made['id']}")
        self._tables = [
            table for pair in zip(self._tables, finished, strict=True) for table in pair
        ]

    async def run(self) -> None:
        """Read, over some connections from one address."""
        address = address_of(next(_addresses))
        paths = itertools.cycle(f"{table}/log" for table in self._tables)
        readers = [Connection(*self._clients.where, address=address) for _ in range(READERS)]
        await asyncio.gather(*(self._read(reader, paths) for reader in readers))

    async def _read(self, reader: Connection, paths: Iterator[str]) -> None:
        for path in paths:
            status, _ = await reader.request("GET", path)
            self.done["logs" if status == 200 else "refused"] += 1


def played_file(number: int) -> dict[str, Any]:
    """Return the file of a whole match of four easy bots."""
    match = Match.new(GAMES[number % 2], 4, seed=number)
    rng = new_rng(f"bench {number}")
    while not match.is_over:
        find_player("easy").play(match, rng)
    return match_file.to_json(match, reveal_seed=True)


LOADS: Final[dict[str, Callable[[Clients, Sequence[str]], Load]]] = {
    "nothing else": Quiet,
    f"{EXPERT_TABLES} tables of experts": ExpertTables,
    f"{IMPORTERS} people import matches": Imports,
    f"{SPECTATORS:,} spectators of one table": Spectators,
    f"a reader of logs, {READERS} connections": LogReader,
}


@contextmanager
def load(name: str, host: str, port: int, tables: Sequence[str]) -> Iterator["LoadProcess"]:
    """Put a load on a server from another process, prepared when the block begins."""
    spawn = multiprocessing.get_context("spawn")
    here, there = spawn.Pipe()
    process = spawn.Process(target=_run, args=(name, host, port, tables, there), daemon=True)
    process.start()
    there.close()
    try:
        yield LoadProcess(here)
    finally:
        here.close()
        process.join(30)
        process.kill()


class LoadProcess:
    """The load as it is seen from here."""

    def __init__(self, pipe: Pipe) -> None:
        self._pipe = pipe
        self.prepared = self._receive()

    def done(self) -> Counter[str]:
        """Return what the load has done so far."""
        self._pipe.send("how much?")
        return self._receive()

    def _receive(self) -> Counter[str]:
        if not self._pipe.poll(PATIENCE):
            raise TimeoutError("a load was not prepared in time")
        return self._pipe.recv()


def _run(name: str, host: str, port: int, tables: Sequence[str], pipe: Pipe) -> None:
    uvloop.run(_run_until_closed(LOADS[name](Clients(host, port), tables), pipe))


async def _run_until_closed(load: Load, pipe: Pipe) -> None:
    """Run a load until the other end of the pipe is closed; answer how much it has done."""
    await load.prepare()
    running = asyncio.create_task(load.run())
    pipe.send(load.done)
    while not running.done():
        try:
            if await asyncio.to_thread(pipe.poll, 0.2):
                pipe.recv()
                pipe.send(load.done)
        except (EOFError, BrokenPipeError):
            running.cancel()
            return
    running.result()
    raise RuntimeError("the server has ended the load's streams")
