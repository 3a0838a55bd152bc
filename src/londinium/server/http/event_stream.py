"""Streams as server-sent events."""

import asyncio
from collections.abc import AsyncGenerator, Callable
from contextlib import ExitStack, aclosing
from dataclasses import dataclass

from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from londinium.server.limits import StreamLimit
from londinium.server.metrics import Metrics
from londinium.server.tables.live_tables import LiveTables
from londinium.server.tables.streams import Message, Stream

RETRY = b"retry: 2000\n\n"  # milliseconds after which a browser reconnects
BODY = "http.response.body"
HEARTBEAT = b": still here\n\n"


def encode(message: Message) -> bytes:
    """Return a message as a server-sent event; the id of an update is its version."""
    if message.event is None:
        return HEARTBEAT
    event = b"event: %s\ndata: %s\n\n" % (message.event.encode(), message.data)
    return event if message.version is None else b"id: %d\n%s" % (message.version, event)


async def events(stream: Stream, heartbeat: float) -> AsyncGenerator[bytes]:
    """Yield what is sent on a stream."""
    yield RETRY
    async with aclosing(stream.messages(heartbeat)) as messages:
        async for message in messages:
            yield encode(message)


class EventStreamResponse(Response):
    """An answer that is a stream of events; however it ends, `on_end` is called."""

    media_type = "text/event-stream"

    def __init__(self, stream: Stream, heartbeat: float, on_end: Callable[[], None]) -> None:
        super().__init__(headers={"X-Accel-Buffering": "no"})
        del self.headers["Content-Length"]  # it has none
        self._stream = stream
        self._heartbeat = heartbeat
        self._on_end = on_end

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send the stream until either side ends it."""
        leaving = asyncio.get_running_loop().create_task(self._end_when_left(receive))
        try:
            await self._send_all(send)
        finally:
            leaving.cancel()
            self._on_end()

    async def _end_when_left(self, receive: Receive) -> None:
        """End the stream when its viewer has closed the connection."""
        while (await receive())["type"] != "http.disconnect":
            pass
        self._stream.end()

    async def _send_all(self, send: Send) -> None:
        start = {"type": "http.response.start", "status": 200, "headers": self.raw_headers}
        await send(start)
        async with aclosing(events(self._stream, self._heartbeat)) as sent:
            async for event in sent:
                await send({"type": BODY, "body": event, "more_body": True})
        await send({"type": BODY, "body": b"", "more_body": False})


@dataclass(frozen=True)
class EventStreams:
    """Opens event streams: so many for each person or address, with a heartbeat."""

    live_tables: LiveTables
    limit: StreamLimit
    metrics: Metrics
    heartbeat: float  # seconds

    async def open(self, table: str, stream: Stream, client: str) -> EventStreamResponse:
        """Start a stream for a person or an address; all that it needs is closed with it."""
        with ExitStack() as resources:
            resources.enter_context(self.limit.opened(client))
            resources.enter_context(self.metrics.streams.track_inprogress())
            live = await self.live_tables.join(table, stream)
            resources.callback(self.live_tables.leave, live, stream)
            return EventStreamResponse(stream, self.heartbeat, resources.pop_all().close)
