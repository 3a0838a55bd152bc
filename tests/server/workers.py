"""Two workers on one PostgreSQL, in this process and on one clock."""

import asyncio
from collections.abc import AsyncIterator, Iterable, Sequence
from contextlib import asynccontextmanager
from typing import Any

import pytest

from londinium.store.records import Entry
from tests.server.house import PATIENCE, Clock, House, Visitor, Watcher, house


@asynccontextmanager
async def two_workers(url: str) -> AsyncIterator[tuple[House, House]]:
    """Open two servers on one database."""
    clock = Clock()
    async with house(url, clock) as one, house(url, clock) as other:
        yield one, other


async def at_both(name: str, one: House, other: House) -> tuple[Visitor, Visitor]:
    """Let somebody in at both workers, as the same person."""
    here, there = await one.visitor(name), await other.visitor(None)
    there.client.cookies.update(here.client.cookies)
    return here, there


class Race:
    """Lets neither of two workers enter a version before the other wants to, and counts losers."""

    def __init__(self, homes: Sequence[House], monkeypatch: pytest.MonkeyPatch) -> None:
        self.version = 0  # for which they race
        self.lost = 0
        self._line = asyncio.Barrier(2)
        for home in homes:
            monkeypatch.setattr(home.server.store, "append", self._held_up(home))

    def _held_up(self, home: House) -> Any:
        append = home.server.store.append

        async def race(table: str, entry: Entry, *more: Any) -> bool:
            if entry.version == self.version:
                await self._line.wait()
            accepted = await append(table, entry, *more)
            self.lost += not accepted
            return accepted

        return race


def topics_heard(home: House) -> asyncio.Queue[str]:
    """Give a queue of the topics on which a worker hears from others, when it has heard."""
    heard: asyncio.Queue[str] = asyncio.Queue()
    home.server.store.listen(lambda topic, _: heard.put_nowait(topic))
    return heard


async def hears(heard: asyncio.Queue[str], topic: str) -> None:
    """Wait until a worker has heard on a topic."""
    while await asyncio.wait_for(heard.get(), PATIENCE) != topic:
        continue


async def told_until(watcher: Watcher, version: int) -> list[int]:
    """Wait until a stream has told of a version; return all versions whose news it told."""
    told: list[int] = []
    while True:
        update = await watcher.update()
        assert not update["gap"]
        told += [news["version"] for news in update["news"]]
        if update["version"] >= version:
            return told


def a_move(update: Any, number: int, client_id: str) -> dict[str, Any]:
    """Return a legal move as a client posts it, by its number in the list."""
    legal = update["position"]["legal"]
    return {
        "action": legal[number % len(legal)]["action"],
        "version": update["version"],
        "client_id": client_id,
    }


def check_whole(entries: Iterable[Entry]) -> None:
    """Check that a journal has no gap, and nothing twice."""
    versions, client_ids = [], []
    for entry in entries:
        versions.append(entry.version)
        client_ids.append(entry.client_id)
    given = [client_id for client_id in client_ids if client_id]
    assert versions == list(range(1, len(versions) + 1))
    assert len(given) == len(set(given))
