"""Writing many entries of many tables in one transaction, in a handful of statements.

Rows are passed as one JSON parameter that the database expands, so that a group of moves takes as
many statements as a single one: with PostgreSQL each is a round trip, and Python's sqlite3 releases
the interpreter's lock at every step, and waits to get it back.
"""

import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import orjson
from sqlalchemy import (
    JSON,
    ColumnElement,
    Connection,
    Select,
    Table,
    Text,
    bindparam,
    cast,
    column,
    delete,
    func,
    select,
    text,
)
from sqlalchemy.dialects import postgresql, sqlite

from londinium.store.database import Dialect
from londinium.store.notices import CHANNEL, TableChanged, encode
from londinium.store.records import EntryRow, Header, Listing
from londinium.store.schema import ENTRIES, LISTINGS, SITTINGS, SNAPSHOTS, TABLES

Key = tuple[str, int]  # a table and a version


class VersionTaken(Exception):
    """Another worker has written one of the versions of a transaction."""


@dataclass(frozen=True, slots=True)
class Addition:
    """An entry to be written, with what changes along with it, as rows of the database."""

    key: Key
    entry: list[Any]
    listing: list[Any] | None
    people: tuple[str, ...] | None  # None: those that are stored
    snapshot: bytes | None
    header: dict[str, Any] | None


def addition(
    table: str,
    entry: EntryRow,
    listing: Listing | None = None,
    snapshot: bytes | None = None,
    header: Header | None = None,
    same_people: bool = False,
) -> Addition:
    """Return the rows of an entry; what JSON cannot write fails here, before it joins others."""
    return Addition(
        key=(table, entry.version),
        entry=_entry_row(table, entry),
        listing=None if listing is None else _listing_row(table, entry.at, listing),
        people=None if listing is None or same_people else listing.people,
        snapshot=snapshot,
        header=None if header is None else _header_row(header),
    )


def _entry_row(table: str, entry: EntryRow) -> list[Any]:
    data = None if entry.data is None else orjson.dumps(entry.data).decode()
    return [
        table,
        entry.version,
        entry.kind,
        entry.at,
        entry.seat,
        entry.person,
        entry.client_id,
        data,
    ]


def _listing_row(table: str, changed: float, listing: Listing) -> list[Any]:
    people = orjson.dumps(sorted(listing.people)).decode()
    return [
        table,
        listing.status,
        listing.wake,
        changed,
        people,
        orjson.dumps(listing.summary).decode(),
    ]


def _header_row(header: Header) -> dict[str, Any]:
    options, pace = orjson.dumps(header.options), orjson.dumps(header.pace)
    return {**vars(header), "options": options.decode(), "pace": pace.decode()}


def pack(snapshot: bytes) -> bytes:
    """Return the JSON of a snapshot, compressed."""
    return zlib.compress(snapshot)


def unpack(snapshot: bytes) -> dict[str, Any]:
    """Return the snapshot of some compressed JSON."""
    return orjson.loads(zlib.decompress(snapshot))


