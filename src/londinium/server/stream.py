"""Event streams: each viewer of a table is told of every new version, by server-sent events."""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator

from starlette.responses import StreamingResponse
from starlette.types import Receive, Scope, Send

RETRY = b"retry: 2000\n\n"  # milliseconds after which a browser reconnects
HEARTBEAT = b": still here\n\n"


class Stream:
    """What is still to be sent to one viewer: the newest update, and who is present."""

    def __init__(self, person: str | None, wanted: int | None, sent: int | None) -> None:
        self.person = person
        self.wanted = wanted  # the seat whose eyes it asked for
        self.sent = sent  # the version that the viewer has seen
        self._update: tuple[int, bytes] | None = None
        self._presence: bytes | None = None
        self._quiet = True  # nothing was sent since the last beat
        self._sign_due = False
        self._news = asyncio.Event()
        self._ended = False

    def tell(self, version: int, update: bytes) -> None:
        """Send an update; one that was not sent yet is replaced, as this one tells all since."""
        self._update = version, update
        self._news.set()

    def tell_presence(self, presence: bytes) -> None:
        """Send who is present."""
        self._presence = presence
        self._news.set()

    def end(self) -> None:
        """Let the stream end, so that the viewer connects again elsewhere or later."""
        self._ended = True
        self._news.set()

    async def events(self, heartbeat: float) -> AsyncIterator[bytes]:
        """Yield what is to be sent, as it comes, and a sign of life in a time without anything."""
        clock = asyncio.get_running_loop().create_task(self._beat(heartbeat))
        try:
            yield RETRY
            while not self._ended:
                await self._news.wait()
                self._news.clear()
                for event in self._waiting():
                    yield event
        finally:
            clock.cancel()

    async def _beat(self, heartbeat: float) -> None:
        """Ask for signs of life; one clock that goes on costs less than one for each event."""
        while True:
            self._quiet = True
            await asyncio.sleep(heartbeat)
            if self._quiet:
                self._sign_due = True
                self._news.set()

    def _waiting(self) -> Iterator[bytes]:
        self._quiet = False
        if self._update:
            version, update = self._update
            self._update, self.sent = None, version
            yield b"id: %d\nevent: update\ndata: %s\n\n" % (version, update)
        if self._presence:
            presence, self._presence = self._presence, None
            yield b"event: presence\ndata: %s\n\n" % presence
        if self._sign_due:
            self._sign_due = False
            yield HEARTBEAT


class StreamAnswer(StreamingResponse):
    """The answer that is a stream; whatever ends it, `ended` is called."""

    media_type = "text/event-stream"

    def __init__(self, stream: Stream, heartbeat: float, ended: Callable[[], None]) -> None:
        super().__init__(stream.events(heartbeat), headers={"X-Accel-Buffering": "no"})
        self._ended = ended

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send the stream until either side ends it."""
        try:
            await super().__call__(scope, receive, send)
        finally:
            self._ended()
