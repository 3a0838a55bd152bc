"""What is logged and counted, and what never is."""

import asyncio
import io
import json
import logging
import logging.config
from collections.abc import AsyncIterator, Iterator
from typing import Any

import httpx
import pytest
from starlette.responses import StreamingResponse
from starlette.types import Message

from londinium.server.logs import LOG, JsonLines, log_config
from londinium.server.metrics import Metrics
from tests.server.in_process_server import error_of
from tests.server.people_server import PeopleServer, with_people_server

SECRET = "correct horse"
Lines = list[dict[str, Any]]


class Kept(logging.Handler):
    """Keeps what is logged, as it is written."""

    def __init__(self) -> None:
        super().__init__()
        self.setFormatter(JsonLines())
        self.lines: Lines = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(json.loads(self.format(record)))


@pytest.fixture(autouse=True)
def lines() -> Iterator[Lines]:
    kept = Kept()
    LOG.addHandler(kept)
    LOG.setLevel(logging.INFO)
    LOG.propagate = False
    yield kept.lines
    LOG.removeHandler(kept)
    LOG.setLevel(logging.NOTSET)
    LOG.propagate = True


def figures(running: PeopleServer) -> list[str]:
    text = running.metrics.render()[0].decode()
    return [line for line in text.splitlines() if not line.startswith("#")]


def test_a_request_is_one_line_with_its_route_and_nothing_secret(lines: Lines) -> None:
    @with_people_server()
    async def run(running: PeopleServer) -> None:
        async with running.browser() as browser:
            await browser.post("/api/accounts", json={"name": "Ada", "password": SECRET})
            token = (await browser.post("/api/tokens", json={"label": "bot"})).json()
            lines.clear()
            given = {"authorization": f"Bearer {token['token']}"}
            await browser.get("/api/me?token=hush", headers=given)
            await browser.delete(f"/api/tokens/{token['id']}?token=hush")
            await browser.post("/api/sessions", json={"name": "Ada", "password": SECRET + "!"})

    run()
    short = [(line["method"], line["route"], line["status"], line.get("code")) for line in lines]
    assert short == [
        ("GET", "/api/me", 200, None),
        ("DELETE", "/api/tokens/{id}", 204, None),
        ("POST", "/api/sessions", 401, "wrong_password"),
    ]
    keys = {"time", "level", "logger", "message", "method", "route", "status", "ms", "address"}
    assert set(lines[0]) == keys
    assert lines[0]["address"] == "192.0.2.1"
    written = json.dumps(lines)
    for secret in ("hush", "lon_", "Ada", "londinium=", SECRET):
        assert secret not in written


def test_an_unknown_address_is_logged_without_its_query_and_bounded(lines: Lines) -> None:
    @with_people_server()
    async def run(running: PeopleServer) -> None:
        async with running.browser() as browser:
            await browser.get("/nowhere?token=hush")
            await browser.get("/" + "a" * 900)
        assert any('route="unmatched"' in figure for figure in figures(running))
        assert not any("nowhere" in figure for figure in figures(running))

    run()
    assert lines[0]["route"] == "/nowhere"
    assert len(lines[1]["route"]) == 200


def test_a_failure_is_logged_by_a_number_and_answered_without_details(lines: Lines) -> None:
    answers: list[httpx.Response] = []

    @with_people_server()
    async def run(running: PeopleServer) -> None:
        @running.api.get("/api/broken")
        async def broken() -> None:
            raise RuntimeError("the inner workings")

        async with running.browser() as browser:
            answers.append(await browser.get("/api/broken"))
        assert 'londinium_refusals_total{code="server_error"} 1.0' in figures(running)

    run()
    answer, (failure, access) = answers[0], lines
    assert error_of(answer) == (500, "server_error")
    assert failure["id"] == answer.json()["id"]
    assert failure["id"] in answer.json()["message"]
    assert "inner workings" in failure["trace"]
    assert "inner workings" not in answer.text
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert (failure["level"], failure["route"]) == ("error", "/api/broken")
    assert (access["status"], access["code"]) == (500, "server_error")


def test_a_failure_after_the_answer_began_breaks_the_connection(lines: Lines) -> None:
    async def parts() -> AsyncIterator[bytes]:
        yield b"data"
        raise RuntimeError("the inner workings")

    @with_people_server()
    async def run(running: PeopleServer) -> None:
        @running.api.get("/api/broken")
        async def broken() -> StreamingResponse:
            return StreamingResponse(parts())

        async with running.browser() as browser:
            with pytest.raises(RuntimeError, match="inner workings"):
                await browser.get("/api/broken")

    run()
    assert [line["message"] for line in lines] == ["a request failed", "request"]
    assert lines[1]["status"] == 200


