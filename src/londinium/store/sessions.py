"""Sessions: the browsers in which people are logged in."""

from typing import Any

from sqlalchemy import Connection, Row, delete, select, update
from sqlalchemy.dialects import postgresql, sqlite

from londinium.store.records import SessionRow
from londinium.store.schema import PEOPLE, SESSIONS


def add_session(connection: Connection, session: SessionRow, most: int) -> list[str]:
    """Add a session unless it is there; end a person's oldest ones beyond `most`.

    Return the ids of those that were ended.
    """
    insert: Any = postgresql.insert if connection.dialect.name == "postgresql" else sqlite.insert
    values = vars(session) | {"person_id": session.person}
    del values["person"]
    connection.execute(insert(SESSIONS).values(values).on_conflict_do_nothing())
    others = [one.id for one in sessions(connection, session.person) if one.id != session.id]
    oldest = others[most - 1 :]
    if oldest:
        connection.execute(delete(SESSIONS).where(SESSIONS.c.id.in_(oldest)))
    return oldest


def session(connection: Connection, id: str) -> SessionRow | None:
    """Return a session."""
    row = connection.execute(select(SESSIONS).where(SESSIONS.c.id == id)).first()
    return None if row is None else _session(row)


def sessions(connection: Connection, person: str) -> list[SessionRow]:
    """Return a person's sessions, those used last first."""
    query = select(SESSIONS).where(SESSIONS.c.person_id == person)
    newest_first = SESSIONS.c.seen.desc(), SESSIONS.c.created.desc(), SESSIONS.c.id
    return [_session(row) for row in connection.execute(query.order_by(*newest_first))]


def use_session(connection: Connection, id: str, now: float) -> None:
    """Note that a session is used."""
    connection.execute(update(SESSIONS).where(SESSIONS.c.id == id).values(seen=now))


def end_session(connection: Connection, person: str, id: str) -> bool:
    """End a session if it is that person's."""
    own = SESSIONS.c.id == id, SESSIONS.c.person_id == person
    return connection.execute(delete(SESSIONS).where(*own)).rowcount == 1


def end_sessions(connection: Connection, person: str) -> None:
    """End all sessions of a person; the epoch ends those that only a cookie of 0.1 knows of."""
    connection.execute(delete(SESSIONS).where(SESSIONS.c.person_id == person))
    values = {"epoch": PEOPLE.c.epoch + 1}
    connection.execute(update(PEOPLE).where(PEOPLE.c.id == person).values(values))


def _session(row: Row[Any]) -> SessionRow:
    return SessionRow(row.id, row.person_id, row.created, row.seen, row.browser, row.system)
