"""Tables at which only bots play rest unless somebody looks, and keep nobody else waiting."""

import asyncio
import threading
from typing import Any

import pytest

from londinium.bots.levels import PLAYERS
from londinium.server.tables import turn_runner
from londinium.server.tables.table import Table
from londinium.server.tables.turn_runner import OVERDUE_SECONDS, THINKING_SECONDS, UNSEEN_SECONDS
from tests.server.in_process_server import (
    PATIENCE,
    Clock,
    InProcessServer,
    async_test,
    in_process_server,
)
from tests.server.test_turn_runner import SearchingPlayer, waited_for
from tests.server.workers import two_workers

PACE: dict[str, Any] = {"bot_pace_ms": 1000}


async def entries(running: InProcessServer, table: str) -> int:
    """Return how many entries the journal of a table has; unlike a look, it wakes nobody."""
    return len(await running.server.store.entries(table, 0))


async def pass_time(running: InProcessServer, seconds: float) -> None:
    """Let bots move for a while, at most one move a second."""
    for _ in range(round(seconds)):
        running.clock.time += 1
        await running.server.turn_runner.run_due()


@async_test
async def test_a_table_that_only_bots_play_rests_until_somebody_looks(database_url: str) -> None:
    async with in_process_server(database_url, **PACE) as running:
        ann = await running.visitor("Ann")
        table = await ann.make("easy", "medium", start=True)
        await pass_time(running, 10)
        assert await entries(running, table) == 12
        running.clock.time += UNSEEN_SECONDS
        await pass_time(running, 5)
        assert await entries(running, table) == 12
        await ann.look(table)
        await pass_time(running, 2)
        assert await entries(running, table) == 14


@async_test
async def test_who_looks_at_a_table_that_has_just_come_to_rest_wakes_it(database_url: str) -> None:
    async with in_process_server(database_url, **PACE) as running:
        ann = await running.visitor("Ann")
        table = await ann.make("random", "random", "random", "random", start=True)
        await pass_time(running, UNSEEN_SECONDS)
        assert await entries(running, table) == 2 + UNSEEN_SECONDS - 1
        await ann.look(table)
        await pass_time(running, 1)
        assert await entries(running, table) == 2 + UNSEEN_SECONDS


