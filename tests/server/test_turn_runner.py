"""The turn runner: bots at their pace, clocks that run out, and what a restart finds again."""

import itertools
import logging
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from londinium.bots.levels import PLAYERS
from londinium.game import Game, State
from londinium.rng import Rng
from londinium.server.http.app import open_server
from londinium.server.settings import Settings
from londinium.server.tables import retries, turn_runner
from tests.server.in_process_server import (
    NO_LIMITS,
    PATIENCE,
    Clock,
    InProcessServer,
    Visitor,
    async_test,
    in_process_server,
)

LIVE = {"kind": "live", "move_seconds": 5, "bank_seconds": 3}, 8
DAYS = {"kind": "days", "days": 2}, 2 * 86_400


@pytest.fixture
def url(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'londinium.db'}"


async def waited_for(who: Visitor, table: str) -> list[int]:
    """Return which seats have to act."""
    found: list[int] = (await who.look(table))["position"]["waited_for"]
    return found


async def away(who: Visitor, table: str) -> list[bool]:
    """Return by seat whether a bot plays for a person."""
    return [seat["away"] for seat in (await who.look(table))["table"]["seats"]]


async def two(running: InProcessServer, **body: Any) -> tuple[Visitor, Visitor, str]:
    """Let Ann and Ben in, to a table at which they are about to choose."""
    ann, ben = await running.visitor("Ann"), await running.visitor("Ben")
    table = await ann.make("me", "free", **body)
    await ben.do(table, "seats")
    await ann.do(table, "start")
    return ann, ben, table


@async_test
async def test_bots_move_one_by_one_and_only_when_their_pace_allows(database_url: str) -> None:
    async with in_process_server(database_url, bot_pace_ms=900) as running:
        ann = await running.visitor("Ann")
        table = await ann.make("me", "easy", "medium", "random", start=True)
        run_due = running.server.turn_runner.run_due
        await run_due()
        assert await waited_for(ann, table) == [0, 1, 2, 3]
        for waited in ([0, 2, 3], [0, 3], [0]):
            running.clock.time += 0.8
            version = (await ann.look(table))["version"]
            await run_due()
            assert (await ann.look(table))["version"] == version
            running.clock.time += 0.11
            await run_due()
            assert (await ann.look(table))["version"] == version + 1
            assert await waited_for(ann, table) == waited
        running.clock.time += 3600
        await run_due()
        assert await waited_for(ann, table) == [0]


@async_test
async def test_without_a_pace_all_bots_move_until_a_person_has_to(url: str) -> None:
    async with in_process_server(url) as running:
        ann = await running.visitor("Ann")
        table = await ann.make("hard", "me", "easy", start=True)
        for _ in range(2):
            await running.server.turn_runner.run_due()
            assert await waited_for(ann, table) == [1]
            await ann.move(table)


@async_test
async def test_a_bot_that_is_to_move_is_found_again_after_a_restart(database_url: str) -> None:
    clock = Clock()
    async with in_process_server(database_url, clock) as running:
        ann = await running.visitor("Ann")
        table = await ann.make("me", "easy", "easy", start=True)
    async with in_process_server(database_url, clock) as running:
        nobody = await running.visitor(None)
        await running.server.turn_runner.run_due()
        assert await waited_for(nobody, table) == [0, 1, 2]
        await running.server.turn_runner.find_overdue(0)
        await running.server.turn_runner.run_due()
        assert await waited_for(nobody, table) == [0]


@async_test
async def test_what_another_worker_may_attend_to_is_left_to_it_for_a_while(
    database_url: str,
) -> None:
    clock = Clock()
    async with in_process_server(database_url, clock) as running:
        table = await (await running.visitor("Ann")).make("me", "easy", start=True)
    async with in_process_server(database_url, clock) as running:
        nobody = await running.visitor(None)
        for passed, waited in ((turn_runner.OVERDUE_SECONDS - 0.1, [0, 1]), (0.2, [0])):
            clock.time += passed
            await running.server.turn_runner.find_overdue(turn_runner.OVERDUE_SECONDS)
            await running.server.turn_runner.run_due()
            assert await waited_for(nobody, table) == waited


