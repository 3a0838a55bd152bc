"""The upkeep of live tables: idle ones leave memory, and workers hear who is present where."""

import asyncio

from londinium.server.errors import Damaged
from londinium.server.tables.live_tables import LiveTables
from londinium.store import DatabaseOutage

ROUND_SECONDS = 5.0


async def maintain(live_tables: LiveTables) -> None:
    """Look after the live tables, for ever."""
    while True:
        await asyncio.sleep(ROUND_SECONDS)
        await maintain_once(live_tables)


async def maintain_once(live_tables: LiveTables) -> None:
    """Drop idle tables; bring those with streams up to date, and announce who is present."""
    live_tables.drop_idle()
    for live in list(live_tables.tables.values()):
        if not live.streams:
            continue
        try:
            if live.stale:  # it was left so by an outage
                await live_tables.catch_up(live)
            await live_tables.announce_presence(live)
        except DatabaseOutage:
            return
        except Damaged:  # which was logged where it was found
            continue
