"""The store: what the server keeps, and how its workers notify each other."""

import asyncio
import secrets
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import orjson
from sqlalchemy.exc import IntegrityError

from londinium.store import people, sessions, tables, upkeep
from londinium.store.batch import addition, pack, replace_snapshot
from londinium.store.database import Database, DatabaseOutage
from londinium.store.journal import JournalWriter
from londinium.store.notices import Listener, Notice
from londinium.store.opening import open_database
from londinium.store.outages import WatchedDatabase, probe
from londinium.store.records import (
    EntryRow,
    Header,
    ListedTable,
    Listing,
    Person,
    SessionRow,
    StoredTable,
    Token,
)
from londinium.supervisor import Supervisor

if TYPE_CHECKING:
    from londinium.store.notice_bus import NoticeBus


class Store:
    """An open store; `Store.open` makes one, `close` must end it."""

    def __init__(
        self, database: Database, bus: "NoticeBus | None", worker: str, supervisor: Supervisor
    ) -> None:
        self._database = WatchedDatabase(database)
        self._bus = bus
        self._journal = JournalWriter(self._database, worker, supervisor)

    @classmethod
    async def open(cls, url: str, supervisor: Supervisor | None = None) -> "Store":
        """Open the store at a database URL, made or brought up to date if necessary."""
        worker, supervisor = secrets.token_hex(8), supervisor or Supervisor()
        database, bus = await open_database(url, worker, supervisor)
        return cls(database, bus, worker, supervisor)

    async def close(self) -> None:
        """Commit what is pending and close everything."""
        await self._journal.close()
        if self._bus is not None:
            await self._bus.close()
        await self._database.close()

    async def add_person(self, person: Person) -> None:
        """Add a guest or an account."""
        await self._database.write(people.add_person, person)

    async def person(self, id: str) -> Person | None:
        """Return a person."""
        return await self._database.read(people.person, id)

    async def account(self, name: str) -> Person | None:
        """Return the account of that name, however it is written."""
        return await self._database.read(people.account, name)

    async def make_account(self, id: str, name: str, password: str) -> bool:
        """Create an account for a guest; False if the name is taken, or there is no such guest."""
        try:
            return await self._database.write(people.make_account, id, name, password)
        except IntegrityError:
            return False

    async def rename(self, id: str, name: str) -> bool:
        """Rename a person; False if another account has the name, or there is no such person."""
        try:
            return await self._database.write(people.rename, id, name)
        except IntegrityError:
            return False

    async def set_password(self, id: str, password: str) -> None:
        """Change a password, which ends all sessions."""
        await self._database.write(people.set_password, id, password)

    async def add_token(self, token: Token) -> None:
        """Add a token."""
        await self._database.write(people.add_token, token)

    async def token(self, id: str) -> Token | None:
        """Return a token."""
        return await self._database.read(people.token, id)

    async def tokens(self, person: str) -> list[Token]:
        """Return a person's tokens, oldest first."""
        return await self._database.read(people.tokens, person)

    async def revoke(self, person: str, id: str) -> bool:
        """Delete a person's token; False if they have no such token."""
        return await self._database.write(people.revoke, person, id)

    async def revoke_all(self, person: str) -> list[str]:
        """Delete all tokens of a person, and return their ids."""
        return await self._database.write(people.revoke_all, person)

    async def use_token(self, id: str, now: float) -> None:
        """Note that a token is used."""
        await self._database.write(people.use_token, id, now)

    async def add_session(self, session: SessionRow, most: int) -> list[str]:
        """Add a session unless it is there; return the ids of those ended to have at most so many.

        A cookie of version 0.1 always becomes the same session, so it may be there.
        """
        return await self._database.write(sessions.add_session, session, most)

    async def session(self, id: str) -> SessionRow | None:
        """Return a session."""
        return await self._database.read(sessions.session, id)

    async def sessions(self, person: str) -> list[SessionRow]:
        """Return a person's sessions, those used last first."""
        return await self._database.read(sessions.sessions, person)

    async def use_session(self, id: str, now: float) -> None:
        """Note that a session is used."""
        await self._database.write(sessions.use_session, id, now)

    async def end_session(self, person: str, id: str) -> bool:
        """End a person's session; False if they have no such session."""
        return await self._database.write(sessions.end_session, person, id)

    async def end_sessions(self, person: str) -> None:
        """End all sessions of a person."""
        await self._database.write(sessions.end_sessions, person)

    async def secret(self, name: str) -> bytes:
        """Return 32 random bytes, the same for all workers and after a restart."""
        found = await self._database.read(people.secret, name)
        if found is not None:
            return found
        return await self._database.write(people.make_secret, name)

    async def create(self, header: Header, first: EntryRow, listing: Listing) -> bool:
        """Make a table with its first entry; False if there is one of that id."""
        try:
            return await self._journal.add(addition(header.id, first, listing, header=header))
        except IntegrityError:
            return False

    async def append(
        self,
        table: str,
        entry: EntryRow,
        listing: Listing | None = None,
        snapshot: dict[str, Any] | None = None,
        same_people: bool = False,
    ) -> bool:
        """Add an entry to a table; it is durable on True, on False the version was there before.

        Without a listing, lists go on showing the table as they did, but for its version;
        `same_people` says that the people of the listing are those that are stored.
        The entry must follow one that the caller knows to be stored: gaps are not looked for.
        """
        packed = None
        if snapshot is not None:
            packed = await asyncio.to_thread(pack, orjson.dumps(snapshot))
        row = addition(table, entry, listing, packed, same_people=same_people)
        return await self._journal.add(row)

    async def load(self, table: str, use_snapshot: bool = True) -> StoredTable | None:
        """Return a table with its last snapshot and the entries since, or with all its entries.

        Raise UnusableSnapshot if the snapshot cannot be read.
        """
        return await self._database.read(tables.load, table, use_snapshot)

    async def put_snapshot(self, table: str, version: int, snapshot: dict[str, Any]) -> None:
        """Replace the snapshot of a table."""
        packed = await asyncio.to_thread(pack, orjson.dumps(snapshot))
        await self._database.write(replace_snapshot, table, version, packed)

    async def entries(self, table: str, after: int) -> list[EntryRow]:
        """Return the entries after a version, in order."""
        return await self._database.read(tables.entries, table, after)

    async def find(self, table: str, person: str, client_id: str) -> int | None:
        """Return the version of the entry to which the person's client gave that id."""
        return await self._database.read(tables.find, table, person, client_id)

    async def open_tables(self, since: float, limit: int = 100) -> list[ListedTable]:
        """List the listed tables that wait for players, changed after a time, newest first."""
        return await self._database.read(tables.open_tables, since, limit)

    async def tables_of(self, person: str, limit: int = 100) -> list[ListedTable]:
        """List a person's tables, newest change first."""
        return await self._database.read(tables.tables_of, person, limit)

    async def playing(self, limit: int = 100) -> list[ListedTable]:
        """List the listed tables being played, newest change first."""
        return await self._database.read(tables.playing, limit)

    async def at_play(self, host: str, since: float, limit: int = 1000) -> list[ListedTable]:
        """List the tables of a host that are being played, changed after a time, newest first."""
        return await self._database.read(tables.at_play, host, since, limit)

    async def due(self, before: float, limit: int = 100) -> list[str]:
        """Return the tables to be woken by then, earliest first."""
        return await self._database.read(tables.due, before, limit)

    async def sizes(self) -> upkeep.Sizes:
        """Return how much is stored, and how much room is left."""
        return await self._database.read(upkeep.measure)

    async def free_bytes(self) -> int | None:
        """Return the bytes that are free on the disk, if that can be known."""
        return await self._database.read(upkeep.free_bytes)

    async def unfinished(self, host: str) -> int:
        """Return how many tables of a host are open or being played."""
        return await self._database.read(upkeep.unfinished, host)

    async def unused_tables(self, before: float, limit: int) -> list[str]:
        """Return tables unchanged since, of guests only or never started."""
        return await self._database.read(upkeep.unused_tables, before, limit)

    async def surplus_tables(self, kept: int, limit: int) -> list[str]:
        """Return matches that are over of hosts with more than are kept, the oldest of each."""
        return await self._database.read(upkeep.surplus_tables, kept, limit)

    async def delete_tables(self, ids: Sequence[str]) -> int:
        """Delete tables with all that belongs to them; return how many there were."""
        return await self._database.write(upkeep.delete_tables, ids)

    async def unused_guests(self, before: float, limit: int) -> list[str]:
        """Return guests without tables who were not here since."""
        return await self._database.read(upkeep.unused_guests, before, limit)

    async def delete_guests(self, ids: Sequence[str], before: float) -> int:
        """Delete those of some guests who are still unused; return how many."""
        return await self._database.write(upkeep.delete_guests, ids, before)

    async def rest(self, table: str, now: float) -> None:
        """Wake a table no more, if it was to be woken by now."""
        await self._database.write(tables.rest, table, now)

    async def ping(self) -> None:
        """Raise an error unless the database answers."""
        await self._database.read(tables.ping)

    @property
    def has_other_workers(self) -> bool:
        """Whether there can be other workers, who would have to be told of things."""
        return self._bus is not None

    @property
    def outage(self) -> DatabaseOutage | None:
        """What was wrong with the database, if nothing could be written since."""
        return self._database.outage

    def on_outage(self, listener: Callable[[], None]) -> None:
        """Call a function whenever an outage begins."""
        self._database.listeners.append(listener)

    async def probe(self) -> None:
        """Write something, to find out whether an outage is over; raise DatabaseOutage if not."""
        await self._database.write(probe)

    def on_commit(self, listener: Callable[[float, int], None]) -> None:
        """Call a function after each commit to a journal with its seconds and number of entries."""
        self._journal.committed = listener

    def listen(self, listener: Listener) -> None:
        """Call a function with every notice of another worker.

        After a lost connection it is NoticesLost: anything may have been missed.
        """
        if self._bus is not None:
            self._bus.listen(listener)

    async def announce(self, notice: Notice) -> None:
        """Send a notice to the other workers; with SQLite there are none."""
        if self._bus is not None:
            await self._bus.announce(notice)
