"""The log of a match: told once, extended by what is new, and never more than a viewer saw."""

import asyncio
from pathlib import Path
from typing import Any

import orjson
import pytest

from londinium.bots.levels import PLAYERS
from londinium.game import GAMES, SPECTATOR
from londinium.match import Match, Move
from londinium.rng import new_rng
from londinium.server.tables import match_log
from londinium.server.tables.match_log import MatchLog, MatchLogs
from tests.server.in_process_server import async_test, in_process_server


def told(match: Match, sees_as: int) -> dict[str, Any]:
    """Return the log of a match, told move by move from the start."""
    show = match.game.show_event
    numbered = [
        (number + 1, {**event, "text": show(event)})
        for number in range(len(match.moves))
        for event in match.events(sees_as, number, number + 1)
    ]
    answer = {
        "moves": len(match.moves),
        "events": [event for _, event in numbered],
        "at": [number for number, _ in numbered],
    }
    parsed: dict[str, Any] = orjson.loads(orjson.dumps(answer))
    return parsed


async def read_json(logs: MatchLogs, match: Match, sees_as: int, table: str = "table") -> bytes:
    """Read the log of a match whose moves are all durable."""

    async def find() -> tuple[Match, list[Move]]:
        return match, list(match.moves)

    return await logs.read(table, sees_as, find)


async def read(logs: MatchLogs, match: Match, sees_as: int) -> dict[str, Any]:
    parsed: dict[str, Any] = orjson.loads(await read_json(logs, match, sees_as))
    return parsed


@pytest.mark.parametrize("name", sorted(GAMES))
@async_test
async def test_a_log_that_is_extended_is_the_one_told_from_the_start(name: str) -> None:
    match, rng, logs = Match.new(name, 3, seed=2), new_rng("log", name), MatchLogs()
    for turn in range(60):
        if match.is_over:
            break
        PLAYERS["random"].play(match, rng)
        if turn % 7 == 0:
            match.rewind(len(match.moves) * 3 // 4)
            match.deal_out()
        for seat in (SPECTATOR, turn % 3):
            assert await read(logs, match, seat) == told(match, seat)


@async_test
async def test_only_what_is_new_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    match, logs = Match.new("ticket_to_ride_london", 2, seed=1), MatchLogs()
    seen: list[int] = []
    known = Match.known

    def counted(self: Match, seat: int = SPECTATOR, moves: int | None = None) -> Any:
        seen.append(-1 if moves is None else moves)
        return known(self, seat, moves)

    await read_json(logs, match, 0)
    monkeypatch.setattr(Match, "known", counted)
    first = await read_json(logs, match, 0)
    assert not seen
    assert await read_json(logs, match, 0) is first
    before = len(match.moves)
    match.play(match.legal()[0])
    await read_json(logs, match, 0)
    assert [moves for moves in seen if moves >= 0] == list(range(before, len(match.moves) + 1))


@async_test
async def test_others_are_served_while_a_log_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(match_log, "MOVES_AT_ONCE", 2)
    match, logs = Match.new("ticket_to_ride_london", 2, seed=1), MatchLogs()
    rounds = 0

    async def count() -> None:
        nonlocal rounds
        while True:
            await asyncio.sleep(0)
            rounds += 1

    counting = asyncio.create_task(count())
    await read_json(logs, match, 0)
    counting.cancel()
    assert rounds >= len(match.moves) // 2


@async_test
async def test_moves_that_are_taken_back_while_they_are_told_are_not_in_the_log(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(match_log, "MOVES_AT_ONCE", 2)
    match, logs = Match.new("ticket_to_ride_london", 2, seed=1), MatchLogs()
    for _ in range(6):
        match.play(match.legal()[0])
    reading = asyncio.create_task(read(logs, match, 0))
    for _ in range(4):
        await asyncio.sleep(0)
    match.rewind(6)
    match.deal_out()
    match.play(match.legal()[-1])
    assert await reading == told(match, 0)


@async_test
async def test_a_move_that_is_not_durable_yet_is_not_told() -> None:
    match, logs = Match.new("ticket_to_ride_london", 2, seed=1), MatchLogs()
    durable, before = list(match.moves), told(match, 0)

    async def find() -> tuple[Match, list[Move]]:
        return match, durable

    match.play(match.legal()[0])
    assert orjson.loads(await logs.read("table", 0, find)) == before


@async_test
async def test_so_many_logs_are_kept() -> None:
    match, logs = Match.new("ticket_to_ride_london", 2, seed=1), MatchLogs(most=3)
    for number in range(9):
        await read_json(logs, match, 0, f"table {number}")
    assert [table for table, _ in logs._logs] == ["table 6", "table 7", "table 8"]
    log = MatchLog()
    assert not log.is_of(match.moves)


@async_test
async def test_a_log_is_answered_as_each_viewer_saw_the_match(tmp_path: Path) -> None:
    async with in_process_server(f"sqlite:///{tmp_path}/londinium.db") as running:
        ann, nobody = await running.visitor("Ann"), await running.visitor(None)
        table = await ann.make("me", "me", start=True)
        for number in range(6):
            await ann.move(table, number)
            match = running.server.live_tables.tables[table].table.match
            assert match is not None
            url = f"/api/tables/{table}/log"
            assert (await nobody.client.get(url)).json() == told(match, SPECTATOR)
            for seat in (0, 1):
                answer = await ann.client.get(url, params={"seat": seat})
                assert answer.json() == told(match, seat)
        unstarted = await ann.make("me", "free")
        answer = await nobody.client.get(f"/api/tables/{unstarted}/log")
        assert (answer.status_code, answer.json()["code"]) == (409, "not_started")
