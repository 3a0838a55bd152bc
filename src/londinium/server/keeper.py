"""The keeper: lets bots move when it is their turn, and clocks run out when their time has come.

When a table next needs attention is in the database, so that after a restart, or when a worker is
gone, whoever looks finds it. The worker that made the last entry attends at once; what is overdue
for longer, any worker takes.
"""

import asyncio
import heapq
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from time import perf_counter
from typing import Any, NamedTuple

from londinium.bots.hints import hints
from londinium.bots.levels import find_player
from londinium.game import State
from londinium.rng import Rng, new_rng
from londinium.server import commands
from londinium.server.hall import Clock, Hall
from londinium.server.logs import LOG
from londinium.server.metrics import Metrics
from londinium.server.refusal import Refusal
from londinium.server.table import STAND_IN, Draft, Table
from londinium.store.records import Entry

AT_ONCE = 100  # overdue tables that are taken at a time
SPARE = 1000  # entries of the heap that may no longer hold
POLL = 5.0  # seconds between looks at what is overdue in the database
AFRESH = 300.0  # seconds after which a table that could not be attended to is tried again
OVERDUE = 3.0  # seconds after which another worker's table is anybody's


class Question(NamedTuple):
    """What a bot is asked: which seat, since which version, and all that the seat knows."""

    seat: int
    asked: int
    level: str
    known: State
    rng: Rng


@dataclass
class Keeper:
    """Attends to the tables that need a bot or a clock."""

    clock: Clock
    metrics: Metrics
    threads: int
    grace: float  # seconds after the start in which no clock runs out
    hall: Hall = field(init=False)

    def __post_init__(self) -> None:
        self._pool = ThreadPoolExecutor(self.threads, thread_name_prefix="bot")
        self._wakes: dict[str, float] = {}  # when each table is due
        self._due: list[tuple[float, str]] = []  # a heap of that, and of what no longer holds
        self._busy: set[str] = set()  # tables being attended to
        self._failed: dict[str, float] = {}  # tables that could not be attended to, and since when
        self._again: set[str] = set()  # those of them that have come due meanwhile
        self._tasks: set[asyncio.Task[None]] = set()
        self._woken = asyncio.Event()
        self._started = self.clock()

    def notice(self, table: str, wake: float | None) -> None:
        """Hear when a table next needs attention."""
        if wake is None:
            self._wakes.pop(table, None)
            return
        self._wakes[table] = wake
        heapq.heappush(self._due, (wake, table))
        if len(self._due) > 2 * len(self._wakes) + SPARE:
            self._due = [(time, name) for name, time in self._wakes.items()]
            heapq.heapify(self._due)
        self._woken.set()

    def entered(self, entry: Entry) -> None:
        """Hear of an entry."""
        if entry.kind == "move":
            self.metrics.moves.inc()

    async def run(self) -> None:
        """Attend to tables for as long as the server runs."""
        await self.look_for_overdue(0)
        looked = self.clock()
        while True:
            self._attend_due()
            if self.clock() - looked > POLL:
                looked = self.clock()
                await self.look_for_overdue(OVERDUE)
                await self._tidy()
            await self._wait()

    async def _wait(self) -> None:
        self._woken.clear()
        pause = min(POLL, self._due[0][0] - self.clock()) if self._due else POLL
        if pause > 0:
            try:
                async with asyncio.timeout(pause):
                    await self._woken.wait()
            except TimeoutError:
                return

    async def _tidy(self) -> None:
        self.hall.forget_idle()
        for room in list(self.hall.rooms.values()):
            if room.streams:
                await self.hall.announce_presence(room)

    async def look_for_overdue(self, overdue: float) -> None:
        """Find tables that nobody attends to: all at the start, later those of lost workers."""
        now = self.clock()
        self._failed = {
            table: since for table, since in self._failed.items() if now < since + AFRESH
        }
        try:
            # Those that failed come first: more are read, so that they do not keep others waiting.
            due = await self.hall.store.due(now - overdue, AT_ONCE + len(self._failed))
        except Exception:
            LOG.exception("the tables that are due could not be read")
            return
        for table in due:
            if table not in self._failed:
                self.notice(table, now)

    def _attend_due(self) -> None:
        while self._due and self._due[0][0] <= self.clock():
            wake, table = heapq.heappop(self._due)
            if self._wakes.get(table) != wake:
                continue
            del self._wakes[table]
            if table in self._busy:
                self._again.add(table)
                continue
            self._busy.add(table)
            task = asyncio.get_running_loop().create_task(self._attend(table))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def settle(self) -> None:
        """Attend to all that is due by now, and to all that follows from it by now."""
        while True:
            self._attend_due()
            if not self._tasks:
                return
            await asyncio.gather(*self._tasks)

    async def _attend(self, id: str) -> None:
        try:
            question = await self.hall.look(id, lambda room: ask(room.table))
            if question:
                await self._answer(id, question)
            else:
                await self._run_out(id)
        except Refusal:  # the table changed in the meantime
            pass
        except Exception:
            self._failed[id] = self.clock()
            LOG.exception("a table could not be attended to", extra={"fields": {"table": id}})
        finally:
            self._busy.discard(id)
            if id in self._again:
                self._again.discard(id)
                self.notice(id, self.clock())

    async def _answer(self, id: str, question: Question) -> None:
        player = find_player(question.level)
        start = perf_counter()
        action = await asyncio.get_running_loop().run_in_executor(
            self._pool, player.choose, question.known, question.seat, question.rng
        )
        self.metrics.thinking.observe(perf_counter() - start)
        await self.hall.act(id, lambda table: answer(table, question, int(action)))

    async def advise(self, known: State, seat: int) -> list[dict[str, Any]]:
        """Return the moves that the strongest bot would consider in a seat's place."""
        think = partial(hints, known, seat, new_rng("hint", known.tobytes().hex()), threads=1)
        found = await asyncio.get_running_loop().run_in_executor(self._pool, think)
        return [hint._asdict() for hint in found]

    async def _run_out(self, id: str) -> None:
        now = self.clock()
        if now < self._started + self.grace:
            self.notice(id, self._started + self.grace)
            return
        for seat in await self.hall.look(id, lambda room: room.table.overdue(now)):
            await self.hall.act(id, partial(run_out, seat=seat, now=now))

    async def close(self) -> None:
        """Let the bots go; what they were thinking about is thought about again later."""
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._pool.shutdown(wait=False, cancel_futures=True)


def ask(table: Table) -> Question | None:
    """Return what the next bot is asked, if one has to act."""
    match, bots = table.match, table.bots_waited_for
    if match is None or not bots:
        return None
    seat = bots[0]
    level = table.seats[seat].bot or STAND_IN
    rng = new_rng("bot", table.header.seed.hex(), table.version)  # secret until the match is over
    return Question(seat, table.asked[seat], level, match.known(seat), rng)


def answer(table: Table, question: Question, action: int) -> Draft | None:
    """Draft the move of a bot, if its question still stands."""
    seat = question.seat
    if table.asked[seat] != question.asked or seat not in table.bots_waited_for:
        return None
    return commands.play(table, commands.playing(table), seat, action)


def run_out(table: Table, seat: int, now: float) -> Draft | None:
    """Let a bot play for a seat whose time is up, if it still is."""
    return Draft("away", seat, {"why": "time"}) if seat in table.overdue(now) else None
