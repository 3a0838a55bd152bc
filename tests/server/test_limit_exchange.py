"""Two workers on one PostgreSQL allow together what one would allow."""

import asyncio
from pathlib import Path

from londinium.server import limit_exchange
from londinium.server.limit_exchange import MAX_LINE, MAX_LINES
from londinium.store.notices import LimitsUsed, decode, encode
from tests.server.in_process_server import (
    InProcessServer,
    Visitor,
    async_test,
    error_of,
    in_process_server,
    new_client_id,
)
from tests.server.workers import at_both, notices_of, receives, two_workers


async def exchange(one: InProcessServer, other: InProcessServer) -> None:
    """Let one worker tell the other what was spent, and wait until it has heard it."""
    received = notices_of(other)
    await one.server.limit_exchange.exchange()
    await receives(received, LimitsUsed)


@async_test
async def test_requests_are_limited_across_workers(postgres_url: str) -> None:
    settings = {"requests_per_second": 1, "requests_burst": 40}
    async with two_workers(postgres_url, **settings) as (one, other):
        here, there = await at_both("Ann", one, other)
        for _ in range(30):
            assert (await here.client.get("/api/me")).status_code == 200
        await exchange(one, other)
        answers = [(await there.client.get("/api/me")).status_code for _ in range(20)]
        assert answers == [200] * 10 + [429] * 10
        await exchange(other, one)
        answer = await here.client.get("/api/me")
        assert error_of(answer) == (429, "too_many")
        one.clock.time += 40
        assert (await here.client.get("/api/me")).status_code == 200


@async_test
async def test_an_address_is_limited_across_workers(postgres_url: str) -> None:
    settings = {"address_requests_per_second": 1, "address_requests_burst": 40}
    async with two_workers(postgres_url, **settings) as (one, other):
        here, there = await one.visitor(None), await other.visitor(None)
        for _ in range(40):
            assert (await here.client.get("/api/games")).status_code == 200
        await exchange(one, other)
        assert error_of(await there.client.get("/api/games")) == (429, "too_many")


async def guests(who: Visitor, number: int) -> list[int]:
    statuses = []
    for _ in range(number):
        answer = await who.client.post("/api/guests", json={"name": "Ann"})
        who.client.cookies.clear()
        statuses.append(answer.status_code)
    return statuses


@async_test
async def test_what_is_rare_is_limited_across_workers(postgres_url: str) -> None:
    settings = {"guests_per_hour": 5, "tables_per_hour": 3, "chat_per_minute": 20}
    async with two_workers(postgres_url, **settings) as (one, other):
        here, there = await one.visitor(None), await other.visitor(None)
        assert await guests(here, 4) == [201] * 4
        await exchange(one, other)
        assert await guests(there, 3) == [201, 429, 429]
        one.clock.time += 3600
        both = await at_both("Ann", one, other)
        for _ in range(2):
            table = await both[0].make("me", "me", start=True)
        await exchange(one, other)
        await both[1].make("me", "free")
        body = {"game": "old_london_bridge", "seats": ["me", "free"]}
        answer = await both[1].client.post("/api/tables", json=body)
        assert error_of(answer) == (429, "too_many")
        for _ in range(20):
            await both[0].do(table, "chat", text="Hello", client_id=new_client_id())
        await exchange(one, other)
        answer = await both[1].post(table, "chat", text="Hello", client_id=new_client_id())
        assert error_of(answer) == (429, "too_many")


@async_test
async def test_streams_are_counted_across_workers(postgres_url: str) -> None:
    async with two_workers(postgres_url, streams_per_identity=2) as (one, other):
        here, there = await at_both("Ann", one, other)
        table = await here.make("me", "free")
        readers = [here.open_stream(table), here.open_stream(table)]
        for reader in readers:
            await reader.update()
        await exchange(one, other)
        refused = await there.client.get(f"/api/tables/{table}/stream")
        assert error_of(refused) == (429, "too_many_streams")
        await readers[0].close()
        here.streams.remove(readers[0])
        await exchange(one, other)
        assert (await there.open_stream(table).update())["version"] == 1


@async_test
async def test_workers_that_run_tell_each_other_by_themselves(postgres_url: str) -> None:
    async with two_workers(postgres_url, guests_per_hour=5) as (one, other):
        received = notices_of(other)
        running = asyncio.create_task(one.server.limit_exchange.run())
        try:
            assert await guests(await one.visitor(None), 1) == [201]
            await receives(received, LimitsUsed)
            assert await guests(await other.visitor(None), 5) == [201] * 4 + [429]
        finally:
            running.cancel()


@async_test
async def test_one_process_notes_nothing_for_others(tmp_path: Path) -> None:
    async with in_process_server(f"sqlite:///{tmp_path}/londinium.db") as running:
        await running.visitor("Ann")
        assert running.server.limit_exchange.limits._spent is None
        await running.server.limit_exchange.exchange()


def test_what_was_used_fits_into_notices_and_reads_back() -> None:
    used = [("chat", f"name Zoë, {number}: {'x' * 50}", number) for number in range(5000)]
    lines = list(limit_exchange._lines(used))
    assert len(lines) <= MAX_LINES
    read = [item for line in lines for item in limit_exchange._parse(line)]
    assert read == used[: len(read)]
    assert len(read) > 900
    for line in lines:
        assert len(line) <= MAX_LINE + 300
        sent = encode("worker", LimitsUsed("here", line))
        assert len(sent.encode()) < 8000
        assert decode(sent) == ("worker", LimitsUsed("here", line))
    assert list(limit_exchange._lines([])) == []
