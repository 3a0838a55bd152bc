"""Players: each has a table of four seats with a stream, and plays all of them over loopback."""

import asyncio
import random
import re
import time
from typing import Any

import orjson
from bench.server.figures import Latencies
from bench.server.http_client import Connection
from bench.server.running import Server

SEATS = 4
TICK = 0.01  # seconds
UPDATE = re.compile(rb"event: update\ndata: (\{.*\})\n")
GAMES = ("ticket_to_ride_london", "old_london_bridge")


def address_of(number: int) -> str:
    """Return an address for a client, which a server believes that trusts its proxy."""
    return f"10.{number >> 16 & 255}.{number >> 8 & 255}.{number & 255}"


class Player:
    """Plays all four seats of one table: every update brings a legal move, which is posted."""

    def __init__(self, host: str, port: int, number: int, stream_port: int | None = None) -> None:
        """Play at one worker, and read the stream at the same or at another."""
        self._address = address_of(number)
        self.connection = Connection(host, port, address=self._address)
        self._stream_from = host, stream_port or port
        self._random = random.Random(number)
        self._number = number
        self._moves = 0

    async def enter(self) -> None:
        """Make a guest."""
        body = {"name": f"Guest {self._number}"}
        status, answer = await self.connection.request("POST", "/api/guests", body)
        assert status == 201, answer

    async def start(self) -> None:
        """Make a table and open its stream."""
        body = {"game": GAMES[self._number % 2], "seats": ["me"] * SEATS, "start": True}
        status, made = await self.connection.request("POST", "/api/tables", body)
        assert status == 201, made
        self.table = f"/api/tables/{made['id']}"
        self._watching = Connection(*self._stream_from, self.connection.cookie, self._address)
        self._stream = await self._watching.stream(f"{self.table}/stream")
        self._buffer = b""
        self._update = await self._next()

    async def _next(self) -> Any:
        """Wait for the next update."""
        while True:
            if found := UPDATE.search(self._buffer):
                self._buffer = self._buffer[found.end() :]
                return orjson.loads(found[1])
            received = await self._stream.read(2**16)
            if not received:
                raise RuntimeError("the server has ended a stream")
            self._buffer += received

    async def play(self, latencies: Latencies, pause: float, until: float) -> None:
        """Move about every so many seconds; a table that is over is followed by another."""
        due = time.perf_counter() + self._random.random() * pause
        while max(due, time.perf_counter()) < until:
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
            due = max(due, time.perf_counter() - pause) + pause
            if not self._update["position"]["legal"]:
                self._watching.close()
                await self.start()
                continue
            latencies.seconds.append(await self._move())

    async def _move(self) -> float:
        """Make a move, wait for its update, and return the seconds until it was acknowledged."""
        self._moves += 1
        body = {
            "action": self._random.choice(self._update["position"]["legal"])["action"],
            "version": self._update["version"],
            "client_id": f"move-{self._moves:08d}",
        }
        start = time.perf_counter()
        status, answer = await self.connection.request("POST", f"{self.table}/moves", body)
        took = time.perf_counter() - start
        if status != 200:
            raise RuntimeError(f"a move was refused: {answer}")
        while self._update["version"] < answer["version"]:
            self._update = await self._next()
        return took


async def make_players(tables: int, host: str, *ports: int) -> list[Player]:
    """Return players who have made their tables, some at a time.

    With several workers each serves its share, and half of the players read their stream at
    another than the one they move at, as behind a proxy that takes them in turn.
    """
    players = []
    for number in range(tables):
        port, stream_port = ports[number // 2 % len(ports)], ports[number // 4 % len(ports)]
        players.append(Player(host, port, number, stream_port))
    for group in range(0, tables, 50):
        await asyncio.gather(*(player.enter() for player in players[group : group + 50]))
        await asyncio.gather(*(player.start() for player in players[group : group + 50]))
    return players


async def play_all(players: list[Player], rate: int | None, seconds: float) -> Latencies:
    """Let all play for a while, at a rate, and return how long their moves took."""
    latencies = Latencies()
    pause = len(players) / rate if rate else 0.0
    start = time.perf_counter()
    await asyncio.gather(*(player.play(latencies, pause, start + seconds) for player in players))
    latencies.elapsed = time.perf_counter() - start
    return latencies


async def timer_lateness(seconds: float) -> Latencies:
    """Return how late a timer of this process is: what the machine adds to what is measured."""
    latencies = Latencies()
    until = time.perf_counter() + seconds
    while (start := time.perf_counter()) < until:
        await asyncio.sleep(TICK)
        latencies.seconds.append(time.perf_counter() - start - TICK)
    return latencies


async def measure_moves(
    players: list[Player], rate: int | None, seconds: float, *servers: Server
) -> dict[str, float]:
    """Let all play, and return the figures named in MOVES, of all workers together."""
    before = sum(server.cpu_seconds() for server in servers)
    latencies = await play_all(players, rate, seconds)
    cpu = sum(server.cpu_seconds() for server in servers) - before
    return {
        "moves_s": latencies.rate(),
        "p50_ms": latencies.ms(50),
        "p99_ms": latencies.ms(99),
        "CPU_ms_move": 1000 * cpu / len(latencies),
        "MB": sum(server.megabytes() for server in servers),
    }
