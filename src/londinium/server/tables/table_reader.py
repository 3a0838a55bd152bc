"""Reading tables from the store: from a snapshot and the entries since, or from all entries."""

import asyncio
import contextlib
from collections.abc import Iterator

from londinium.server.errors import Damaged, NotFound, RequestError
from londinium.server.logs import LOG
from londinium.server.tables import serialization
from londinium.server.tables.table import Table
from londinium.store import DatabaseOutage, Store, UnusableSnapshot


class TableReader:
    """Reads tables from the store, and logs which of them are damaged."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._reported: set[str] = set()  # damaged tables that were logged

    async def read(self, id: str) -> Table:
        """Return the table of that id; a snapshot that cannot be used is replaced."""
        with self.damage_reported(id):
            try:
                return await self._restore(id)
            except UnusableSnapshot as error:
                fields = {"table": id, "reason": str(error)}
                LOG.warning("a snapshot cannot be used", extra={"fields": fields})
            table = await self._restore(id, use_snapshot=False)
            with contextlib.suppress(DatabaseOutage):  # a full disk can be read
                await self._store.put_snapshot(id, table.version, serialization.snapshot(table))
            return table

    async def _restore(self, id: str, use_snapshot: bool = True) -> Table:
        stored = await self._store.load(id, use_snapshot)
        if stored is None:
            raise NotFound("no_such_table", "There is no such table: check the link.")
        return await asyncio.to_thread(serialization.restore_table, stored)

    @contextlib.contextmanager
    def damage_reported(self, id: str) -> Iterator[None]:
        """Raise Damaged if a table cannot be made of what is stored, for whatever reason."""
        try:
            yield
        except (RequestError, DatabaseOutage):
            raise
        except Exception as error:
            self.report_damage(id, error)
            raise Damaged(
                "damaged_table",
                "The stored data of this table is damaged, or of other rules, so it cannot be"
                " opened: tell the host of the site, and play on at another table.",
            ) from error

    def report_damage(self, id: str, error: Exception) -> None:
        """Log what is wrong with what is stored of a table; once, however many people see it."""
        if id not in self._reported:
            self._reported.add(id)
            LOG.error("a table is damaged", exc_info=error, extra={"fields": {"table": id}})