def test_a_client_that_leaves_before_the_answer_is_logged_as_gone(lines: Lines) -> None:
    @with_people_server()
    async def run(running: PeopleServer) -> None:
        requested = asyncio.Event()

        @running.api.get("/api/slow")
        async def slow() -> None:
            requested.set()
            await asyncio.Event().wait()

        async def receive() -> Message:
            return {"type": "http.request"}

        async def send(message: Message) -> None:
            raise AssertionError("nothing was answered")

        scope = {"type": "http", "method": "GET", "path": "/api/slow", "query_string": b""}
        scope |= {"headers": [], "client": ("192.0.2.1", 1), "scheme": "http"}
        task = asyncio.ensure_future(running.app(scope, receive, send))
        await asyncio.wait_for(requested.wait(), 5)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    run()
    assert [line["status"] for line in lines] == [499]


def test_the_time_of_a_stream_is_until_it_begins() -> None:
    @with_people_server()
    async def run(running: PeopleServer) -> None:
        @running.api.get("/api/stream")
        async def stream() -> StreamingResponse:
            return StreamingResponse(parts())

        async def parts() -> AsyncIterator[bytes]:
            running.ticks.time += 100
            yield b"data"

        async with running.browser() as browser:
            await browser.get("/api/stream")
        labels = '{method="GET",route="/api/stream",status="200"}'
        assert f"londinium_request_seconds_sum{labels} 0.0" in figures(running)

    run()


def test_requests_and_errors_are_counted() -> None:
    @with_people_server()
    async def run(running: PeopleServer) -> None:
        async with running.browser() as browser:
            for _ in range(3):
                await browser.get("/api/me")
            await browser.get("/api/tokens")
            await browser.request("BREW", "/api/me")
        counted = figures(running)
        labels = '{method="GET",route="/api/me",status="200"}'
        assert f"londinium_request_seconds_count{labels} 3.0" in counted
        assert 'londinium_refusals_total{code="nobody"} 1.0' in counted
        assert any('method="other"' in figure for figure in counted)
        assert "BREW" not in str(counted)

    run()


def test_tables_have_figures_too() -> None:
    metrics = Metrics()
    metrics.moves.inc()
    metrics.observe_commit(0.002, 5)
    metrics.observe_thinking("hard", 0.3)
    metrics.searches_waiting.set(3)
    metrics.searches_running.set(2)
    metrics.search_wait.observe(0.1)
    metrics.tables.set(7)
    with metrics.streams.track_inprogress():
        text, kind = metrics.render()
    assert kind.startswith("text/plain")
    for figure in (
        "londinium_moves_total 1.0",
        "londinium_commit_seconds_count 1.0",
        "londinium_commit_entries_sum 5.0",
        'londinium_bot_seconds_count{level="hard"} 1.0',
        "londinium_searches_waiting 3.0",
        "londinium_searches_running 2.0",
        "londinium_search_wait_seconds_count 1.0",
        "londinium_tables 7.0",
        "londinium_streams 1.0",
    ):
        assert figure in text.decode().splitlines()


def test_each_app_counts_for_itself() -> None:
    first, second = Metrics(), Metrics()
    first.moves.inc()
    assert "londinium_moves_total 0.0" in second.render()[0].decode()


def test_a_line_is_json_whatever_is_logged() -> None:
    record = logging.LogRecord("londinium", logging.WARNING, "", 0, "a\nb %s", ("\ud800",), None)
    record.fields = {"odd": object}
    line = JsonLines().format(record)
    assert "\n" not in line
    assert json.loads(line)["message"] == "a\nb \ud800"


def test_the_configuration_writes_json_lines_and_silences_what_has_queries() -> None:
    names = ("", "londinium", "uvicorn", "uvicorn.access")
    before = [(n, logging.getLogger(n).level, logging.getLogger(n).handlers[:]) for n in names]
    out = io.StringIO()
    config = log_config("warning")
    config["handlers"]["stderr"]["stream"] = out
    try:
        logging.config.dictConfig(config)
        logging.getLogger("londinium.x").info("too quiet")
        logging.getLogger("londinium.x").warning("heard")
        logging.getLogger("uvicorn.error").warning("heard too")
        logging.getLogger("uvicorn.access").error("GET /?token=hush")
    finally:
        for name, level, handlers in before:
            logging.getLogger(name).setLevel(level)
            logging.getLogger(name).handlers[:] = handlers
        logging.getLogger("uvicorn.access").propagate = True
    said = [json.loads(line)["message"] for line in out.getvalue().splitlines()]
    assert said == ["heard", "heard too"]
