"""What a token may do: every route that changes something asks for one that may play."""

import re
from pathlib import Path

import httpx
import pytest
from fastapi.routing import APIRoute

from londinium.server.http.authentication import SAFE
from tests.server.in_process_server import (
    InProcessServer,
    Visitor,
    async_test,
    error_of,
    in_process_server,
    new_client_id,
)


@pytest.fixture
def url(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'londinium.db'}"


async def program(running: InProcessServer, owner: Visitor, scope: str) -> Visitor:
    """Return a program with a token of that scope."""
    answer = await owner.client.post("/api/tokens", json={"label": scope, "scope": scope})
    assert answer.status_code == 201, answer.text
    assert answer.json()["scope"] == scope
    visitor = await running.visitor(None)
    visitor.client.headers["Authorization"] = f"Bearer {answer.json()['token']}"
    return visitor


def changing_routes(running: InProcessServer) -> list[tuple[str, str, bool]]:
    """Return the method and path of every route that changes something, and if it is of people."""
    for route in running.server.api.routes:
        if isinstance(route, APIRoute) and not route.include_in_schema:
            assert set(route.methods or ()) <= SAFE, route.path
    return [
        (method.upper(), re.sub(r"\{.*?\}", "a" * 12, path), "people" in route["tags"])
        for path, routes in running.server.api.openapi()["paths"].items()
        for method, route in routes.items()
        if method.upper() not in SAFE
    ]


@async_test
async def test_a_token_that_may_only_read_changes_nothing_anywhere(url: str) -> None:
    async with in_process_server(url) as running:
        ada = await running.visitor("Ada")
        reader = await program(running, ada, "read")
        routes = changing_routes(running)
        assert len(routes) > 20
        for method, path, _ in routes:
            answer = await reader.client.request(method, path, json={})
            assert error_of(answer) == (403, "read_only"), (method, path)


@async_test
async def test_a_token_that_may_play_changes_nothing_about_its_person(url: str) -> None:
    async with in_process_server(url) as running:
        ada = await running.visitor("Ada")
        player = await program(running, ada, "play")
        for method, path, is_of_people in changing_routes(running):
            answer = await player.client.request(method, path, json={})
            refused = answer.status_code == 403 and answer.json()["code"] == "by_token"
            assert refused == is_of_people, (method, path, answer.text)


@async_test
async def test_a_token_that_may_only_read_sees_what_its_owner_sees(url: str) -> None:
    async with in_process_server(url) as running:
        ada = await running.visitor("Ada")
        reader = await program(running, ada, "read")
        table = await ada.make("me", "me", start=True)
        assert await reader.look(table) == await ada.look(table)
        stream = reader.open_stream(table, authorization=reader.client.headers["Authorization"])
        assert (await stream.update())["you"]["seats"] == [0, 1]
        legal = (await ada.look(table))["position"]["legal"]
        move = {"action": legal[0]["action"], "version": 2, "client_id": new_client_id()}
        answer = await reader.post(table, "moves", **move)
        assert error_of(answer) == (403, "read_only")
        player = await program(running, ada, "play")
        await player.do(table, "moves", **move)


@async_test
async def test_a_token_is_made_with_its_scope_and_its_last_day(url: str) -> None:
    async with in_process_server(url) as running:
        ada = await running.visitor("Ada")

        async def make(**body: object) -> httpx.Response:
            return await ada.client.post("/api/tokens", json={"label": "bot"} | body)

        made = (await make(scope="read", days=30)).json()
        assert (made["scope"], made["used"]) == ("read", None)
        assert made["expires"] == running.clock() + 30 * 24 * 3600
        made = (await make()).json()
        assert (made["scope"], made["expires"]) == ("play", None)
        for bad in ({"scope": "all"}, {"days": 0}, {"days": 3651}, {"days": "soon"}):
            assert error_of(await make(**bad)) == (422, "invalid"), bad
