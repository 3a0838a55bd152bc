"""From a database URL to an open database, or to a sentence that says what to do."""

from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy import URL, make_url
from sqlalchemy.exc import ArgumentError

from londinium.store.database import Database, StoreUnavailable
from londinium.store.sqlite import Sqlite
from londinium.supervisor import Supervisor

if TYPE_CHECKING:
    from londinium.store.notice_bus import NoticeBus

__all__ = ["StoreUnavailable", "open_database"]

POSTGRES = ("postgres", "postgresql", "postgresql+asyncpg")


async def open_database(
    url: str, worker: str, supervisor: Supervisor
) -> tuple[Database, "NoticeBus | None"]:
    """Open the database at a URL, with the newest schema, and a bus if there can be others."""
    parsed = _parse(url)
    if parsed.drivername == "sqlite":
        return await Sqlite.open(_file(parsed)), None
    if parsed.drivername in POSTGRES:
        # Here and not above: a start with SQLite need not wait for asyncpg and what it needs.
        from londinium.store.notice_bus import open_postgres

        return await open_postgres(parsed, worker, supervisor)
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
