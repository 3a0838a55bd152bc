"""The turn runner: bots move when it is their turn, and clocks run out when their time has come.

When a table is next due is in the database, so that after a restart, or when a worker is lost,
another one finds it. The worker that committed the last entry attends to the table; what is overdue
for longer, any worker takes. A table at which only bots play rests unless somebody looks at it, and
the database has no time for it: whoever looks wakes it.
"""

import asyncio
import heapq
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from math import inf
from time import perf_counter
from typing import Any, NamedTuple

from londinium.bots.hints import SECOND, hints, show_hint
from londinium.bots.levels import at_most, find_player
from londinium.game import State, game_of
from londinium.rng import Rng, new_rng
from londinium.server.errors import Busy, Conflict, Damaged
from londinium.server.logs import LOG
from londinium.server.metrics import Metrics
from londinium.server.tables import commands
from londinium.server.tables.bot_threads import BotThreads
from londinium.server.tables.entries import Away, Entry, Move
from londinium.server.tables.live_table import Clock, LiveTable
from londinium.server.tables.live_tables import LiveTables
from londinium.server.tables.retries import Retries
from londinium.server.tables.search_queue import LEAST_SECONDS, Search
from londinium.server.tables.table import STAND_IN, Table
from londinium.store import DatabaseOutage

BATCH = 100  # overdue tables that are read at a time
OUTDATED = 1000  # items of the heap that may no longer hold
POLL_SECONDS = 5.0  # between reads of what is overdue in the database
OVERDUE_SECONDS = 3.0  # after which any worker may take another worker's table
OUTAGE_PAUSE = 1.0  # seconds between attempts to use a database that does not work
STALL_SECONDS = 30.0  # between two rounds after which the process or the machine was asleep
THINKING_SECONDS = 3.0  # of all bots of a table together, until somebody acts
UNSEEN_SECONDS = 20.0  # after which a table at which only bots play rests, if nobody looks at it


class BotTurn(NamedTuple):
    """A seat that a bot has to play: since which version, and all that the seat knows."""

    seat: int
    asked_at_version: int
    level: str
    known: State
    rng: Rng
    search: Search  # if the bot searches


