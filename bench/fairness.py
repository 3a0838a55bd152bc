"""How long bots take at strangers' tables while one guest's bots think as much as they may.

A guest has tables at which four experts play each other; strangers play against an easy bot or a
hard one, a table each, with a stream. What is measured is how much later than its pace a bot moves:
beside nothing, beside 50 tables that nobody looks at, beside 50 that are open on screens, and after
a restart with 2,000. The limits are raised for it; what they are otherwise is shown at the end.

python bench/fairness.py [seconds]
"""

import asyncio
import os
import random
import re
import shutil
import signal
import statistics
import sys
import tempfile
import threading
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from subprocess import PIPE, Popen
from typing import Any

import orjson
import uvloop
from http_client import Connection
from rich.console import Console
from rich.table import Table as Sheet

PACE = 0.9  # seconds, as it is unless a host sets it
EXPERTS = ["expert"] * 4
STRANGERS = 10  # for each level
LEVELS = ("easy", "hard")
GAMES = ("ticket_to_ride_london", "old_london_bridge")
RATES = (
    "REQUESTS_PER_SECOND",
    "REQUESTS_BURST",
    "ADDRESS_REQUESTS_PER_SECOND",
    "ADDRESS_REQUESTS_BURST",
    "GUESTS_PER_HOUR",
    "TABLES_PER_HOUR",
    "STREAMS_PER_IDENTITY",
)
RAISED = (*RATES, "BOT_TABLES_PER_PERSON", "BOT_TABLES_PER_ADDRESS")
UPDATE = re.compile(rb"event: update\ndata: (\{.*\})\n")
console = Console(highlight=False)


@dataclass(frozen=True)
class Where:
    """Where a server answers."""

    host: str
    port: int


@contextmanager
def serving(directory: str, *raised: str) -> Iterator[Where]:
    """Serve from a directory, with some limits so high that nothing reaches them."""
    environment = os.environ | {f"LONDINIUM_{name}": "1000000" for name in raised}
    environment |= {
        "LONDINIUM_DATABASE_URL": f"sqlite:///{directory}/bench.db",
        "LONDINIUM_LOG_LEVEL": "warning",
        "LONDINIUM_PORT": "0",
    }
    command = [str(Path(sys.executable).with_name("londinium")), "serve"]
    with Popen(command, env=environment, stderr=PIPE, text=True) as process:
        try:
            assert process.stderr is not None
            found = None
            while not found and (line := process.stderr.readline()):
                found = re.search(r"http://([\d.]+):(\d+)", line)
            if not found:
                raise RuntimeError("the server did not start")
            threading.Thread(
                target=shutil.copyfileobj, args=[process.stderr, sys.stderr], daemon=True
            ).start()
            yield Where(found[1], int(found[2]))
        finally:
            process.send_signal(signal.SIGTERM)
            process.wait(60)


class Guest:
    """Somebody with a browser."""

    def __init__(self, where: Where, cookie: str = "") -> None:
        self._where = where
        self.cookie = cookie

    @classmethod
    async def enter(cls, where: Where) -> "Guest":
        """Return a new guest."""
        guest = cls(where)
        await guest.post("/api/guests", {"name": "A guest"})
        return guest

    async def post(self, path: str, body: Any) -> tuple[int, Any]:
        """Post a request; on a connection of its own, since bots may take longer than one lasts."""
        connection = self._connect()
        try:
            return await connection.request("POST", path, body)
        finally:
            self.cookie = connection.cookie
            connection.close()

    def _connect(self) -> Connection:
        return Connection(self._where.host, self._where.port, self.cookie)

    async def make(self, number: int, seats: list[str]) -> tuple[int, Any]:
        """Make a table and start it; every other one is of the other game."""
        body = {"game": GAMES[number % 2], "seats": seats, "start": True}
        return await self.post("/api/tables", body)

    async def updates(self, table: str) -> AsyncIterator[Any]:
        """Open the stream of a table and yield its updates."""
        watching = self._connect()
        try:
            stream = await watching.stream(f"/api/tables/{table}/stream")
            buffer = b""
            while received := await stream.read(2**16):
                buffer += received
                while found := UPDATE.search(buffer):
                    buffer = buffer[found.end() :]
                    yield orjson.loads(found[1])
        finally:
            watching.close()

    async def watch(self, table: str) -> None:
        """Keep a table open on a screen."""
        async for _ in self.updates(table):
            pass


