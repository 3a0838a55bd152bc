"""A live table: one that is in memory, with its lock and its streams."""

import asyncio
from collections.abc import Callable

import orjson

from londinium.server.errors import RequestError
from londinium.server.tables.presence import Presence, Present, present_at
from londinium.server.tables.streams import FanOut, Stream
from londinium.server.tables.table import Table
from londinium.server.tables.view import Viewer, update, viewer_of
from londinium.store.records import Listing

Clock = Callable[[], float]


class LiveTable:
    """A table in memory: its lock, its streams, and the updates of its present version."""

    def __init__(self, table: Table, clock: Clock, fan_out: FanOut | None = None) -> None:
        self.id = table.header.id
        self.table = table
        self.clock = clock
        self.fan_out = fan_out or FanOut()
        self.lock = asyncio.Lock()
        self.streams: set[Stream] = set()
        self.presence = Presence()
        self.presence_due = False  # it is about to be published
        self.stale = False  # memory and journal may differ
        self.listing: Listing | None = None  # as last written by this worker
        self.last_used = clock()
        self._updates: dict[tuple[Viewer, int | None], bytes] = {}

    def show(self, viewer: Viewer, since: int | None = None) -> bytes:
        """Return an update as JSON; it is made once for viewers who are shown the same."""
        key = viewer, since
        if key not in self._updates:
            self._updates[key] = orjson.dumps(update(self.table, viewer, since))[:-1]
        return b'%s,"now":%.3f}' % (self._updates[key], self.clock())

    def forget_updates(self) -> None:
        """Make all updates again, since the table has changed."""
        self._updates.clear()

    def publish(self, players_only: bool = False) -> None:
        """Send the new version to all streams, or to those of players only."""
        self.forget_updates()
        for stream in self.streams:
            self._publish_to(stream, players_only)

    def _publish_to(self, stream: Stream, players_only: bool) -> None:
        try:
            viewer = viewer_of(self.table, stream.person, stream.seat)
        except RequestError:  # it showed the view of a seat that its person has left
            stream.end()
            return
        if viewer.seats or not players_only:
            stream.send_update(self.table.version, self.show(viewer, stream.seen_version))
            if viewer.seats:
                stream.wake()
            else:
                self.fan_out.wake(stream)

    def present_here(self) -> Present:
        """Return who has the table open at this worker."""
        seated = frozenset(seat.person for seat in self.table.seats if seat.person)
        return present_at(self.streams, seated)

    def publish_presence(self) -> None:
        """Send to all streams who is present."""
        present = self.presence.all(self.present_here(), self.clock())
        seats = [n for n, seat in enumerate(self.table.seats) if seat.person in present.people]
        message = orjson.dumps({"seats": seats, "watching": present.watching})
        for stream in self.streams:
            stream.send_presence(message)
            self.fan_out.wake(stream)
