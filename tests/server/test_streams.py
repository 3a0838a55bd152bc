"""Streams: what is sent to whom, in which order, and when they end."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import orjson
import pytest

from londinium.game import SPECTATOR
from londinium.server import hall, table
from londinium.server.stream import HEARTBEAT, RETRY, Stream
from londinium.server.view import Viewer, update
from tests.server.house import House, Visitor, Watcher, awaited, fresh, house


@pytest.fixture
def url(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'londinium.db'}"


async def two(home: House) -> tuple[Visitor, Visitor, str]:
    """Let Ann and Ben in, to a table at which they are about to choose."""
    ann, ben = await home.visitor("Ann"), await home.visitor("Ben")
    table = await ann.make("me", "free")
    await ben.do(table, "seats")
    await ann.do(table, "start")
    return ann, ben, table


def versions(update: Any) -> list[int]:
    """Return the versions of the news of an update."""
    return [news["version"] for news in update["news"]]


@awaited
async def test_a_stream_begins_with_the_table_and_tells_each_version(database_url: str) -> None:
    async with house(database_url) as home:
        ann, ben, table = await two(home)
        cat = await home.visitor("Cat")
        everybody = [(who, who.watch(table)) for who in (ann, ben, cat)]
        for who, watcher in everybody:
            first = await watcher.event()
            assert first["id"] == "3"
            assert first["data"] == await who.look(table)
        for mover in (ann, ben, ann):
            before = (await ann.look(table))["version"]
            version = await mover.move(table)
            for who, watcher in everybody:
                event = await watcher.event()
                assert event["id"] == str(version) == str(before + 1)
                assert event["data"] == await who.look(table, since=before)
                assert versions(event["data"]) == [version]


@awaited
async def test_a_stream_is_resumed_with_the_news_since(database_url: str) -> None:
    async with house(database_url) as home:
        ann, ben, table = await two(home)
        watcher = ben.watch(table)
        seen = (await watcher.event())["id"]
        await watcher.close()
        await ann.move(table)
        await ben.move(table)
        told = await ben.watch(table, last_event_id=seen).update()
        assert versions(told) == [int(seen) + 1, int(seen) + 2]
        assert not told["gap"]
        assert told["news"][1]["events"]
        assert await ben.watch(table, query=f"since={seen}").update() == told
        later = await ben.watch(table, query="since=1", last_event_id="4").update()
        assert versions(later) == [5]


@awaited
async def test_what_is_too_long_ago_to_tell_is_a_gap(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table, "REMEMBERED", 2)
    async with house(url) as home:
        ann, ben, id = await two(home)
        await ann.move(id)
        told = await ben.watch(id, last_event_id="2").update()
        assert (versions(told), told["gap"]) == ([3, 4], False)
        for seen in ("1", "99"):  # long ago, and of a server that lost what it knew
            told = await ben.watch(id, last_event_id=seen).update()
            assert (versions(told), told["gap"]) == ([], True)
            assert told["position"]["legal"]


@pytest.mark.parametrize("seen", ["", "one", "-1", "1.5", "1 2", "9" * 5000, "\u00b2"])
@awaited
async def test_a_last_event_id_that_is_none_is_ignored(url: str, seen: str) -> None:
    async with house(url) as home:
        ann, _, table = await two(home)
        assert await ann.watch(table, last_event_id=seen).update() == await ann.look(table)


async def events(stream: Stream, heartbeat: float = 3600) -> AsyncIterator[dict[str, Any]]:
    """Give the events of a stream as they are sent, without those of presence."""
    async for block in stream.events(heartbeat):
        fields = dict(line.split(b": ", 1) for line in block.split(b"\n") if line)
        if fields.get(b"event") == b"update":
            assert fields[b"id"] == str(orjson.loads(fields[b"data"])["version"]).encode()
            yield orjson.loads(fields[b"data"])


@awaited
async def test_a_slow_reader_gets_one_update_with_all_the_news(url: str) -> None:
    async with house(url) as home:
        ann, ben, table = await two(home)
        slow = Stream(None, None, None)
        room = await home.server.hall.join(table, slow)
        reading = events(slow)
        assert versions(await anext(reading)) == []
        for mover in (ann, ben, ann):
            await mover.move(table)
        await ann.look(table)  # the last move has been told by then
        late = await anext(reading)
        assert versions(late) == [4, 5, 6]
        assert late == await (await home.visitor(None)).look(table, since=3)
        await ann.move(table)
        assert versions(await anext(reading)) == [7]
        home.server.hall.leave(room, slow)


@awaited
async def test_a_quiet_stream_gives_signs_of_life() -> None:
    quiet = Stream(None, None, None).events(0.001)
    assert [await anext(quiet) for _ in range(4)] == [RETRY, HEARTBEAT, HEARTBEAT, HEARTBEAT]
    await quiet.aclose()  # type: ignore[attr-defined]


@awaited
async def test_the_setting_says_how_often_a_quiet_stream_gives_them(url: str) -> None:
    async with house(url, heartbeat_seconds=1) as home:
        ann, _, table = await two(home)
        watcher = ann.watch(table)
        await watcher.event("comment")
        assert watcher.raw.startswith(RETRY)
        assert watcher.raw.endswith(HEARTBEAT)


async def present(watcher: Watcher, seats: list[int], watching: int) -> None:
    """Wait until it is told that these are present."""
    while (await watcher.event("presence"))["data"] != {"seats": seats, "watching": watching}:
        pass


@awaited
async def test_all_are_told_who_comes_and_goes(database_url: str) -> None:
    async with house(database_url) as home:
        ann, ben, table = await two(home)
        cat, nobody = await home.visitor("Cat"), await home.visitor(None)
        watcher = ann.watch(table)
        await present(watcher, [0], 0)
        bens = ben.watch(table)
        await present(watcher, [0, 1], 0)
        await present(bens, [0, 1], 0)
        second = ben.watch(table)
        cats = cat.watch(table)
        await present(watcher, [0, 1], 1)
        nobody.watch(table)
        await present(watcher, [0, 1], 2)
        await cats.close()
        await present(watcher, [0, 1], 1)
        await bens.close()
        await second.event("presence")
        await second.close()
        await present(watcher, [0], 1)


@awaited
async def test_chat_does_not_reach_spectators(database_url: str) -> None:
    async with house(database_url) as home:
        ann, ben, table = await two(home)
        onlookers = [await home.visitor("Cat"), await home.visitor(None)]
        outside, inside = [who.watch(table) for who in onlookers], ben.watch(table)
        for watcher in (inside, *outside):
            await watcher.update()
        await ann.do(table, "chat", text="psst: the tower", client_id=fresh())
        said = await inside.update()
        assert [line["text"] for line in said["chat"]] == ["psst: the tower"]
        assert said["news"] == []
        await ann.move(table)
        for watcher in outside:
            told = await watcher.event()
            assert told["id"] == "5"  # and not 4, which was the chat
            assert b"psst" not in watcher.raw


@awaited
async def test_a_stream_through_the_eyes_of_a_seat_ends_when_the_seat_is_left(url: str) -> None:
    async with house(url) as home:
        ann, ben = await home.visitor("Ann"), await home.visitor("Ben")
        table = await ann.make("me", "free")
        await ben.do(table, "seats")
        through_it, plain = ben.watch(table, "seat=1"), ben.watch(table)
        assert (await through_it.update())["you"]["seat"] == 1
        await plain.update()
        await ben.client.delete(f"/api/tables/{table}/seats")
        await through_it.ended()
        assert (await plain.update())["you"]["seat"] is None
        assert b'"version":3' not in through_it.raw


@awaited
async def test_all_streams_end_when_the_server_asks_them_to(url: str) -> None:
    async with house(url) as home:
        ann, ben, table = await two(home)
        other = await ann.make("me", "free")
        watchers = [ann.watch(table), ben.watch(table), ann.watch(other)]
        for watcher in watchers:
            await watcher.update()
        home.server.hall.end_streams()
        for watcher in watchers:
            await watcher.ended()
        assert all(not room.streams for room in home.server.hall.rooms.values())


@awaited
async def test_a_stream_that_was_disconnected_is_forgotten(url: str) -> None:
    async with house(url, streams_per_identity=1) as home:
        ann, _, table = await two(home)
        room = home.server.hall.rooms[table]
        for _ in range(3):
            watcher = ann.watch(table)
            await watcher.update()
            assert len(room.streams) == 1
            await watcher.close()
            assert not room.streams


@awaited
async def test_a_refused_stream_leaves_nothing_behind(url: str) -> None:
    async with house(url, streams_per_identity=1) as home:
        ann, _, table = await two(home)
        for _ in range(2):
            answer = await ann.client.get(f"/api/tables/{table}/stream?seat=1")
            assert answer.status_code == 403
        assert not home.server.hall.rooms[table].streams
        await ann.watch(table).update()


@awaited
async def test_many_viewers_alike_cost_one_computation(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown: list[tuple[int, int]] = []

    def counted(table: table.Table, viewer: Viewer, *rest: Any) -> dict[str, Any]:
        shown.append((table.version, viewer.eyes))
        return update(table, viewer, *rest)

    monkeypatch.setattr(hall, "update", counted)
    async with house(url) as home:
        ann, ben, id = await two(home)
        watchers = [who.watch(id) for who in (ann, ben)]
        nobody = await home.visitor(None)
        watchers += [nobody.watch(id) for _ in range(50)]
        for watcher in watchers:
            await watcher.update()
        shown.clear()
        match = home.server.hall.rooms[id].table.match
        assert match is not None
        await ann.do(id, "moves", action=match.legal(0)[0], version=3, client_id=fresh())
        for watcher in watchers:
            assert (await watcher.event())["id"] == "4"
        assert sorted(shown) == [(4, SPECTATOR), (4, 0), (4, 1)]
