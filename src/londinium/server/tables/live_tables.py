"""The live tables: those that are in use in this process.

One command at a time changes a table: it is checked, applied, committed, and only then published.
Whatever goes wrong in between, the table is read from its journal again.
"""

import asyncio
import secrets
from collections import OrderedDict, deque
from collections.abc import Callable, Coroutine, Iterable
from itertools import islice
from typing import Protocol, TypeVar

from londinium.server.errors import Busy, Damaged, NotFound, RequestError
from londinium.server.logs import LOG
from londinium.server.tables import serialization
from londinium.server.tables.entries import Entry
from londinium.server.tables.live_table import Clock, LiveTable
from londinium.server.tables.presence import Present
from londinium.server.tables.streams import FanOut, Stream
from londinium.server.tables.table import Applied, Table
from londinium.server.tables.table_reader import TableReader
from londinium.store import DatabaseOutage, Store
from londinium.store.notices import Notice, NoticesLost, PresenceChanged, TableChanged
from londinium.store.records import Header

SNAPSHOT_EVERY = 32  # entries: a table is read from a snapshot and fewer entries than these
TRIES = 5  # of a command, if other workers' commands keep coming first
CROWD = 20  # streams of a table above which changes of presence are gathered
CROWD_SECONDS = 1.0
IDLE_SECONDS = 600  # after which an unused table leaves memory
# Tables in memory above which the one unused for longest leaves it, however lately it was used:
# anybody may look at any table, and each takes 100 to 400 KB.
MOST_TABLES = 1000
LOOKED_AT = 8  # tables, to find one that is not in use, each time one is added

T = TypeVar("T")
Command = Callable[[Table], Entry | None]


class TableObserver(Protocol):
    """An observer of what is committed here, and of when a table next needs a bot or a clock."""

    def committed(self, entry: Entry) -> None:
        """Note an entry that was committed here."""

    def schedule(self, table: str, due: float | None) -> None:
        """Note when the table next needs a bot or a clock."""

    def viewed(self, live: LiveTable) -> None:
        """Note that somebody looks at the table."""


