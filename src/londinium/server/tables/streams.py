"""Streams: each viewer of a table is sent every new version, and who is present."""

import asyncio
from collections.abc import AsyncGenerator, Iterator
from typing import NamedTuple


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
    ) -> None:
        self.person = person
        self.expires = expires  # with the token by which it was opened
        self.seat = seat  # whose view of the match is sent; None: the viewer's own
        self.seen_version = seen_version
        self._update: tuple[int, bytes] | None = None
        self._presence: bytes | None = None
        self._quiet = True  # nothing was sent since the last heartbeat
        self._heartbeat_due = False
        self._wake = asyncio.Event()
        self._ended = False

    def send_update(self, version: int, update: bytes) -> None:
        """Send an update; it replaces one not sent yet, since it has all the news."""
        self._update = version, update
        self._wake.set()

    def send_presence(self, presence: bytes) -> None:
        """Send who is present."""
        self._presence = presence
        self._wake.set()

    def end(self) -> None:
        """End the stream at once, so that the viewer connects again elsewhere or later.

        What was not sent yet is not sent: it may be no longer meant for whoever is at the other
        end, and who connects again is sent what they missed.
        """
        self._ended = True
        self._wake.set()

    async def messages(self, heartbeat: float) -> AsyncGenerator[Message]:
        """Yield what is to be sent, and a heartbeat after so many seconds without anything."""
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
