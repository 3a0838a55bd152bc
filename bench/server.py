"""How many moves the server takes: tables of four seats with a stream each, over loopback.

The clients are this process, the server is another. Every move is acknowledged when it is durable.
Then where the time goes, by Python's profiler, and the same load on boardgame.io's server (in
memory, noughts and crosses), if there is npm to install it.

python bench/server.py [tables] [seconds]
"""

import asyncio
import os
import platform
import pstats
import random
import re
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from subprocess import PIPE, Popen
from typing import Any

import orjson
import uvloop
from http_client import Connection
from rich.console import Console
from rich.table import Table as Sheet

SEATS = 4
RATES = (600, 1000, None)  # moves a second offered in all; None: as fast as they are taken
UNLIMITED = {
    f"LONDINIUM_{name}": "1000000"
    for name in (
        "REQUESTS_PER_SECOND",
        "REQUESTS_BURST",
        "ADDRESS_REQUESTS_PER_SECOND",
        "ADDRESS_REQUESTS_BURST",
        "CONNECTIONS_PER_ADDRESS",
        "GUESTS_PER_HOUR",
        "TABLES_PER_HOUR",
        "UNFINISHED_TABLES",
    )
}
PARTS = {  # functions of the server, and what they do of a move
    "commands.move": "checking that it is legal",
    "table.apply": "playing it",
    "serialization.encode": "writing it in text",
    "serialization.listing": "what lists show",
    "store.append": "handing it to the thread that commits",
    "live_table.publish": "what the viewer is shown: view, legal moves, news",
}
UPDATE = re.compile(rb"event: update\ndata: (\{.*\})\n")
console = Console(highlight=False)


@dataclass
class Figures:
    """What one run took."""

    latencies: list[float] = field(default_factory=list)  # seconds, of acknowledged moves
    refused: int = 0

    def row(self, offered: int | None, seconds: float, cpu: float, megabytes: float) -> list[str]:
        """Return the figures as text."""
        cuts = statistics.quantiles(self.latencies, n=100)
        return [
            str(offered or "all that fits"),
            f"{len(self.latencies) / seconds:,.0f}",
            f"{cuts[49] * 1000:.1f}",
            f"{cuts[98] * 1000:.1f}",
            f"{1000 * cpu / len(self.latencies):.2f}",
            f"{megabytes:,.0f}",
        ]


@contextmanager
def running(*command: str) -> Iterator[tuple[Popen[str], str, int]]:
    """Run a server on a fresh SQLite file, and give its process, host and port."""
    with tempfile.TemporaryDirectory() as directory:
        environment = (
            os.environ
            | UNLIMITED
            | {
                "LONDINIUM_DATABASE_URL": f"sqlite:///{directory}/bench.db",
                "LONDINIUM_LOG_LEVEL": "warning",
                "LONDINIUM_PORT": "0",
            }
        )
        with Popen(command, env=environment, stderr=PIPE, text=True) as process:
            try:
                assert process.stderr is not None
                line = process.stderr.readline()
                while line and not (found := re.search(r"http://([\d.]+):(\d+)", line)):
                    line = process.stderr.readline()
                if not found:
                    raise RuntimeError("the server did not start")
                echo = threading.Thread(
                    target=shutil.copyfileobj, args=[process.stderr, sys.stderr]
                )
                echo.start()
                yield process, found[1], int(found[2])
            finally:
                process.send_signal(signal.SIGTERM)
                process.wait(30)


class Player:
    """Plays all four seats of one table: every update brings a legal move, which is posted."""

    def __init__(self, host: str, port: int, number: int) -> None:
        self._connection = Connection(host, port)
        self._host, self._port = host, port
        self._random = random.Random(number)
        self._number = number
        self._moves = 0

    async def enter(self) -> None:
        """Make a guest."""
        await self._connection.request("POST", "/api/guests", {"name": f"Guest {self._number}"})

    async def start(self) -> None:
        """Make a table and open its stream."""
        game = ("ticket_to_ride_london", "old_london_bridge")[self._number % 2]
        body = {"game": game, "seats": ["me"] * SEATS, "start": True}
        status, made = await self._connection.request("POST", "/api/tables", body)
        assert status == 201, made
        self._table = f"/api/tables/{made['id']}"
        self._watching = Connection(self._host, self._port, self._connection.cookie)
        self._stream = await self._watching.stream(f"{self._table}/stream")
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

    async def play(self, figures: Figures, pause: float, until: float) -> None:
        """Move about every so many seconds; a table that is over is followed by another."""
        due = time.perf_counter() + self._random.random() * pause
        while True:
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
            due = max(due, time.perf_counter() - pause) + pause
            if time.perf_counter() > until:
                return
            position = self._update["position"]
            if not position["legal"]:
                self._watching.close()
                await self.start()
                continue
            await self._move(position["legal"], figures)
            self._update = await self._next()

    async def _move(self, legal: list[Any], figures: Figures) -> None:
        self._moves += 1
        body = {
            "action": self._random.choice(legal)["action"],
            "version": self._update["version"],
            "client_id": f"move-{self._moves:08d}",
        }
        start = time.perf_counter()
        status, answer = await self._connection.request("POST", f"{self._table}/moves", body)
        if status == 200:
            figures.latencies.append(time.perf_counter() - start)
        else:
            figures.refused += 1
            raise RuntimeError(f"a move was refused: {answer}")