@dataclass
class Stranger:
    """Plays one bot, and measures how much later than its pace it moves."""

    guest: Guest
    level: str
    number: int
    table: str = ""
    late: list[float] = field(default_factory=list)  # seconds, by move of the bot
    _bot_due: float | None = None

    async def play(self) -> None:
        """Play one match after another."""
        while True:
            if not self.table:
                status, made = await self.guest.make(self.number, ["me", self.level])
                assert status == 201, made
                self.table = made["id"]
            async for update in self.guest.updates(self.table):
                self.note()
                await self._answer(update)
                if update["table"]["status"] == "over":
                    break
            self.table = ""

    async def _answer(self, update: dict[str, Any]) -> None:
        """Move if it is our turn; otherwise note when the bot should."""
        waited_for = update["position"]["waited_for"]
        if waited_for == [1]:
            self._bot_due = time.perf_counter() + PACE
        if 0 in waited_for:
            body = {
                "action": random.choice(update["position"]["legal"])["action"],
                "version": update["version"],
                "client_id": f"move-{random.getrandbits(64):016x}",
            }
            await self.guest.post(f"/api/tables/{self.table}/moves", body)

    def note(self) -> None:
        """Note how late the bot is, whether it has moved or not."""
        if self._bot_due is not None:
            self.late.append(max(0.0, time.perf_counter() - self._bot_due))
            self._bot_due = None


@asynccontextmanager
async def at_tables(people: list[Stranger]) -> AsyncIterator[None]:
    """Let strangers play inside the block."""
    tasks = [asyncio.create_task(stranger.play()) for stranger in people]
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
        for ended in await asyncio.gather(*tasks, return_exceptions=True):
            if not isinstance(ended, asyncio.CancelledError):
                raise RuntimeError("a stranger could not play") from ended


async def measure(sheet: Sheet, what: str, people: list[Stranger], seconds: float) -> None:
    """Let strangers play for a while, and add a row for each level."""
    for stranger in people:
        stranger.late.clear()
    async with at_tables(people):
        await asyncio.sleep(seconds)
        for stranger in people:
            stranger.note()
    for level in LEVELS:
        late = [wait for one in people if one.level == level for wait in one.late]
        cuts = statistics.quantiles(late, n=100, method="inclusive")
        figures = [f"{value:.2f}" for value in (cuts[49], cuts[94], max(late))]
        sheet.add_row(what, level, str(len(late)), *figures, f"{os.getloadavg()[0]:.1f}")


async def strangers(where: Where) -> list[Stranger]:
    """Return new strangers, some for each level."""
    return [
        Stranger(await Guest.enter(where), level, number)
        for level in LEVELS
        for number in range(STRANGERS)
    ]


async def make_tables(guest: Guest, count: int) -> list[str]:
    """Make tables of experts, and return them."""
    tables = []
    for number in range(count):
        status, made = await guest.make(number, EXPERTS)
        assert status == 201, made
        tables.append(made["id"])
    return tables


async def beside_50_tables(sheet: Sheet, where: Where, seconds: float) -> None:
    """Measure beside nothing, beside tables that nobody looks at, and beside open ones."""
    people = await strangers(where)
    await measure(sheet, "nothing", people, seconds)
    guest = await Guest.enter(where)
    tables = await make_tables(guest, 50)
    await measure(sheet, "50 tables", people, seconds)
    screens = [asyncio.create_task(guest.watch(table)) for table in tables]
    await measure(sheet, "50 tables, on screens", people, seconds)
    for screen in screens:
        screen.cancel()
    await asyncio.gather(*screens, return_exceptions=True)


async def fill(where: Where) -> list[Stranger]:
    """Make 2,000 tables of experts, and let strangers begin to play."""
    people = await strangers(where)
    await make_tables(await Guest.enter(where), 2000)
    async with at_tables(people):
        await asyncio.sleep(5)
    return people


async def after_a_restart(
    sheet: Sheet, where: Where, people: list[Stranger], seconds: float
) -> None:
    """Measure with strangers who come back to their tables."""
    back = [
        Stranger(Guest(where, one.guest.cookie), one.level, one.number, one.table) for one in people
    ]
    await measure(sheet, "2,000 tables, restarted", back, seconds)


async def show_limit(where: Where) -> None:
    """Say how many tables of experts a guest can have with the limits as they are."""
    guest = await Guest.enter(where)
    for number in range(50):
        status, answer = await guest.make(number, EXPERTS)
        if status != 201:
            console.print(f"By default table {number + 1} is refused: {answer['message']}")
            return
    console.print("By default 50 tables are allowed.")


def main() -> None:
    """Measure, and show the limits."""
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 60
    sheet = Sheet("beside", "bot", "moves", "p50 s", "p95 s", "max s", "load")
    with tempfile.TemporaryDirectory() as directory, serving(directory, *RAISED) as where:
        uvloop.run(beside_50_tables(sheet, where, seconds))
    with tempfile.TemporaryDirectory() as directory:
        with serving(directory, *RAISED) as where:
            people = uvloop.run(fill(where))
        with serving(directory, *RAISED) as where:
            uvloop.run(after_a_restart(sheet, where, people, seconds))
    console.print("How much later than its pace a bot moves, by what else goes on:")
    console.print(sheet)
    with tempfile.TemporaryDirectory() as directory, serving(directory, *RATES) as where:
        uvloop.run(show_limit(where))


if __name__ == "__main__":
    main()
