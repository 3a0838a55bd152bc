"""Streams: each viewer of a table is sent every new version, and who is present."""

import asyncio
from collections import deque
from collections.abc import AsyncGenerator, Iterator
from typing import NamedTuple

AT_ONCE = 20  # streams of spectators that are woken between two looks at what else has arrived


class Message(NamedTuple):
    """Something to send to a viewer, as JSON; without an event, a sign that the stream is alive."""

    event: str | None = None
    data: bytes = b""
    version: int | None = None  # of an update


class Stream:
    """What is still to be sent to one viewer: the newest update, and who is present."""

    def __init__(
        self,
        person: str | None,
        seat: int | None = None,
        seen_version: int | None = None,
        expires: float | None = None,
        bot_pace: str | None = None,
        steps: bool = False,
    ) -> None:
        self.person = person
        self.bot_pace = bot_pace  # that the person wishes for
        self.expires = expires  # with the token by which it was opened
        self.seat = seat  # whose view of the match is sent; None: the viewer's own
        self.steps = steps  # whether the positions between are sent, too
        self.seen_version = seen_version
        self._update: tuple[int, bytes] | None = None
        self._presence: bytes | None = None
        self._quiet = True  # nothing was sent since the last heartbeat
        self._heartbeat_due = False
        self._wake = asyncio.Event()
        self._ended = False
        self.waits = False  # to be woken by a FanOut

    def send_update(self, version: int, update: bytes) -> None:
        """Send an update when it is woken; it replaces one not sent yet, since it has all news."""
        self._update = version, update

    def send_presence(self, presence: bytes) -> None:
        """Send who is present when it is woken."""
        self._presence = presence

    def wake(self) -> None:
        """Send what there is to send."""
        self.waits = False
        self._wake.set()

    def end(self) -> None:
        """End the stream at once, so that the viewer connects again elsewhere or later.

        What was not sent yet is not sent: it may be no longer meant for whoever is at the other
        end, and who connects again is sent what they missed.
        """
        self._ended = True
        self._wake.set()

    async def messages(self, heartbeat: float) -> AsyncGenerator[Message]:
        """Yield what is to be sent, and a heartbeat after this many seconds without anything."""
        timer = asyncio.get_running_loop().create_task(self._time_heartbeats(heartbeat))
        try:
            while True:
                await self._wake.wait()
                self._wake.clear()
                if self._ended:
                    return
                for message in self._pending():
                    yield message
        finally:
            timer.cancel()

    async def _time_heartbeats(self, seconds: float) -> None:
        """Ask for heartbeats; one timer that goes on costs less than one for each message."""
        while True:
            self._quiet = True
            await asyncio.sleep(seconds)
            if self._quiet:
                self._heartbeat_due = True
                self._wake.set()

    def _pending(self) -> Iterator[Message]:
        self._quiet = False
        if self._update:
            version, update = self._update
            self._update, self.seen_version = None, version
            yield Message("update", update, version)
        if self._presence:
            presence, self._presence = self._presence, None
            yield Message("presence", presence)
        if self._heartbeat_due:
            self._heartbeat_due = False
            yield Message()


class FanOut:
    """Wakes streams a few at a time, so that thousands of spectators keep no player waiting."""

    def __init__(self) -> None:
        self._waiting: deque[Stream] = deque()

    def wake(self, stream: Stream) -> None:
        """Wake a stream soon, after those that wait already."""
        if stream.waits:
            return
        stream.waits = True
        self._waiting.append(stream)
        if len(self._waiting) == 1:
            asyncio.get_running_loop().call_soon(self._wake_some)

    def _wake_some(self) -> None:
        for _ in range(min(AT_ONCE, len(self._waiting))):
            self._waiting.popleft().wake()
        if self._waiting:
            asyncio.get_running_loop().call_soon(self._wake_some)