async def make_players(tables: int, host: str, port: int) -> list[Player]:
    """Return players who have made their tables, some at a time."""
    players = [Player(host, port, number) for number in range(tables)]
    for group in range(0, tables, 50):
        await asyncio.gather(*(player.enter() for player in players[group : group + 50]))
        await asyncio.gather(*(player.start() for player in players[group : group + 50]))
    return players


async def play_all(players: list[Player], rate: int | None, seconds: float) -> Figures:
    """Let all play for a while, at a rate, and return the figures."""
    figures = Figures()
    pause = len(players) / rate if rate else 0.0
    until = time.perf_counter() + seconds
    await asyncio.gather(*(player.play(figures, pause, until) for player in players))
    return figures


def megabytes(process: Popen[str]) -> float:
    """Return the memory of a process."""
    status = Path(f"/proc/{process.pid}/status").read_text()
    found = re.search(r"VmRSS:\s+(\d+) kB", status)
    assert found
    return int(found[1]) / 1024


def cpu_seconds(process: Popen[str]) -> float:
    """Return the processor time that a process has used."""
    fields = Path(f"/proc/{process.pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def new_sheet() -> Sheet:
    """Return a table for figures."""
    return Sheet("offered", "moves/s", "p50 ms", "p99 ms", "CPU ms/move", "MB")


async def measure(tables: int, seconds: float) -> None:
    """Measure at several rates, and print a row for each."""
    sheet = new_sheet()
    londinium = str(Path(sys.executable).with_name("londinium"))
    with running(londinium, "serve") as (process, host, port):
        players = await make_players(tables, host, port)
        for rate in RATES:
            before = cpu_seconds(process)
            figures = await play_all(players, rate, seconds)
            cpu = cpu_seconds(process) - before
            sheet.add_row(*figures.row(rate, seconds, cpu, megabytes(process)))
    console.print(sheet)


async def profile(tables: int, seconds: float) -> None:
    """Say where the server's time goes when it has as much to do as it can."""
    with tempfile.TemporaryDirectory() as directory:
        file = f"{directory}/profile"
        script = str(Path(__file__).with_name("profiled_server.py"))
        with running(sys.executable, script, file) as (_, host, port):
            await play_all(await make_players(tables, host, port), None, seconds)
        spent = seconds_by_function(pstats.Stats(file))
    whole = spent["httptools_impl.run_asgi"] + spent["httptools_impl.data_received"]
    sheet = Sheet("what a move takes, in the event loop", "share")
    for name, what in PARTS.items():
        sheet.add_row(what, f"{spent[name] / whole:.0%}")
    rest = whole - sum(spent[name] for name in PARTS)
    sheet.add_row("HTTP, identity, limits, waiting for others", f"{rest / whole:.0%}")
    console.print(sheet)


def seconds_by_function(stats: pstats.Stats) -> Counter[str]:
    """Return the time spent in functions and what they call, by module and name."""
    spent: Counter[str] = Counter()
    for (file, _, name), (_, _, _, cumulative, _) in stats.stats.items():  # type: ignore[attr-defined]
        spent[f"{Path(file).stem}.{name}"] += cumulative
    return spent


def measure_boardgame_io(tables: int, seconds: float) -> None:
    """Put the same load on boardgame.io's server."""
    npm = shutil.which("npm")
    if not npm:
        console.print("There is no npm, so boardgame.io cannot be measured beside it.")
        return
    folder = Path(sys.prefix) / "boardgame_io"
    shutil.copytree(Path(__file__).with_name("boardgame_io"), folder, dirs_exist_ok=True)
    subprocess.run([npm, "install", "--silent", "--no-audit", "--no-fund"], cwd=folder, check=True)
    command = ["node", "load.js", str(tables), str(seconds)]
    done = subprocess.run(command, cwd=folder, check=True, stdout=PIPE, text=True)
    sheet = new_sheet()
    for line in done.stdout.splitlines():
        row = orjson.loads(line)
        sheet.add_row(
            str(row["offered"] or "all that fits"),
            f"{row['moves']:,.0f}",
            f"{row['p50']:.1f}",
            f"{row['p99']:.1f}",
            f"{row['cpu']:.2f}",
            f"{row['megabytes']:,.0f}",
        )
    console.print("boardgame.io 0.50.2, noughts and crosses, matches in memory, a socket each:")
    console.print(sheet)


def machine() -> str:
    """Describe this machine."""
    cpus = re.findall(r"model name\s*: (.*)", Path("/proc/cpuinfo").read_text())
    return f"{len(cpus)} cores ({cpus[0]}), Python {platform.python_version()}, SQLite, loopback"


def main() -> None:
    """Measure, and say on what."""
    tables = int(sys.argv[1]) if len(sys.argv) > 1 else 500
    seconds = float(sys.argv[2]) if len(sys.argv) > 2 else 10
    console.print(f"{tables} tables of {SEATS} seats, half of each game; {machine()}")
    uvloop.run(measure(tables, seconds))
    uvloop.run(profile(tables, seconds))
    measure_boardgame_io(tables, seconds)


if __name__ == "__main__":
    main()
