"""The fast path of moves answers like the ordinary route."""

import itertools
import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from londinium.server.http import move_routes
from londinium.server.http.request_models import LAST_SEAT, MoveRequest
from tests.server.in_process_server import (
    InProcessServer,
    Visitor,
    async_test,
    in_process_server,
    new_client_id,
)

JSON = {"Content-Type": "application/json"}


@pytest.fixture
def url(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'londinium.db'}"


@asynccontextmanager
async def both_ways(
    running: InProcessServer, who: Visitor
) -> AsyncIterator[tuple[httpx.AsyncClient, httpx.AsyncClient]]:
    """Give a person's client, and one whose moves go by the ordinary route."""
    ordinary = httpx.ASGITransport(running.server.api, client=("192.0.2.1", 50_000))
    async with httpx.AsyncClient(
        transport=ordinary, base_url="http://localhost", cookies=who.client.cookies
    ) as client:
        yield who.client, client


def content(answer: httpx.Response) -> tuple[int, bytes, str | None, str | None, str | None]:
    """Return all of an answer but the headers that every answer has."""
    headers = (answer.headers.get(name) for name in ("content-type", "allow", "www-authenticate"))
    type_, allow, authenticate = headers
    return answer.status_code, answer.content, type_, allow, authenticate


async def hot_seat(running: InProcessServer, game: str) -> tuple[Visitor, str]:
    """Let Ann play both seats of a match."""
    ann = await running.visitor("Ann")
    return ann, await ann.make("me", "me", game=game, start=True)


@pytest.mark.parametrize("game", ["ticket_to_ride_london", "old_london_bridge"])
@async_test
async def test_a_move_made_one_way_is_repeated_the_other_with_the_same_answer(
    url: str, game: str
) -> None:
    async with in_process_server(url) as running:
        ann, table = await hot_seat(running, game)
        async with both_ways(running, ann) as clients:
            for number in range(20):
                update = await ann.look(table)
                legal = update["position"]["legal"]
                body = {
                    "action": legal[number % len(legal)]["action"],
                    "version": update["version"],
                    "client_id": new_client_id(),
                }
                seat = update["you"]["seat"]
                path = f"/api/tables/{table}/moves" + (f"?seat={seat}" if number % 3 else "")
                one, other = clients if number % 2 else clients[::-1]
                first = await one.post(path, json=body)
                assert first.json() == {"version": update["version"] + 1}
                assert content(await other.post(path, json=body)) == content(first)


BODIES: list[Any] = [
    {"action": 65_535},
    {"action": -1},
    {"action": 65_536},
    {"action": 10**30},
    {"action": "0"},
    {"action": "draw deck"},
    {"action": 0.5},
    {"action": 1.0},
    {"action": True},
    {"action": None},
    {"action": [0]},
    {"version": 0},
    {"version": 9999},
    {"version": -1},
    {"version": 2**31},
    {"version": "3"},
    {"client_id": "short"},
    {"client_id": "with spaces in it"},
    {"client_id": "a" * 65},
    {"client_id": 12345678},
    {"client_id": "half \ud800 character"},
    {"seat": 0},
    {"": ""},
]
CONTENTS = [
    b"",
    b"{",
    b"[]",
    b"null",
    b'"move"',
    b"{}",
    b'{"action": NaN, "version": 1, "client_id": "abcdefgh"}',
    b'{"action": 0, "action": 1, "version": 1, "client_id": "abcdefgh"}',
    b'{"action": 0, "version": 1, "client_id": "abcdefgh"} trailing',
    b'\xef\xbb\xbf{"action": 0, "version": 1, "client_id": "abcdefgh"}',
    b'{"action": 0, "version": 1, "client_id": "abcdefg\xff"}',
    b'{"action": 0, "version": 1, "client_id": "abcdefg\\ud800"}',
    b"\x00",
]
QUERIES = [
    "",
    "?",
    "?seat=0",
    "?seat=1",
    "?seat=2",
    f"?seat={LAST_SEAT}",
    f"?seat={LAST_SEAT + 1}",
    "?seat=00",
    "?seat=-1",
    "?seat=one",
    "?seat=",
    "?seat",
    "?seat=1.0",
    "?seat=0&seat=1",
    "?seat=%30",
    "?seat=999",
    "?seat=9999",
    "?chair=0",
    "?seat=0&x=1",
]


