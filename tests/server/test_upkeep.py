"""Quotas on what lasts, sweeping what nobody uses, and a disk that is nearly full."""

from collections.abc import Callable
from pathlib import Path

import pytest

from londinium import match_file
from londinium.match import Match
from londinium.server import upkeep
from londinium.server.tables import commands
from tests.server.in_process_server import (
    InProcessServer,
    Visitor,
    async_test,
    error_of,
    in_process_server,
    new_client_id,
)

DAYS = 86_400.0
FILE = match_file.to_json(Match.new("old_london_bridge", 2, seed=1), reveal_seed=True)


@pytest.fixture(autouse=True)
def no_pause(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(upkeep, "PAUSE_SECONDS", 0)


@pytest.fixture
def url(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'londinium.db'}"


async def member(running: InProcessServer, name: str) -> Visitor:
    """Return somebody with an account."""
    visitor = await running.visitor(name)
    body = {"name": name, "password": "a long password"}
    assert (await visitor.client.post("/api/accounts", json=body)).status_code == 201
    return visitor


async def imported(who: Visitor) -> str:
    """Import a match, and return its table."""
    answer = await who.client.post("/api/matches", json=FILE)
    assert answer.status_code == 201, answer.text
    return str(answer.json()["id"])


async def exists(who: Visitor, table: str) -> bool:
    return (await who.client.get(f"/api/tables/{table}")).status_code == 200


def figure(running: InProcessServer, name: str) -> float:
    """Return a figure of the metrics."""
    lines = running.server.metrics.render()[0].decode().splitlines()
    return float(next(line.split()[-1] for line in lines if line.startswith(f"{name} ")))


@async_test
async def test_a_person_may_have_so_many_tables_that_are_not_over(database_url: str) -> None:
    async with in_process_server(database_url, unfinished_tables=2) as running:
        ann, ben = await running.visitor("Ann"), await running.visitor("Ben")
        body = {"game": "old_london_bridge", "seats": ["me", "random"], "start": True}
        table = await ann.make("me", "random", game="old_london_bridge", start=True)
        await ann.make("me", "free")
        answer = await ann.client.post("/api/tables", json=body)
        assert error_of(answer) == (409, "too_many_tables")
        await ben.make("me", "free")
        assert await imported(ann)  # is over from the start
        await ann.client.delete(f"/api/tables/{table}/seats")
        await running.server.turn_runner.run_due()
        assert (await ann.look(table))["table"]["status"] == "over"
        await ann.make("me", "free")
        assert error_of(await ann.post(table, "rematch")) == (409, "too_many_tables")


@async_test
async def test_imports_have_a_limit_of_their_own(url: str) -> None:
    async with in_process_server(url, imports_per_hour=2) as running:
        ann, ben = await running.visitor("Ann"), await running.visitor("Ben")
        await imported(ann), await imported(ann)
        answer = await ann.client.post("/api/matches", json=FILE)
        assert error_of(answer) == (429, "too_many")
        assert answer.json()["limit"] == "import"
        await imported(ben)
        await ann.make("me", "free")
        running.clock.time += 1800
        await imported(ann)


@async_test
async def test_the_chat_of_a_table_has_an_end_also_after_a_restart(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(commands, "MAX_CHAT", 40)
    async with in_process_server(database_url) as running:
        ann = await running.visitor("Ann")
        table = await ann.make("me", "me", start=True)
        for _ in range(40):  # so that there is a snapshot
            await ann.do(table, "chat", text="Hello", client_id=new_client_id())
        for _ in range(2):
            answer = await ann.post(table, "chat", text="Hello", client_id=new_client_id())
            assert error_of(answer) == (409, "chat_full")
            running.server.live_tables.tables.clear()
        await ann.move(table)


@async_test
async def test_what_guests_have_not_used_for_long_is_swept(database_url: str) -> None:
    async with in_process_server(database_url, guest_days=90) as running:
        ann, ben = await running.visitor("Ann"), await running.visitor("Ben")
        idle, cat = await running.visitor("Idle"), await member(running, "Cat")
        played = await ann.make("me", "free")
        await ben.do(played, "seats")
        await ann.do(played, "start")
        old = [played, await imported(ann), await ben.make("me", "free")]
        unstarted = await cat.make("me", "free")
        theirs = await imported(cat)
        shared = await ann.make("me", "free")
        await cat.do(shared, "seats")
        await ann.do(shared, "start")
        await idle.client.post("/api/tokens", json={"label": "Bot"})
        running.clock.time += 60 * DAYS
        recent = await ben.make("me", "free")
        await running.server.upkeep.sweep()
        assert all([await exists(cat, table) for table in (*old, unstarted, theirs, shared)])
        running.clock.time += 31 * DAYS
        await running.server.upkeep.sweep()
        assert not any([await exists(cat, table) for table in (*old, unstarted)])
        assert all([await exists(cat, table) for table in (theirs, shared, recent)])
        me = [(await who.client.get("/api/me")).json() for who in (ann, ben, cat, idle)]
        assert [bool(one) for one in me] == [True, True, True, False]
        assert figure(running, 'londinium_swept_total{what="tables"}') == 4
        assert figure(running, 'londinium_swept_total{what="guests"}') == 1
        stored = await running.server.store.sizes()
        assert (stored.tables, stored.people) == (3, 3)


@async_test
async def test_a_table_that_was_played_at_lately_is_not_swept(database_url: str) -> None:
    async with in_process_server(database_url, guest_days=10) as running:
        ann = await running.visitor("Ann")
        table = await ann.make("me", "me", start=True)
        running.clock.time += 9 * DAYS
        await ann.do(table, "chat", text="Hello", client_id=new_client_id())
        running.clock.time += 9 * DAYS
        await running.server.upkeep.sweep()
        assert await exists(ann, table)
        await ann.move(table)
        assert (await ann.client.get("/api/me")).json()["name"] == "Ann"


@async_test
async def test_whoever_has_a_swept_table_open_is_told_when_they_return(database_url: str) -> None:
    async with in_process_server(database_url, guest_days=10) as running:
        ann = await running.visitor("Ann")
        table = await ann.make("me", "free")
        reader = ann.open_stream(table)
        await reader.update()
        running.clock.time += 11 * DAYS
        await running.server.upkeep.sweep()
        await reader.ended()
        assert error_of(await ann.client.get(f"/api/tables/{table}")) == (404, "no_such_table")


@async_test
async def test_the_newest_matches_of_a_person_are_kept(database_url: str) -> None:
    async with in_process_server(database_url, matches_kept=2) as running:
        ann, ben = await member(running, "Ann"), await member(running, "Ben")
        shared = await ann.make("me", "free", game="old_london_bridge")
        await ben.do(shared, "seats")
        await ann.do(shared, "start")
        for who in (ann, ben):
            await who.client.delete(f"/api/tables/{shared}/seats")
        await running.server.turn_runner.run_due()
        assert (await ann.look(shared))["table"]["status"] == "over"
        tables = []
        for _ in range(4):
            running.clock.time += 1
            tables.append(await imported(ann))
        unfinished = [await ann.make("me", "free") for _ in range(3)]
        await running.server.upkeep.sweep()
        assert [await exists(ann, table) for table in tables] == [False, False, True, True]
        assert all([await exists(ann, table) for table in (shared, *unfinished)])


def with_free_bytes(running: InProcessServer, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Let a test set the free bytes of the disk."""
    free = [10**9]

    async def free_bytes() -> int:
        return free[0]

    monkeypatch.setattr(running.server.store, "free_bytes", free_bytes)
    return free


@async_test
async def test_on_a_nearly_full_disk_moves_go_on_and_what_can_wait_waits(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with in_process_server(database_url, disk_reserve_mb=200) as running:
        ann = await running.visitor("Ann")
        table = await ann.make("me", "me", start=True)
        free = with_free_bytes(running, monkeypatch)
        free[0] = 199_999_999
        await running.server.upkeep.check_disk()
        nobody = await running.visitor(None)
        waits: list[Callable[[], object]] = [
            lambda: ann.client.post("/api/matches", json=FILE),
            lambda: ann.client.post(
                "/api/tables", json={"game": FILE["game"], "seats": ["me"] * 2}
            ),
            lambda: ann.post(table, "chat", text="Hello", client_id=new_client_id()),
            lambda: nobody.client.post("/api/guests", json={"name": "Ben"}),
        ]
        for request in waits:
            answer = await request()  # type: ignore[misc]
            assert error_of(answer) == (503, "disk_full")
            assert answer.headers["Retry-After"] == "60"
        await ann.move(table)
        assert figure(running, "londinium_disk_free_bytes") == 199_999_999
        free[0] = 200_000_000
        await running.server.upkeep.check_disk()
        for request in waits:
            assert (await request()).status_code < 300  # type: ignore[misc]


@async_test
async def test_sizes_are_in_the_metrics(database_url: str) -> None:
    async with in_process_server(database_url) as running:
        ann = await running.visitor("Ann")
        await ann.make("me", "free")
        await running.server.upkeep.look_after()
        assert figure(running, "londinium_database_bytes") > 10_000
        assert figure(running, "londinium_stored_tables") == 1
        assert figure(running, "londinium_people") == 1
        known = await running.server.store.free_bytes()
        assert (known is None) == database_url.startswith("postgresql")


@async_test
async def test_each_part_of_the_upkeep_is_done_when_it_is_due(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with in_process_server(url) as running:
        done: list[str] = []

        def noting(name: str) -> Callable[[], object]:
            async def note() -> None:
                done.append(name)

            return note

        keeper = running.server.upkeep
        for name in ("check_disk", "measure", "sweep"):
            monkeypatch.setattr(keeper, name, noting(name))
        for seconds in (0, 10, 300, 3600):
            running.clock.time += seconds
            await keeper.look_after()
            done.append("|")
        assert "".join(name[0] for name in done) == "cms|c|cm|cms|"
