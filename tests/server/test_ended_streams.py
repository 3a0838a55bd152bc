"""A stream ends with the session or the token by which it was opened, on every worker."""

from pathlib import Path
from typing import Any

import pytest

from londinium.server.tables.streams import Stream
from londinium.store.notices import NoticesLost, SessionEnded, SessionsEnded, TokenChanged
from tests.server.in_process_server import (
    InProcessServer,
    StreamReader,
    Visitor,
    async_test,
    error_of,
    in_process_server,
)
from tests.server.workers import notices_of, receives, two_workers

PASSWORD = "correct horse"
ADA = {"name": "Ada", "password": PASSWORD}


@pytest.fixture
def url(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'londinium.db'}"


async def account(running: InProcessServer, kind: str = "accounts") -> Visitor:
    """Let Ada in with an account, or once more."""
    visitor = await running.visitor(None)
    assert (await visitor.client.post(f"/api/{kind}", json=ADA)).status_code == 201
    return visitor


async def make_token(owner: Visitor, **body: Any) -> tuple[str, dict[str, str]]:
    """Make a token; return its id, and the header of a program that has it."""
    answer = await owner.client.post("/api/tokens", json={"label": "bot"} | body)
    assert answer.status_code == 201, answer.text
    return answer.json()["id"], {"authorization": f"Bearer {answer.json()['token']}"}


async def opened(visitor: Visitor, table: str, **headers: str) -> StreamReader:
    """Open a stream that shows the cards of its viewer."""
    reader = visitor.open_stream(table, **headers)
    assert (await reader.update())["you"]["seats"]
    return reader


async def opened_by_token(
    running: InProcessServer, table: str, header: dict[str, str]
) -> StreamReader:
    """Open a stream by a token."""
    return await opened(await running.visitor(None), table, **header)


ENDINGS = {
    "log out": ("DELETE", "/api/sessions", None),
    "log out everywhere": ("DELETE", "/api/me/sessions", None),
    "end the session": ("DELETE", "/api/me/sessions/{session}", None),
    "another password": (
        "PUT",
        "/api/me/password",
        {"old": PASSWORD, "new": "battery staple", "end_tokens": True},
    ),
    "revoke the token": ("DELETE", "/api/tokens/{token}", None),
}
ENDED = {  # whether the streams of the session, of another session and of the token end
    "log out": (True, False, False),
    "log out everywhere": (True, True, False),
    "end the session": (True, False, False),
    "another password": (True, True, True),
    "revoke the token": (False, False, True),
}


@pytest.mark.parametrize("how", ENDINGS)
@async_test
async def test_the_streams_of_what_has_ended_end_at_once(url: str, how: str) -> None:
    async with in_process_server(url) as running:
        laptop = await account(running)
        phone = await account(running, "sessions")
        spectator = await running.visitor(None)
        id, header = await make_token(laptop)
        table = await laptop.make("me", "easy", start=True)
        listed = (await laptop.client.get("/api/me/sessions")).json()
        [session] = [one["id"] for one in listed if one["current"]]
        readers = [
            await opened(laptop, table),
            await opened(phone, table),
            await opened_by_token(running, table, header),
        ]
        watching = spectator.open_stream(table)
        await watching.update()
        method, path, body = ENDINGS[how]
        answer = await laptop.client.request(
            method, path.format(session=session, token=id), json=body
        )
        assert answer.status_code in (200, 204), answer.text
        received = [updates_in(reader) for reader in readers]
        await running.server.turn_runner.run_due()
        version = await move_as_ada(running, table)
        for reader, before, ended in zip(readers, received, ENDED[how], strict=True):
            if ended:
                await reader.ended()
                assert updates_in(reader) == before
            else:
                await until(reader, version)
        await until(watching, version)


def updates_in(reader: StreamReader) -> int:
    """Return how many updates a stream has sent."""
    return reader.raw.count(b"event: update")


async def until(reader: StreamReader, version: int) -> None:
    """Wait until a stream has sent a version."""
    while (await reader.update())["version"] < version:
        continue


async def move_as_ada(running: InProcessServer, table: str) -> int:
    """Let Ada move, from a browser of her own, with either password."""
    visitor = await running.visitor(None)
    for password in (PASSWORD, "battery staple"):
        answer = await visitor.client.post("/api/sessions", json=ADA | {"password": password})
        if answer.status_code == 201:
            return await visitor.move(table)
    raise AssertionError("Ada could not log in")


