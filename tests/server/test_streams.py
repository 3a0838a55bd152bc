"""Streams: what is sent to whom, in which order, and when they end."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import aclosing
from pathlib import Path
from typing import Any

import orjson
import pytest

from londinium.game import SPECTATOR
from londinium.server.http.event_stream import HEARTBEAT, RETRY
from londinium.server.http.event_stream import events as sent_events
from londinium.server.tables import live_table, live_tables, table, view
from londinium.server.tables.streams import AT_ONCE, FanOut, Stream
from londinium.server.tables.view import Viewer, update
from tests.server.in_process_server import (
    InProcessServer,
    StreamReader,
    Visitor,
    async_test,
    in_process_server,
    new_client_id,
)


@pytest.fixture
def url(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'londinium.db'}"


async def two(running: InProcessServer) -> tuple[Visitor, Visitor, str]:
    """Let Ann and Ben in, to a table at which they are about to choose."""
    ann, ben = await running.visitor("Ann"), await running.visitor("Ben")
    table = await ann.make("me", "free")
    await ben.do(table, "seats")
    await ann.do(table, "start")
    return ann, ben, table


def versions(update: Any) -> list[int]:
    """Return the versions of the news of an update."""
    return [news["version"] for news in update["news"]]


@async_test
async def test_a_stream_starts_with_the_table_and_sends_each_version(database_url: str) -> None:
    async with in_process_server(database_url) as running:
        ann, ben, table = await two(running)
        cat = await running.visitor("Cat")
        everybody = [(who, who.open_stream(table)) for who in (ann, ben, cat)]
        for who, reader in everybody:
            first = await reader.event()
            assert first["id"] == "3"
            assert first["data"] == await who.look(table)
        for mover in (ann, ben, ann):
            before = (await ann.look(table))["version"]
            version = await mover.move(table)
            for who, reader in everybody:
                event = await reader.event()
                assert event["id"] == str(version) == str(before + 1)
                assert event["data"] == await who.look(table, since=before)
                assert versions(event["data"]) == [version]


@async_test
async def test_a_stream_shows_the_positions_between_if_it_is_asked_to(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with in_process_server(url) as running:
        ann, ben, table = await two(running)
        seen = (await ben.look(table))["version"]
        for mover in (ann, ben, ann):
            await mover.move(table)
        told = await ben.open_stream(table, query=f"steps=true&since={seen}").update()
        steps = [step for news in told["news"] for step in news["steps"]]
        assert steps
        assert [step["moves"] for step in steps] == sorted({step["moves"] for step in steps})
        for step in steps:
            at = {"at": step["moves"]}
            replay = await ben.client.get(f"/api/tables/{table}/replay", params=at)
            assert step["view"] == replay.json()["view"]
        for news in told["news"]:
            assert all(0 < step["events"] <= len(news["events"]) for step in news["steps"])
        plain = await ben.open_stream(table, query=f"since={seen}").update()
        assert [news["steps"] for news in plain["news"]] == [[], [], []]
        monkeypatch.setattr(view, "MOST_STEPS", 3)
        much = await ben.open_stream(table, query="steps=true&since=0").update()
        assert not any(news["steps"] for news in much["news"])


@async_test
async def test_a_stream_is_resumed_with_the_news_since(database_url: str) -> None:
    async with in_process_server(database_url) as running:
        ann, ben, table = await two(running)
        reader = ben.open_stream(table)
        seen = (await reader.event())["id"]
        await reader.close()
        await ann.move(table)
        await ben.move(table)
        told = await ben.open_stream(table, last_event_id=seen).update()
        assert versions(told) == [int(seen) + 1, int(seen) + 2]
        assert not told["gap"]
        assert told["news"][1]["events"]
        assert await ben.open_stream(table, query=f"since={seen}").update() == told
        later = await ben.open_stream(table, query="since=1", last_event_id="4").update()
        assert versions(later) == [5]


@async_test
async def test_what_is_no_longer_in_the_history_is_a_gap(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table, "HISTORY_LENGTH", 2)
    async with in_process_server(url) as running:
        ann, ben, id = await two(running)
        await ann.move(id)
        told = await ben.open_stream(id, last_event_id="2").update()
        assert (versions(told), told["gap"]) == ([3, 4], False)
        for seen in ("1", "99"):  # long ago, and of a server that lost what it knew
            told = await ben.open_stream(id, last_event_id=seen).update()
            assert (versions(told), told["gap"]) == ([], True)
            assert told["position"]["legal"]


@pytest.mark.parametrize("seen", ["", "one", "-1", "1.5", "1 2", "9" * 5000, "\u00b2"])
@async_test
async def test_a_last_event_id_that_is_none_is_ignored(url: str, seen: str) -> None:
    async with in_process_server(url) as running:
        ann, _, table = await two(running)
        assert await ann.open_stream(table, last_event_id=seen).update() == await ann.look(table)


async def events(stream: Stream, heartbeat: float = 3600) -> AsyncIterator[dict[str, Any]]:
    """Give the events of a stream as they are sent, without those of presence."""
    async for block in sent_events(stream, heartbeat):
        fields = dict(line.split(b": ", 1) for line in block.split(b"\n") if line)
        if fields.get(b"event") == b"update":
            assert fields[b"id"] == str(orjson.loads(fields[b"data"])["version"]).encode()
            yield orjson.loads(fields[b"data"])


@async_test
async def test_a_slow_reader_gets_one_update_with_all_the_news(url: str) -> None:
    async with in_process_server(url) as running:
        ann, ben, table = await two(running)
        slow = Stream(None)
        live = await running.server.live_tables.join(table, slow)
        reading = events(slow)
        assert versions(await anext(reading)) == []
        for mover in (ann, ben, ann):
            await mover.move(table)
        await ann.look(table)  # the last move has been told by then
        late = await anext(reading)
        assert versions(late) == [4, 5, 6]
        assert late == await (await running.visitor(None)).look(table, since=3)
        await ann.move(table)
        assert versions(await anext(reading)) == [7]
        running.server.live_tables.leave(live, slow)


@async_test
async def test_a_quiet_stream_gives_signs_of_life() -> None:
    quiet = sent_events(Stream(None), 0.001)
    assert [await anext(quiet) for _ in range(4)] == [RETRY, HEARTBEAT, HEARTBEAT, HEARTBEAT]
    await quiet.aclose()


@async_test
async def test_the_setting_says_how_often_a_quiet_stream_gives_them(url: str) -> None:
    async with in_process_server(url, heartbeat_seconds=1) as running:
        ann, _, table = await two(running)
        reader = ann.open_stream(table)
        await reader.event("comment")
        assert reader.raw.startswith(RETRY)
        assert reader.raw.endswith(HEARTBEAT)


async def present(reader: StreamReader, seats: list[int], watching: int) -> None:
    """Wait until it is told that these are present."""
    while (await reader.event("presence"))["data"] != {"seats": seats, "watching": watching}:
        pass


@async_test
async def test_everybody_is_sent_who_comes_and_goes(database_url: str) -> None:
    async with in_process_server(database_url) as running:
        ann, ben, table = await two(running)
        cat, nobody = await running.visitor("Cat"), await running.visitor(None)
        reader = ann.open_stream(table)
        await present(reader, [0], 0)
        bens = ben.open_stream(table)
        await present(reader, [0, 1], 0)
        await present(bens, [0, 1], 0)
        second = ben.open_stream(table)
        cats = cat.open_stream(table)
        await present(reader, [0, 1], 1)
        nobody.open_stream(table)
        await present(reader, [0, 1], 2)
        await cats.close()
        await present(reader, [0, 1], 1)
        await bens.close()
        await second.event("presence")
        await second.close()
        await present(reader, [0], 1)


@async_test
async def test_chat_does_not_reach_spectators(database_url: str) -> None:
    async with in_process_server(database_url) as running:
        ann, ben, table = await two(running)
        checkers = [await running.visitor("Cat"), await running.visitor(None)]
        outside, inside = [who.open_stream(table) for who in checkers], ben.open_stream(table)
        for reader in (inside, *outside):
            await reader.update()
        await ann.do(table, "chat", text="psst: the tower", client_id=new_client_id())
        said = await inside.update()
        assert [line["text"] for line in said["chat"]] == ["psst: the tower"]
        assert said["news"] == []
        await ann.move(table)
        for reader in outside:
            told = await reader.event()
            assert told["id"] == "5"  # and not 4, which was the chat
            assert b"psst" not in reader.raw


@async_test
async def test_a_stream_that_shows_the_view_of_a_seat_ends_when_the_seat_is_left(url: str) -> None:
    async with in_process_server(url) as running:
        ann, ben = await running.visitor("Ann"), await running.visitor("Ben")
        table = await ann.make("me", "free")
        await ben.do(table, "seats")
        through_it, plain = ben.open_stream(table, "seat=1"), ben.open_stream(table)
        assert (await through_it.update())["you"]["seat"] == 1
        await plain.update()
        await ben.client.delete(f"/api/tables/{table}/seats")
        await through_it.ended()
        assert (await plain.update())["you"]["seat"] is None
        assert b'"version":3' not in through_it.raw


@async_test
async def test_all_streams_end_when_the_server_ends_them(url: str) -> None:
    async with in_process_server(url) as running:
        ann, ben, table = await two(running)
        other = await ann.make("me", "free")
        readers = [ann.open_stream(table), ben.open_stream(table), ann.open_stream(other)]
        for reader in readers:
            await reader.update()
        running.server.live_tables.end_streams()
        for reader in readers:
            await reader.ended()
        assert all(not live.streams for live in running.server.live_tables.tables.values())


@async_test
async def test_a_stream_that_was_disconnected_is_forgotten(url: str) -> None:
    async with in_process_server(url, streams_per_identity=1) as running:
        ann, _, table = await two(running)
        live = running.server.live_tables.tables[table]
        for _ in range(3):
            reader = ann.open_stream(table)
            await reader.update()
            assert len(live.streams) == 1
            await reader.close()
            assert not live.streams


@async_test
async def test_a_refused_stream_leaves_nothing_behind(url: str) -> None:
    async with in_process_server(url, streams_per_identity=1) as running:
        ann, _, table = await two(running)
        for _ in range(2):
            answer = await ann.client.get(f"/api/tables/{table}/stream?seat=1")
            assert answer.status_code == 403
        assert not running.server.live_tables.tables[table].streams
        await ann.open_stream(table).update()


@async_test
async def test_many_viewers_alike_cost_one_computation(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown: list[tuple[int, int]] = []

    def counted(table: table.Table, viewer: Viewer, *rest: Any) -> dict[str, Any]:
        shown.append((table.version, viewer.sees_as))
        return update(table, viewer, *rest)

    monkeypatch.setattr(live_table, "update", counted)
    async with in_process_server(url) as running:
        ann, ben, id = await two(running)
        readers = [who.open_stream(id) for who in (ann, ben)]
        nobody = await running.visitor(None)
        readers += [nobody.open_stream(id) for _ in range(50)]
        for reader in readers:
            await reader.update()
        shown.clear()
        match = running.server.live_tables.tables[id].table.match
        assert match is not None
        await ann.do(id, "moves", action=match.legal(0)[0], version=3, client_id=new_client_id())
        for reader in readers:
            assert (await reader.event())["id"] == "4"
        assert sorted(shown) == [(4, SPECTATOR), (4, 0), (4, 1)]


@async_test
async def test_a_crowd_is_woken_a_few_at_a_time() -> None:
    fan_out, streams = FanOut(), [Stream(None) for _ in range(2 * AT_ONCE + 1)]
    for stream in [*streams, *streams]:  # one that waits already is not woken twice
        fan_out.wake(stream)
    left = []
    while any(stream.waits for stream in streams):
        await asyncio.sleep(0)
        left.append(sum(stream.waits for stream in streams))
    assert left == [AT_ONCE + 1, 1, 0]


@async_test
async def test_a_player_does_not_wait_for_a_crowd_of_spectators(url: str) -> None:
    async with in_process_server(url) as running:
        *_, id = await two(running)
        tables = running.server.live_tables
        player = Stream(tables.tables[id].table.seats[0].person)
        crowd = [Stream(None) for _ in range(100)]
        for stream in (player, *crowd):
            live = await tables.join(id, stream)
        while any(stream.waits for stream in crowd):
            await asyncio.sleep(0)
        async with aclosing(player.messages(3600)) as messages:
            live.publish()
            sent = await anext(messages)
        assert sent.event == "update"
        assert sum(stream.waits for stream in crowd) >= len(crowd) - AT_ONCE


@async_test
async def test_the_comings_and_goings_of_a_crowd_are_published_together(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live_tables, "CROWD", 3)
    monkeypatch.setattr(live_tables, "CROWD_SECONDS", 0.01)
    published: list[int] = []
    publish = live_table.LiveTable.publish_presence

    def counted(live: live_table.LiveTable) -> None:
        published.append(live.present_here().watching)
        publish(live)

    monkeypatch.setattr(live_table.LiveTable, "publish_presence", counted)
    async with in_process_server(url) as running:
        ann, _, table = await two(running)
        reader = ann.open_stream(table)
        for _ in range(50):
            await running.server.live_tables.join(table, Stream(None))
        await present(reader, [0], 50)
        assert len(published) < 10
        assert published[-1] == 50
