"""How many tables whose bots search a person, and an address, may have at play at once."""

import asyncio
import re
from typing import Any

import httpx
import pytest

from londinium.server.settings import Settings
from londinium.server.tables.bot_tables import AT_PLAY_SECONDS
from tests.server.in_process_server import Visitor, async_test, error_of, in_process_server
from tests.server.test_after_the_game import over
from tests.server.workers import at_both, two_workers

TTR = "ticket_to_ride_london"


async def make(who: Visitor, *seats: str, **body: Any) -> httpx.Response:
    """Try to make a table that starts."""
    body = {"game": TTR, "seats": seats, "start": True} | body
    return await who.client.post("/api/tables", json=body)


def check_refused(answer: httpx.Response, most: int, who: str = "you have") -> None:
    """Check that a table was refused, and that the sentence says what to do."""
    assert error_of(answer) == (429, "too_many_bot_tables")
    assert int(answer.headers["Retry-After"]) > 0
    assert re.search(rf"{most} tables that {who} started.*finish a match", answer.json()["message"])


@async_test
async def test_one_table_more_than_a_person_may_have_at_play_is_refused(database_url: str) -> None:
    async with in_process_server(database_url, bot_tables_per_person=2) as running:
        ann, ben = await running.visitor("Ann"), await running.visitor("Ben")
        for seats in (["expert", "hard"], ["me", "easy", "expert"]):
            await ann.make(*seats, start=True)
        check_refused(await make(ann, "me", "hard"), 2)
        assert len((await ann.client.get("/api/tables?which=mine")).json()["tables"]) == 2
        await ann.make("me", "easy", "medium", "random", start=True)  # they do not search
        await ben.make("me", "hard", start=True)
        waiting = await ann.make("me", "hard")
        check_refused(await ann.post(waiting, "start"), 2)
        running.clock.time += AT_PLAY_SECONDS + 1
        await ann.do(waiting, "start")


@async_test
async def test_a_match_that_is_over_makes_room_for_another(database_url: str) -> None:
    async with in_process_server(database_url, bot_tables_per_person=1) as running:
        ann = await running.visitor("Ann")
        first = await over(running, ann, "me", "hard")
        second = (await ann.post(first, "rematch")).json()["id"]
        assert (await ann.look(second))["table"]["status"] == "playing"
        check_refused(await make(ann, "me", "hard"), 1)


@async_test
async def test_a_rematch_counts_too_and_can_be_had_later(database_url: str) -> None:
    async with in_process_server(database_url, bot_tables_per_person=1) as running:
        ann = await running.visitor("Ann")
        first = await over(running, ann, "me", "hard")
        await ann.make("me", "hard", start=True)
        check_refused(await ann.post(first, "rematch"), 1)
        running.clock.time += AT_PLAY_SECONDS + 1
        rematch = (await ann.post(first, "rematch")).json()["id"]
        assert (await ann.look(rematch))["table"]["status"] == "playing"


@async_test
async def test_all_people_at_an_address_have_a_limit_together(database_url: str) -> None:
    async with in_process_server(database_url, bot_tables_per_address=2) as running:
        people = [await running.visitor(name) for name in ("Ann", "Ben", "Cleo")]
        for person in people[:2]:
            await person.make("me", "hard", start=True)
        check_refused(await make(people[2], "me", "hard"), 2, "your network has")
        running.clock.time += AT_PLAY_SECONDS + 1
        await people[2].make("me", "hard", start=True)


@pytest.mark.parametrize("limit", ["bot_tables_per_person", "bot_tables_per_address"])
@async_test
async def test_requests_at_the_same_time_do_not_all_pass(database_url: str, limit: str) -> None:
    async with in_process_server(database_url, **{limit: 3}) as running:  # type: ignore[arg-type]
        ann = await running.visitor("Ann")
        answers = await asyncio.gather(*(make(ann, "me", "hard") for _ in range(10)))
        made = [answer for answer in answers if answer.status_code == 201]
        assert 1 <= len(made) <= 3
        for _ in range(3 - len(made)):
            await ann.make("me", "hard", start=True)
        assert error_of(await make(ann, "me", "hard")) == (429, "too_many_bot_tables")


@async_test
async def test_seats_that_change_while_a_match_starts_are_looked_at_again(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with in_process_server(database_url, bot_tables_per_person=1) as running:
        ann = await running.visitor("Ann")
        await ann.make("me", "hard", start=True)
        table = await ann.make("me", "easy")
        act = running.server.live_tables.act

        async def place_an_expert_first(id: str, *more: Any) -> int:
            monkeypatch.undo()
            answer = await ann.client.put(f"/api/tables/{table}/seats/1", json={"level": "expert"})
            assert answer.status_code == 200
            return await act(id, *more)

        monkeypatch.setattr(running.server.live_tables, "act", place_an_expert_first)
        assert error_of(await ann.post(table, "start")) == (409, "stale")
        check_refused(await ann.post(table, "start"), 1)


@async_test
async def test_a_person_is_counted_at_all_workers(postgres_url: str) -> None:
    async with two_workers(postgres_url, bot_tables_per_person=2) as (one, other):
        here, there = await at_both("Ann", one, other)
        await here.make("me", "hard", start=True)
        await there.make("me", "hard", start=True)
        check_refused(await make(here, "me", "hard"), 2)
        check_refused(await make(there, "me", "hard"), 2)


def test_fifty_tables_of_experts_are_more_than_a_guest_may_have() -> None:
    assert Settings().bot_tables_per_person < Settings().bot_tables_per_address < 50
