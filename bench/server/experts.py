"""How long three experts take together, from somebody's move until they are asked again.

Each of several people plays against three experts, with a stream, and wishes that bots move at
once: what is measured is only thinking, and waiting for others' bots to think.

python -m bench.server.experts [--seconds 30] [--json FILE]
"""

import asyncio
import random
import time
from typing import Any

import uvloop
from bench.server.fairness import Guest
from bench.server.figures import Latencies, Report, arguments, console, machine, progress
from bench.server.players import GAMES
from bench.server.running import Server, running

SEATS = ["me", "expert", "expert", "expert"]
TABLES = (1, 4)  # at once
COLUMNS = ("game", "tables", "turns", "p50_ms", "p95_ms", "longest_ms")


class Opponent:
    """Somebody who plays against three experts, and measures how long they take."""

    def __init__(self, guest: Guest, game: int) -> None:
        self.guest = guest
        self.game = game
        self.waits: list[float] = []  # seconds

    async def play(self) -> None:
        """Play one match after another."""
        while True:
            status, made = await self.guest.make(self.game, SEATS)
            assert status == 201, made
            await self._play_match(made["id"])

    async def _play_match(self, table: str) -> None:
        moved_at: float | None = None
        async for update in self.guest.updates(table, "?bots=at_once"):
            if update["table"]["status"] == "over":
                return
            waited_for = update["position"]["waited_for"]
            if waited_for and 0 not in waited_for and moved_at is None:
                moved_at = time.perf_counter()
            if 0 in waited_for:
                if moved_at is not None:
                    self.waits.append(time.perf_counter() - moved_at)
                moved_at = None
                await self._move(table, update)

    async def _move(self, table: str, update: dict[str, Any]) -> None:
        body = {
            "action": random.choice(update["position"]["legal"])["action"],
            "version": update["version"],
            "client_id": f"move-{random.getrandbits(64):016x}",
        }
        await self.guest.post(f"/api/tables/{table}/moves", body)


async def measure(report: Report, server: Server, game: int, tables: int, seconds: float) -> None:
    """Let people play for a while, and add a row."""
    progress(f"{GAMES[game]}: three experts at each of {tables} tables")
    people = [Opponent(await Guest.enter(server), game) for _ in range(tables)]
    tasks = [asyncio.create_task(one.play()) for one in people]
    await asyncio.sleep(seconds)
    for task in tasks:
        task.cancel()
    for ended in await asyncio.gather(*tasks, return_exceptions=True):
        if not isinstance(ended, asyncio.CancelledError):
            raise RuntimeError("somebody could not play") from ended
    waits = Latencies([wait for one in people for wait in one.waits])
    figures = {"p50_ms": waits.ms(50), "p95_ms": waits.ms(95), "longest_ms": waits.ms(100)}
    report.add(game=GAMES[game], tables=tables, turns=len(waits), **figures)


async def measure_all(report: Report, server: Server, seconds: float) -> None:
    """Measure both games, with one table and with several."""
    for game in range(len(GAMES)):
        for tables in TABLES:
            await measure(report, server, game, tables, seconds)


def main() -> None:
    """Measure."""
    options = arguments(__doc__, seconds=30.0)
    console.print(machine())
    report = Report("how long three experts take together", COLUMNS, options.json)
    with running() as server:
        uvloop.run(measure_all(report, server, options.seconds))
    report.show()


if __name__ == "__main__":
    main()
