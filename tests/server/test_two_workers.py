"""Two workers serve the same tables on one PostgreSQL, as if they were one."""

import asyncio
import logging
import random
from pathlib import Path
from typing import Any

import asyncpg  # type: ignore[import-untyped]
import httpx
import pytest
from sqlalchemy.ext.asyncio import AsyncConnection

from londinium import match_file
from londinium.server.tables.turn_runner import OVERDUE_SECONDS
from londinium.store import Store
from londinium.store.notices import TableChanged, TokenChanged
from londinium.store.postgres import Postgres
from londinium.store.records import StoredTable
from tests.server.in_process_server import (
    PATIENCE,
    Visitor,
    async_test,
    error_of,
    in_process_server,
    new_client_id,
)
from tests.server.server_processes import server_forker
from tests.server.workers import (
    Race,
    a_move,
    at_both,
    check_whole,
    notices_of,
    receives,
    two_workers,
    updates_until,
)

GAMES = ["ticket_to_ride_london", "old_london_bridge"]
ROUNDS = 30
END_LISTENERS = """
SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity
WHERE datname = current_database() AND query LIKE 'LISTEN%'
"""


async def post(person: Visitor, table: str, move: dict[str, Any], seat: int) -> httpx.Response:
    """Post a move for one of a person's seats."""
    url = f"/api/tables/{table}/moves"
    return await person.client.post(url, params={"seat": seat}, json=move)


