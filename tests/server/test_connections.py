"""Connections over real sockets: too many are refused, slow ones end, and none delays a stop."""

import asyncio
import json
import resource
import signal
import socket
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import ExitStack, asynccontextmanager, closing
from dataclasses import dataclass
from ipaddress import ip_network
from pathlib import Path
from typing import Any

import pytest
import uvicorn
from starlette.requests import ClientDisconnect, Request
from starlette.responses import PlainTextResponse
from starlette.types import Receive, Scope, Send
from uvicorn.server import ServerState

from londinium.server.http.addresses import Addresses
from londinium.server.http.connections import (
    RESERVE,
    ConnectionLimits,
    Connections,
    most_connections,
    quiet_about_descriptors,
    raise_descriptor_limit,
)
from londinium.server.metrics import Metrics
from tests.server.in_process_server import PATIENCE, async_test
from tests.server.test_serving import served

GET = b"GET / HTTP/1.1\r\nhost: localhost\r\n\r\n"
POST = b"POST / HTTP/1.1\r\nhost: localhost\r\ncontent-length: 10\r\n\r\n"


@dataclass
class Client:
    """A connection to the server."""

    reader: asyncio.StreamReader
    writer: asyncio.StreamWriter

    async def send(self, data: bytes) -> None:
        self.writer.write(data)
        await self.writer.drain()

    async def answer(self) -> tuple[int, bytes]:
        """Wait for an answer, and return its status and content."""
        head = await asyncio.wait_for(self.reader.readuntil(b"\r\n\r\n"), PATIENCE)
        length = next(line for line in head.lower().split(b"\r\n") if b"content-length" in line)
        return int(head.split()[1]), await self.reader.readexactly(int(length.split()[1]))

    async def ended(self) -> bytes:
        """Wait until the server closes the connection; return what it sent until then."""
        return await asyncio.wait_for(self.reader.read(), PATIENCE)


