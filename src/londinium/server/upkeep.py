"""Upkeep of what lasts: sizes for the metrics, room on the disk, and sweeping what is unused."""

import asyncio
from dataclasses import dataclass, field
from typing import Final

from londinium.server.limits import Limits
from londinium.server.logs import LOG
from londinium.server.metrics import Metrics
from londinium.server.settings import Settings
from londinium.server.tables.live_tables import LiveTables

DISK_SECONDS: Final = 10  # between looks at the room on the disk
SIZES_SECONDS: Final = 300  # between counts of all that is stored
SWEEP_SECONDS: Final = 3600
PAUSE_SECONDS: Final = 0.2  # between two transactions of a sweep, so that moves come first
TABLES_AT_ONCE: Final = 5  # to delete one with its journal takes about a millisecond
GUESTS_AT_ONCE: Final = 50
DAY: Final = 86_400
MEGABYTE: Final = 1_000_000
# What can wait while the disk is nearly full, so that moves do not fail: kinds of limits.
CAN_WAIT: Final = ("guest", "table", "import", "chat")


@dataclass
class Upkeep:
    """Looks after what is stored; every worker does so, since what one has swept is gone."""

    live_tables: LiveTables
    limits: Limits
    metrics: Metrics
    settings: Settings
    _swept_at: float = field(default=float("-inf"), init=False)
    _measured_at: float = field(default=float("-inf"), init=False)

    async def run(self) -> None:
        """Look after it for ever; what fails is tried again."""
        while True:
            try:
                await self.look_after()
            except Exception:
                LOG.exception("database upkeep failed")
            await asyncio.sleep(DISK_SECONDS)

    async def look_after(self) -> None:
        """Do what is due."""
        now = self.live_tables.clock()
        await self.check_disk()
        if now - self._measured_at >= SIZES_SECONDS:
            self._measured_at = now
            await self.measure()
        if now - self._swept_at >= SWEEP_SECONDS:
            self._swept_at = now
            await self.sweep()

    async def check_disk(self) -> None:
        """Refuse what can wait while the disk is nearly full."""
        free = await self.live_tables.store.free_bytes()
        if free is None:
            return
        self.metrics.free_bytes.set(free)
        scarce = free < self.settings.disk_reserve_mb * MEGABYTE
        if scarce and not self.limits.paused:
            LOG.error("the disk is nearly full: new tables, imports, chat and guests are refused")
        self.limits.paused = frozenset(CAN_WAIT) if scarce else frozenset()

    async def measure(self) -> None:
        """Note in the metrics how much is stored."""
        sizes = await self.live_tables.store.sizes()
        self.metrics.database_bytes.set(sizes.database_bytes)
        self.metrics.stored_tables.set(sizes.tables)
        self.metrics.people.set(sizes.people)

    async def sweep(self) -> None:
        """Delete what guests have not used for long, and matches beyond those that are kept."""
        store = self.live_tables.store
        before = self.live_tables.clock() - self.settings.guest_days * DAY
        while tables := await store.unused_tables(before, TABLES_AT_ONCE):
            await self._delete_tables(tables)
        kept = self.settings.matches_kept
        while tables := await store.surplus_tables(kept, TABLES_AT_ONCE):
            await self._delete_tables(tables)
        while guests := await store.unused_guests(before, GUESTS_AT_ONCE):
            deleted = await store.delete_guests(guests, before)
            self.metrics.count_swept("guests", deleted)
            await asyncio.sleep(PAUSE_SECONDS)

    async def _delete_tables(self, tables: list[str]) -> None:
        deleted = await self.live_tables.store.delete_tables(tables)
        self.live_tables.forget(tables)
        self.metrics.count_swept("tables", deleted)
        await asyncio.sleep(PAUSE_SECONDS)