@async_test
async def test_a_move_posted_to_both_at_once_is_accepted_once(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with two_workers(postgres_url) as (one, other):
        race = Race((one, other), monkeypatch)
        both = await at_both("Ann", one, other)
        table = await both[0].make("me", "me", start=True)
        for number in range(ROUNDS):
            update = await both[number % 2].look(table)
            seat, race.version = update["you"]["seat"], update["version"] + 1
            moves = [a_move(update, number, new_client_id()) for _ in both]
            answers = await asyncio.gather(
                *(post(person, table, move, seat) for person, move in zip(both, moves, strict=True))
            )
            assert sorted(answer.status_code for answer in answers) == [200, 409]
            loser = 0 if answers[0].status_code == 409 else 1
            assert error_of(answers[loser]) == (409, "stale")
            current = answers[loser].json()["update"]
            assert current["version"] == answers[1 - loser].json()["version"]
            assert current["version"] == update["version"] + 1
            assert current == await both[loser].look(table, seat=seat)
        assert race.lost == ROUNDS
        entries = await one.server.store.entries(table, 0)
        check_whole(entries)
        assert sum(entry.kind == "move" for entry in entries) == ROUNDS


@async_test
async def test_a_repeat_at_the_other_worker_is_answered_as_the_first_time(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with two_workers(postgres_url) as (one, other):
        race = Race((one, other), monkeypatch)
        both = await at_both("Ann", one, other)
        table = await both[0].make("me", "me", start=True)
        for number in range(ROUNDS):
            update = await both[number % 2].look(table)
            move = a_move(update, number, new_client_id())
            seat, race.version = update["you"]["seat"], update["version"] + 1
            answers = await asyncio.gather(*(post(ann, table, move, seat) for ann in both))
            assert [answer.status_code for answer in answers] == [200, 200]
            assert [answer.json()["version"] for answer in answers] == [update["version"] + 1] * 2
        assert race.lost == ROUNDS
        entries = await one.server.store.entries(table, 0)
        check_whole(entries)
        assert sum(entry.kind == "move" for entry in entries) == ROUNDS


@async_test
async def test_two_processes_accept_a_move_once(postgres_url: str, tmp_path: Path) -> None:
    async with server_forker(tmp_path) as servers, httpx.AsyncClient(timeout=PATIENCE) as client:
        urls = [(await servers.start(postgres_url)).url for _ in range(2)]
        answer = await client.post(f"{urls[0]}/api/guests", json={"name": "Ann"})
        assert answer.status_code == 201, answer.text
        body = {"game": GAMES[1], "seats": ["me", "me"], "start": True}
        table = (await client.post(f"{urls[1]}/api/tables", json=body)).json()["id"]
        version = 2
        for number in range(ROUNDS):
            update = (await client.get(f"{urls[number % 2]}/api/tables/{table}")).json()
            assert update["version"] == version
            ids = [new_client_id()] * 2 if number % 3 == 0 else [new_client_id(), new_client_id()]
            answers = await asyncio.gather(
                *(
                    client.post(
                        f"{url}/api/tables/{table}/moves",
                        params={"seat": update["you"]["seat"]},
                        json=a_move(update, number, client_id),
                    )
                    for url, client_id in zip(urls, ids, strict=True)
                )
            )
            version += 1
            statuses = sorted(answer.status_code for answer in answers)
            assert statuses == ([200, 200] if ids[0] == ids[1] else [200, 409])
            for answer in answers:
                told = answer.json()
                assert told.get("update", told)["version"] == version
        assert servers.complaints == ""
    store = await Store.open(postgres_url)
    try:
        entries = await store.entries(table, 0)
    finally:
        await store.close()
    check_whole(entries)
    assert len(entries) == version == 2 + ROUNDS


@pytest.mark.parametrize("game", GAMES)
@async_test
async def test_a_whole_match_through_both_workers_in_turn(postgres_url: str, game: str) -> None:
    rng = random.Random(game)
    async with two_workers(postgres_url) as (one, other):
        both = await at_both("Ann", one, other)
        table = await both[0].make("me", "me", "me", game=game, start=True)
        readers = [ann.open_stream(table, "since=0") for ann in both]
        version, over = 2, False
        while not over:
            told = [await updates_until(reader, version) for reader in readers]
            assert told[0] == told[1]
            update = await both[0].look(table)
            # Two moves at once, each at another worker: the second one's may not have heard yet.
            for person in rng.sample(both, 2):
                seat = update["you"]["seat"]
                move = a_move(update, rng.randrange(100), new_client_id())
                answer = await post(person, table, move, seat)
                assert answer.status_code == 200, answer.text
                assert answer.json() == {"version": version + 1}
                version += 1
                update = await person.look(table)
                over = update["table"]["status"] == "over"
                if over:
                    break
        for reader in readers:
            await updates_until(reader, version)
        assert await both[0].look(table) == await both[1].look(table)
        file = (await both[1].client.get(f"/api/tables/{table}/match-file")).json()
        assert match_file.verify(match_file.from_json(file)) is None
        check_whole(await one.server.store.entries(table, 0))


@async_test
async def test_choices_made_at_the_same_time_at_two_workers_both_land(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with two_workers(postgres_url) as (one, other):
        race = Race((one, other), monkeypatch)
        race.version = 4
        ann, ben = await one.visitor("Ann"), await other.visitor("Ben")
        for number in range(8):
            table = await ann.make("me", "free")
            await ben.do(table, "seats")
            reader = ben.open_stream(table, "since=2")
            await ann.do(table, "start")
            await updates_until(reader, 3)
            updates = [await ann.look(table), await ben.look(table)]
            assert [update["position"]["waited_for"] for update in updates] == [[0, 1]] * 2
            versions = await asyncio.gather(
                *(
                    person.do(table, "moves", **a_move(update, number, new_client_id()))
                    for person, update in zip((ann, ben), updates, strict=True)
                )
            )
            assert sorted(versions) == [4, 5]
            entries = await one.server.store.entries(table, 3)
            assert {entry.seat: entry.version for entry in entries} == dict(enumerate(versions))
        assert race.lost == 8


@async_test
async def test_people_at_different_workers_see_each_other(postgres_url: str) -> None:
    async with two_workers(postgres_url) as (one, other):
        ann, ben = await one.visitor("Ann"), await other.visitor("Ben")
        table = await ann.make("me", "free")
        await ben.do(table, "seats")
        at_one, at_other = ann.open_stream(table), ben.open_stream(table)
        await updates_until(at_one, 2)
        await updates_until(at_other, 2)
        for running in (one, other):  # as the turn runner does now and then
            await running.server.live_tables.announce_presence(
                await running.server.live_tables.find(table)
            )
        for reader in (at_one, at_other):
            while (await reader.event("presence"))["data"] != {"seats": [0, 1], "watching": 0}:
                continue
        await at_other.close()
        while (await at_one.event("presence"))["data"] != {"seats": [0], "watching": 0}:
            continue


@async_test
async def test_a_token_revoked_at_one_worker_is_refused_at_the_other(postgres_url: str) -> None:
    async with two_workers(postgres_url) as (one, other):
        ann, program = await one.visitor("Ann"), await other.visitor(None)
        made = (await ann.client.post("/api/tokens", json={"label": "my bot"})).json()
        program.client.headers["Authorization"] = f"Bearer {made['token']}"
        mine = {"which": "mine"}
        assert (await program.client.get("/api/tables", params=mine)).status_code == 200
        received = notices_of(other)
        assert (await ann.client.delete(f"/api/tokens/{made['id']}")).status_code == 204
        await receives(received, TokenChanged)
        answer = await program.client.get("/api/tables", params=mine)
        assert error_of(answer) == (401, "bad_token")


@pytest.mark.parametrize("game", GAMES)
@async_test
async def test_bots_that_both_workers_attend_to_move_once(
    postgres_url: str,
    game: str,
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with two_workers(postgres_url) as (one, other):
        race = Race((one, other), monkeypatch)
        race.version = 3
        runners = [running.server.turn_runner for running in (one, other)]
        ann = await one.visitor("Ann")
        table = await ann.make("easy", "random", game=game, start=True)
        await (await other.visitor(None)).look(table)  # so that it does not rest there
        while (await ann.look(table))["table"]["status"] != "over":
            for runner in runners:
                runner.schedule(table, one.clock())
            await asyncio.gather(*(runner.run_due() for runner in runners))
        entries = await other.server.store.entries(table, 0)
        check_whole(entries)
        file = (await ann.client.get(f"/api/tables/{table}/match-file")).json()
        assert match_file.verify(match_file.from_json(file)) is None
        made = [move for entry in entries for move in (entry.data or {}).get("moves", [])]
        assert made == file["moves"]
        assert race.lost > 0
    assert not [record for record in caplog.records if record.levelno >= logging.WARNING]


@async_test
async def test_what_a_dead_worker_left_due_another_takes(postgres_url: str) -> None:
    async with two_workers(postgres_url) as (alive, _):
        runner, store = alive.server.turn_runner, alive.server.store
        async with in_process_server(postgres_url, alive.clock) as dying:
            ann = await dying.visitor("Ann")
            table = await ann.make("easy", "me", start=True)
        await runner.find_overdue(OVERDUE_SECONDS)
        await runner.run_due()
        assert len(await store.entries(table, 0)) == 2  # nobody else's yet
        alive.clock.time += OVERDUE_SECONDS + 1
        await runner.find_overdue(OVERDUE_SECONDS)
        await runner.run_due()
        bots = [entry for entry in await store.entries(table, 2) if entry.seat == 0]
        assert bots


@async_test
async def test_a_clock_runs_out_though_its_worker_is_dead(postgres_url: str) -> None:
    async with two_workers(postgres_url) as (alive, _):
        runner, store = alive.server.turn_runner, alive.server.store
        async with in_process_server(postgres_url, alive.clock) as dying:
            ann = await dying.visitor("Ann")
            pace = {"kind": "live", "move_seconds": 30, "bank_seconds": 10}
            table = await ann.make("me", "me", start=True, pace=pace)
        alive.clock.time += 40 + OVERDUE_SECONDS - 1
        await runner.find_overdue(OVERDUE_SECONDS)
        await runner.run_due()
        assert len(await store.entries(table, 0)) == 2
        alive.clock.time += 2
        await runner.find_overdue(OVERDUE_SECONDS)
        await runner.run_due()
        away = [entry.seat for entry in await store.entries(table, 2) if entry.kind == "away"]
        assert away == [0, 1]


@async_test
async def test_a_worker_that_lost_notices_sends_its_streams_what_they_missed(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    reconnecting, may_connect = asyncio.Event(), asyncio.Event()
    connect = Postgres.connect

    async def later(database: Postgres) -> AsyncConnection:
        reconnecting.set()
        await may_connect.wait()
        return await connect(database)

    async with two_workers(postgres_url) as (one, other):
        here, there = await at_both("Ann", one, other)
        table = await here.make("me", "me", start=True)
        reader = there.open_stream(table, "since=2")
        await updates_until(reader, 2)
        monkeypatch.setattr(Postgres, "connect", later)
        cut = await asyncpg.connect(postgres_url)
        try:
            assert await cut.fetchval(END_LISTENERS) == 2
        finally:
            await cut.close()
        await asyncio.wait_for(reconnecting.wait(), PATIENCE)
        for _ in range(3):
            version = await here.move(table)
        may_connect.set()
        assert await updates_until(reader, version) == [3, 4, 5]
        await here.move(table)
        assert await updates_until(reader, 6) == [6]


@async_test
async def test_what_is_committed_while_a_worker_loads_the_table_is_sent_there(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with two_workers(postgres_url) as (one, other):
        here, there = await at_both("Ann", one, other)
        table = await here.make("me", "me", start=True)
        received = notices_of(other)
        load = other.server.store.load

        async def slowly(id: str, use_snapshot: bool) -> StoredTable | None:
            loaded = await load(id, use_snapshot)
            await here.move(table)
            await receives(received, TableChanged)
            return loaded

        monkeypatch.setattr(other.server.store, "load", slowly)
        reader = there.open_stream(table, "since=2")
        assert await updates_until(reader, 3) == [3]


@async_test
async def test_a_worker_that_is_behind_reads_new_entries_before_it_answers_an_error(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with two_workers(postgres_url) as (one, other):
        here, there = await at_both("Ann", one, other)
        table = await here.make("me", "free")
        await there.look(table)
        monkeypatch.setattr(
            other.server.store._bus, "_listeners", []
        )  # it receives no more notices
        await here.do(table, "seats", seat=1)
        await here.do(table, "start")
        update = await here.look(table)
        move = a_move(update, 0, new_client_id())
        reader = here.open_stream(table)
        assert await there.do(table, "moves", **move) == 4
        await updates_until(reader, 4)
        await here.move(table)
        reader = there.open_stream(table, last_event_id="5")
        told = await reader.update()
        assert (told["version"], told["gap"], told["news"]) == (5, False, [])
