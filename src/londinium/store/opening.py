"""From a database URL to an open database, or to a sentence that says what to do."""

from pathlib import Path

from sqlalchemy import URL, make_url
from sqlalchemy.exc import ArgumentError

from londinium.store.database import Database, StoreUnavailable
from londinium.store.postgres import Postgres
from londinium.store.sqlite import Sqlite

__all__ = ["StoreUnavailable", "open_database"]

POSTGRES = ("postgres", "postgresql", "postgresql+asyncpg")


async def open_database(url: str) -> Database:
    """Open the database at a URL, with the newest schema."""
    parsed = _parse(url)
    if parsed.drivername == "sqlite":
        return await Sqlite.open(_file(parsed))
    if parsed.drivername in POSTGRES:
        return await Postgres.open(parsed)
    raise StoreUnavailable(
        f"Databases of the kind {parsed.drivername!r} are not supported: "
        "use sqlite:///path/file.db or postgresql://user:password@host/database."
    )


def _parse(url: str) -> URL:
    try:
        return make_url(url)
    except (ArgumentError, ValueError):
        # Whatever could not be read may be a part of the password: it is not repeated.
        raise StoreUnavailable(
            "The database URL cannot be read: use sqlite:///path/file.db or "
            "postgresql://user:password@host/database, special characters written as %xx."
        ) from None


def _file(url: URL) -> Path:
    if not url.database or url.database == ":memory:":
        raise StoreUnavailable("SQLite needs a file: use a URL like sqlite:///path/file.db.")
    return Path(url.database).expanduser().resolve()
