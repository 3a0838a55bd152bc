"""Outages of the database: 503 until it works again, nothing lost, and bots that move on."""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import delete, make_url

from londinium.server.http.app import open_server
from londinium.server.settings import Settings
from londinium.server.tables import turn_runner
from londinium.store import DatabaseOutage, Store
from londinium.store.schema import ENTRIES
from tests.databases import Postgres
from tests.postgres_outage import OUTAGES, postgres_outage
from tests.server.in_process_server import (
    NO_LIMITS,
    PATIENCE,
    Clock,
    InProcessServer,
    StreamReader,
    Visitor,
    async_test,
    error_of,
    in_process_server,
    new_client_id,
)
from tests.server.test_damage import execute
from tests.server.test_turn_runner import LIVE, away, two
from tests.server.workers import a_move, check_whole
from tests.store.test_outages import PRAGMAS, set_pragma

RECOVERY_SECONDS = 5  # after the database is back, within which bots must have moved
ROUNDS = 3  # attempts to write that fail before the database comes back


@asynccontextmanager
async def running_server(url: str, **settings: Any) -> AsyncIterator[InProcessServer]:
    """Open a server whose bots and clocks go by the real clock."""
    async with open_server(Settings(database_url=url, **NO_LIMITS | settings)) as server:
        running = InProcessServer(server, Clock())
        try:
            yield running
        finally:
            await running.close()


def check_refused(answer: httpx.Response) -> None:
    """Check that a request was answered as it is during an outage."""
    assert error_of(answer) == (503, "no_database"), answer.text
    assert int(answer.headers["Retry-After"]) > 0


async def statuses(who: Visitor) -> list[int]:
    """Return whether the server is alive, ready and well."""
    paths = "/livez", "/readyz", "/healthz"
    return [(await who.client.get(path)).status_code for path in paths]


def failed_probes(store: Store, monkeypatch: pytest.MonkeyPatch) -> asyncio.Queue[None]:
    """Return a queue with an item for each probe that fails."""
    failed, probe = asyncio.Queue[None](), store.probe

    async def count() -> None:
        try:
            await probe()
        except DatabaseOutage:
            failed.put_nowait(None)
            raise

    monkeypatch.setattr(store, "probe", count)
    return failed


async def reaches(reader: StreamReader, version: int) -> None:
    """Wait until a stream sends a version."""
    while (await reader.update())["version"] < version:
        continue


