"""Sessions: the browsers in which people are logged in.

A session of a cookie of version 0.1 has its id from the cookie. Once it has ended its row is kept:
without one, the cookie would begin it again.
"""

from typing import Any, Final

from sqlalchemy import ColumnElement, Connection, Row, delete, select, update
from sqlalchemy.dialects import postgresql, sqlite

from londinium.store.records import SessionRow
from londinium.store.schema import PEOPLE, SESSIONS

OLD_PREFIX: Final = "old-"  # of the ids of sessions of version 0.1


def add_session(connection: Connection, session: SessionRow, most: int) -> list[str]:
    """Add a session unless it is or was there; end a person's oldest ones beyond `most`.

    Return the ids of those that were ended.
    """
    insert: Any = postgresql.insert if connection.dialect.name == "postgresql" else sqlite.insert
    values = vars(session) | {"person_id": session.person}
    del values["person"]
    connection.execute(insert(SESSIONS).values(values).on_conflict_do_nothing())
    others = [one.id for one in sessions(connection, session.person) if one.id != session.id]
    oldest = others[most - 1 :]
    if oldest:
        _end(connection, SESSIONS.c.id.in_(oldest))
    return oldest


def session(connection: Connection, id: str) -> SessionRow | None:
    """Return a session."""
    query = select(SESSIONS).where(SESSIONS.c.id == id, ~SESSIONS.c.ended)
    row = connection.execute(query).first()
    return None if row is None else _session(row)


def sessions(connection: Connection, person: str) -> list[SessionRow]:
    """Return a person's sessions, those used last first."""
    query = select(SESSIONS).where(SESSIONS.c.person_id == person, ~SESSIONS.c.ended)
    newest_first = SESSIONS.c.seen.desc(), SESSIONS.c.created.desc(), SESSIONS.c.id
    return [_session(row) for row in connection.execute(query.order_by(*newest_first))]


def use_session(connection: Connection, id: str, now: float) -> None:
    """Note that a session is used."""
    connection.execute(update(SESSIONS).where(SESSIONS.c.id == id).values(seen=now))


def end_session(connection: Connection, person: str, id: str) -> bool:
    """End a session if it is that person's."""
    return _end(connection, SESSIONS.c.id == id, SESSIONS.c.person_id == person) == 1


def _end(connection: Connection, *which: ColumnElement[bool]) -> int:
    """End some sessions, and return how many."""
    is_old = SESSIONS.c.id.startswith(OLD_PREFIX, autoescape=True)
    deleted = connection.execute(delete(SESSIONS).where(*which, ~is_old)).rowcount
    kept = update(SESSIONS).where(*which, is_old, ~SESSIONS.c.ended).values(ended=True)
    return deleted + connection.execute(kept).rowcount


def end_sessions(connection: Connection, person: str) -> None:
    """End all sessions of a person; the epoch ends the cookies of version 0.1."""
    connection.execute(delete(SESSIONS).where(SESSIONS.c.person_id == person))
    values = {"epoch": PEOPLE.c.epoch + 1}
    connection.execute(update(PEOPLE).where(PEOPLE.c.id == person).values(values))


def _session(row: Row[Any]) -> SessionRow:
    return SessionRow(row.id, row.person_id, row.created, row.seen, row.browser, row.system)
