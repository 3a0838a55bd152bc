"""A live table: one that is in memory, with its lock and its streams."""

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from math import inf
from typing import Final

import orjson

from londinium.server.errors import RequestError
from londinium.server.tables.presence import SHARES, Presence, Present, present_at
from londinium.server.tables.streams import FanOut, Stream
from londinium.server.tables.table import Table
from londinium.server.tables.view import Viewer, update, viewer_of
from londinium.store.records import Listing

Clock = Callable[[], float]
# Of the updates of a version that are kept for viewers who are shown the same. Anybody may ask for
# the news since any version, and each is another update.
MOST_UPDATES: Final = 16
MOST_UPDATE_BYTES: Final = 256 * 1024


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
        self.last_viewed = -inf  # by a person, on this worker
        # Seconds that bots have searched or waited to, on this worker, since somebody acted.
        self.bots_took = 0.0
        self.rests = False  # its bots do not move until somebody looks at it
        self._updates: OrderedDict[tuple[Viewer, int | None], bytes] = OrderedDict()
        self._update_bytes = 0

    @property
    def in_use(self) -> bool:
        """Whether somebody has the table open, or a command is under way."""
        return bool(self.streams) or self.lock.locked()

    def show(self, viewer: Viewer, since: int | None = None) -> bytes:
        """Return an update as JSON; it is made once for viewers who are shown the same."""
        key = viewer, since
        made = self._updates.get(key)
        if made is None:
            made = orjson.dumps(update(self.table, viewer, since))[:-1]
            self._keep_update(key, made)
        return b'%s,"now":%.3f}' % (made, self.clock())

    def _keep_update(self, key: tuple[Viewer, int | None], made: bytes) -> None:
        """Keep an update, and drop the oldest if there are too many."""
        self._updates[key] = made
        self._update_bytes += len(made)
        while len(self._updates) > MOST_UPDATES or self._update_bytes > MOST_UPDATE_BYTES:
            self._update_bytes -= len(self._updates.popitem(last=False)[1])

    def forget_updates(self) -> None:
        """Make all updates again, since the table has changed."""
        self._updates.clear()
        self._update_bytes = 0

    def publish(self, players_only: bool = False) -> None:
        """Send the new version to all streams, or to those of players only."""
        self.forget_updates()
        shown: dict[tuple[str | None, int | None, int | None, bool], tuple[bool, bytes]] = {}
        for stream in self.streams:
            if stream.expires is not None and self.clock() >= stream.expires:
                stream.end()
                continue
            key = stream.person, stream.seat, stream.seen_version, stream.steps
            try:
                if key not in shown:
                    shown[key] = self._show_to(stream)
            except RequestError:  # it showed the view of a seat that its person has left
                stream.end()
                continue
            plays, update = shown[key]
            if plays or not players_only:
                stream.send_update(self.table.version, update)
                self._wake(stream, plays)

    def _show_to(self, stream: Stream) -> tuple[bool, bytes]:
        """Return whether the viewer of a stream plays here, and the update for them."""
        viewer = self.viewer_of(stream)
        return bool(viewer.seats), self.show(viewer, stream.seen_version)

    def viewer_of(self, stream: Stream) -> Viewer:
        """Return as whom a stream shows the table, and how."""
        viewer = viewer_of(self.table, stream.person, stream.seat)
        return viewer._replace(steps=True) if stream.steps else viewer

    def _wake(self, stream: Stream, plays: bool) -> None:
        """Wake a player's stream now, and a spectator's when those before it were served."""
        if plays:
            stream.wake()
        else:
            self.fan_out.wake(stream)

    def end_streams(self) -> None:
        """End all streams, so that viewers connect again."""
        for stream in self.streams:
            stream.end()

    def present_here(self) -> Present:
        """Return who has the table open at this worker."""
        seated = frozenset(seat.person for seat in self.table.seats if seat.person)
        return present_at(self.streams, seated)

    @property
    def is_on_screen(self) -> bool:
        """Whether somebody has the table open, at this worker or at another."""
        if self.streams:
            return True
        elsewhere = self.presence.all(self.present_here(), self.clock())
        return bool(elsewhere.people) or elsewhere.watching > 0

    def bot_pace(self, pace: float) -> float:
        """Return the seconds between bots' moves: the server's, or what the players wish for."""
        if not self.table.bots_waited_for:
            return pace
        wish = self.presence.all(self.present_here(), self.clock()).bot_pace
        return pace if wish is None else pace * SHARES[wish]

    def publish_presence(self) -> None:
        """Send to all streams who is present."""
        present = self.presence.all(self.present_here(), self.clock())
        seats = [n for n, seat in enumerate(self.table.seats) if seat.person in present.people]
        message = orjson.dumps({"seats": seats, "watching": present.watching})
        for stream in self.streams:
            stream.send_presence(message)
            self.fan_out.wake(stream)
