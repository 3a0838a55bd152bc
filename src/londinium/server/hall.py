"""The hall: the tables that are in use in this process, each with its streams.

One command at a time changes a table: it is checked, entered, committed, and only then told.
Whatever goes wrong in between, the table is read from its journal again.
"""

import asyncio
import contextlib
import secrets
from collections import deque
from collections.abc import Callable, Coroutine
from typing import Protocol, TypeVar

import orjson

from londinium.server import presence
from londinium.server.presence import Presence
from londinium.server.refusal import Refusal
from londinium.server.stream import Stream
from londinium.server.table import Draft, Table
from londinium.server.view import Viewer, update, viewer_of
from londinium.store import Store
from londinium.store.records import Entry, Header, Index, Loaded

SNAPSHOT_EVERY = 32  # entries: reading a table again takes a snapshot and fewer than these
TRIES = 5  # at a command that other workers' commands keep overtaking
IDLE = 600  # seconds after which an unused table leaves memory

T = TypeVar("T")
Command = Callable[[Table], Draft | None]
Clock = Callable[[], float]


class Watch(Protocol):
    """Whoever wants to hear when a table next needs attention, and what was done."""

    def notice(self, table: str, wake: float | None) -> None:
        """Hear when the table needs a bot or a clock."""

    def entered(self, entry: Entry) -> None:
        """Hear of an entry that was committed here."""


class Room:
    """A table in use: its lock, its streams, and what was shown of its present version."""

    def __init__(self, table: Table, clock: Clock) -> None:
        self.table = table
        self.clock = clock
        self.lock = asyncio.Lock()
        self.streams: set[Stream] = set()
        self.presence = Presence()
        self.stale = False  # memory and journal may differ
        self.index: Index | None = None  # as last written from here
        self.used = clock()
        self._shown: dict[tuple[Viewer, int | None], bytes] = {}

    def show(self, viewer: Viewer, since: int | None = None) -> bytes:
        """Return an update as JSON; two viewers alike cost one, but for the time."""
        key = viewer, since
        if key not in self._shown:
            self._shown[key] = orjson.dumps(update(self.table, viewer, since))[:-1]
        return b'%s,"now":%.3f}' % (self._shown[key], self.clock())

    def publish(self, players_only: bool = False) -> None:
        """Tell all streams of a new version; what only players hear, theirs."""
        self._shown.clear()
        for stream in self.streams:
            self._tell(stream, players_only)

    def _tell(self, stream: Stream, players_only: bool) -> None:
        try:
            viewer = viewer_of(self.table, stream.person, stream.wanted)
        except Refusal:  # it looked through a seat that its person has left
            stream.end()
            return
        if viewer.seats or not players_only:
            stream.tell(self.table.version, self.show(viewer, stream.sent))

    def here(self) -> presence.Here:
        """Return who has the table open at this worker."""
        seated = frozenset(seat.person for seat in self.table.seats if seat.person)
        return presence.here(self.streams, seated)

    def tell_presence(self) -> None:
        """Tell all streams who is present."""
        present = self.presence.all(self.here(), self.clock())
        seats = [n for n, seat in enumerate(self.table.seats) if seat.person in present.people]
        told = orjson.dumps({"seats": seats, "watching": present.watching})
        for stream in self.streams:
            stream.tell_presence(told)


def replayed(loaded: Loaded) -> Table:
    """Make a table of what is stored of it."""
    snapshot = loaded.snapshot
    table = Table.restore(loaded.header, snapshot) if snapshot else Table(loaded.header)
    for entry in loaded.entries:
        table.replay(entry)
    return table


