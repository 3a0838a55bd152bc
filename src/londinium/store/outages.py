"""Outages: whether the database works, as far as the last attempts show."""

import logging
import secrets
from collections.abc import Callable

from sqlalchemy import Connection, delete, insert

from londinium.store.database import Database, DatabaseOutage, Dialect, P, T, Work
from londinium.store.schema import SECRETS

PROBE_BYTES = 16_384  # several pages, so that a full disk is noticed

log = logging.getLogger(__name__)


class WatchedDatabase:
    """A database that remembers an outage until something could be written again."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self.outage: DatabaseOutage | None = None
        self.listeners: list[Callable[[], None]] = []  # called when an outage begins

    @property
    def dialect(self) -> Dialect:
        """Which SQL it understands where the two differ."""
        return self._database.dialect

    async def read(self, work: Work[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Run a function that only reads."""
        try:
            return await self._database.read(work, *args, **kwargs)
        except DatabaseOutage as error:
            self._note(error)
            raise

    async def write(self, work: Work[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Run a function in one transaction."""
        try:
            done = await self._database.write(work, *args, **kwargs)
        except DatabaseOutage as error:
            self._note(error)
            raise
        if self.outage:
            log.warning("the database works again")
            self.outage = None
        return done

    async def close(self) -> None:
        """Close all connections."""
        await self._database.close()

    def _note(self, error: DatabaseOutage) -> None:
        begins, self.outage = self.outage is None, error
        if begins:
            log.error(str(error), extra={"fields": {"cause": _cause(error)}})
            for listener in self.listeners:
                listener()


def probe(connection: Connection) -> None:
    """Write something and delete it again."""
    name = f"probe-{secrets.token_hex(8)}"
    connection.execute(insert(SECRETS).values(name=name, value=secrets.token_bytes(PROBE_BYTES)))
    connection.execute(delete(SECRETS).where(SECRETS.c.name == name))


def _cause(error: DatabaseOutage) -> str:
    """Return the kind of error behind an outage; its text may show what was asked."""
    cause = error.__cause__
    return type(getattr(cause, "orig", None) or cause).__name__
