"""People, their tokens, and the secrets that workers share."""

import secrets
import unicodedata
from typing import Any

from sqlalchemy import Connection, Row, case, delete, insert, null, select, update
from sqlalchemy.dialects import postgresql, sqlite

from londinium.store.records import Person, Token
from londinium.store.schema import PEOPLE, SECRETS, TOKENS
from londinium.store.sessions import end_sessions

SECRET_BYTES = 32


def fold(name: str) -> str:
    """Return the form by which names are compared."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())


def add_person(connection: Connection, person: Person) -> None:
    """Add a guest or an account."""
    login = None if person.guest else fold(person.name)
    connection.execute(insert(PEOPLE).values(**vars(person), login=login))


def person(connection: Connection, id: str) -> Person | None:
    """Return a person."""
    return _person(connection.execute(select(PEOPLE).where(PEOPLE.c.id == id)).first())


def account(connection: Connection, name: str) -> Person | None:
    """Return the account of that name."""
    return _person(connection.execute(select(PEOPLE).where(PEOPLE.c.login == fold(name))).first())


def make_account(connection: Connection, id: str, name: str, password: str) -> bool:
    """Create an account for a guest."""
    change = (
        update(PEOPLE)
        .where(PEOPLE.c.id == id, PEOPLE.c.password.is_(None))
        .values(name=name, login=fold(name), password=password)
    )
    return connection.execute(change).rowcount == 1


def rename(connection: Connection, id: str, name: str) -> bool:
    """Give a person another name."""
    login = case((PEOPLE.c.password.is_(None), null()), else_=fold(name))
    change = update(PEOPLE).where(PEOPLE.c.id == id).values(name=name, login=login)
    return connection.execute(change).rowcount == 1


def set_password(connection: Connection, id: str, password: str) -> None:
    """Change a password, which ends all sessions."""
    connection.execute(update(PEOPLE).where(PEOPLE.c.id == id).values(password=password))
    end_sessions(connection, id)


def add_token(connection: Connection, token: Token) -> None:
    """Add a token."""
    values = vars(token) | {"person_id": token.person}
    del values["person"]
    connection.execute(insert(TOKENS).values(values))


def token(connection: Connection, id: str) -> Token | None:
    """Return a token."""
    row = connection.execute(select(TOKENS).where(TOKENS.c.id == id)).first()
    return None if row is None else _token(row)


def tokens(connection: Connection, person: str) -> list[Token]:
    """Return a person's tokens, oldest first."""
    query = select(TOKENS).where(TOKENS.c.person_id == person)
    return [_token(row) for row in connection.execute(query.order_by(TOKENS.c.created))]


def revoke(connection: Connection, person: str, id: str) -> bool:
    """Delete a token if it is that person's."""
    mine = TOKENS.c.id == id, TOKENS.c.person_id == person
    return connection.execute(delete(TOKENS).where(*mine)).rowcount == 1


def revoke_all(connection: Connection, person: str) -> list[str]:
    """Delete all tokens of a person, and return their ids."""
    change = delete(TOKENS).where(TOKENS.c.person_id == person).returning(TOKENS.c.id)
    return list(connection.scalars(change))


def use_token(connection: Connection, id: str, now: float) -> None:
    """Note that a token is used."""
    connection.execute(update(TOKENS).where(TOKENS.c.id == id).values(used=now))


def secret(connection: Connection, name: str) -> bytes | None:
    """Return a secret."""
    return connection.scalar(select(SECRETS.c.value).where(SECRETS.c.name == name))


def make_secret(connection: Connection, name: str) -> bytes:
    """Make a secret unless another worker was first, and return the one that is stored."""
    insert: Any = postgresql.insert if connection.dialect.name == "postgresql" else sqlite.insert
    values = {"name": name, "value": secrets.token_bytes(SECRET_BYTES)}
    connection.execute(insert(SECRETS).values(values).on_conflict_do_nothing())
    return connection.scalars(select(SECRETS.c.value).where(SECRETS.c.name == name)).one()


def _person(row: Row[Any] | None) -> Person | None:
    if row is None:
        return None
    return Person(row.id, row.name, row.created, row.password, row.epoch)


def _token(row: Row[Any]) -> Token:
    return Token(
        row.id,
        row.person_id,
        row.digest,
        row.label,
        row.created,
        row.scope,
        row.expires,
        row.used,
    )
