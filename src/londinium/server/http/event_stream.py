"""Streams as server-sent events."""

import asyncio
from collections.abc import AsyncGenerator, Callable
from contextlib import ExitStack, aclosing, suppress

from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from londinium.server.errors import NotIdentified
from londinium.server.limits import StreamLimit
from londinium.server.logs import LOG
from londinium.server.metrics import Metrics
from londinium.server.people.identities import Identities, Identity, bad_token
from londinium.server.tables.live_tables import LiveTables
from londinium.server.tables.streams import Message, Stream
from londinium.store.notices import (
    Notice,
    NoticesLost,
    SessionEnded,
    SessionsEnded,
    TokenChanged,
)

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


class EventStreams:
    """Opens event streams: this many for each person or address, with a heartbeat.

    Those of a session or a token that ends are ended with it.
    """

    def __init__(
        self,
        live_tables: LiveTables,
        identities: Identities,
        limit: StreamLimit,
        metrics: Metrics,
        heartbeat: float,
    ) -> None:
        """Open streams of tables; the heartbeat is in seconds."""
        self._live_tables = live_tables
        self._identities = identities
        self._limit = limit
        self._metrics = metrics
        self._heartbeat = heartbeat
        self._opened_by: dict[Stream, Identity] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        identities.on_end(self._on_end)

    async def open(
        self, table: str, stream: Stream, me: Identity | None, address: str
    ) -> EventStreamResponse:
        """Start a stream for a person or an address; all that it needs is closed with it."""
        with ExitStack() as resources:
            resources.enter_context(self._limit.opened(me.person_id if me else address))
            resources.enter_context(self._metrics.streams.track_inprogress())
            if me is not None:
                self._opened_by[stream] = me
                resources.callback(self._opened_by.pop, stream)
                await self._check(me)
            live = await self._live_tables.join(table, stream)
            resources.callback(self._live_tables.leave, live, stream)
            return EventStreamResponse(stream, self._heartbeat, resources.pop_all().close)

    async def _check(self, me: Identity) -> None:
        """Raise an error if the session or token has ended since it was read."""
        if not await self._identities.is_valid(me):
            raise (
                bad_token()
                if me.via == "token"
                else NotIdentified("logged_out", "You have been logged out: log in again.")
            )

    def _on_end(self, notice: Notice) -> None:
        """End the streams of what has ended; after lost notices, all of that has to be read."""
        if isinstance(notice, NoticesLost):
            task = asyncio.get_running_loop().create_task(self._check_all())
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
            return
        for stream, me in self._opened_by.items():
            if has_ended(me, notice):
                stream.end()

    async def _check_all(self) -> None:
        """End all streams whose session or token cannot be found."""
        for stream, me in list(self._opened_by.items()):
            try:
                valid = await self._identities.is_valid(me)
            except Exception:
                LOG.warning("a session could not be read; its stream ends", exc_info=True)
                valid = False
            if not valid:
                stream.end()

    async def close(self) -> None:
        """End what is under way; the streams are ended by their tables."""
        for task in list(self._tasks):
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task


def has_ended(me: Identity, notice: Notice) -> bool:
    """Return whether a notice says that the session or token of somebody has ended."""
    match notice:
        case TokenChanged(id):
            return me.token_id == id
        case SessionEnded(id):
            return me.session_id == id
        case SessionsEnded(person):
            return me.person_id == person and me.via == "session"
    return False
