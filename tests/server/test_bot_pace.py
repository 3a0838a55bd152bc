"""The pace of bots: as the people at a table wish; and the time they share to think."""

from pathlib import Path
from typing import Any

import pytest

from londinium.bots.levels import PLAYERS
from londinium.game import Game, State
from londinium.rng import Rng
from londinium.server.tables import turn_runner
from londinium.server.tables.live_table import LiveTable
from londinium.server.tables.presence import Presence, Present, slowest
from londinium.server.tables.search_queue import LEAST_SECONDS
from londinium.server.tables.turn_runner import THINKING_SECONDS, time_to_think
from tests.server.in_process_server import (
    InProcessServer,
    Visitor,
    async_test,
    error_of,
    in_process_server,
)

PACE: dict[str, Any] = {"bot_pace_ms": 1000}
NAME = "ticket_to_ride_london"


@pytest.fixture
def url(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'londinium.db'}"


async def version_after(running: InProcessServer, who: Visitor, table: str, seconds: float) -> int:
    """Return the version of a table when so much time has passed."""
    running.clock.time += seconds
    await running.server.turn_runner.run_due()
    version: int = (await who.look(table))["version"]
    return version


@pytest.mark.parametrize(
    ("wish", "too_early", "in_time"),
    [("", 0.99, 0.01), ("humane", 0.99, 0.01), ("fast", 0.29, 0.02), ("at_once", 0, 0)],
)
@async_test
async def test_bots_move_at_the_pace_that_who_plays_alone_wishes(
    url: str, wish: str, too_early: float, in_time: float
) -> None:
    async with in_process_server(url, **PACE) as running:
        ann = await running.visitor("Ann")
        table = await ann.make("me", "easy", game=NAME, start=True)
        reader = ann.open_stream(table, f"bots={wish}" if wish else "")
        version = (await reader.update())["version"]
        await ann.move(table)
        if too_early:
            assert await version_after(running, ann, table, too_early) == version + 1
        assert await version_after(running, ann, table, in_time) > version + 1


@async_test
async def test_of_several_people_the_slowest_wish_counts_and_spectators_have_none(
    url: str,
) -> None:
    async with in_process_server(url, **PACE) as running:
        ann, ben, cat = [await running.visitor(name) for name in ("Ann", "Ben", "Cat")]
        table = await ann.make("me", "free", "easy", game=NAME)
        await ben.do(table, "seats")
        await ann.do(table, "start")
        live = await running.server.live_tables.find(table)
        readers = []
        for who, wish, seconds in (
            (cat, "humane", 1.0),  # who only watches: so the server's own
            (ann, "at_once", 0.0),
            (ben, "fast", 0.3),
        ):
            readers.append(who.open_stream(table, f"bots={wish}"))
            await readers[-1].update()
            assert live.bot_pace(1.0) == seconds
        await readers[-1].close()
        assert live.bot_pace(1.0) == 0.0


@async_test
async def test_a_pace_that_is_none_is_refused(url: str) -> None:
    async with in_process_server(url) as running:
        ann = await running.visitor("Ann")
        table = await ann.make("me", "easy", start=True)
        answer = await ann.client.get(f"/api/tables/{table}/stream", params={"bots": "never"})
        assert error_of(answer) == (422, "invalid")


def test_wishes_at_other_workers_count_as_well() -> None:
    presence, here = Presence(), Present(frozenset({"ada"}), 0, "at_once")
    assert presence.all(here, 0).bot_pace == "at_once"
    presence.update("w2", Present(frozenset({"bob"}), 0, "fast"), 0)
    presence.update("w3", Present(frozenset(), 5, None), 0)
    assert presence.all(here, 0).bot_pace == "fast"
    assert presence.all(here, 3600).bot_pace == "at_once"
    assert slowest(["a word of a newer worker", None]) is None


async def live_table(running: InProcessServer, *bots: str) -> tuple[Visitor, LiveTable]:
    """Let Ann play against bots."""
    ann = await running.visitor("Ann")
    table = await ann.make("me", *bots, game=NAME, start=True)
    return ann, await running.server.live_tables.find(table)


@async_test
async def test_the_bots_of_a_table_share_the_time_until_somebody_acts(url: str) -> None:
    async with in_process_server(url, **PACE) as running:
        ann, live = await live_table(running, "expert", "expert", "expert")
        assert time_to_think(live, 0) == THINKING_SECONDS / 3
        assert time_to_think(live, waited=1.5) == THINKING_SECONDS / 6
        live.bots_took = 1.5
        assert time_to_think(live, waited=0) == THINKING_SECONDS / 6
        live.bots_took = 60
        assert time_to_think(live, 0) == LEAST_SECONDS
        await ann.move(live.id)
        assert time_to_think(live, 0) == THINKING_SECONDS / 3


@async_test
async def test_where_only_bots_play_each_search_has_its_share(url: str) -> None:
    async with in_process_server(url, **PACE) as running:
        ann, live = await live_table(running, "expert", "expert")
        await ann.client.delete(f"/api/tables/{live.id}/seats")
        live.bots_took = 60
        assert time_to_think(live, 0) == THINKING_SECONDS / 3


class GivenSeconds:
    """A bot that searches, and notes how long it may."""

    def __init__(self) -> None:
        self.seconds: list[float | None] = []

    def answers_at_once(self, game: Game) -> bool:
        """It does not."""
        return False

    def choose(self, known: State, seat: int, rng: Rng, seconds: float | None = None) -> int:
        """Choose."""
        self.seconds.append(seconds)
        return PLAYERS["random"].choose(known, seat, rng)


@async_test
async def test_three_experts_may_think_for_three_seconds_together(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    bot = GivenSeconds()
    monkeypatch.setattr(turn_runner, "find_player", lambda name: bot)
    async with in_process_server(url) as running:
        ann, live = await live_table(running, "expert", "expert", "expert")
        for _ in range(4):
            await running.server.turn_runner.run_due()
            given = [seconds for seconds in bot.seconds if seconds is not None]
            assert len(given) == len(bot.seconds) >= 3
            assert sum(given[:3]) <= THINKING_SECONDS
            assert all(0 < seconds <= THINKING_SECONDS / 3 for seconds in given)
            assert live.bots_took > 0
            bot.seconds.clear()
            while 0 in live.table.waited_for:
                await ann.move(live.id)
