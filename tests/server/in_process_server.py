"""A whole server in this process, without a socket, on a clock that tests set."""

import asyncio
import functools
import itertools
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any, ParamSpec

import httpx
import orjson
from argon2 import PasswordHasher

from londinium.server.http.app import Server, open_server
from londinium.server.people.passwords import Passwords
from londinium.server.settings import Settings

P = ParamSpec("P")
PATIENCE = 120  # seconds; a test that waits for what never comes must fail
UNLIMITED = 1_000_000
NO_LIMITS: dict[str, Any] = {
    "connections_per_address": UNLIMITED,
    "bot_pace_ms": 0,
    "bot_threads": 1,
    "grace_seconds": 0,
    "requests_per_second": UNLIMITED,
    "requests_burst": UNLIMITED,
    "address_requests_per_second": UNLIMITED,
    "address_requests_burst": UNLIMITED,
    "guests_per_hour": UNLIMITED,
    "logins_per_minute": UNLIMITED,
    "address_logins_per_minute": UNLIMITED,
    "name_logins_per_minute": UNLIMITED,
    "tables_per_hour": UNLIMITED,
    "unfinished_tables": UNLIMITED,
    "imports_per_hour": UNLIMITED,
    "bot_tables_per_person": UNLIMITED,
    "bot_tables_per_address": UNLIMITED,
    "streams_per_identity": UNLIMITED,
    "chat_per_minute": UNLIMITED,
    "hints_per_minute": UNLIMITED,
    "heartbeat_seconds": 3600,
}
_client_ids = itertools.count()


def async_test(test: Callable[P, Coroutine[Any, Any, None]]) -> Callable[P, None]:
    """Make a test of a coroutine function."""

    @functools.wraps(test)
    def run(*args: P.args, **kwargs: P.kwargs) -> None:
        asyncio.run(asyncio.wait_for(test(*args, **kwargs), PATIENCE))

    return run


@dataclass
class Clock:
    """A clock that stands still until a test sets it."""

    time: float = 1_000_000.0

    def __call__(self) -> float:
        return self.time


@dataclass
class InProcessServer:
    """A server that is open, its clock, and the people who use it."""

    server: Server
    clock: Clock
    _people: list["Visitor"] = field(default_factory=list)

    async def visitor(self, name: str | None) -> "Visitor":
        """Return somebody with a browser: a guest of that name, or nobody yet."""
        transport = httpx.ASGITransport(self.server.app, client=("192.0.2.1", 50_000))
        client = httpx.AsyncClient(transport=transport, base_url="http://localhost")
        visitor = Visitor(self, client)
        self._people.append(visitor)
        if name:
            answer = await client.post("/api/guests", json={"name": name})
            assert answer.status_code == 201, answer.text
        return visitor

    async def close(self) -> None:
        """Close all browsers."""
        for visitor in self._people:
            await visitor.leave()


@dataclass
class Visitor:
    """Somebody with a browser."""

    running: InProcessServer
    client: httpx.AsyncClient
    streams: list["StreamReader"] = field(default_factory=list)

    async def make(self, *seats: str, **body: Any) -> str:
        """Make a table, and return its id."""
        body = {"game": "ticket_to_ride_london", "seats": seats} | body
        answer = await self.client.post("/api/tables", json=body)
        assert answer.status_code == 201, answer.text
        return str(answer.json()["id"])

    async def look(self, table: str, **query: Any) -> Any:
        """Return the update of a table."""
        answer = await self.client.get(f"/api/tables/{table}", params=query)
        assert answer.status_code == 200, answer.text
        return answer.json()

    async def post(self, table: str, what: str, **body: Any) -> httpx.Response:
        """Post a request at a table."""
        return await self.client.post(f"/api/tables/{table}/{what}", json=body)

    async def do(self, table: str, what: str, **body: Any) -> int:
        """Post a request at a table that is carried out; return the version."""
        answer = await self.post(table, what, **body)
        assert answer.status_code == 200, answer.text
        return int(answer.json()["version"])

    async def move(self, table: str, number: int = 0, **body: Any) -> int:
        """Play a legal move, by its number in the list."""
        update = await self.look(table)
        legal = update["position"]["legal"]
        body = {
            "action": legal[number % len(legal)]["action"],
            "version": update["version"],
            "client_id": new_client_id(),
        } | body
        return await self.do(table, "moves", **body)

    def open_stream(self, table: str, query: str = "", **headers: str) -> "StreamReader":
        """Open a stream of a table."""
        cookie = "; ".join(f"{name}={value}" for name, value in self.client.cookies.items())
        reader = StreamReader(self.running.server, table, query, headers | {"cookie": cookie})
        self.streams.append(reader)
        return reader

    async def leave(self) -> None:
        """Close everything."""
        for stream in self.streams:
            await stream.close()
        await self.client.aclose()


