"""How long bots take at strangers' tables while one guest's bots think as much as they may.

A guest has tables at which four experts play each other; strangers play against an easy bot or a
hard one, a table each, with a stream. What is measured is how much later than its pace a bot moves:
beside nothing, beside 50 tables that nobody looks at, beside 50 that are open on screens, and after
a restart with 2,000. The limits are raised for it; what they are otherwise is shown at the end.

python -m bench.server.fairness [--seconds 20] [--json FILE]
"""

import asyncio
import random
import tempfile
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

import orjson
import uvloop
from bench.server.figures import Latencies, Report, arguments, console, machine, progress
from bench.server.http_client import Connection
from bench.server.players import GAMES, UPDATE
from bench.server.running import UNLIMITED, Server, running

PACE = 0.9  # seconds, as it is unless a host sets it
EXPERTS = ["expert"] * 4
STRANGERS = 10  # for each level
LEVELS = ("easy", "hard")
TABLES = 50
MANY_TABLES = 2000
COLUMNS = ("beside", "bot", "moves", "p50_ms", "p95_ms", "longest_ms")
BOT_TABLES_LIMITED = {name: most for name, most in UNLIMITED.items() if "BOT_TABLES" not in name}


class Guest:
    """Somebody with a browser."""

    def __init__(self, server: Server, cookie: str = "") -> None:
        self._server = server
        self.cookie = cookie

    @classmethod
    async def enter(cls, server: Server) -> "Guest":
        """Return a new guest."""
        guest = cls(server)
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
        return Connection(self._server.host, self._server.port, self.cookie)

    async def make(self, number: int, seats: list[str]) -> tuple[int, Any]:
        """Make a table and start it; every other one is of the other game."""
        body = {"game": GAMES[number % 2], "seats": seats, "start": True}
        return await self.post("/api/tables", body)

    async def updates(self, table: str, query: str = "") -> AsyncIterator[Any]:
        """Open the stream of a table and yield its updates."""
        watching = self._connect()
        try:
            stream = await watching.stream(f"/api/tables/{table}/stream{query}")
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


async def measure(report: Report, what: str, people: list[Stranger], seconds: float) -> None:
    """Let strangers play for a while, and add a row for each level."""
    progress(f"bots' answers beside {what}")
    for stranger in people:
        stranger.late.clear()
    async with at_tables(people):
        await asyncio.sleep(seconds)
        for stranger in people:
            stranger.note()
    for level in LEVELS:
        late = Latencies([wait for one in people if one.level == level for wait in one.late])
        figures = {"p50_ms": late.ms(50), "p95_ms": late.ms(95), "longest_ms": late.ms(100)}
        report.add(beside=what, bot=level, moves=len(late), **figures)


async def strangers(server: Server) -> list[Stranger]:
    """Return new strangers, some for each level."""
    return [
        Stranger(await Guest.enter(server), level, number)
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


async def beside_tables(report: Report, server: Server, seconds: float) -> None:
    """Measure beside nothing, beside tables that nobody looks at, and beside open ones."""
    people = await strangers(server)
    await measure(report, "nothing", people, seconds)
    guest = await Guest.enter(server)
    tables = await make_tables(guest, TABLES)
    await measure(report, f"{TABLES} tables", people, seconds)
    screens = [asyncio.create_task(guest.watch(table)) for table in tables]
    await measure(report, f"{TABLES} tables, on screens", people, seconds)
    for screen in screens:
        screen.cancel()
    await asyncio.gather(*screens, return_exceptions=True)


async def fill(server: Server) -> list[Stranger]:
    """Make thousands of tables of experts, and let strangers begin to play."""
    people = await strangers(server)
    await make_tables(await Guest.enter(server), MANY_TABLES)
    async with at_tables(people):
        await asyncio.sleep(5)
    return people


async def after_a_restart(
    report: Report, server: Server, people: list[Stranger], seconds: float
) -> None:
    """Measure with strangers who come back to their tables."""
    back = [
        Stranger(Guest(server, one.guest.cookie), one.level, one.number, one.table)
        for one in people
    ]
    await measure(report, f"{MANY_TABLES:,} tables, restarted", back, seconds)


async def show_limit(server: Server) -> None:
    """Say how many tables of experts a guest can have with the limits as they are."""
    guest = await Guest.enter(server)
    for number in range(TABLES):
        status, answer = await guest.make(number, EXPERTS)
        if status != 201:
            console.print(f"By default table {number + 1} is refused: {answer['message']}")
            return
    console.print(f"By default {TABLES} tables are allowed.")


def main() -> None:
    """Measure, and show the limits."""
    options = arguments(__doc__, seconds=20.0)
    console.print(f"{STRANGERS} strangers against each bot; {machine()}")
    report = Report("how much later than its pace a bot moves", COLUMNS, options.json)
    with running() as server:
        uvloop.run(beside_tables(report, server, options.seconds))
    with tempfile.TemporaryDirectory() as directory:
        url = f"sqlite:///{directory}/bench.db"
        with running(database_url=url) as server:
            progress(f"making {MANY_TABLES:,} tables")
            people = uvloop.run(fill(server))
        with running(database_url=url) as server:
            uvloop.run(after_a_restart(report, server, people, options.seconds))
    report.show()
    with running(settings=BOT_TABLES_LIMITED) as server:
        uvloop.run(show_limit(server))


if __name__ == "__main__":
    main()