class LiveTables:
    """All tables that are in use in this process."""

    def __init__(
        self,
        store: Store,
        clock: Clock,
        bot_pace: float,
        observer: TableObserver,
        most_tables: int = MOST_TABLES,
    ) -> None:
        self.store = store
        self.clock = clock
        self.bot_pace = bot_pace
        self.observer = observer
        self.worker = secrets.token_hex(4)
        self.most_tables = most_tables
        self.tables: OrderedDict[str, LiveTable] = OrderedDict()  # by id, the last used last
        self._loading: dict[str, asyncio.Future[LiveTable]] = {}
        self._changed_while_loading: set[str] = set()
        self._unpublished: deque[tuple[LiveTable, Entry]] = deque()  # durable already
        self._announcing = asyncio.Lock()
        self._tasks: set[asyncio.Task[None]] = set()
        self._fan_out = FanOut()
        self.reader = TableReader(store)
        store.listen(self._on_notice)
        store.on_outage(self._mark_stale)

    async def find(self, id: str) -> LiveTable:
        """Return the table of that id, from memory or from its journal."""
        while (live := self.tables.get(id)) is None:
            await self._load_once(id)
        self.tables.move_to_end(id)
        live.last_used = self.clock()
        return live

    async def exists(self, id: str) -> bool:
        """Return whether there is a table of that id."""
        try:
            await self.find(id)
        except NotFound:
            return False
        return True

    async def _load_once(self, id: str) -> None:
        if id in self._loading:
            await asyncio.shield(self._loading[id])
            return
        loading = self._loading[id] = asyncio.get_running_loop().create_future()
        try:
            live = LiveTable(await self.reader.read(id), self.clock, self._fan_out)
            self._keep(live)
            live.stale = id in self._changed_while_loading
            loading.set_result(live)
        except BaseException as error:
            loading.set_exception(error)
            loading.exception()  # it is raised here already
            raise
        finally:
            del self._loading[id]
            self._changed_while_loading.discard(id)

    async def create(self, header: Header, entry: Entry, person: str) -> None:
        """Make a table with its first entry, if there is none of that id yet."""
        table = Table(header)
        row = serialization.encode(table.apply(entry, header.created, person), table)
        listing = serialization.listing(table, self.bot_pace)
        if await self.store.create(header, row, listing):
            live = LiveTable(table, self.clock, self._fan_out)
            live.last_viewed = self.clock()
            self._keep(live)
            self.observer.committed(entry)

    async def act(
        self, id: str, command: Command, person: str | None = None, client_id: str | None = None
    ) -> int:
        """Carry out a command, durably, and return the version that it led to."""
        live = await self.find(id)
        if person:
            live.last_viewed = self.clock()
            live.bots_took = 0.0
        await live.lock.acquire()
        publishing = False
        try:
            for _ in range(TRIES):
                done = await self._try(live, command, person, client_id)
                if isinstance(done, Applied):
                    self._publish_later(live, done.entry)
                    publishing = True
                    return done.version
                if done is not None:
                    return done
        finally:
            if not publishing:  # otherwise the table stays as it is until then
                live.lock.release()
        raise Busy("busy", "The table is busy: try again.", retry_after=1)

    async def _try(
        self, live: LiveTable, command: Command, person: str | None, client_id: str | None
    ) -> Applied | int | None:
        """Return the entry that was made, or the version if none was needed; None: try again."""
        await self._reload_if_stale(live)
        table = live.table
        if person and client_id and (person, client_id) in table.client_ids:
            return table.client_ids[person, client_id]
        try:
            entry = command(table)
        except RequestError:
            if await self._read_new_entries(live):  # the command may fit the table as it is now
                return None
            if person and client_id:
                version = await self.store.find(live.id, person, client_id)
                if version is not None:
                    return version  # a repeat of a request from long ago
            raise
        if entry is None:
            return table.version
        return await self._commit(live, entry, person, client_id)

    async def _commit(
        self, live: LiveTable, entry: Entry, person: str | None, client_id: str | None
    ) -> Applied | None:
        """Apply an entry and write it; return None if another worker has written that version."""
        table = live.table
        live.stale = True  # until it is known that the journal has it
        applied = table.apply(entry, self.clock(), person, client_id)
        row = serialization.encode(applied, table)
        same_seats = None if entry.changes_seats else live.listing
        bot_pace = live.bot_pace(self.bot_pace)
        listing = serialization.listing(table, bot_pace, same_seats)
        changed = listing if listing != live.listing else None
        due_snapshot = applied.version % SNAPSHOT_EVERY == 0
        snapshot = serialization.snapshot(table) if due_snapshot else None
        known = same_seats is not None
        if not await self.store.append(live.id, row, changed, snapshot, known):
            return None
        live.stale, live.listing = False, listing
        self.observer.committed(entry)
        self.observer.schedule(live.id, table.next_due(bot_pace))
        return applied

    def _publish_later(self, live: LiveTable, entry: Entry) -> None:
        self._unpublished.append((live, entry))
        if len(self._unpublished) == 1:
            asyncio.get_running_loop().call_soon(self._publish_next)

    def _publish_next(self) -> None:
        """Publish an entry that is durable; its request has been answered by now.

        One at a time, and requests are served in between: to show a table takes as long as to
        commit a move, and a move that has arrived need not wait until all others are shown.
        """
        live, entry = self._unpublished[0]
        try:
            live.publish(entry.players_only)
            if entry.changes_presence:
                self._presence_changed(live)
        finally:
            live.lock.release()
            self._unpublished.popleft()
            if self._unpublished:
                asyncio.get_running_loop().call_soon(self._publish_next)

    async def _reload_if_stale(self, live: LiveTable) -> None:
        """Read the table again if memory and journal may differ."""
        if live.stale:
            live.table = await self.reader.read(live.id)
            live.stale, live.listing = False, None
            live.publish()

    async def _read_new_entries(self, live: LiveTable) -> bool:
        """Apply and publish what other workers have written; return whether there was anything."""
        table = live.table
        rows = await self.store.entries(live.id, table.version)
        if not rows:
            return False
        live.stale = True  # until all of them are applied
        with self.reader.damage_reported(live.id):
            for row in rows:
                serialization.replay(table, row)
        live.stale, live.listing = False, None
        live.publish()
        return True

    async def look(
        self, id: str, show: Callable[[LiveTable], T], seen_version: int | None = None
    ) -> T:
        """Return what `show` makes of a table, which is not older than the version seen."""
        live = await self.find(id)
        async with live.lock:
            await self._reload_if_stale(live)
            if seen_version is not None and seen_version > live.table.version:
                await self._read_new_entries(live)
            try:
                return show(live)
            except RequestError:
                if not await self._read_new_entries(live):
                    raise
                return show(live)

    async def join(self, id: str, stream: Stream) -> LiveTable:
        """Add a stream to a table; it starts with an update of what its viewer has not seen."""

        def start(live: LiveTable) -> LiveTable:
            viewer = live.viewer_of(stream)
            live.streams.add(stream)
            self.viewed(live)
            stream.send_update(live.table.version, live.show(viewer, stream.seen_version))
            stream.wake()
            return live

        live = await self.look(id, start, stream.seen_version)
        self._presence_changed(live)
        return live

    def leave(self, live: LiveTable, stream: Stream) -> None:
        """Remove a stream from a table."""
        live.streams.discard(stream)
        live.last_viewed = self.clock()
        self._presence_changed(live)

    def viewed(self, live: LiveTable) -> None:
        """Note that somebody looks at a table, which wakes it if it rests."""
        live.last_viewed = self.clock()
        self.observer.viewed(live)

    def _presence_changed(self, live: LiveTable) -> None:
        """Tell everybody who is present; of a crowd that comes and goes, once in a while."""
        if live.presence_due:
            return
        live.presence_due = True
        pause = CROWD_SECONDS if len(live.streams) > CROWD else 0
        asyncio.get_running_loop().call_later(pause, self._publish_presence, live)

    def _publish_presence(self, live: LiveTable) -> None:
        live.presence_due = False
        live.publish_presence()
        self._start(self.announce_presence(live))

    async def announce_presence(self, live: LiveTable) -> None:
        """Tell the other workers who has the table open here."""
        async with self._announcing:  # one at a time, so that the newest is the last to arrive
            if self.store.outage:  # they would all wait; `maintenance` announces it again
                return
            here = live.present_here()
            await self.store.announce(
                PresenceChanged(live.id, self.worker, here.watching, here.people, here.bot_pace)
            )

    def _on_notice(self, notice: Notice) -> None:
        match notice:
            case TableChanged(id, version):
                self._on_table_changed(id, version)
            case PresenceChanged():
                self._on_presence_changed(notice)
            case NoticesLost():
                self._on_notices_lost()

    def _on_table_changed(self, id: str, version: int) -> None:
        if id in self._loading:
            self._changed_while_loading.add(id)
        live = self.tables.get(id)
        if live and version > live.table.version:
            self._start(self.catch_up(live))

    def _on_presence_changed(self, notice: PresenceChanged) -> None:
        live = self.tables.get(notice.table)
        if live is None:
            return
        if live.streams and notice.worker not in live.presence.others:  # it does not know of ours
            self._start(self.announce_presence(live))
        present = Present(notice.people, notice.watching, notice.bot_pace)
        live.presence.update(notice.worker, present, self.clock())
        live.publish_presence()

    def _mark_stale(self) -> None:
        """Read all tables again: notices, or after a crash what was acknowledged, may be lost."""
        self._changed_while_loading.update(self._loading)
        for live in self.tables.values():
            live.stale = True

    def _on_notices_lost(self) -> None:
        self._mark_stale()
        for live in self.tables.values():
            if live.streams or live.lock.locked():  # a command may be about to clear the mark
                self._start(self.catch_up(live))

    def _start(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        error = None if task.cancelled() else task.exception()
        # Outages and damage are logged where they are found; `maintenance` tries again.
        if error and not isinstance(error, DatabaseOutage | Damaged):
            LOG.error("a background task failed", exc_info=error)

    async def catch_up(self, live: LiveTable) -> None:
        """Apply and publish what other workers have written."""
        try:
            async with live.lock:
                if live.stale:
                    await self._reload_if_stale(live)
                else:
                    await self._read_new_entries(live)
        except Damaged:  # so that its viewers are told when they connect again
            live.end_streams()
            raise

    def _keep(self, live: LiveTable) -> None:
        """Keep a table in memory, and drop the one unused for longest if there are too many."""
        self.tables[live.id] = live
        if len(self.tables) <= self.most_tables:
            return
        for id in list(islice(self.tables, min(LOOKED_AT, len(self.tables) - 1))):
            if len(self.tables) <= self.most_tables:
                return
            if self.tables[id].in_use:
                self.tables.move_to_end(id)  # so that it is not looked at again soon
            else:
                del self.tables[id]

    def drop_idle(self) -> None:
        """Drop tables from memory that nobody has used for a while."""
        now = self.clock()
        for id, live in list(self.tables.items()):
            if not live.in_use and now - live.last_used > IDLE_SECONDS:
                del self.tables[id]

    def forget(self, ids: Iterable[str]) -> None:
        """Drop tables that are no longer stored; whoever has one open is told when they return."""
        for id in ids:
            if live := self.tables.pop(id, None):
                live.end_streams()

    def end_streams(self) -> None:
        """End all streams, so that viewers connect again, to another worker or later."""
        for live in self.tables.values():
            live.end_streams()

    async def close(self) -> None:
        """End all streams and tasks."""
        self.end_streams()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
