"""Connections: how many may be open, and an end for those over which a request comes too slowly."""

import asyncio
import errno
import resource
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, Literal, cast

import orjson
from uvicorn.protocols.http.httptools_impl import (
    STATUS_LINE,
    HttpToolsProtocol,
    RequestResponseCycle,
)

from londinium.server.http.addresses import Addresses
from londinium.server.http.whole_answers import WholeAnswers
from londinium.server.metrics import Metrics

HEAD_SECONDS: Final = 10.0  # for a request until its body
BODY_SECONDS: Final = 30.0  # for all of its body
LINGER_SECONDS: Final = 1.0  # for which a refused connection stays, so that its refusal is read
MOST_LINGERING: Final = 64
BACKLOG: Final = 128  # connections that wait to be accepted, and may be all at once
# Descriptors that are not for connections: files, the database, and connections to be refused.
RESERVE: Final = 320
MOST_DESCRIPTORS: Final = 65_536
TOO_MANY_FILES: Final = (errno.EMFILE, errno.ENFILE)

Phase = Literal["head", "body"]


def raise_descriptor_limit() -> int:
    """Let this process open as many files as it may, and return how many."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_DESCRIPTORS if hard == resource.RLIM_INFINITY else min(hard, MOST_DESCRIPTORS)
    if wanted > soft != resource.RLIM_INFINITY:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
        return wanted
    return MOST_DESCRIPTORS if soft == resource.RLIM_INFINITY else soft


def most_connections(wanted: int, descriptors: int) -> int:
    """Return how many connections there may be with this many descriptors."""
    return min(wanted, max(descriptors - RESERVE, descriptors // 2))


def _answer(status: int, code: str, message: str) -> bytes:
    content = orjson.dumps({"code": code, "message": message})
    head = b"content-type: application/json\r\nconnection: close\r\ncontent-length: %d\r\n\r\n"
    retry = b"retry-after: 5\r\n" if status == 503 else b""
    return STATUS_LINE[status] + retry + head % len(content) + content


TOO_MANY: Final = _answer(
    503, "too_many_connections", "Too many connections are open: close some, or try again later."
)
TOO_SLOW: Final = _answer(408, "too_slow", "The request was sent too slowly: send it again.")


@dataclass(frozen=True)
class ConnectionLimits:
    """How many connections there may be, and how long a request may take to come."""

    total: int
    per_address: int  # trusted proxies may have any number
    head_seconds: float = HEAD_SECONDS
    body_seconds: float = BODY_SECONDS


class Connections:
    """All connections of this process, by address."""

    def __init__(self, limits: ConnectionLimits, addresses: Addresses, metrics: Metrics) -> None:
        self._limits = limits
        self._addresses = addresses
        self._metrics = metrics
        self._open: set[LimitedProtocol] = set()
        self._by_address: Counter[str] = Counter()
        self.lingering = 0
        metrics.connections.set_function(lambda: len(self._open))

    def protocol(self, **parts: Any) -> "LimitedProtocol":
        """Return the protocol of a new connection; for uvicorn."""
        return LimitedProtocol(self, **parts)

    def admit(self, protocol: "LimitedProtocol", peer: str | None) -> bool:
        """Return whether a new connection may stay; who may is counted until `release`."""
        address = self._addresses.of_peer(peer)
        if len(self._open) >= self._limits.total:
            self._metrics.count_refused_connection("total")
            return False
        if address is not None and self._by_address[address] >= self._limits.per_address:
            self._metrics.count_refused_connection("address")
            return False
        self._open.add(protocol)
        if address is not None:
            self._by_address[address] += 1
        return True

    def release(self, protocol: "LimitedProtocol", peer: str | None) -> None:
        """Forget a connection that is gone."""
        address = self._addresses.of_peer(peer)
        if protocol not in self._open:
            return
        self._open.discard(protocol)
        if address is not None:
            self._by_address[address] -= 1
            if not self._by_address[address]:
                del self._by_address[address]

    async def run(self, interval: float = 1.0) -> None:
        """End slow connections, forever."""
        while True:
            await asyncio.sleep(interval)
            self.end_slow(asyncio.get_running_loop().time())

    def end_slow(self, now: float) -> None:
        """End the connections over which the same request has been coming for too long.

        All are looked at from time to time, so that a request that comes at once costs nothing.
        """
        limits = {"head": self._limits.head_seconds, "body": self._limits.body_seconds}
        for protocol in list(self._open):
            phase = protocol.phase()
            if phase is None:
                protocol.coming = None
            elif protocol.coming is None or protocol.coming[:2] != (phase, protocol.cycle):
                protocol.coming = phase, protocol.cycle, now
            elif now - protocol.coming[2] >= limits[phase]:
                protocol.end_slow()


class LimitedProtocol(HttpToolsProtocol):
    """A connection that is counted, and can be ended while a request is still coming."""

    def __init__(self, counted_by: Connections, **parts: Any) -> None:
        super().__init__(**parts)
        self._counted_by = counted_by
        self._admitted = False
        self.coming: tuple[Phase, RequestResponseCycle | None, float] | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Count the connection, or refuse it."""
        super().connection_made(transport)
        self.transport = cast(asyncio.Transport, WholeAnswers(transport, self.loop))
        self._admitted = self._counted_by.admit(self, self._peer)
        if not self._admitted:
            self._refuse()

    @property
    def _peer(self) -> str | None:
        return self.client[0] if self.client else None

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the connection."""
        self._counted_by.release(self, self._peer)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Read a part of a request."""
        if self._admitted:
            super().data_received(data)

    def _unsupported_upgrade_warning(self) -> None:
        """Say nothing: anybody may ask for a protocol that is not spoken here."""

    def phase(self) -> Phase | None:
        """Return which part of a request is still coming, if one is."""
        cycle = self.cycle
        if self.pipeline:
            return None  # nothing is read until the one before is answered
        if cycle is None:
            return "head"
        if cycle.response_complete:
            return "head" if self.timeout_keep_alive_task is None else None
        return "body" if cycle.more_body else None

    def end_slow(self) -> None:
        """End the connection, with an answer if a request has begun to come."""
        began = self.scope is not None
        if began and (self.cycle is None or not self._is_answered_now()):
            self.transport.write(TOO_SLOW)
        self._drop_request()
        self.transport.close()

    def _is_answered_now(self) -> bool:
        return self.cycle.response_started and not self.cycle.response_complete

    def _drop_request(self) -> None:
        if self.cycle is not None and not self.cycle.response_complete:
            self.cycle.disconnected = True
            self.cycle.message_event.set()

    def shutdown(self) -> None:
        """Stop; a request that is still coming is dropped, since it may never be whole."""
        if self.phase() == "body":
            self._drop_request()
            self.transport.abort()
            return
        super().shutdown()

    def _refuse(self) -> None:
        """Answer before anything was asked; what comes is read, or the answer would be lost."""
        counted_by = self._counted_by
        if counted_by.lingering >= MOST_LINGERING:
            self.transport.abort()
            return
        counted_by.lingering += 1
        self.transport.write(TOO_MANY)
        if self.transport.can_write_eof():
            self.transport.write_eof()
        self.loop.call_later(LINGER_SECONDS, self._end_refused)

    def _end_refused(self) -> None:
        self._counted_by.lingering -= 1
        self.transport.abort()


def quiet_about_descriptors(
    report: Callable[[str], None],
) -> Callable[[asyncio.AbstractEventLoop, dict[str, Any]], None]:
    """Return an exception handler that reports too many open files in one line."""

    def handle(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        error = context.get("exception")
        if isinstance(error, OSError) and error.errno in TOO_MANY_FILES:
            report("too many open files: a connection was not accepted")
        else:
            loop.default_exception_handler(context)

    return handle
