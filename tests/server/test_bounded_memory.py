"""However many different things strangers ask for, no more is kept in memory."""

import gc
import tracemalloc
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from fastapi.routing import APIRoute

from londinium.server.tables.live_table import MOST_UPDATE_BYTES, MOST_UPDATES
from londinium.server.tables.view import Viewer
from tests.server.in_process_server import (
    Clock,
    InProcessServer,
    Visitor,
    async_test,
    in_process_server,
)

STREAM = "/api/tables/{id}/stream"  # it never ends: it is opened and closed
READS = {"": 200, "/log": 200, "/replay": 200, "/why": 403}  # what a spectator may read
WARM_UP = 40  # requests: whatever is kept once is kept by then
REQUESTS = 140
MOST_BYTES = 100_000
SERVER = ("londinium", "fastapi", "starlette", "prometheus_client")
LETTERS = "abcdefghijklmnopqrstuvwxyz234567"


def distinct_id(number: int) -> str:
    """Return a well-formed id of nothing."""
    return "".join(LETTERS[number >> 5 * place & 31] for place in range(12))


def distinct_values(number: int, table: str) -> dict[str, Any]:
    """Return other values than those of any other number, for all that a route can be asked."""
    return {
        "id": table if number % 2 else distinct_id(number),
        "name": f"game-{number}",
        "game": f"game-{number}",
        "seat": number % 5,
        "since": number * 7919,
        "at": number % 100,
        "action": number,
        "which": ("open", "playing", f"which-{number}")[number % 3],
    }


def requests_of(running: InProcessServer) -> Iterator[tuple[str, APIRoute]]:
    """Return every method of every route."""
    for route in running.server.api.routes:
        for method in sorted(getattr(route, "methods", None) or ()):
            if isinstance(route, APIRoute) and route.path != STREAM:
                yield method, route


async def ask_everything(running: InProcessServer, table: str, numbers: range) -> int:
    """Send other requests than before to every route; return how many were understood."""
    understood = 0
    nobody = await running.visitor(None)
    for method, route in requests_of(running):
        for number in numbers:
            values = distinct_values(number, table)
            path = route.path.replace("{name:path}", f"{number}.js").format(**values)
            query = {key: values[key] for key in _queried(route)} | {f"x{number}": number}
            headers = {"user-agent": f"browser {number}", "cookie": f"londinium=a.{number}.b"}
            body = {"name": f"Guest {number}", "password": f"password {number}"}
            answer = await nobody.client.request(
                method,
                path,
                params=query,
                headers=headers,
                json=None if method in ("GET", "HEAD") else body,
            )
            nobody.client.cookies.clear()
            understood += answer.status_code < 400
    return understood


def _queried(route: APIRoute) -> list[str]:
    return [parameter.name for parameter in route.dependant.query_params]


async def open_streams(nobody: Visitor, table: str, numbers: range) -> None:
    """Open a stream for each number, of other news than the others'."""
    for number in numbers:
        reader = nobody.open_stream(table, f"since={number}", last_event_id=str(number))
        await reader.update()
        await reader.close()
        nobody.streams.clear()


def traced() -> int:
    """Return the bytes that the server's code has taken; what pytest and httpx do is not meant."""
    gc.collect()
    filters = [tracemalloc.Filter(True, f"*/{package}/*") for package in SERVER]
    statistics = tracemalloc.take_snapshot().filter_traces(filters).statistics("filename")
    return sum(statistic.size for statistic in statistics)


async def read(nobody: Visitor, table: str, numbers: range) -> None:
    """Read a table in every way, each time another part of it, and open a stream of it."""
    for number in numbers:
        query = {"since": number, "at": number % 20, "action": number}
        for what, status in READS.items():
            answer = await nobody.client.get(f"/api/tables/{table}{what}", params=query)
            assert answer.status_code == status, answer.text
    await open_streams(nobody, table, numbers)


@async_test
async def test_anonymous_requests_with_other_parameters_take_no_memory(tmp_path: Path) -> None:
    async with in_process_server(f"sqlite:///{tmp_path}/londinium.db") as running:
        ann, nobody = await running.visitor("Ann"), await running.visitor(None)
        table = await ann.make("me", "me", start=True)
        for _ in range(5):
            await ann.move(table)
        running.server.live_tables.most_tables = 4
        others = [await ann.make("me", "free") for _ in range(20)]
        understood = await ask_everything(running, table, range(1, 5))
        assert understood > 50  # so that it is not only refusals that take no memory
        tracemalloc.start()
        try:
            await read(nobody, table, range(WARM_UP))
            before = traced()
            await read(nobody, table, range(WARM_UP, REQUESTS))
            assert traced() - before < MOST_BYTES
            for other in others:
                await nobody.look(other)
            await ask_everything(running, table, range(100, 105))
            assert traced() - before < MOST_BYTES
        finally:
            tracemalloc.stop()
        assert len(running.server.live_tables.tables) <= 4


@async_test
async def test_the_newest_updates_of_a_table_are_kept(database_url: str) -> None:
    async with in_process_server(database_url) as running:
        ann = await running.visitor("Ann")
        table = await ann.make("me", "me", start=True)
        for since in range(50):
            await ann.look(table, since=since)
        live = running.server.live_tables.tables[table]
        kept = live._updates
        assert len(kept) <= MOST_UPDATES
        assert next(reversed(kept))[1] == 49
        assert live._update_bytes == sum(map(len, kept.values())) <= MOST_UPDATE_BYTES
        await ann.move(table)
        await ann.look(table)
        assert len(live._updates) == 1


@async_test
async def test_updates_are_bounded_in_bytes_too(database_url: str) -> None:
    async with in_process_server(database_url) as running:
        ann = await running.visitor("Ann")
        live = running.server.live_tables.tables[await ann.make("me", "free")]
        large = b"x" * (MOST_UPDATE_BYTES // 3 + 1)
        for since in range(5):
            live._keep_update((Viewer(0), since), large)
        assert [key[1] for key in live._updates] == [3, 4]


@async_test
async def test_tables_in_use_stay_in_memory_and_the_one_unused_for_longest_goes(
    database_url: str,
) -> None:
    async with in_process_server(database_url, Clock()) as running:
        ann = await running.visitor("Ann")
        live_tables = running.server.live_tables
        live_tables.most_tables = 3
        watched, *others = [await ann.make("me", "free") for _ in range(3)]
        reader = ann.open_stream(watched)
        await reader.update()
        await ann.look(others[0])
        new = await ann.make("me", "free")
        assert list(live_tables.tables) == [watched, others[0], new]
        for _ in range(4):
            await ann.make("me", "free")
        assert watched in live_tables.tables
        assert len(live_tables.tables) == 3
        assert (await ann.look(others[1]))["version"] == 1
        await ann.client.put(f"/api/tables/{watched}/seats/1", json={"level": "easy"})
        assert (await reader.update())["version"] == 2