class Listening:
    """The protocol of the server with a small app, and what the app has seen."""

    def __init__(self, **limits: Any) -> None:
        self.metrics = Metrics()
        self.dropped = asyncio.Event()  # a request that did not come whole
        given = ConnectionLimits(**{"total": 100, "per_address": 100} | limits)
        proxies = (ip_network("127.0.0.2"),)
        self.connections = Connections(given, Addresses(proxies), self.metrics)
        self.state = ServerState()
        self.url: tuple[str, int] = ("", 0)
        self._clients: list[Client] = []

    async def app(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer with the size of what was sent."""
        try:
            body = await Request(scope, receive).body()
        except ClientDisconnect:
            self.dropped.set()
            return
        await PlainTextResponse(f"{len(body)}")(scope, receive, send)

    async def connect(self, host: str = "127.0.0.1") -> Client:
        """Connect from an address of this machine."""
        reader, writer = await asyncio.open_connection(*self.url, local_addr=(host, 0))
        client = Client(reader, writer)
        self._clients.append(client)
        return client

    async def until(self, phase: str) -> None:
        """Wait until this part of a request is coming over some connection."""
        while not any(protocol.phase() == phase for protocol in self.connections._open):
            await asyncio.sleep(0.001)

    def wait(self, seconds: float) -> None:
        """Look at all connections now, and again so many seconds later."""
        now = asyncio.get_running_loop().time()
        self.connections.end_slow(now)
        self.connections.end_slow(now + seconds)

    async def close(self) -> None:
        for client in self._clients:
            client.writer.close()


@asynccontextmanager
async def listening(**limits: Any) -> AsyncIterator[Listening]:
    """Listen at a port of this machine."""
    running = Listening(**limits)
    config = uvicorn.Config(running.app, interface="asgi3", lifespan="off", log_config=None)
    config.load()
    server = await asyncio.get_running_loop().create_server(
        lambda: running.connections.protocol(
            config=config, server_state=running.state, app_state={}
        ),
        "127.0.0.1",
        0,
    )
    running.url = server.sockets[0].getsockname()
    try:
        yield running
    finally:
        await running.close()
        server.close()
        for protocol in list(running.state.connections):
            protocol.transport.abort()


@async_test
async def test_a_request_whose_head_does_not_come_whole_is_ended() -> None:
    async with listening(head_seconds=10) as running:
        slow, silent, whole = [await running.connect() for _ in range(3)]
        await slow.send(GET[:20])
        await whole.send(GET)
        assert await whole.answer() == (200, b"0")
        running.wait(9)
        running.wait(10)
        status, content = await slow.answer()
        assert status == 408
        assert json.loads(content)["code"] == "too_slow"
        assert await slow.ended() == b""
        assert await silent.ended() == b""  # nothing was asked, so nothing is answered
        await whole.send(GET)  # an idle connection stays
        assert await whole.answer() == (200, b"0")


@async_test
async def test_the_second_request_of_a_connection_has_to_come_in_time_too() -> None:
    async with listening(head_seconds=10) as running:
        client = await running.connect()
        await client.send(GET)
        assert await client.answer() == (200, b"0")
        await client.send(GET[:20])
        await running.until("head")
        running.wait(10)
        assert (await client.answer())[0] == 408
        assert await client.ended() == b""


@async_test
async def test_a_body_that_does_not_come_whole_is_ended() -> None:
    async with listening(head_seconds=5, body_seconds=30) as running:
        client = await running.connect()
        await client.send(GET)
        assert await client.answer() == (200, b"0")
        await client.send(POST + b"12345")
        await running.until("body")
        running.wait(29)
        running.wait(30)
        assert (await client.answer())[0] == 408
        await asyncio.wait_for(running.dropped.wait(), PATIENCE)
        assert await client.ended() == b""


@async_test
async def test_a_new_request_has_its_own_time() -> None:
    async with listening(body_seconds=30) as running:
        client = await running.connect()
        for _ in range(3):
            await client.send(POST + b"12345")
            await running.until("body")
            running.wait(29)
            await client.send(b"67890")
            assert await client.answer() == (200, b"10")


@async_test
async def test_an_address_may_have_so_many_connections_and_a_proxy_any_number() -> None:
    async with listening(per_address=2) as running:
        first, second = await running.connect(), await running.connect()
        for client in (first, second):
            await client.send(GET)
            assert await client.answer() == (200, b"0")
        third = await running.connect()
        await third.send(GET)
        status, content = await third.answer()
        assert status == 503
        assert json.loads(content)["code"] == "too_many_connections"
        assert await third.ended() == b""
        for _ in range(3):
            proxy = await running.connect("127.0.0.2")
            await proxy.send(GET)
            assert await proxy.answer() == (200, b"0")
        first.writer.close()
        while len(running.connections._open) > 4:
            await asyncio.sleep(0.001)
        again = await running.connect()
        await again.send(GET)
        assert await again.answer() == (200, b"0")
        figures = running.metrics.render()[0].decode()
        assert 'londinium_refused_connections_total{too_many="address"} 1.0' in figures
        assert "londinium_connections 5.0" in figures


@async_test
async def test_there_may_be_so_many_connections_in_all() -> None:
    async with listening(total=2) as running:
        hosts = ["127.0.0.1", "127.0.0.3", "127.0.0.4"]
        clients = [await running.connect(host) for host in hosts]
        for client in clients:
            await client.send(GET)
        assert [(await client.answer())[0] for client in clients] == [200, 200, 503]


@async_test
async def test_a_stop_does_not_wait_for_a_body_that_is_still_coming() -> None:
    async with listening() as running:
        coming, idle = await running.connect(), await running.connect()
        await coming.send(POST + b"12345")
        await idle.send(GET)
        assert await idle.answer() == (200, b"0")
        await running.until("body")
        for protocol in list(running.state.connections):
            protocol.shutdown()
        await asyncio.wait_for(running.dropped.wait(), PATIENCE)
        assert await coming.ended() == b""
        assert await idle.ended() == b""


def test_a_process_with_few_descriptors_keeps_some_for_itself() -> None:
    assert most_connections(10_000, 65_536) == 10_000
    assert most_connections(10_000, 1024) == 1024 - RESERVE
    assert most_connections(10_000, 256) == 128
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    assert raise_descriptor_limit() <= (hard if hard != resource.RLIM_INFINITY else 65_536)


@async_test
async def test_too_many_open_files_are_reported_in_one_line(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    reported: list[str] = []
    others: list[dict[str, Any]] = []
    loop = asyncio.get_running_loop()
    monkeypatch.setattr(loop, "default_exception_handler", others.append)
    handle = quiet_about_descriptors(reported.append)
    handle(loop, {"message": "accept", "exception": OSError(24, "Too many open files")})
    handle(loop, {"message": "other", "exception": ValueError()})
    assert reported == ["too many open files: a connection was not accepted"]
    assert [context["message"] for context in others] == ["other"]


def test_more_connections_than_descriptors_are_refused_and_an_upload_delays_no_stop(
    tmp_path: Path,
) -> None:
    few = 200
    settings = {"LONDINIUM_CONNECTIONS_PER_ADDRESS": "1000"}
    with (
        ExitStack() as resources,
        served(tmp_path / "londinium.db", few_descriptors=few, **settings) as (process, url),
    ):
        host, port = url.removeprefix("http://").split(":")

        def connect() -> socket.socket:
            client = socket.create_connection((host, int(port)), PATIENCE)
            return resources.enter_context(closing(client))

        connect().sendall(
            b"POST /api/tables/abcdefghijkl/moves HTTP/1.1\r\nhost: localhost\r\n"
            b"content-type: application/json\r\n"
            b"content-length: 1000\r\n\r\n{"
        )
        answers = Counter(_status(client) for client in [connect() for _ in range(few)])
        assert answers[b"200"] == few // 2 - 1  # and the upload
        assert answers[b"503"] > 0
        process.send_signal(signal.SIGTERM)
        _, logged = process.communicate(timeout=PATIENCE)
    assert process.returncode == 0
    assert "Traceback" not in logged
    assert "graceful shutdown exceeded" not in logged


def _status(client: socket.socket) -> bytes:
    """Return the status of the answer to a request; nothing if the connection was reset."""
    try:
        client.sendall(GET)
        return client.recv(1000)[9:12]
    except (ConnectionResetError, BrokenPipeError):
        return b""