@async_test
async def test_who_looks_at_a_table_while_it_comes_to_rest_keeps_it_awake(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with in_process_server(database_url, **PACE) as running:
        ann = await running.visitor("Ann")
        table = await ann.make("random", "random", start=True)
        rest = running.server.store.rest

        async def look_first(id: str, now: float) -> None:
            await ann.look(table)
            await rest(id, now)

        monkeypatch.setattr(running.server.store, "rest", look_first)
        running.clock.time += UNSEEN_SECONDS
        await pass_time(running, 2)
        assert await entries(running, table) == 4


@async_test
async def test_a_table_that_is_open_on_a_screen_never_rests(database_url: str) -> None:
    async with in_process_server(database_url, **PACE) as running:
        ann = await running.visitor("Ann")
        table = await ann.make("random", "random", "random", "random", start=True)
        reader = ann.open_stream(table)
        await reader.update()
        running.clock.time += 2 * UNSEEN_SECONDS
        await pass_time(running, 5)
        assert await entries(running, table) >= 7
        made = await entries(running, table)
        await reader.close()
        await pass_time(running, 5)
        assert await entries(running, table) == made + 5  # for a while


@pytest.mark.parametrize("returns", [False, True])
@async_test
async def test_where_a_person_plays_nothing_rests(database_url: str, returns: bool) -> None:
    async with in_process_server(database_url, **PACE) as running:
        ann = await running.visitor("Ann")
        days = {"kind": "days", "days": 1}
        table = await ann.make("me", "easy", "easy", start=True, pace=days)
        await ann.client.delete(f"/api/tables/{table}/seats")
        if returns:
            await ann.do(table, "seats")
        made = await entries(running, table)
        running.clock.time += 2 * UNSEEN_SECONDS
        await pass_time(running, 5)
        moved = await entries(running, table) > made
        assert moved == returns


@async_test
async def test_tables_that_rest_are_not_found_after_a_restart(database_url: str) -> None:
    clock = Clock()
    async with in_process_server(database_url, clock) as running:
        ann = await running.visitor("Ann")
        resting = [await ann.make("expert", "expert", start=True) for _ in range(5)]
        table = await ann.make("me", "easy", start=True)
    clock.time += OVERDUE_SECONDS + 1
    async with in_process_server(database_url, clock, **PACE) as running:
        assert await running.server.store.due(clock(), 100) == [table]
        nobody = await running.visitor(None)
        reader = nobody.open_stream(resting[0])
        await reader.update()
        await running.server.turn_runner.run_due()
        assert (await reader.update())["version"] == 3
        assert await entries(running, resting[1]) == 2


@async_test
async def test_tables_that_an_older_version_left_due_come_to_rest(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = Clock()
    async with in_process_server(database_url, clock) as running:
        ann = await running.visitor("Ann")
        with monkeypatch.context() as older:
            older.setattr(Table, "only_bots_play", False)
            for _ in range(5):
                await ann.make("expert", "expert", start=True)
        clock.time += 1
        table = await ann.make("me", "easy", start=True)
    monkeypatch.setattr(turn_runner, "BATCH", 2)
    async with in_process_server(database_url, clock) as running:
        nobody, runner = await running.visitor(None), running.server.turn_runner
        for _ in range(3):
            await runner.find_overdue(0)
            await runner.run_due()
        assert await waited_for(nobody, table) == [0]
        assert await running.server.store.due(clock(), 100) == []


@async_test
async def test_tables_whose_bots_wait_their_turn_do_not_hide_those_behind_them(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock, released = Clock(), threading.Event()
    async with in_process_server(database_url, clock) as running:
        ann = await running.visitor("Ann")
        for _ in range(5):
            await ann.make("me", "expert", start=True)
        clock.time += 1
        table = await ann.make("me", "easy", start=True)
    slow = SearchingPlayer(lambda: release_or_fail(released))
    players = {"expert": slow, "easy": PLAYERS["easy"]}
    monkeypatch.setattr(turn_runner, "find_player", players.__getitem__)
    monkeypatch.setattr(turn_runner, "BATCH", 2)
    async with in_process_server(database_url, clock) as running:
        nobody, runner = await running.visitor(None), running.server.turn_runner
        reader = nobody.open_stream(table)
        await reader.update()
        for _ in range(3):
            await runner.find_overdue(0)
            runner._start_due()
        try:
            assert (await reader.update())["position"]["waited_for"] == [0]
        finally:
            released.set()
        await runner.run_due()


def release_or_fail(released: threading.Event) -> None:
    assert released.wait(PATIENCE)


@async_test
async def test_a_bot_that_answers_at_once_waits_for_no_search(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    released = threading.Event()
    players = {
        "expert": SearchingPlayer(lambda: release_or_fail(released)),
        "easy": PLAYERS["easy"],
        "medium": PLAYERS["medium"],
    }
    monkeypatch.setattr(turn_runner, "find_player", players.__getitem__)
    async with in_process_server(database_url) as running:
        guest, ann = await running.visitor("A guest"), await running.visitor("Ann")
        for _ in range(3):
            await guest.make("expert", "expert", start=True)
        table = await ann.make("me", "easy", "medium", start=True)
        reader = ann.open_stream(table)
        await reader.update()
        runner, waiting = running.server.turn_runner, [0, 1, 2]
        try:
            while waiting != [0]:
                runner._start_due()
                waiting = (await reader.update())["position"]["waited_for"]
            assert runner._tasks  # the guest's search
        finally:
            released.set()


@async_test
async def test_searches_that_others_wait_for_are_shorter(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    given: list[float | None] = []

    class Expert(SearchingPlayer):
        """Notes how long it may take."""

        def choose(self, known: Any, seat: int, rng: Any, seconds: float | None = None) -> int:
            """Choose."""
            given.append(seconds)
            return super().choose(known, seat, rng)

    monkeypatch.setattr(turn_runner, "find_player", lambda name: Expert(lambda: None))
    async with in_process_server(database_url) as running:
        ann = await running.visitor("Ann")
        await ann.make("me", "expert", start=True)
        await running.server.turn_runner.run_due()
        assert given == [pytest.approx(THINKING_SECONDS, abs=0.5)]
        for _ in range(3):
            await ann.make("me", "expert", start=True)
        await running.server.turn_runner.run_due()
        whole = pytest.approx(THINKING_SECONDS, abs=0.5)
        assert given == [whole, whole, 0.5, whole]


@async_test
async def test_a_search_is_for_the_host_and_knows_whether_the_table_is_open(
    database_url: str,
) -> None:
    async with in_process_server(database_url) as running:
        ann = await running.visitor("Ann")
        host = (await ann.client.get("/api/me")).json()["id"]
        table = await ann.make("me", "expert", start=True)
        live = await running.server.live_tables.find(table)
        for on_screen in (False, True):
            turn = turn_runner.next_bot_turn(live)
            assert turn is not None
            assert (turn.search.person, turn.search.table) == (host, table)
            assert turn.search.on_screen == on_screen
            await ann.open_stream(table).update()


@async_test
async def test_a_table_that_is_opened_while_its_search_waits_comes_first(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    released = threading.Event()
    expert = SearchingPlayer(lambda: release_or_fail(released))
    monkeypatch.setattr(turn_runner, "find_player", lambda name: expert)
    async with in_process_server(database_url) as running:
        ann, nobody = await running.visitor("Ann"), await running.visitor(None)
        for _ in range(3):
            await ann.make("me", "expert", start=True)
        moved: list[str] = []
        act = running.server.live_tables.act

        async def note(id: str, *more: Any) -> int:
            moved.append(id)
            return await act(id, *more)

        monkeypatch.setattr(running.server.live_tables, "act", note)
        turns = asyncio.create_task(running.server.turn_runner.run_due())
        queue = running.server.turn_runner._bots._queue
        while queue.waiting < 2:
            await asyncio.sleep(0)
        (waiting,) = queue._off_screen.by_person.values()
        second, third = [search.table for search in waiting]
        await nobody.open_stream(third).update()
        released.set()
        await turns
        assert moved[1:] == [third, second]


@async_test
async def test_a_table_that_is_open_at_another_worker_does_not_rest(postgres_url: str) -> None:
    async with two_workers(postgres_url) as (one, other):
        ann = await one.visitor("Ann")
        table = await ann.make("easy", "easy", start=True)
        await (await other.visitor(None)).open_stream(table).update()
        live = await one.server.live_tables.find(table)
        async with asyncio.timeout(PATIENCE):
            while not live.is_on_screen:
                await asyncio.sleep(0.01)
        one.clock.time += UNSEEN_SECONDS - 1
        live.last_viewed = 0.0
        assert not turn_runner.may_rest(live, one.clock())


@async_test
async def test_a_table_that_is_open_here_is_taken_from_a_dead_worker(postgres_url: str) -> None:
    async with two_workers(postgres_url) as (alive, _):
        reader = (await alive.visitor(None)).open_stream
        async with in_process_server(postgres_url, alive.clock) as dying:
            table = await (await dying.visitor("Ann")).make("easy", "easy", start=True)
        stream = reader(table)
        await stream.update()
        runner = alive.server.turn_runner
        for passed, made in ((OVERDUE_SECONDS - 1, 2), (2, 3)):
            alive.clock.time += passed
            runner.find_viewed()
            runner._start_due()
            await asyncio.gather(*runner._tasks)
            assert await entries(alive, table) == made
