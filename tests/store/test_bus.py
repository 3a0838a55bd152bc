"""What workers on one PostgreSQL tell each other."""

import asyncio
from typing import Any

import pytest
from sqlalchemy import Connection, text
from sqlalchemy.ext.asyncio import AsyncConnection

from londinium.store import Store, StoreUnavailable, bus
from londinium.store.postgres import Postgres
from tests.store.stores import OPENED, awaited, make_table, move, opened

END_LISTENERS = """
SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity
WHERE datname = current_database() AND query LIKE 'LISTEN%'
"""


def end_listeners(connection: Connection) -> int | None:
    """Cut the connections on which workers listen; tells how many."""
    return connection.scalar(text(END_LISTENERS))


def heard_by(store: Store) -> asyncio.Queue[tuple[str, str]]:
    """Give a queue of what a store hears."""
    heard: asyncio.Queue[tuple[str, str]] = asyncio.Queue()
    store.listen(lambda topic, payload: heard.put_nowait((topic, payload)))
    return heard


@awaited
async def test_workers_hear_what_others_announce_and_not_themselves(postgres_url: str) -> None:
    async with opened(postgres_url) as one, opened(postgres_url) as other:
        heard_by_one, heard_by_other = heard_by(one), heard_by(other)
        await one.announce("presence", "oak ada here")
        await one.announce("stop", "")
        assert await heard_by_other.get() == ("presence", "oak ada here")
        assert await heard_by_other.get() == ("stop", "")
        await other.announce("answer", "żółć")
        assert await heard_by_one.get() == ("answer", "żółć")
        assert heard_by_one.empty()
        assert heard_by_other.empty()


@awaited
async def test_an_entry_is_announced_when_it_can_be_read(postgres_url: str) -> None:
    async with opened(postgres_url) as one, opened(postgres_url) as other:
        heard = heard_by(other)
        await make_table(one)
        assert await heard.get() == ("table", "oak 1")
        assert await other.entries("oak", 0) == [OPENED]
        appending = asyncio.create_task(one.append("oak", move(2)))
        assert await heard.get() == ("table", "oak 2")
        assert await other.entries("oak", 1) == [move(2)]
        assert await appending


@awaited
async def test_a_conflict_is_not_announced(postgres_url: str) -> None:
    async with opened(postgres_url) as one, opened(postgres_url) as other:
        await make_table(one)
        heard = heard_by(other)
        assert not await one.append("oak", move(1))
        await one.announce("last", "")
        while (news := await heard.get()) != ("last", ""):
            assert news == ("table", "oak 1")
        assert heard.empty()


@awaited
async def test_a_lost_listener_comes_back_and_says_so(postgres_url: str) -> None:
    async with opened(postgres_url) as one, opened(postgres_url) as other:
        heard = [heard_by(one), heard_by(other)]
        for _ in range(2):
            assert await one._database.write(end_listeners) == 2
            assert [await each.get() for each in heard] == [("lost", "")] * 2
        await one.announce("news", "again")
        assert await heard[1].get() == ("news", "again")


@awaited
async def test_a_listener_tries_until_it_is_back(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bus, "FIRST_PAUSE", 0.0)
    async with opened(postgres_url) as one, opened(postgres_url) as other:
        heard = heard_by(other)
        refusals = iter([OSError, OSError])
        connect = Postgres.connect

        async def reluctantly(database: Postgres) -> AsyncConnection:
            for refusal in refusals:
                raise refusal
            return await connect(database)

        monkeypatch.setattr(Postgres, "connect", reluctantly)
        await one._database.write(end_listeners)
        assert await heard.get() == ("lost", "")
        assert next(refusals, None) is None


@awaited
async def test_a_silent_connection_is_asked_whether_it_lives(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bus, "CHECK", 0.03)
    alive, answers = bus._alive, asyncio.Queue[bool]()

    async def once(raw: Any) -> bool:
        answers.put_nowait(await alive(raw))
        return answers.qsize() == 1

    monkeypatch.setattr(bus, "_alive", once)
    async with opened(postgres_url) as store:
        heard = heard_by(store)
        assert await heard.get() == ("lost", "")
        assert await answers.get()
        assert await answers.get()


@awaited
async def test_a_connection_that_does_not_answer_is_dead() -> None:
    class Hung:
        async def execute(self, _: str, timeout: float) -> None:
            raise TimeoutError

    assert not await bus._alive(Hung())


@awaited
async def test_a_store_that_cannot_listen_is_not_opened(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bus, "CHANNEL", "")
    with pytest.raises(StoreUnavailable, match="raise its max_connections"):
        await Store.open(postgres_url)


@awaited
async def test_with_sqlite_there_is_nobody_to_hear(tmp_path: object) -> None:
    async with opened(f"sqlite:///{tmp_path}/londinium.db") as store:
        heard = heard_by(store)
        await store.announce("news", "")
        await make_table(store)
        assert heard.empty()