def new_client_id() -> str:
    """Return a client id that was not used before."""
    return f"client-{next(_client_ids):08d}"


class StreamReader:
    """Reads an open stream from the app itself, since httpx would wait for its end."""

    def __init__(self, server: Server, table: str, query: str, headers: dict[str, str]) -> None:
        self.status: int | None = None
        self.raw = b""  # all that was received
        self._events: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self._gone = asyncio.Event()
        self._requested = False
        scope = {
            "type": "http",
            "asgi": {"version": "3.0", "spec_version": "2.3"},
            "http_version": "1.1",
            "method": "GET",
            "scheme": "http",
            "path": f"/api/tables/{table}/stream",
            "raw_path": b"",
            "query_string": query.encode(),
            "root_path": "",
            "headers": [
                (b"host", b"localhost"),
                *(
                    (name.replace("_", "-").encode(), value.encode())
                    for name, value in headers.items()
                ),
            ],
            "client": ("192.0.2.1", 50_000),
            "server": ("localhost", 80),
        }
        self._task = asyncio.ensure_future(server.app(scope, self._receive, self._send))

    async def _receive(self) -> dict[str, Any]:
        if not self._requested:
            self._requested = True
            return {"type": "http.request", "body": b"", "more_body": False}
        await self._gone.wait()
        return {"type": "http.disconnect"}

    async def _send(self, message: Any) -> None:
        if message["type"] == "http.response.start":
            self.status = message["status"]
            return
        self.raw += message.get("body", b"")
        for block in message.get("body", b"").split(b"\n\n"):
            if event := _parse(block):
                self._events.put_nowait(event)

    async def event(self, kind: str = "update") -> dict[str, Any]:
        """Wait for the next event of a kind; others are dropped."""
        while True:
            event = await asyncio.wait_for(self._events.get(), PATIENCE)
            if event["event"] == kind:
                return event

    async def update(self) -> Any:
        """Wait for the next update."""
        return (await self.event())["data"]

    async def ended(self) -> None:
        """Wait until the server ends the stream."""
        await asyncio.wait_for(asyncio.shield(self._task), PATIENCE)

    async def close(self) -> None:
        """Disconnect."""
        self._gone.set()
        await asyncio.wait_for(self._task, PATIENCE)


def _parse(block: bytes) -> dict[str, Any] | None:
    lines = [line.partition(b": ")[::2] for line in block.split(b"\n") if line]
    fields = {name.decode(): value for name, value in lines}
    if "data" not in fields:
        return {"event": "comment"} if block.startswith(b":") else None
    return {
        "event": fields["event"].decode(),
        "id": fields.get("id", b"").decode(),
        "data": orjson.loads(fields["data"]),
    }


@asynccontextmanager
async def in_process_server(
    url: str, clock: Clock | None = None, **settings: Any
) -> AsyncIterator[InProcessServer]:
    """Open a server; its bots and clocks act when `server.turn_runner.run_due()` is awaited."""
    clock = clock or Clock()
    passwords = Passwords(PasswordHasher(time_cost=1, memory_cost=8, parallelism=1))
    given = Settings(database_url=url, **NO_LIMITS | settings)
    async with open_server(given, clock, passwords, run_turns=False) as server:
        running = InProcessServer(server, clock)
        try:
            yield running
        finally:
            await running.close()


def error_of(answer: httpx.Response) -> tuple[int, str]:
    """Return the status and code of an error, which is answered in the one form."""
    body = answer.json()
    assert body["message"].endswith("."), body
    return answer.status_code, body["code"]