@async_test
async def test_who_connects_again_is_a_spectator_or_refused(url: str) -> None:
    async with in_process_server(url) as running:
        ada = await account(running)
        id, header = await make_token(ada)
        table = await ada.make("me", "easy", start=True)
        await ada.client.delete(f"/api/tokens/{id}")
        program = await running.visitor(None)
        refused = await program.client.get(f"/api/tables/{table}/stream", headers=header)
        assert error_of(refused) == (401, "bad_token")
        copy = await running.visitor(None)
        copy.client.cookies.update(ada.client.cookies)
        await ada.client.delete("/api/sessions")
        assert (await copy.open_stream(table).update())["you"]["seats"] == []


@async_test
async def test_a_stream_ends_when_its_token_expires(url: str) -> None:
    async with in_process_server(url) as running:
        ada = await account(running)
        _, header = await make_token(ada, days=1)
        table = await ada.make("me", "me", start=True)
        program = await running.visitor(None)
        reader = program.open_stream(table, **header)
        await until(reader, await ada.move(table))
        received = updates_in(reader)
        running.clock.time += 24 * 3600
        await ada.move(table)
        await reader.ended()
        assert updates_in(reader) == received


@async_test
async def test_what_ends_while_a_stream_is_opened_ends_it_too(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with in_process_server(url) as running:
        ada = await account(running)
        table = await ada.make("me", "easy", start=True)
        copy = await running.visitor(None)
        copy.client.cookies.update(ada.client.cookies)
        join = running.server.live_tables.join

        async def log_out_first(id: str, stream: Stream) -> Any:
            await ada.client.delete("/api/sessions")
            return await join(id, stream)

        monkeypatch.setattr(running.server.live_tables, "join", log_out_first)
        reader = copy.open_stream(table)
        await reader.ended()
        assert b"data" not in reader.raw


@async_test
async def test_what_ended_before_the_stream_was_opened_refuses_it(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with in_process_server(url) as running:
        ada = await account(running)
        table = await ada.make("me", "easy", start=True)
        _, header = await make_token(ada)

        async def ended(_: object) -> bool:
            return False

        monkeypatch.setattr(running.server.identities, "is_valid", ended)
        answer = await ada.client.get(f"/api/tables/{table}/stream")
        assert error_of(answer) == (401, "logged_out")
        answer = await ada.client.get(f"/api/tables/{table}/stream", headers=header)
        assert error_of(answer) == (401, "bad_token")


@async_test
async def test_after_lost_notices_streams_are_checked(url: str) -> None:
    async with in_process_server(url) as running:
        ada, bob = await account(running), await running.visitor("Bob")
        id, header = await make_token(ada)
        table = await ada.make("me", "free")
        await bob.do(table, "seats")
        await ada.do(table, "start")
        lost = await opened_by_token(running, table, header)
        kept = bob.open_stream(table)
        await kept.update()
        me = (await ada.client.get("/api/me")).json()["id"]
        await running.server.store.revoke(me, id)  # as another worker would
        running.server.identities.on_notice(NoticesLost())
        await lost.ended()
        await until(kept, await bob.move(table))


@async_test
async def test_streams_end_at_the_other_worker_too(postgres_url: str) -> None:
    async with two_workers(postgres_url) as (one, other):
        ada = await account(one)
        there = await other.visitor(None)
        there.client.cookies.update(ada.client.cookies)
        id, header = await make_token(ada)
        table = await ada.make("me", "me", start=True)
        received = notices_of(other)

        by_token = await opened_by_token(other, table, header)
        await ada.client.delete(f"/api/tokens/{id}")
        await receives(received, TokenChanged)
        await by_token.ended()

        by_session = await opened(there, table)
        await ada.client.delete("/api/sessions")
        await receives(received, SessionEnded)
        await by_session.ended()
        assert (await there.client.get("/api/me")).json() is None

        assert (await ada.client.post("/api/sessions", json=ADA)).status_code == 201
        there.client.cookies.clear()
        there.client.cookies.update(ada.client.cookies)
        everywhere = await opened(there, table)
        await ada.client.delete("/api/me/sessions")
        await receives(received, SessionsEnded)
        await everywhere.ended()
        assert (await there.client.get("/api/me")).json() is None