@pytest.mark.parametrize("kind", OUTAGES)
@async_test
async def test_bots_and_clocks_go_on_when_postgresql_is_back(
    postgres: Postgres,
    kind: str,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    shorten_limits(monkeypatch)
    url = await asyncio.to_thread(postgres.fresh)
    durable = f"ALTER DATABASE {make_url(url).database} SET synchronous_commit = on"
    await asyncio.to_thread(postgres.run, durable)
    async with running_server(url, bot_pace_ms=250) as running:
        ann, nobody = await running.visitor("Ann"), await running.visitor(None)
        bots = await ann.make("random", "random", "random", "random", start=True)
        live = {"kind": "live", "move_seconds": 5, "bank_seconds": 0}
        timed = await ann.make("me", "me", pace=live, start=True)
        mine = await ann.make("me", "me", start=True)
        readers = {table: nobody.open_stream(table) for table in (bots, timed, mine)}
        await reaches(readers[bots], 5)
        move = a_move(await ann.look(mine), 0, new_client_id())
        failed = failed_probes(running.server.store, monkeypatch)
        async with postgres_outage(postgres, kind):
            await asyncio.wait_for(failed.get(), PATIENCE)
            assert await statuses(nobody) == [200, 503, 503]
            check_refused(await ann.post(mine, "moves", **move))
            for _ in range(ROUNDS):
                await asyncio.wait_for(failed.get(), PATIENCE)
            version = running.server.live_tables.tables[bots].table.version
        async with asyncio.timeout(RECOVERY_SECONDS):
            await reaches(readers[bots], version + 2)
        assert await ann.do(mine, "moves", **move) == 3
        assert await ann.do(mine, "moves", **move) == 3
        assert await statuses(nobody) == [200, 200, 200]
        async with asyncio.timeout(PATIENCE):
            while not any(s["away"] for s in (await readers[timed].update())["table"]["seats"]):
                continue
        for table in readers:
            check_whole(await running.server.store.entries(table, 0))
    assert not [record for record in caplog.records if record.message.startswith("a task failed")]


def shorten_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let limits pass often in a short outage, as they do in a long one."""
    for module in ("postgres", "notice_bus"):
        monkeypatch.setattr(f"londinium.store.{module}.ANSWER_SECONDS", 0.4)
    monkeypatch.setattr("londinium.server.http.host_routes.PING_SECONDS", 0.2)
    monkeypatch.setattr("londinium.server.tables.maintenance.ROUND_SECONDS", 0.2)


@pytest.mark.parametrize("reason", PRAGMAS)
@async_test
async def test_while_sqlite_takes_nothing_requests_are_told_so_and_nothing_is_lost(
    tmp_path: Path, reason: str
) -> None:
    begin, end = PRAGMAS[reason]
    async with in_process_server(f"sqlite:///{tmp_path}/londinium.db") as running:
        store = running.server.store
        ann = await running.visitor("Ann")
        table = await ann.make("me", "me", start=True)
        bots = await ann.make("me", "easy", start=True)
        set_pragma(store, begin)
        said = await say_until_refused(ann, table)
        before = await ann.look(table)
        for _ in range(2):
            check_refused(await ann.post(table, "chat", **said))
        assert await ann.look(table) == before
        await running.server.turn_runner.run_due()  # bots wait for the end of the outage
        assert (await ann.look(bots))["version"] == 2
        assert await statuses(ann) == [200, 503, 503]
        set_pragma(store, end)
        await store.probe()
        assert await statuses(ann) == [200, 200, 200]
        assert await ann.do(table, "chat", **said) == before["version"] + 1
        await running.server.turn_runner.run_due()
        assert (await ann.look(bots))["position"]["waited_for"] == [0]
        for id in (table, bots):
            check_whole(await store.entries(id, 0))


async def say_until_refused(who: Visitor, table: str) -> dict[str, str]:
    """Say long things until the disk is full; return the first that is refused."""
    while True:
        said = {"text": "a" * 300, "client_id": new_client_id()}
        answer = await who.post(table, "chat", **said)
        if answer.status_code != 200:
            return said


@async_test
async def test_a_database_that_hangs_makes_the_server_unready_in_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("londinium.server.http.host_routes.PING_SECONDS", 0.02)
    async with in_process_server(f"sqlite:///{tmp_path}/londinium.db") as running:
        nobody, answers, pings = await running.visitor(None), asyncio.Event(), list[None]()

        async def hang() -> None:
            pings.append(None)
            await answers.wait()

        monkeypatch.setattr(running.server.store, "ping", hang)
        for _ in range(3):
            check_refused(await nobody.client.get("/readyz"))
        assert len(pings) == 1  # those who ask do not add to the load
        assert (await nobody.client.get("/livez")).status_code == 200
        answers.set()
        assert await statuses(nobody) == [200, 200, 200]


@async_test
async def test_after_an_outage_nobody_runs_out_of_time_for_a_while(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(turn_runner, "OUTAGE_PAUSE", 0.01)
    begin, end = PRAGMAS["read_only"]
    async with in_process_server(f"sqlite:///{tmp_path}/londinium.db", grace_seconds=60) as running:
        store, runner = running.server.store, running.server.turn_runner
        ann, _, table = await two(running, pace=LIVE[0])
        failed = failed_probes(store, monkeypatch)
        set_pragma(store, begin)
        with pytest.raises(DatabaseOutage):
            await store.probe()
        waiting = asyncio.create_task(runner._sit_out_outage())
        for _ in range(ROUNDS):
            await failed.get()
        running.clock.time += 300
        set_pragma(store, end)
        await waiting
        for passed, gone in ((0, False), (59, False), (1, True)):
            running.clock.time += passed
            await runner.run_due()
            assert await away(ann, table) == [gone, gone]


@async_test
async def test_what_a_crash_of_the_database_has_lost_leaves_no_gap(database_url: str) -> None:
    async with in_process_server(database_url) as running:
        store, ann = running.server.store, await running.visitor("Ann")
        table = await ann.make("me", "me", start=True)
        before = await ann.look(table)
        assert await ann.move(table) == 3
        reader = ann.open_stream(table, "since=3")
        await reader.update()
        await execute(store, delete(ENTRIES).where(ENTRIES.c.version == 3))
        store._database._note(DatabaseOutage("no_answer"))
        await store.probe()
        move = a_move(before, 1, new_client_id())
        assert await ann.do(table, "moves", **move) == 3
        check_whole(await store.entries(table, 0))
        assert (await ann.look(table))["version"] == 3


@async_test
async def test_what_waits_to_be_written_fails_with_the_outage(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with in_process_server(database_url) as running:
        store, ann = running.server.store, await running.visitor("Ann")
        tables = [await ann.make("me", "me", start=True) for _ in range(3)]
        writing, failing = asyncio.Event(), asyncio.Event()

        async def fail(*_: Any) -> None:
            writing.set()
            await failing.wait()
            raise DatabaseOutage("no_answer")

        with monkeypatch.context() as patched:
            patched.setattr(store._database._database, "write", fail)
            moves = [a_move(await ann.look(table), 0, new_client_id()) for table in tables]
            moving = []
            for table, move in zip(tables, moves, strict=True):
                moving.append(asyncio.create_task(ann.post(table, "moves", **move)))
                await writing.wait()
            while len(store._journal._waiting) < 2:
                await asyncio.sleep(0)
            failing.set()
            for answer in await asyncio.gather(*moving):
                check_refused(answer)
        for table, move in zip(tables, moves, strict=True):
            assert await ann.do(table, "moves", **move) == 3


@async_test
async def test_a_task_that_is_gone_makes_the_server_unready(tmp_path: Path) -> None:
    async with in_process_server(f"sqlite:///{tmp_path}/londinium.db") as running:
        nobody = await running.visitor(None)
        task = running.server.supervisor.keep("turns", running.server.turn_runner.run)
        assert await statuses(nobody) == [200, 200, 200]
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        assert await statuses(nobody) == [200, 503, 503]
        answer = await nobody.client.get("/readyz")
        assert error_of(answer) == (503, "not_ready")
        assert answer.json()["tasks"] == ["turns"]


@async_test
async def test_a_failure_of_the_turn_runner_is_logged_counted_and_survived(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async with running_server(f"sqlite:///{tmp_path}/londinium.db") as running:
        runner = running.server.turn_runner
        ann = await running.visitor("Ann")
        wait, failures = runner._wait, iter([RuntimeError("the runner has a bug")] * 2)
        survived = asyncio.Event()

        async def fail() -> None:
            for failure in failures:
                raise failure
            survived.set()
            await wait()

        monkeypatch.setattr(runner, "_wait", fail)
        table = await ann.make("me", "random", start=True)
        reader = ann.open_stream(table)
        while (await reader.update())["position"]["waited_for"] != [0]:
            continue
        await survived.wait()
        assert await statuses(ann) == [200, 200, 200]
        figures = running.server.metrics.render()[0].decode()
        assert 'londinium_task_failures_total{task="turns"} 2.0' in figures
    errors = [record for record in caplog.records if record.levelno == logging.ERROR]
    assert [record.fields for record in errors] == [{"task": "turns"}] * 2  # type: ignore[attr-defined]
