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

from londinium.server.app import Server, opened
from londinium.server.passwords import Passwords
from londinium.server.settings import Settings

P = ParamSpec("P")
PATIENCE = 120  # seconds; a test that waits for what never comes must fail
PLENTY = 1_000_000
ROOMY: dict[str, Any] = {
    "bot_pace_ms": 0,
    "bot_threads": 1,
    "grace_seconds": 0,
    "requests_per_second": PLENTY,
    "requests_burst": PLENTY,
    "address_requests_per_second": PLENTY,
    "address_requests_burst": PLENTY,
    "guests_per_hour": PLENTY,
    "logins_per_minute": PLENTY,
    "tables_per_hour": PLENTY,
    "streams_per_identity": PLENTY,
    "chat_per_minute": PLENTY,
    "hints_per_minute": PLENTY,
    "heartbeat_seconds": 3600,
}
_client_ids = itertools.count()


def awaited(test: Callable[P, Coroutine[Any, Any, None]]) -> Callable[P, None]:
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
class House:
    """A server that is open, its clock, and those who visit it."""

    server: Server
    clock: Clock
    _people: list["Visitor"] = field(default_factory=list)

    async def visitor(self, name: str | None) -> "Visitor":
        """Let somebody in, as a guest of that name or as nobody."""
        transport = httpx.ASGITransport(self.server.app, client=("192.0.2.1", 50_000))
        client = httpx.AsyncClient(transport=transport, base_url="http://london.test")
        visitor = Visitor(self, client)
        self._people.append(visitor)
        if name:
            answer = await client.post("/api/guests", json={"name": name})
            assert answer.status_code == 201, answer.text
        return visitor

    async def close(self) -> None:
        """Let all visitors go."""
        for visitor in self._people:
            await visitor.leave()


@dataclass
class Visitor:
    """Somebody with a browser."""

    house: House
    client: httpx.AsyncClient
    streams: list["Watcher"] = field(default_factory=list)

    async def make(self, *seats: str, **asked: Any) -> str:
        """Make a table, and return its id."""
        asked = {"game": "ticket_to_ride_london", "seats": seats} | asked
        answer = await self.client.post("/api/tables", json=asked)
        assert answer.status_code == 201, answer.text
        return str(answer.json()["id"])

    async def look(self, table: str, **asked: Any) -> Any:
        """Return what is shown of a table."""
        answer = await self.client.get(f"/api/tables/{table}", params=asked)
        assert answer.status_code == 200, answer.text
        return answer.json()

    async def post(self, table: str, what: str, **asked: Any) -> httpx.Response:
        """Ask for something at a table."""
        return await self.client.post(f"/api/tables/{table}/{what}", json=asked)

    async def do(self, table: str, what: str, **asked: Any) -> int:
        """Do something at a table that is not refused; return the version."""
        answer = await self.post(table, what, **asked)
        assert answer.status_code == 200, answer.text
        return int(answer.json()["version"])

    async def move(self, table: str, number: int = 0, **asked: Any) -> int:
        """Play a legal move, by its number in the list."""
        update = await self.look(table)
        legal = update["position"]["legal"]
        asked = {
            "action": legal[number % len(legal)]["action"],
            "version": update["version"],
            "client_id": fresh(),
        } | asked
        return await self.do(table, "moves", **asked)

    def watch(self, table: str, query: str = "", **headers: str) -> "Watcher":
        """Open a stream of a table."""
        cookie = "; ".join(f"{name}={value}" for name, value in self.client.cookies.items())
        watcher = Watcher(self.house.server, table, query, headers | {"cookie": cookie})
        self.streams.append(watcher)
        return watcher

    async def leave(self) -> None:
        """Close everything."""
        for stream in self.streams:
            await stream.close()
        await self.client.aclose()


def fresh() -> str:
    """Return a client id that was not used before."""
    return f"client-{next(_client_ids):08d}"


class Watcher:
    """An open stream: httpx would wait for its end, so it is asked of the app itself."""

    def __init__(self, server: Server, table: str, query: str, headers: dict[str, str]) -> None:
        self.status: int | None = None
        self.raw = b""  # all that was received
        self._events: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self._gone = asyncio.Event()
        self._asked = False
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
                (b"host", b"london.test"),
                *(
                    (name.replace("_", "-").encode(), value.encode())
                    for name, value in headers.items()
                ),
            ],
            "client": ("192.0.2.1", 50_000),
            "server": ("london.test", 80),
        }
        self._task = asyncio.ensure_future(server.app(scope, self._receive, self._send))

    async def _receive(self) -> dict[str, Any]:
        if not self._asked:
            self._asked = True
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
        """Wait for the next event of a kind; others are let go."""
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
async def house(url: str, clock: Clock | None = None, **settings: Any) -> AsyncIterator[House]:
    """Open a server; its bots and clocks act when `server.keeper.settle()` is awaited."""
    clock = clock or Clock()
    passwords = Passwords(PasswordHasher(time_cost=1, memory_cost=8, parallelism=1))
    given = Settings(database_url=url, **ROOMY | settings)
    async with opened(given, clock, passwords, keeping=False) as server:
        open_house = House(server, clock)
        try:
            yield open_house
        finally:
            await open_house.close()


def refusal(answer: httpx.Response) -> tuple[int, str]:
    """Return the status and code of a refusal, which has the one form."""
    said = answer.json()
    assert said["message"].endswith("."), said
    return answer.status_code, said["code"]
