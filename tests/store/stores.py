"""Stores opened for a test, and things to put in them."""

import asyncio
import functools
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any, ParamSpec

from londinium.store import EntryRow, Header, Listing, Store

P = ParamSpec("P")
PATIENCE = 60  # seconds; a test that waits for what never comes must fail

HEADER = Header(
    id="oak",
    created=1000.5,
    host="ada",
    game="ticket_to_ride_london",
    rules_version=2,
    seats=3,
    options={"variant": "short"},
    pace={"kind": "live", "seconds": 30},
    listed=True,
    seed=b"\x00\xffsixteen bytes..",
    same_deal_of="elm",
)
OPENED = EntryRow(1, "open", 1000.5, None, "ada", "c1", {"name": "Ada"})
OPEN = Listing("open", None, ("ada",), {"names": ["Ada", None, None]})


def async_test(test: Callable[P, Coroutine[Any, Any, None]]) -> Callable[P, None]:
    """Make a test of a coroutine function."""

    @functools.wraps(test)
    def run(*args: P.args, **kwargs: P.kwargs) -> None:
        asyncio.run(asyncio.wait_for(test(*args, **kwargs), PATIENCE))

    return run


@asynccontextmanager
async def opened(url: str) -> AsyncIterator[Store]:
    """Open a store for a while."""
    store = await Store.open(url)
    try:
        yield store
    finally:
        await store.close()


async def make_table(store: Store, id: str = "oak", index: Listing = OPEN, **header: Any) -> bool:
    """Make a table with its first entry."""
    return await store.create(replace(HEADER, id=id, **header), OPENED, index)


def move(version: int, **fields: Any) -> EntryRow:
    """Return an entry for a move."""
    return EntryRow(version, "move", 1000.5 + version, data={"action": version}, **fields)