async def check_same(clients: tuple[httpx.AsyncClient, httpx.AsyncClient], **request: Any) -> None:
    """Check that a request that changes nothing is answered the same both ways."""
    fast, ordinary = [content(await client.request(**request)) for client in clients]
    assert fast == ordinary, request
    assert fast[0] != 200, request


@async_test
async def test_what_is_wrong_with_a_move_is_answered_the_same(url: str) -> None:
    async with in_process_server(url) as running:
        # Tickets have to be chosen first, so that no action of a low number is legal.
        ann, table = await hot_seat(running, "ticket_to_ride_london")
        version = (await ann.look(table))["version"]
        path = f"/api/tables/{table}/moves"
        good = {"action": 65_535, "version": version, "client_id": "abcdefgh"}
        async with both_ways(running, ann) as clients:
            for change in BODIES:
                text = json_text(good | change)
                await check_same(clients, method="POST", url=path, content=text, headers=JSON)
            for text in CONTENTS:
                await check_same(clients, method="POST", url=path, content=text, headers=JSON)
            for query, body in itertools.product(QUERIES, (good, {})):
                await check_same(clients, method="POST", url=path + query, json=body)
        assert (await ann.look(table))["version"] == version


def json_text(body: dict[str, Any]) -> bytes:
    """Return JSON in ASCII, since httpx cannot write half a character."""
    return json.dumps(body).encode()


@async_test
async def test_whoever_and_whatever_is_not_there_is_answered_the_same(url: str) -> None:
    async with in_process_server(url) as running:
        ann, table = await hot_seat(running, "ticket_to_ride_london")
        waiting = await ann.make("me", "free")
        body = {"action": 0, "version": 2, "client_id": "abcdefgh"}
        for name in ("Ann", "Cat", None):
            who = ann if name == "Ann" else await running.visitor(name)
            async with both_ways(running, who) as clients:
                ids = [waiting, "aaaaaaaaaaaa", "nonsense", f"{table}a", table.upper()]
                for id in ids if name == "Ann" else [table]:
                    await check_same(
                        clients, method="POST", url=f"/api/tables/{id}/moves", json=body
                    )
        path = f"/api/tables/{table}/moves"
        async with both_ways(running, ann) as clients:
            for method in ("GET", "PUT", "DELETE"):
                await check_same(clients, method=method, url=path, json=body)
            token = {"Authorization": "Bearer lon_x_y"}
            await check_same(clients, method="POST", url=path, json=body, headers=token)
            await check_same(clients, method="POST", url=f"{path}/", json=body)


@async_test
async def test_a_move_that_is_well_formed_takes_the_fast_path_to_the_same_function(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    parsed: list[bytes] = []
    parse: Callable[[bytes], MoveRequest | None] = move_routes._parse

    def noted(content: bytes) -> MoveRequest | None:
        parsed.append(content)
        return parse(content)

    monkeypatch.setattr(move_routes, "_parse", noted)
    async with in_process_server(url) as running:
        ann, table = await hot_seat(running, "ticket_to_ride_london")
        routes = [
            route
            for route in running.server.api.routes
            if getattr(route, "path", "") == "/api/tables/{id}/moves"
        ]
        assert len(routes) == 1
        version = await ann.move(table)
        assert len(parsed) == 1
        async with both_ways(running, ann) as (_, ordinary):
            update = await ann.look(table)
            body = {
                "action": update["position"]["legal"][0]["action"],
                "version": version,
                "client_id": new_client_id(),
            }
            answer = await ordinary.post(f"/api/tables/{table}/moves", json=body)
            assert answer.json() == {"version": version + 1}
        assert len(parsed) == 1
