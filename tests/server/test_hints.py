"""What a client needs to draw a game: the printed material, why not, hints, and the chart."""

import asyncio
import shutil
from pathlib import Path
from typing import Any

import pytest

from londinium.bots.budget import Budget
from londinium.bots.hints import Hint
from londinium.game import GAMES, State
from londinium.match import Match
from londinium.rng import Rng
from londinium.server.tables import turn_runner
from londinium.server.tables.view import chart
from tests.server.in_process_server import (
    Visitor,
    async_test,
    error_of,
    in_process_server,
    new_client_id,
)
from tests.server.test_after_the_game import over

TTR, OLB = "ticket_to_ride_london", "old_london_bridge"


@pytest.fixture
def url(tmp_path: Path, migrated_sqlite: Path) -> str:
    path = tmp_path / "londinium.db"
    shutil.copy(migrated_sqlite, path)
    return f"sqlite:///{path}"


async def get(who: Visitor, path: str, **query: Any) -> Any:
    answer = await who.client.get(path, params=query)
    assert answer.status_code == 200, answer.text
    return answer.json()


@pytest.mark.parametrize("game", [TTR, OLB])
@async_test
async def test_the_material_has_every_action_once(url: str, game: str) -> None:
    async with in_process_server(url) as running:
        printed = await get(await running.visitor(None), f"/api/games/{game}")
        assert len(printed["moves"]) == GAMES[game].actions
        told = {repr(sorted(move.items())) for move in printed["moves"]}
        assert len(told) == GAMES[game].actions


@async_test
async def test_why_says_why_not(url: str) -> None:
    async with in_process_server(url) as running:
        ann, nobody = await running.visitor("Ann"), await running.visitor(None)
        table = await ann.make("me", "easy", start=True)
        legal = (await ann.look(table))["position"]["legal"][0]["action"]
        answer = await get(ann, f"/api/tables/{table}/why", action=legal)
        assert answer == {"code": None, "values": {}, "text": ""}
        answer = await get(ann, f"/api/tables/{table}/why", action=0)
        assert answer["code"] == "choose_tickets_first"
        assert answer["text"] == "First choose which tickets to keep."
        refused = await nobody.client.get(f"/api/tables/{table}/why", params={"action": 0})
        assert error_of(refused) == (403, "not_seated")


@async_test
async def test_hints_are_for_who_plays_bots_alone(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(turn_runner, "SECOND", Budget(iterations=20))
    async with in_process_server(url) as running:
        ann = await running.visitor("Ann")
        table = await ann.make("me", "easy", start=True)
        update = await ann.look(table)
        answer = await ann.post(table, "hints")
        assert answer.status_code == 200, answer.text
        advice = answer.json()
        assert advice["version"] == update["version"]
        legal = {move["action"]: move["text"] for move in update["position"]["legal"]}
        assert advice["hints"]
        assert all(hint["text"] == legal[hint["action"]] for hint in advice["hints"])
        assert all(0 <= hint["win_chance"] <= 1 for hint in advice["hints"])
        assert all(hint["reasons"] for hint in advice["hints"])
        assert all(why["text"] for hint in advice["hints"] for why in hint["reasons"])


@async_test
async def test_a_hint_is_for_a_decision_that_others_do_not_change_by_choosing(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(turn_runner, "SECOND", Budget(iterations=20))
    async with in_process_server(url) as running:
        ann = await running.visitor("Ann")
        table = await ann.make("me", "me", start=True)
        advice = (await ann.post(table, "hints?seat=0")).json()
        await choose(ann, table, 1)
        update = await ann.look(table, seat=0)
        assert update["version"] > advice["version"]
        assert update["position"]["decision"] == advice["decision"]
        await choose(ann, table, 0)
        later = await ann.look(table, seat=0)
        assert later["position"]["decision"] != advice["decision"]


async def choose(visitor: Visitor, table: str, seat: int) -> None:
    """Play the first legal move of one of a person's seats."""
    update = await visitor.look(table, seat=seat)
    action = update["position"]["legal"][0]["action"]
    body = {"action": action, "version": update["version"], "client_id": new_client_id()}
    await visitor.do(table, f"moves?seat={seat}", **body)


@async_test
async def test_hints_that_others_wait_for_are_thought_about_for_less_time(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    budgets: list[Budget] = []

    def note(known: State, seat: int, rng: Rng, budget: Budget, threads: int) -> list[Hint]:
        budgets.append(budget)
        return []

    monkeypatch.setattr(turn_runner, "hints", note)
    async with in_process_server(url) as running:
        ann = await running.visitor("Ann")
        table = await ann.make("me", "easy", start=True)
        answers = await asyncio.gather(*(ann.post(table, "hints") for _ in range(3)))
        assert [answer.json()["hints"] for answer in answers] == [[]] * 3
    assert budgets == [Budget(milliseconds=time) for time in (1000, 500, 1000)]


@async_test
async def test_a_seat_that_may_not_act_gets_no_hint(url: str) -> None:
    async with in_process_server(url) as running:
        ann = await running.visitor("Ann")
        table = await ann.make("me", "me", start=True)
        await ann.move(table)
        await ann.move(table)
        answer = await ann.post(table, "hints?seat=1")
        assert error_of(answer) == (409, "not_asked")
        assert answer.json()["update"]["you"]["seat"] == 1


@async_test
async def test_hints_are_limited(url: str) -> None:
    async with in_process_server(url, hints_per_minute=1) as running:
        ann = await running.visitor("Ann")
        table = await ann.make("me", "free")
        assert error_of(await ann.post(table, "hints")) == (409, "not_started")
        assert error_of(await ann.post(table, "hints")) == (429, "too_many")


@pytest.mark.parametrize("game", [TTR, OLB])
@async_test
async def test_the_chart_ends_with_the_result(url: str, game: str) -> None:
    async with in_process_server(url) as running:
        ann = await running.visitor("Ann")
        table = await over(running, ann, "me", "easy", "easy", game=game)
        told = await get(ann, f"/api/tables/{table}/chart")
        sheet = await get(ann, f"/api/tables/{table}/match-file")
        assert [scores[-1] for scores in told["scores"]] == sheet["scores"]
        assert told["moves"][0] == 0
        assert told["moves"] == sorted(set(told["moves"]))
        assert told["moves"][-1] <= len(sheet["moves"])


def test_the_chart_has_what_each_scored_after_each_move() -> None:
    match = Match.new(TTR, 2, 3)
    seen = {0: [0, 0]}
    while not match.is_over:
        match.play(match.legal()[-1])
        if match.moves[-1].seat >= 0:  # otherwise something was dealt since
            seen[len(match.moves)] = match.scores
    told = chart(match)
    after = dict(zip(told["moves"], zip(*told["scores"], strict=True), strict=True))
    assert len(seen) > 10
    assert {moves: list(after[moves]) for moves in seen} == seen
    made = sum(move.seat >= 0 for move in match.moves)
    assert told["decisions"][: made + 1] == list(range(made + 1))
    assert told["decisions"][-1] == made
