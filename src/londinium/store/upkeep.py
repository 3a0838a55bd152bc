"""Upkeep: how much is stored, and what nobody has used for long and may be deleted.

A guest's last use is the last change of a table of theirs, or the last time that a row about them,
of a session or of a token, says that it was `seen` or `used`.
"""

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import (
    Column,
    ColumnElement,
    Connection,
    Table,
    delete,
    exists,
    func,
    or_,
    select,
    text,
)

from londinium.store.schema import ENTRIES, LISTINGS, METADATA, PEOPLE, SITTINGS, TABLES

LAST_USE = ("seen", "used")  # columns
STATUSES = ("open", "playing", "over")  # by which, and by its last change, a listing is found


@dataclass(frozen=True)
class Sizes:
    """How much is stored, and how much room is left."""

    database_bytes: int
    free_bytes: int | None  # on the disk of an SQLite file; PostgreSQL does not say
    tables: int
    people: int


def measure(connection: Connection) -> Sizes:
    """Return how much is stored."""
    tables = connection.scalar(select(func.count()).select_from(TABLES)) or 0
    people = connection.scalar(select(func.count()).select_from(PEOPLE)) or 0
    if connection.dialect.name == "postgresql":
        size = connection.scalar(text("SELECT pg_database_size(current_database())")) or 0
        return Sizes(size, None, tables, people)
    path = _file(connection)
    log = path.with_name(f"{path.name}-wal")
    size = path.stat().st_size + (log.stat().st_size if log.exists() else 0)
    return Sizes(size, free_bytes(connection), tables, people)


def free_bytes(connection: Connection) -> int | None:
    """Return the bytes that are free on the disk of an SQLite file."""
    if connection.dialect.name == "postgresql":
        return None
    disk = os.statvfs(_file(connection))
    return disk.f_bavail * disk.f_frsize


def _file(connection: Connection) -> Path:
    return Path(connection.execute(text("PRAGMA database_list")).one()[2])


def unfinished(connection: Connection, host: str) -> int:
    """Return how many tables of a host are open or being played."""
    query = (
        select(func.count())
        .select_from(SITTINGS)  # which has an index by person, and the host of every table
        .join(TABLES)
        .join(LISTINGS, LISTINGS.c.table_id == TABLES.c.id)
        .where(SITTINGS.c.person_id == host, TABLES.c.host == host, LISTINGS.c.status != "over")
    )
    return connection.scalar(query) or 0


def unused_tables(connection: Connection, before: float, limit: int) -> list[str]:
    """Return tables that nobody has changed since, if no account is part of them or none began."""
    query = (
        select(TABLES.c.id)
        .join_from(LISTINGS, TABLES)
        .where(
            LISTINGS.c.status.in_(STATUSES),
            LISTINGS.c.changed < before,
            or_(LISTINGS.c.status == "open", ~_has_account()),
            ~exists().where(ENTRIES.c.table_id == TABLES.c.id, ENTRIES.c.at >= before),
        )
    )
    return list(connection.scalars(query.order_by(TABLES.c.id).limit(limit)))


def surplus_tables(connection: Connection, kept: int, limit: int) -> list[str]:
    """Return matches that are over of hosts with more than are kept, the oldest of each.

    Those in which another account has played are theirs as well, and stay.
    """
    of_host = select(TABLES.c.host).join(LISTINGS).where(LISTINGS.c.status == "over")
    hosts = connection.scalars(of_host.group_by(TABLES.c.host).having(func.count() > kept)).all()
    found: list[str] = []
    for host in hosts:
        if len(found) >= limit:
            break
        query = (
            select(TABLES.c.id)
            .select_from(SITTINGS)
            .join(TABLES)
            .join(LISTINGS, LISTINGS.c.table_id == TABLES.c.id)
            .where(SITTINGS.c.person_id == host, TABLES.c.host == host)
            .where(LISTINGS.c.status == "over", ~_has_account(but=host))
            .order_by(TABLES.c.created.desc(), TABLES.c.id)
            .offset(kept)
        )
        found += list(connection.scalars(query))
    return found[:limit]


def _has_account(but: str | None = None) -> ColumnElement[bool]:
    """Return whether somebody with an account sits at a table or hosts it."""
    anybody = SITTINGS.alias()  # the query around this may be about one person's
    is_part = exists().where(
        anybody.c.table_id == TABLES.c.id,
        anybody.c.person_id == PEOPLE.c.id,
        PEOPLE.c.password.is_not(None),
    )
    return is_part if but is None else is_part.where(PEOPLE.c.id != but)


def delete_tables(connection: Connection, ids: Sequence[str]) -> int:
    """Delete tables with all that belongs to them; return how many there were."""
    for column in _references_to(TABLES):
        connection.execute(delete(column.table).where(column.in_(ids)))
    return connection.execute(delete(TABLES).where(TABLES.c.id.in_(ids))).rowcount


def unused_guests(connection: Connection, before: float, limit: int) -> list[str]:
    """Return guests who came before then, have no table, and were not here since."""
    query = select(PEOPLE.c.id).where(*_is_unused(before))
    return list(connection.scalars(query.order_by(PEOPLE.c.id).limit(limit)))


def _is_unused(before: float) -> Iterator[ColumnElement[bool]]:
    yield PEOPLE.c.password.is_(None)
    yield PEOPLE.c.created < before
    yield ~exists().where(SITTINGS.c.person_id == PEOPLE.c.id)
    for column in _references_to(PEOPLE):
        for name in LAST_USE:
            if name in column.table.c:
                yield ~exists().where(column == PEOPLE.c.id, column.table.c[name] >= before)


def delete_guests(connection: Connection, ids: Sequence[str], before: float) -> int:
    """Delete those of some guests who are still unused, with their tokens; return how many."""
    query = select(PEOPLE.c.id).where(PEOPLE.c.id.in_(ids), *_is_unused(before))
    still = list(connection.scalars(query))
    for column in _references_to(PEOPLE):
        connection.execute(delete(column.table).where(column.in_(still)))
    return connection.execute(delete(PEOPLE).where(PEOPLE.c.id.in_(still))).rowcount


def _references_to(table: Table) -> Iterator[Column[str]]:
    """Return the columns of other tables that name a row of a table."""
    for other in METADATA.sorted_tables:
        for key in other.foreign_keys:
            if key.column.table is table:
                yield key.parent
