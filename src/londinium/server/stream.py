"""Event streams: each viewer of a table is told of every new version, by server-sent events."""

import asyncio
from collections.abc import AsyncIterator, Callable

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
        """Yield what is to be sent, as it comes, and a sign of life when nothing does."""
        yield RETRY
        while not self._ended:
            try:
                async with asyncio.timeout(heartbeat):
                    await self._news.wait()
            except TimeoutError:
                yield HEARTBEAT
                continue
            self._news.clear()
            if self._update:
                version, update = self._update
                self._update, self.sent = None, version
                yield b"id: %d\nevent: update\ndata: %s\n\n" % (version, update)
            if self._presence:
                presence, self._presence = self._presence, None
                yield b"event: presence\ndata: %s\n\n" % presence


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