@async_test
async def test_for_who_left_a_bot_plays_until_they_return(database_url: str) -> None:
    async with in_process_server(database_url) as running:
        ann, ben, table = await two(running)
        await ben.client.delete(f"/api/tables/{table}/seats")
        await running.server.turn_runner.run_due()
        assert await away(ann, table) == [False, True]
        assert await waited_for(ann, table) == [0]
        await ann.move(table)
        while await waited_for(ann, table) == [0]:
            await ann.move(table)
        await ben.do(table, "seats")
        await running.server.turn_runner.run_due()
        assert await away(ann, table) == [False, False]
        assert await waited_for(ann, table) == [1]
        await ben.move(table)


@pytest.mark.parametrize(("pace", "seconds"), [LIVE, DAYS], ids=["live", "days"])
@async_test
async def test_for_whose_time_is_up_a_bot_plays_until_they_return(
    database_url: str, pace: dict[str, Any], seconds: int
) -> None:
    async with in_process_server(database_url) as running:
        ann, ben, table = await two(running, pace=pace)
        await ann.move(table)
        await ben.move(table)
        deadline = running.clock.time + seconds
        assert (await ben.look(table))["table"]["seats"][0]["deadline"] == deadline
        running.clock.time = deadline - 0.1
        await running.server.turn_runner.run_due()
        assert await away(ben, table) == [False, False]
        running.clock.time = deadline
        await running.server.turn_runner.run_due()
        assert await away(ben, table) == [True, False]
        assert await waited_for(ben, table) == [1]
        await ann.do(table, "seats")
        while await waited_for(ben, table) == [1]:
            await ben.move(table)
        await running.server.turn_runner.run_due()
        assert await away(ben, table) == [False, False]
        assert await waited_for(ben, table) == [0]
        await ann.move(table)


@async_test
async def test_all_whose_time_is_up_at_once_are_played_for(url: str) -> None:
    pace, seconds = LIVE
    async with in_process_server(url, bot_pace_ms=60_000) as running:
        ann, _, table = await two(running, pace=pace)
        running.clock.time += seconds
        await running.server.turn_runner.run_due()
        assert await away(ann, table) == [True, True]


@async_test
async def test_deadlines_survive_a_restart(database_url: str) -> None:
    pace, seconds = DAYS
    clock = Clock()
    async with in_process_server(database_url, clock) as running:
        _, ben, table = await two(running, pace=pace)
        await ben.move(table)
        deadline = clock.time + seconds
    clock.time += seconds / 2
    async with in_process_server(database_url, clock) as running:
        nobody = await running.visitor(None)
        seats = (await nobody.look(table))["table"]["seats"]
        assert [seat["deadline"] for seat in seats] == [deadline, None]
        for time, gone in ((deadline - 1, False), (deadline, True)):
            clock.time = time
            await running.server.turn_runner.find_overdue(0)
            await running.server.turn_runner.run_due()
            assert await away(nobody, table) == [gone, False]


@async_test
async def test_after_a_restart_nobody_runs_out_of_time_for_a_while(database_url: str) -> None:
    pace, seconds = LIVE
    clock = Clock()
    async with in_process_server(database_url, clock) as running:
        _, _, table = await two(running, pace=pace)
    clock.time += 10 * seconds
    async with in_process_server(database_url, clock, grace_seconds=60) as running:
        nobody = await running.visitor(None)
        await running.server.turn_runner.find_overdue(0)
        for passed, gone in ((0, False), (59, False), (1, True)):
            clock.time += passed
            await running.server.turn_runner.run_due()
            assert await away(nobody, table) == [gone, gone]


class SearchingPlayer:
    """A random player that searches: it does something else first."""

    def __init__(self, first: Callable[[], None]) -> None:
        self._first = first

    def answers_at_once(self, game: Game) -> bool:
        """Say no."""
        return False

    def choose(self, known: State, seat: int, rng: Rng, seconds: float | None = None) -> int:
        """Choose."""
        self._first()
        return PLAYERS["random"].choose(known, seat, rng)