@dataclass
class TurnRunner:
    """Attends to the tables that need a bot or a clock; a TableObserver."""

    clock: Clock
    metrics: Metrics
    threads: int
    grace: float  # seconds after a start or an outage in which no clock runs out
    live_tables: LiveTables = field(init=False)

    def __post_init__(self) -> None:
        self._bots = BotThreads(self.threads, self.metrics)
        self._due: dict[str, float] = {}  # when each table is due
        self._heap: list[tuple[float, str]] = []  # of that, and of times that no longer hold
        self._running: set[str] = set()  # tables that are attended to now
        self._due_again: set[str] = set()  # those of them that have come due meanwhile
        self._retries = Retries()
        self._tasks: set[asyncio.Task[None]] = set()
        self._wake = asyncio.Event()
        self._last_round = self.clock()
        self._no_timeouts_until = self.clock() + self.grace

    def committed(self, entry: Entry) -> None:
        """Count the moves."""
        if isinstance(entry, Move):
            self.metrics.moves.inc()

    def schedule(self, table: str, due: float | None) -> None:
        """Attend to a table when it is due; None: not at all."""
        if due is None:
            self._due.pop(table, None)
            return
        self._due[table] = due
        heapq.heappush(self._heap, (due, table))
        if len(self._heap) > 2 * len(self._due) + OUTDATED:
            self._heap = [(time, name) for name, time in self._due.items()]
            heapq.heapify(self._heap)
        self._wake.set()

    def viewed(self, live: LiveTable) -> None:
        """Attend to a table that somebody looks at, if it rests or its worker was lost."""
        if live.id in self._running:
            if live.streams:
                self._bots.opened(live.id)
            return
        now = self.clock()
        due = live.table.next_due(live.bot_pace(self.live_tables.bot_pace))
        is_overdue = due is not None and due + OVERDUE_SECONDS <= now
        if (live.rests or is_overdue) and not self._retries.must_wait(live.id, now):
            live.rests = False
            self.schedule(live.id, now)

    async def run(self) -> None:
        """Attend to tables when they are due, for ever."""
        await self.find_overdue(0)
        last_read = self.clock()
        while True:
            self._notice_stall()
            if self.live_tables.store.outage:
                await self._sit_out_outage()
                last_read = -inf
            self._start_due()
            if self.clock() - last_read > POLL_SECONDS:
                last_read = self.clock()
                await self.find_overdue(OVERDUE_SECONDS)
                self.find_viewed()
            await self._wait()

    async def _sit_out_outage(self) -> None:
        """Wait until the database works again; clocks then get the same grace as after a start."""
        began = self.clock()
        while self.live_tables.store.outage:
            try:
                await self.live_tables.store.probe()
            except DatabaseOutage:
                await asyncio.sleep(OUTAGE_PAUSE)
        if self.clock() - began > OUTAGE_PAUSE:
            self._grant_grace()

    def _notice_stall(self) -> None:
        """Grant grace if the last round was long ago: nobody could move meanwhile."""
        now, before = self.clock(), self._last_round
        self._last_round = now
        if now - before > STALL_SECONDS:
            LOG.warning("the server was asleep", extra={"fields": {"seconds": now - before}})
            self._grant_grace()

    def _grant_grace(self) -> None:
        self._no_timeouts_until = self.clock() + self.grace

    async def _wait(self) -> None:
        self._wake.clear()
        pause = min(POLL_SECONDS, self._heap[0][0] - self.clock()) if self._heap else POLL_SECONDS
        if pause > 0:
            try:
                async with asyncio.timeout(pause):
                    await self._wake.wait()
            except TimeoutError:
                return

    async def find_overdue(self, seconds: float) -> None:
        """Schedule tables that are overdue: all at the start, later those of lost workers."""
        now = self.clock()
        self._retries.forget_old(now)
        try:
            # Those that failed, or whose bots wait for their turn, come first: more are read, so
            # that they do not keep others waiting.
            known = len(self._retries) + len(self._running)
            due = await self.live_tables.store.due(now - seconds, BATCH + known)
        except DatabaseOutage:  # which `run` sits out
            return
        except Exception:
            LOG.exception("could not read the tables that are due")
            return
        for table in due:
            if not self._retries.must_wait(table, now):
                self.schedule(table, now)

    def find_viewed(self) -> None:
        """Schedule tables that are open here and that nobody attends to: of lost workers."""
        for live in self.live_tables.tables.values():
            if live.streams:
                self.viewed(live)

    def _start_due(self) -> None:
        if self.live_tables.store.outage:
            return
        while self._heap and self._heap[0][0] <= self.clock():
            due, table = heapq.heappop(self._heap)
            if self._due.get(table) != due:
                continue
            del self._due[table]
            if table in self._running:
                self._due_again.add(table)
                continue
            self._running.add(table)
            task = asyncio.get_running_loop().create_task(self._attend(table))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def run_due(self) -> None:
        """Attend to all that is due by now, and to all that follows from it by now."""
        while True:
            self._start_due()
            if not self._tasks:
                return
            await asyncio.gather(*self._tasks)

    async def _attend(self, id: str) -> None:
        try:
            now = self.clock()
            if await self.live_tables.look(id, partial(may_rest, now=now)):
                await self._rest(id, now)
                return
            turn = await self.live_tables.look(id, next_bot_turn)
            if turn:
                await self._play(id, turn)
            else:
                await self._time_out(id)
            self._retries.succeeded(id)
        except (Busy, Conflict):  # the table changed in the meantime
            pass
        except DatabaseOutage:
            self.schedule(id, self.clock() + OUTAGE_PAUSE)
        except Damaged:  # which was logged where it was found
            self._retries.damaged(id, self.clock())
        except Exception:
            LOG.exception("a table could not be served", extra={"fields": {"table": id}})
            self.schedule(id, self._retries.failed(id, self.clock()))
        finally:
            self._running.discard(id)
            if id in self._due_again:
                self._due_again.discard(id)
                self.schedule(id, self.clock())

    async def _rest(self, id: str, now: float) -> None:
        """Let a table rest, unless somebody looks at it meanwhile."""
        await self.live_tables.store.rest(id, now)
        live = await self.live_tables.find(id)
        live.rests = may_rest(live, now)
        if not live.rests:
            self.schedule(id, now)

    async def _play(self, id: str, turn: BotTurn) -> None:
        player = find_player(turn.level)
        think = partial(player.choose, turn.known, turn.seat, turn.rng)
        if player.answers_at_once(game_of(turn.known)):
            action = await self._bots.answer(turn.level, think)
        else:
            found = await self._search(id, turn, think)
            if found is None:
                return
            action = found
        await self.live_tables.act(id, lambda table: bot_move(table, turn, int(action)))

    async def _search(self, id: str, turn: BotTurn, think: Callable[..., int]) -> int | None:
        """Return what a search finds; None if the table has moved on before it began."""
        live = await self.live_tables.find(id)
        start = perf_counter()
        try:
            async with self._bots.turn(turn.search) as seconds:
                if not await self.live_tables.look(id, lambda live: is_current(live.table, turn)):
                    return None
                own = time_to_think(live, perf_counter() - start)
                seconds = own if seconds is None else min(own, seconds)
                return await self._bots.search(turn.level, partial(think, seconds=seconds))
        finally:
            live.bots_took += perf_counter() - start

    async def hints(self, person: str, table: str, known: State, seat: int) -> list[dict[str, Any]]:
        """Return the moves that the strongest bot would consider for a seat, to a person."""
        rng = new_rng("hint", known.tobytes().hex())
        async with self._bots.turn(Search(person, table, on_screen=True)) as seconds:
            budget = SECOND if seconds is None else at_most(SECOND, seconds)
            think = partial(hints, known, seat, rng, budget, threads=1)
            found = await self._bots.search("hint", think)
        return [show_hint(known, hint) for hint in found]

    async def _time_out(self, id: str) -> None:
        now = self.clock()
        if now < self._no_timeouts_until:
            self.schedule(id, self._no_timeouts_until)
            return
        for seat in await self.live_tables.look(id, lambda live: live.table.overdue(now)):
            await self.live_tables.act(id, partial(time_out, seat=seat, now=now))

    async def close(self) -> None:
        """Stop the bots; what they were thinking about is thought about again later."""
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._bots.close()