class Hall:
    """All tables that are in use here."""

    def __init__(self, store: Store, clock: Clock, bot_pace: float, watch: Watch) -> None:
        self.store = store
        self.clock = clock
        self.bot_pace = bot_pace
        self.watch = watch
        self.worker = secrets.token_hex(4)
        self.rooms: dict[str, Room] = {}
        self._loading: dict[str, asyncio.Future[Room]] = {}
        self._overtaken: set[str] = set()  # tables that changed elsewhere while they are loading
        self._untold: deque[tuple[Room, Entry]] = deque()  # durable, and not yet told
        self._tasks: set[asyncio.Task[None]] = set()
        store.listen(self._hear)

    async def room(self, id: str) -> Room:
        """Return the table of that id, from memory or from its journal."""
        if id not in self.rooms:
            await self._load_once(id)
        room = self.rooms[id]
        room.used = self.clock()
        return room

    async def exists(self, id: str) -> bool:
        """Say whether there is a table of that id."""
        try:
            await self.room(id)
        except Refusal:
            return False
        return True

    async def _load_once(self, id: str) -> None:
        if id in self._loading:
            await asyncio.shield(self._loading[id])
            return
        loading = self._loading[id] = asyncio.get_running_loop().create_future()
        try:
            room = self.rooms[id] = Room(await self._read(id), self.clock)
            room.stale = id in self._overtaken
            loading.set_result(room)
        except BaseException as error:
            loading.set_exception(error)
            loading.exception()  # it is raised here already
            raise
        finally:
            del self._loading[id]
            self._overtaken.discard(id)

    async def _read(self, id: str) -> Table:
        loaded = await self.store.load(id)
        if loaded is None:
            raise Refusal(404, "no_such_table", "There is no such table: check the link.")
        return await asyncio.to_thread(replayed, loaded)

    async def create(self, header: Header, draft: Draft, person: str) -> None:
        """Make a table with its first entry, if there is none of that id yet."""
        table = Table(header)
        # A draft may be a whole match to be replayed: other tables need not wait for that.
        entry = await asyncio.to_thread(table.enter, draft, header.created, person)
        if await self.store.create(header, entry, table.index(self.bot_pace)):
            self.rooms[header.id] = Room(table, self.clock)
            self.watch.entered(entry)

    async def act(
        self, id: str, command: Command, person: str | None = None, client_id: str | None = None
    ) -> int:
        """Carry out a command, durably, and return the version that it led to."""
        room = await self.room(id)
        await room.lock.acquire()
        told_later = False
        try:
            for _ in range(TRIES):
                done = await self._try(room, command, person, client_id)
                if isinstance(done, Entry):
                    self._tell_later(room, done)
                    told_later = True
                    return done.version
                if done is not None:
                    return done
        finally:
            if not told_later:  # otherwise the table stays as it is until then
                room.lock.release()
        raise Refusal(503, "busy", "The table is busy: try again.", {"Retry-After": "1"})

    def _tell_later(self, room: Room, entry: Entry) -> None:
        self._untold.append((room, entry))
        if len(self._untold) == 1:
            asyncio.get_running_loop().call_soon(self._tell_next)

    def _tell_next(self) -> None:
        """Tell of an entry that is durable; whoever made it has been answered by now.

        One at a time, and in between requests are served: to show a table takes as long as to
        enter a move, and a move that has arrived need not wait until all others are shown.
        """
        room, entry = self._untold[0]
        try:
            room.publish(players_only=entry.kind == "say")
            if entry.kind in ("sit", "leave"):
                self._presence_changed(room)
        finally:
            room.lock.release()
            self._untold.popleft()
            if self._untold:
                asyncio.get_running_loop().call_soon(self._tell_next)

    async def _try(
        self, room: Room, command: Command, person: str | None, client_id: str | None
    ) -> Entry | int | None:
        """Return the entry that was made, or the version if none was needed; None: try again."""
        await self._freshen(room)
        table, id = room.table, room.table.header.id
        if person and client_id and (person, client_id) in table.known_repeats:
            return table.known_repeats[person, client_id]
        try:
            draft = command(table)
        except Refusal:
            if await self._read_on(room):  # as the table is now, it may be in order
                return None
            repeat = await self.store.find(id, person, client_id) if person and client_id else None
            if repeat is None:
                raise
            return repeat  # from so long ago that memory has let go of it
        if draft is None:
            return table.version
        room.stale = True  # until it is known that the journal has it
        entry = table.enter(draft, self.clock(), person, client_id)
        index = table.index(self.bot_pace)
        snapshot = table.snapshot() if entry.version % SNAPSHOT_EVERY == 0 else None
        changed = index if index != room.index else None
        if not await self.store.append(id, entry, changed, snapshot):
            return None
        room.stale, room.index = False, index
        self.watch.entered(entry)
        self.watch.notice(id, index.wake)
        return entry

    async def _freshen(self, room: Room) -> None:
        """Read the table again if memory and journal may differ."""
        if room.stale:
            room.table = await self._read(room.table.header.id)
            room.stale, room.index = False, None
            room.publish()

    async def _read_on(self, room: Room) -> bool:
        """Read and tell what other workers have entered and this one has not heard of yet."""
        table = room.table
        entries = await self.store.entries(table.header.id, table.version)
        if not entries:
            return False
        room.stale = True  # until all of them are replayed
        for entry in entries:
            table.replay(entry)
        room.stale, room.index = False, None
        room.publish()
        return True

    async def look(self, id: str, show: Callable[[Room], T], seen: int | None = None) -> T:
        """Return what `show` makes of a table, which is not older than what was seen of it."""
        room = await self.room(id)
        async with room.lock:
            await self._freshen(room)
            if seen is not None and seen > room.table.version:
                await self._read_on(room)
            try:
                return show(room)
            except Refusal:
                if not await self._read_on(room):
                    raise
                return show(room)

    async def join(self, id: str, stream: Stream) -> Room:
        """Let a stream begin, with an update of what its viewer has not seen."""

        def begin(room: Room) -> Room:
            viewer = viewer_of(room.table, stream.person, stream.wanted)
            room.streams.add(stream)
            stream.tell(room.table.version, room.show(viewer, stream.sent))
            return room

        room = await self.look(id, begin, stream.sent)
        self._presence_changed(room)
        return room

    def leave(self, room: Room, stream: Stream) -> None:
        """Let a stream go."""
        room.streams.discard(stream)
        self._presence_changed(room)

    def _presence_changed(self, room: Room) -> None:
        room.tell_presence()
        self._start(self.announce_presence(room))

    async def announce_presence(self, room: Room) -> None:
        """Tell the other workers who has the table open here."""
        payload = presence.write(room.table.header.id, self.worker, room.here())
        await self.store.announce("presence", payload)

    def _hear(self, topic: str, payload: str) -> None:
        """Hear from other workers."""
        if topic == "table":
            id, version = payload.split()
            if id in self._loading:
                self._overtaken.add(id)
            room = self.rooms.get(id)
            if room and int(version) > room.table.version:
                self._start(self._catch_up(room))
        elif topic == "presence":
            id, worker, there = presence.read(payload)
            if room := self.rooms.get(id):
                if room.streams and worker not in room.presence.elsewhere:  # it has not heard us
                    self._start(self.announce_presence(room))
                room.presence.hear(worker, there, self.clock())
                room.tell_presence()
        elif topic == "lost":
            self._overtaken.update(self._loading)
            for room in self.rooms.values():
                room.stale = True
                if room.streams or room.lock.locked():  # a command may be about to clear the mark
                    self._start(self._catch_up(room))

    def _start(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _catch_up(self, room: Room) -> None:
        """Read what other workers have entered, and tell it."""
        async with room.lock:
            if room.stale:
                await self._freshen(room)
            else:
                await self._read_on(room)

    def forget_idle(self) -> None:
        """Let tables go that nobody has used for a while."""
        now = self.clock()
        for id, room in list(self.rooms.items()):
            if not room.streams and not room.lock.locked() and now - room.used > IDLE:
                del self.rooms[id]

    def end_streams(self) -> None:
        """Let all viewers connect again, to another worker or later."""
        for room in self.rooms.values():
            for stream in room.streams:
                stream.end()

    async def close(self) -> None:
        """End all streams and what is under way."""
        self.end_streams()
        for task in list(self._tasks):
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await task
