"""The threads of bots: a search has its turn, and gives it up whatever becomes of it."""

import asyncio
import os
import sys
import threading
from contextlib import suppress

from londinium.server.metrics import Metrics
from londinium.server.tables.bot_threads import SEARCH_NICENESS, BotThreads
from londinium.server.tables.search_queue import ROUND_SECONDS, Search
from tests.server.in_process_server import async_test


def search(person: str) -> Search:
    return Search(person, "a table", on_screen=True)


async def wait_for_turn(bots: BotThreads, one: Search, order: list[str]) -> None:
    async with bots.turn(one) as seconds:
        order.append(f"{one.person} {seconds}")
        await bots.search("hard", lambda: None)


@async_test
async def test_searches_run_in_turn_and_are_counted() -> None:
    metrics = Metrics()
    bots = BotThreads(1, metrics)
    order: list[str] = []
    async with bots.turn(search("Ann")):
        waiting = [
            asyncio.create_task(wait_for_turn(bots, search(person), order))
            for person in ("Ann", "Ann", "Ben")
        ]
        await asyncio.sleep(0)
        assert order == []
        figures = metrics.render()[0].decode().splitlines()
        assert {"londinium_searches_waiting 3.0", "londinium_searches_running 1.0"} <= {*figures}
    await asyncio.gather(*waiting)
    assert order == [f"Ben {ROUND_SECONDS / 2}", f"Ann {ROUND_SECONDS / 2}", "Ann None"]
    assert await bots.answer("easy", lambda: 7) == 7
    figures = metrics.render()[0].decode().splitlines()
    assert 'londinium_bot_seconds_count{level="hard"} 3.0' in figures
    assert 'londinium_bot_seconds_count{level="easy"} 1.0' in figures
    assert "londinium_search_wait_seconds_count 4.0" in figures
    assert {"londinium_searches_waiting 0.0", "londinium_searches_running 0.0"} <= {*figures}
    bots.close()


@async_test
async def test_who_waits_no_longer_or_fails_keeps_nobody_waiting() -> None:
    bots, order = BotThreads(1, Metrics()), list[str]()
    with suppress(ZeroDivisionError):
        async with bots.turn(search("Ann")):
            gone, granted, last = (
                asyncio.create_task(wait_for_turn(bots, search(person), order))
                for person in ("Ben", "Cleo", "Dora")
            )
            await asyncio.sleep(0)
            gone.cancel()
            await asyncio.gather(gone, return_exceptions=True)
            await bots.search("hard", lambda: 1 // 0)
    granted.cancel()  # just as its turn has come
    await asyncio.gather(granted, last, return_exceptions=True)
    assert order == ["Dora None"]
    bots.close()


@async_test
async def test_all_can_be_cancelled_at_once_as_when_the_server_stops() -> None:
    bots, order = BotThreads(1, Metrics()), list[str]()
    tasks = [asyncio.create_task(wait_for_turn(bots, search("Ann"), order)) for _ in range(5)]
    while not order:
        await asyncio.sleep(0)
    for task in tasks:
        task.cancel()
    ended = await asyncio.gather(*tasks, return_exceptions=True)
    assert all(isinstance(end, asyncio.CancelledError) for end in ended)
    await wait_for_turn(bots, search("Ben"), order)
    assert order[1:] == ["Ben None"]
    bots.close()


@async_test
async def test_on_linux_a_search_has_a_lower_priority_than_whoever_waits_for_the_server() -> None:
    bots = BotThreads(1, Metrics())
    niceness = await bots.search("hard", own_niceness), await bots.answer("easy", own_niceness)
    bots.close()
    assert niceness[1] == own_niceness()
    raised = SEARCH_NICENESS if sys.platform == "linux" else 0
    assert niceness[0] == min(19, own_niceness() + raised)


def own_niceness() -> int:
    """Return the niceness of the thread that asks; where threads have none, of the process."""
    thread = threading.get_native_id() if sys.platform == "linux" else 0
    return os.getpriority(os.PRIO_PROCESS, thread)
