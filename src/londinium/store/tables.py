"""Reading tables: one with its journal, or lists of them; and letting one rest."""

import zlib
from typing import Any

import orjson
from sqlalchemy import ColumnElement, Connection, Row, Select, func, select, update

from londinium.store.batch import unpack
from londinium.store.records import (
    EntryRow,
    Header,
    ListedTable,
    StoredTable,
    UnusableSnapshot,
)
from londinium.store.schema import ENTRIES, LISTINGS, SITTINGS, SNAPSHOTS, TABLES

_version = (
    select(func.max(ENTRIES.c.version))
    .where(ENTRIES.c.table_id == TABLES.c.id)
    .scalar_subquery()
    .label("version")
)
_listed = (
    select(
        TABLES.c.id,
        TABLES.c.game,
        TABLES.c.created,
        LISTINGS.c.changed,
        _version,
        LISTINGS.c.status,
        TABLES.c.same_deal_of,
        LISTINGS.c.summary,
    )
    .join_from(LISTINGS, TABLES)
    .order_by(LISTINGS.c.changed.desc(), TABLES.c.id)
)


def load(connection: Connection, table: str, use_snapshot: bool) -> StoredTable | None:
    """Return a table with its last snapshot and the entries since, or with all its entries."""
    header = connection.execute(select(TABLES).where(TABLES.c.id == table)).first()
    if header is None:
        return None
    # Entries are never deleted, so those after any snapshot, however old, are complete.
    query = select(SNAPSHOTS.c.version, SNAPSHOTS.c.data).where(SNAPSHOTS.c.table_id == table)
    snapshot = connection.execute(query).first() if use_snapshot else None
    if snapshot is None:
        return StoredTable(_header(header), None, entries(connection, table, 0))
    data = _unpack(snapshot)
    return StoredTable(_header(header), data, entries(connection, table, snapshot.version))


def entries(connection: Connection, table: str, after: int) -> list[EntryRow]:
    """Return the entries after a version, in order."""
    query = select(ENTRIES).where(ENTRIES.c.table_id == table, ENTRIES.c.version > after)
    return [_entry(row) for row in connection.execute(query.order_by(ENTRIES.c.version))]


def find(connection: Connection, table: str, person: str, client_id: str) -> int | None:
    """Return the version of the entry to which the person's client gave that id."""
    query = select(ENTRIES.c.version).where(
        ENTRIES.c.table_id == table,
        ENTRIES.c.person == person,
        ENTRIES.c.client_id == client_id,
    )
    return connection.scalar(query.order_by(ENTRIES.c.version).limit(1))


def open_tables(connection: Connection, since: float, limit: int) -> list[ListedTable]:
    """List the tables that wait for players, changed after a time, newest first."""
    return _list(connection, limit, *_in_public("open"), LISTINGS.c.changed > since)


def playing(connection: Connection, limit: int) -> list[ListedTable]:
    """List the tables being played, newest change first."""
    return _list(connection, limit, *_in_public("playing"))


def tables_of(connection: Connection, person: str, limit: int) -> list[ListedTable]:
    """List a person's tables, newest change first."""
    return _list(connection, limit, _with(person))


def at_play(connection: Connection, host: str, since: float, limit: int) -> list[ListedTable]:
    """List the tables of a host that are being played, changed after a time, newest first."""
    playing = LISTINGS.c.status == "playing", LISTINGS.c.changed > since
    return _list(connection, limit, _with(host), TABLES.c.host == host, *playing)


def due(connection: Connection, before: float, limit: int) -> list[str]:
    """Return the tables to be woken by then, earliest first."""
    query = select(LISTINGS.c.table_id).where(LISTINGS.c.wake <= before)
    in_order = query.order_by(LISTINGS.c.wake, LISTINGS.c.table_id).limit(limit)
    return list(connection.scalars(in_order))


def rest(connection: Connection, table: str, now: float) -> None:
    """Wake a table no more, if it was to be woken by now."""
    due_now = LISTINGS.c.table_id == table, LISTINGS.c.wake <= now
    connection.execute(update(LISTINGS).where(*due_now).values(wake=None))


def ping(connection: Connection) -> None:
    """Read nothing, to see whether the database answers."""
    connection.execute(select(1))


def _with(person: str) -> ColumnElement[bool]:
    theirs = select(SITTINGS.c.table_id).where(SITTINGS.c.person_id == person)
    return LISTINGS.c.table_id.in_(theirs)


def _in_public(status: str) -> tuple[ColumnElement[bool], ...]:
    return LISTINGS.c.status == status, TABLES.c.listed


def _list(connection: Connection, limit: int, *which: ColumnElement[bool]) -> list[ListedTable]:
    query: Select[Any] = _listed.where(*which).limit(limit)
    return [
        ListedTable(**row._asdict() | {"summary": _summary(row.summary)})
        for row in connection.execute(query)
    ]


def _summary(text: str) -> dict[str, Any]:
    """Return what a list shows of a table; of a damaged row nothing, so that others are shown."""
    try:
        return orjson.loads(text)
    except (ValueError, TypeError):
        return {}


def _header(row: Row[Any]) -> Header:
    options, pace = orjson.loads(row.options), orjson.loads(row.pace)
    return Header(**row._asdict() | {"options": options, "pace": pace})


def _unpack(snapshot: Any) -> dict[str, Any]:
    try:
        data = unpack(snapshot.data)
        if data.get("version", snapshot.version) != snapshot.version:
            raise ValueError("it is of another version")
    except (AttributeError, TypeError, ValueError, zlib.error) as error:
        raise UnusableSnapshot(f"The snapshot of version {snapshot.version} is damaged.") from error
    return data


def _entry(row: Row[Any]) -> EntryRow:
    _, version, kind, at, seat, person, client_id, text = tuple(row)
    data = None if text is None else orjson.loads(text)
    return EntryRow(version, kind, at, seat, person, client_id, data)
