"""Notices from worker to worker, on one PostgreSQL."""

import asyncio
from typing import Any

import pytest
from sqlalchemy import Connection, text
from sqlalchemy.ext.asyncio import AsyncConnection

from londinium.store import Store, StoreUnavailable, notice_bus
from londinium.store.notices import (
    Notice,
    NoticesLost,
    PersonChanged,
    PresenceChanged,
    SessionEnded,
    SessionsEnded,
    TableChanged,
    TokenChanged,
    decode,
    encode,
)
from londinium.store.postgres import Postgres
from tests.store.stores import OPENED, async_test, make_table, move, opened

END_LISTENERS = """
SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity
WHERE datname = current_database() AND query LIKE 'LISTEN%'
"""


def end_listeners(connection: Connection) -> int | None:
    """Cut the connections on which workers listen; tells how many."""
    return connection.scalar(text(END_LISTENERS))


def notices_of(store: Store) -> asyncio.Queue[Notice]:
    """Return a queue of the notices that a store receives."""
    received: asyncio.Queue[Notice] = asyncio.Queue()
    store.listen(received.put_nowait)
    return received


@async_test
async def test_workers_receive_the_notices_of_others_and_not_their_own(postgres_url: str) -> None:
    async with opened(postgres_url) as one, opened(postgres_url) as other:
        of_one, of_other = notices_of(one), notices_of(other)
        present = PresenceChanged("oak", "worker", 2, frozenset({"ada", "bob"}))
        for notice in (present, PresenceChanged("oak", "worker", 0, frozenset())):
            await one.announce(notice)
            assert await of_other.get() == notice
        changes = PersonChanged("ada"), TokenChanged("key"), SessionEnded("s"), SessionsEnded("a")
        for change in changes:
            await other.announce(change)
            assert await of_one.get() == change
        assert of_one.empty()
        assert of_other.empty()


@async_test
async def test_an_entry_is_announced_when_it_can_be_read(postgres_url: str) -> None:
    async with opened(postgres_url) as one, opened(postgres_url) as other:
        received = notices_of(other)
        await make_table(one)
        assert await received.get() == TableChanged("oak", 1)
        assert await other.entries("oak", 0) == [OPENED]
        appending = asyncio.create_task(one.append("oak", move(2)))
        assert await received.get() == TableChanged("oak", 2)
        assert await other.entries("oak", 1) == [move(2)]
        assert await appending


@async_test
async def test_a_conflict_is_not_announced(postgres_url: str) -> None:
    async with opened(postgres_url) as one, opened(postgres_url) as other:
        await make_table(one)
        received = notices_of(other)
        assert not await one.append("oak", move(1))
        await one.announce(PersonChanged("last"))
        while (notice := await received.get()) != PersonChanged("last"):
            assert notice == TableChanged("oak", 1)
        assert received.empty()


@async_test
async def test_a_lost_listener_comes_back_and_says_so(postgres_url: str) -> None:
    async with opened(postgres_url) as one, opened(postgres_url) as other:
        received = [notices_of(one), notices_of(other)]
        for _ in range(2):
            assert await one._database.write(end_listeners) == 2
            assert [await each.get() for each in received] == [NoticesLost()] * 2
        await one.announce(PersonChanged("ada"))
        assert await received[1].get() == PersonChanged("ada")


@async_test
async def test_a_listener_tries_until_it_is_back(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(notice_bus, "FIRST_PAUSE", 0.0)
    async with opened(postgres_url) as one, opened(postgres_url) as other:
        received = notices_of(other)
        refusals = iter([OSError, OSError])
        connect = Postgres.connect

        async def reluctantly(database: Postgres) -> AsyncConnection:
            for refusal in refusals:
                raise refusal
            return await connect(database)

        monkeypatch.setattr(Postgres, "connect", reluctantly)
        await one._database.write(end_listeners)
        assert await received.get() == NoticesLost()
        assert next(refusals, None) is None


@async_test
async def test_an_idle_connection_is_checked(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(notice_bus, "CHECK_SECONDS", 0.03)
    alive, answers = notice_bus._alive, asyncio.Queue[bool]()

    async def once(raw: Any) -> bool:
        answers.put_nowait(await alive(raw))
        return answers.qsize() == 1

    monkeypatch.setattr(notice_bus, "_alive", once)
    async with opened(postgres_url) as store:
        received = notices_of(store)
        assert await received.get() == NoticesLost()
        assert await answers.get()
        assert await answers.get()


@async_test
async def test_a_connection_that_does_not_answer_is_dead() -> None:
    class Hung:
        async def execute(self, _: str, timeout: float) -> None:
            raise TimeoutError

    assert not await notice_bus._alive(Hung())


@async_test
async def test_a_store_that_cannot_listen_is_not_opened(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(notice_bus, "CHANNEL", "")
    with pytest.raises(StoreUnavailable, match="raise its max_connections"):
        await Store.open(postgres_url)


@async_test
async def test_with_sqlite_there_is_nobody_to_notify(tmp_path: object) -> None:
    async with opened(f"sqlite:///{tmp_path}/londinium.db") as store:
        received = notices_of(store)
        await store.announce(PersonChanged("ada"))
        await make_table(store)
        assert received.empty()


@pytest.mark.parametrize(
    ("notice", "line"),
    [
        (TableChanged("oak", 12), "w1 table oak 12"),
        (PresenceChanged("oak", "w2", 3, frozenset()), "w1 presence oak w2 3"),
        (
            PresenceChanged("oak", "w2", 0, frozenset({"bob", "ada"})),
            "w1 presence oak w2 0 ada bob",
        ),
        (
            PresenceChanged("oak", "w2", 1, frozenset({"ada"}), "fast"),
            "w1 presence oak w2 1 ada pace:fast",
        ),
        (PersonChanged("ada"), "w1 person ada"),
        (TokenChanged("key"), "w1 token key"),
    ],
)
def test_a_notice_is_one_line_as_workers_of_other_versions_write_it(
    notice: Notice, line: str
) -> None:
    assert encode("w1", notice) == line
    assert decode(line) == ("w1", notice)


def test_notices_that_are_not_known_or_never_sent_are_left_alone() -> None:
    assert decode("w1 weather fine") == ("w1", None)
    with pytest.raises(ValueError, match="No worker"):
        encode("w1", NoticesLost())