class BatchWriter:
    """Writes additions; its statements are prepared for one database."""

    def __init__(self, dialect: Dialect, worker: str) -> None:
        insert: Any = postgresql.insert if dialect == "postgresql" else sqlite.insert
        self._worker = worker if dialect == "postgresql" else None
        row = _row_of_parameter(dialect)
        self._add_headers = insert(TABLES)
        self._add_entries = (
            insert(ENTRIES)
            .from_select(ENTRIES.c.keys(), _rows(row, ENTRIES))
            .on_conflict_do_nothing()
            .execution_options(preserve_rowcount=True)
        )
        listing = insert(LISTINGS).from_select(LISTINGS.c.keys(), _rows(row, LISTINGS))
        self._put_listings = _replacing(listing, LISTINGS)
        self._with_new_people = _with_new_people(row)
        self._put_snapshots = _replacing(insert(SNAPSHOTS), SNAPSHOTS)
        self._add_sittings = insert(SITTINGS)
        self._notify = select(func.pg_notify(CHANNEL, row[0].as_string()))

    def write(self, connection: Connection, additions: Sequence[Addition]) -> list[bool]:
        """Write the additions, and return for each whether its version was new.

        Raise VersionTaken if one of several was there before: each is then to be written alone. The
        database could name those that it took, but it nearly always takes all, and a row returned
        for each made a commit beside a busy event loop take twice as long.
        """
        wanted = _first_of_each(additions)
        headers = [a.header for a in wanted if a.header is not None]
        if headers:
            connection.execute(self._add_headers, headers)
        written = connection.execute(self._add_entries, _as_parameter([a.entry for a in wanted]))
        if written.rowcount < len(wanted):
            if len(wanted) > 1:
                raise VersionTaken
            return [False] * len(additions)
        self._write_listings(connection, wanted)
        self._write_snapshots(connection, wanted)
        self._send_notices(connection, wanted)
        new = {id(a) for a in wanted}
        return [id(a) in new for a in additions]

    def _write_listings(self, connection: Connection, additions: list[Addition]) -> None:
        last = {a.key[0]: a for a in additions if a.listing is not None}
        if not last:
            return
        people = {a.key[0]: a.people for a in additions if a.people is not None}
        reseated = self._find_reseated(connection, [last[table] for table in people])
        connection.execute(self._put_listings, _as_parameter([a.listing for a in last.values()]))
        if reseated:
            self._write_sittings(connection, {table: people[table] for table in sorted(reseated)})

    def _find_reseated(self, connection: Connection, listed: list[Addition]) -> list[str]:
        """Return those tables that have other people than are stored."""
        if not listed:
            return []
        rows = _as_parameter([a.listing for a in listed])
        return list(connection.scalars(self._with_new_people, rows))

    def _write_sittings(self, connection: Connection, people: dict[str, tuple[str, ...]]) -> None:
        connection.execute(delete(SITTINGS).where(SITTINGS.c.table_id.in_(people)))
        sittings = [
            {"table_id": table, "person_id": person}
            for table, seated in people.items()
            for person in sorted(set(seated))
        ]
        if sittings:
            connection.execute(self._add_sittings, sittings)

    def _write_snapshots(self, connection: Connection, additions: list[Addition]) -> None:
        rows = [
            {"table_id": a.key[0], "version": a.key[1], "data": a.snapshot}
            for a in additions
            if a.snapshot is not None
        ]
        if rows:
            connection.execute(self._put_snapshots, rows)

    def _send_notices(self, connection: Connection, additions: list[Addition]) -> None:
        if self._worker is None:
            return
        lines = [[encode(self._worker, TableChanged(*a.key))] for a in additions]
        connection.execute(self._notify, _as_parameter(lines))


def _first_of_each(additions: Sequence[Addition]) -> list[Addition]:
    firsts: dict[Key, Addition] = {}
    for one in additions:
        firsts.setdefault(one.key, one)
    # By table, so that two workers that wait for each other's rows never do so in a circle.
    return sorted(firsts.values(), key=lambda a: a.key)


def _as_parameter(rows: Sequence[Any]) -> dict[str, str]:
    return {"rows": orjson.dumps(rows).decode()}


def _row_of_parameter(dialect: Dialect) -> Any:
    """Return a column with one JSON array for each row of the parameter `rows`."""
    rows: ColumnElement[Any] = bindparam("rows", type_=Text)
    if dialect == "postgresql":
        unfold: Any = func.json_array_elements(cast(rows, JSON))
    else:
        unfold = func.json_each(rows)
    return unfold.table_valued(column("value", JSON), name="parameter").c.value


def _rows(row: Any, table: Table) -> Select[Any]:
    columns = [_element(row, i, c.type.python_type) for i, c in enumerate(table.c)]
    # SQLite cannot tell ON CONFLICT from a join's ON without a WHERE before it.
    return select(*columns).where(text("true"))


def _element(row: Any, i: int, kind: type) -> Any:
    if kind is int:
        return row[i].as_integer()
    if kind is float:
        return row[i].as_float()
    return row[i].as_string()


def _replacing(statement: Any, table: Table) -> Any:
    """Make an insert replace the row of the same table if there is one."""
    news = {c.name: statement.excluded[c.name] for c in table.c if not c.primary_key}
    return statement.on_conflict_do_update(index_elements=["table_id"], set_=news)


def _with_new_people(row: Any) -> Select[Any]:
    """Select which of the listings to be written have other people than those stored."""
    table, people = row[0].as_string(), row[4].as_string()
    same = LISTINGS.c.table_id == table, LISTINGS.c.people == people
    return select(table).where(~select(LISTINGS.c.table_id).where(*same).exists())