@async_test
async def test_a_bot_that_fails_is_logged_and_does_not_keep_others_from_moving(
    url: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail() -> None:
        raise RuntimeError("the bot has a bug")

    failing = {"hard": SearchingPlayer(fail)}
    monkeypatch.setattr(turn_runner, "find_player", lambda name: failing.get(name, PLAYERS["easy"]))
    async with in_process_server(url) as running:
        ann = await running.visitor("Ann")
        broken = await ann.make("me", "hard", start=True)
        sound = await ann.make("me", "easy", start=True)
        with caplog.at_level(logging.ERROR):
            await running.server.turn_runner.run_due()
        assert [record.fields for record in caplog.records] == [{"table": broken}]  # type: ignore[attr-defined]
        assert "the bot has a bug" in caplog.text
        assert await waited_for(ann, broken) == [0, 1]
        assert await waited_for(ann, sound) == [0]
        failing.clear()
        for passed, then in ((retries.FIRST_PAUSE - 0.1, [0, 1]), (0.1, [0])):
            running.clock.time += passed
            await running.server.turn_runner.find_overdue(0)
            await running.server.turn_runner.run_due()
            assert await waited_for(ann, broken) == then


@async_test
async def test_a_table_that_keeps_failing_is_tried_ever_more_rarely(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    tried: list[float] = []
    async with in_process_server(url) as running:

        def fail() -> None:
            tried.append(running.clock())
            raise RuntimeError("the bot has a bug")

        monkeypatch.setattr(turn_runner, "find_player", lambda name: SearchingPlayer(fail))
        ann = await running.visitor("Ann")
        await ann.make("me", "hard", start=True)
        for _ in range(400):
            await running.server.turn_runner.find_overdue(0)
            await running.server.turn_runner.run_due()
            running.clock.time += 1
        pauses = [later - earlier for earlier, later in itertools.pairwise(tried)]
        assert pauses == [1, 2, 4, 8, 16, 32, 60, 60, 60, 60, 60]


@async_test
async def test_a_database_that_fails_does_not_stop_the_turn_runner(
    url: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def fail(before: float, limit: int) -> list[str]:
        raise OSError("the disk is gone")

    async with in_process_server(url) as running:
        with monkeypatch.context() as patched, caplog.at_level(logging.ERROR):
            patched.setattr(running.server.store, "due", fail)
            await running.server.turn_runner.find_overdue(0)
        assert "could not read the tables that are due" in caplog.text


@async_test
async def test_bots_think_beside_the_loop_and_only_so_many_at_once(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    lock, both = threading.Lock(), threading.Barrier(2)
    threads: list[int] = []
    thinking: list[int] = [0]

    def think() -> None:
        with lock:
            threads.append(threading.get_ident())
            thinking.append(thinking[-1] + 1)
        both.wait(PATIENCE)  # until another thinks too
        with lock:
            thinking.append(thinking[-1] - 1)

    monkeypatch.setattr(turn_runner, "find_player", lambda name: SearchingPlayer(think))
    async with in_process_server(url, bot_threads=2) as running:
        ann = await running.visitor("Ann")
        tables = [await ann.make("me", "easy", start=True) for _ in range(6)]
        await running.server.turn_runner.run_due()
        assert [await waited_for(ann, table) for table in tables] == [[0]] * 6
        assert len(threads) == 6
        assert len(set(threads)) == 2
        assert threading.get_ident() not in threads
        assert max(thinking) == 2


@pytest.mark.parametrize("game", ["ticket_to_ride_london", "old_london_bridge"])
@async_test
async def test_a_match_that_only_bots_play_ends_by_itself(url: str, game: str) -> None:
    settings = Settings(database_url=url, **NO_LIMITS)
    async with open_server(settings, run_turns=True) as server:
        running = InProcessServer(server, Clock())
        try:
            ann, nobody = await running.visitor("Ann"), await running.visitor(None)
            table = await ann.make("me", "random", "random", "random", game=game, start=True)
            reader = nobody.open_stream(table)
            await reader.update()
            await ann.client.delete(f"/api/tables/{table}/seats")
            told = await reader.update()
            while told["table"]["status"] != "over":
                told = await reader.update()
            assert told["position"]["winners"]
        finally:
            await running.close()


@async_test
async def test_what_no_longer_holds_does_not_fill_the_memory(url: str) -> None:
    async with in_process_server(url) as running:
        waiting = running.server.turn_runner
        for second in range(3 * turn_runner.OUTDATED):
            waiting.schedule("a table", running.clock() + 1000 + second)
        assert len(waiting._heap) <= turn_runner.OUTDATED + 2
        waiting.schedule("a table", None)
        running.clock.time += 10_000
        await waiting.run_due()
        assert waiting._heap == []
