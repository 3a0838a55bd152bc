"""Two workers on one PostgreSQL, in this process and on one clock."""

import asyncio
from collections.abc import AsyncIterator, Iterable, Sequence
from contextlib import asynccontextmanager
from typing import Any

import pytest

from londinium.store.records import EntryRow
from tests.server.in_process_server import (
    PATIENCE,
    Clock,
    InProcessServer,
    StreamReader,
    Visitor,
    in_process_server,
)


@asynccontextmanager
async def two_workers(
    url: str, **settings: Any
) -> AsyncIterator[tuple[InProcessServer, InProcessServer]]:
    """Open two servers on one database."""
    clock = Clock()
    async with (
        in_process_server(url, clock, **settings) as one,
        in_process_server(url, clock, **settings) as other,
    ):
        yield one, other


async def at_both(
    name: str, one: InProcessServer, other: InProcessServer
) -> tuple[Visitor, Visitor]:
    """Let somebody in at both workers, as the same person."""
    here, there = await one.visitor(name), await other.visitor(None)
    there.client.cookies.update(here.client.cookies)
    return here, there


class Race:
    """Lets neither of two workers enter a version before the other wants to, and counts losers."""

    def __init__(self, homes: Sequence[InProcessServer], monkeypatch: pytest.MonkeyPatch) -> None:
        self.version = 0  # for which they race
        self.lost = 0
        self._line = asyncio.Barrier(2)
        for running in homes:
            monkeypatch.setattr(running.server.store, "append", self._held_up(running))

    def _held_up(self, running: InProcessServer) -> Any:
        append = running.server.store.append

        async def race(table: str, entry: EntryRow, *more: Any) -> bool:
            if entry.version == self.version:
                await self._line.wait()
            accepted = await append(table, entry, *more)
            self.lost += not accepted
            return accepted

        return race


def notices_of(running: InProcessServer) -> asyncio.Queue[type]:
    """Return a queue of the kinds of notices that a worker receives, once it has acted on each."""
    received: asyncio.Queue[type] = asyncio.Queue()
    running.server.store.listen(lambda notice: received.put_nowait(type(notice)))
    return received


async def receives(received: asyncio.Queue[type], kind: type) -> None:
    """Wait until a worker has received a notice of a kind."""
    while await asyncio.wait_for(received.get(), PATIENCE) is not kind:
        continue


async def updates_until(reader: StreamReader, version: int) -> list[int]:
    """Wait until a stream has sent a version; return all versions whose news it sent."""
    versions: list[int] = []
    while True:
        update = await reader.update()
        assert not update["gap"]
        versions += [news["version"] for news in update["news"]]
        if update["version"] >= version:
            return versions


def a_move(update: Any, number: int, client_id: str) -> dict[str, Any]:
    """Return a legal move as a client posts it, by its number in the list."""
    legal = update["position"]["legal"]
    return {
        "action": legal[number % len(legal)]["action"],
        "version": update["version"],
        "client_id": client_id,
    }


def check_whole(entries: Iterable[EntryRow]) -> None:
    """Check that a journal has no gap, and nothing twice."""
    versions, client_ids = [], []
    for entry in entries:
        versions.append(entry.version)
        client_ids.append(entry.client_id)
    given = [client_id for client_id in client_ids if client_id]
    assert versions == list(range(1, len(versions) + 1))
    assert len(given) == len(set(given))