def may_rest(live: LiveTable, now: float) -> bool:
    """Return whether only bots play at a table, and nobody has looked at it of late."""
    seen = live.is_on_screen or live.last_viewed > now - UNSEEN_SECONDS
    return live.table.only_bots_play and not seen


def next_bot_turn(live: LiveTable) -> BotTurn | None:
    """Return the turn of the next bot, if one has to act; its host is whom a search is for."""
    table = live.table
    match, bots = table.match, table.bots_waited_for
    if match is None or not bots:
        return None
    seat = bots[0]
    level = table.seats[seat].bot or STAND_IN
    rng = new_rng("bot", table.header.seed.hex(), table.version)  # secret until the match is over
    search = Search(table.header.host, live.id, live.is_on_screen)
    return BotTurn(seat, table.asked_at_version[seat], level, match.known(seat), rng, search)


def time_to_think(live: LiveTable, waited: float) -> float:
    """Return how long a search may take that has waited for its turn.

    The bots of a table share the time until somebody acts; where nobody does, each search has its
    share of it.
    """
    bots = sum(seat.played_by_bot for seat in live.table.seats)
    took = 0.0 if live.table.only_bots_play else live.bots_took + waited
    return max(LEAST_SECONDS, (THINKING_SECONDS - took) / max(1, bots))


def is_current(table: Table, turn: BotTurn) -> bool:
    """Return whether a bot still has to play the turn."""
    same = table.asked_at_version[turn.seat] == turn.asked_at_version
    return same and turn.seat in table.bots_waited_for


def bot_move(table: Table, turn: BotTurn, action: int) -> Move | None:
    """Return the move of a bot, unless the table has moved on."""
    if not is_current(table, turn):
        return None
    return commands.play(table, commands.running_match(table), turn.seat, action)


def time_out(table: Table, seat: int, now: float) -> Away | None:
    """Let a bot play for a seat whose time is up, if it still is."""
    return Away(seat, "time") if seat in table.overdue(now) else None
