"""Every path has a limit, and what takes long takes more of it."""

from pathlib import Path
from typing import Any

import pytest
from fastapi.routing import APIRoute

from tests.server.in_process_server import Visitor, async_test, error_of, in_process_server
from tests.server.test_bounded_memory import distinct_values

FEW: dict[str, Any] = {
    "address_requests_per_second": 1,
    "address_requests_burst": 10,
    "requests_per_second": 1,
    "requests_burst": 10,
}


@pytest.fixture
def url(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'londinium.db'}"


async def allowed(who: Visitor, path: str) -> int:
    """Return how many requests in a row are answered before one is too many."""
    for number in range(100):
        answer = await who.client.get(path)
        if answer.status_code == 429:
            assert error_of(answer) == (429, "too_many")
            assert answer.json()["limit"] == ("address" if path.startswith("/api/") else "page")
            return number
    raise AssertionError(f"{path} has no limit")


@async_test
async def test_every_path_is_limited_by_address(url: str) -> None:
    async with in_process_server(url, **FEW) as running:
        nobody = await running.visitor(None)
        paths = {route.path for route in running.server.api.routes if isinstance(route, APIRoute)}
        assert {"/", "/healthz", "/metrics", "/openapi.json", "/table/{id}"} < paths
        for path in sorted(paths | {"/nothing/here", "/api/nothing"}):
            running.clock.time += 3600
            values = distinct_values(2, "")
            await allowed(nobody, path.replace("{name:path}", "x").format(**values))


@async_test
async def test_what_takes_long_costs_more(url: str) -> None:
    async with in_process_server(url, **FEW) as running:
        nobody = await running.visitor(None)
        ann = await running.visitor("Ann")
        table = await ann.make("me", "me", start=True)
        for what, number in {
            "": 10,
            "/log": 2,
            "/chart": 5,
            "/score-sheet": 5,
            "/match-file": 5,
        }.items():
            running.clock.time += 3600
            assert await allowed(nobody, f"/api/tables/{table}{what}") == number
        running.clock.time += 3600
        assert await allowed(nobody, "/healthz") == 40
        running.clock.time += 3600
        assert await allowed(nobody, "/openapi.json") == 8


@async_test
async def test_what_a_person_asks_for_costs_the_same(url: str) -> None:
    settings = FEW | {"address_requests_burst": 1000}
    async with in_process_server(url, **settings) as running:
        ann = await running.visitor("Ann")
        table = await ann.make("me", "me", start=True)
        running.clock.time += 3600
        answers = [await ann.client.get(f"/api/tables/{table}/log") for _ in range(3)]
        assert [answer.status_code for answer in answers] == [200, 200, 429]
        assert answers[2].json()["limit"] == "request"


@async_test
async def test_the_schema_is_made_once_and_not_sent_to_who_has_it(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with in_process_server(url) as running:
        nobody = await running.visitor(None)
        first = await nobody.client.get("/openapi.json")
        assert first.json()["info"]["title"] == "Londinium"
        assert first.headers["Content-Type"].startswith("application/json")
        monkeypatch.setattr(running.server.api, "openapi", None)
        again = await nobody.client.get("/openapi.json")
        assert again.content == first.content
        tag = {"If-None-Match": first.headers["ETag"]}
        held = await nobody.client.get("/openapi.json", headers=tag)
        assert (held.status_code, held.content) == (304, b"")
