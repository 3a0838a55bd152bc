"""The search: it finds what is to be found, looks at no secret, and keeps to its budget."""

import time
from types import SimpleNamespace
from typing import Any, cast

import numpy as np
import pytest

from londinium import game as rules
from londinium.bots import search as bots_search
from londinium.bots.budget import Budget
from londinium.bots.search import SearchBot, is_settled, pruned_actions
from londinium.bots.tree import TREE_ROW, Tuning, new_buffers, read_root, search
from londinium.game import GAMES, Game, State
from londinium.jit import RuleFunction
from londinium.match import Match
from londinium.rng import new_rng
from tests import pennies
from tests.random_positions import random_positions
from tests.table import Table

each_game = pytest.mark.parametrize("name", sorted(GAMES))


@pytest.fixture
def game() -> Game:
    """The game of matching pennies, known to the generic functions alone."""
    every: list[RuleFunction[Any]] = [*rules.RULES, *rules.KNOWLEDGE, *rules.OPTIONAL]
    for rule in every:
        found = getattr(pennies, rule.__name__, rules.OPTIONAL.get(rule))
        if found is not None:
            rule.implementations[pennies.STATE] = found
    return cast(
        Game,
        SimpleNamespace(
            seats=range(2, 3),
            state=pennies.STATE,
            empty_actions=lambda: np.zeros(1, np.uint64),
            actions=2,
            observation_size=0,
        ),
    )


def win_chances(game: Game, seat: int, secret: int, *, chosen: bool = False) -> list[float]:
    """The chances of heads and tails in the eyes of a seat, by 4,000 iterations."""
    states = np.zeros(2, game.state)
    rules.new(states[0], 2, np.array([secret], np.uint8))
    if secret:
        rules.deal(states[0], 1)
    if chosen:
        rules.apply(states[0], 1 - seat, pennies.TAILS)
    rules.redact(states[0], seat, states[1:])
    buffers, root = new_buffers(game, 1 << 14), np.zeros(2, TREE_ROW)
    search(states[1], seat, 2, 4000, Tuning(), new_rng("pennies", seat), buffers)
    read_root(seat, np.arange(2, dtype=np.uint16), buffers, root)
    return [float(row["wins"] / row["visits"]) for row in root]


@pytest.mark.parametrize("chosen", [False, True])
@pytest.mark.parametrize("seat", [0, 1])
def test_who_chooses_at_the_same_time_does_not_see_the_choice(
    game: Game, seat: int, chosen: bool
) -> None:
    """Were the other to see it, it would win always; had the seat seen it, it would itself."""
    chances = win_chances(game, seat, 0, chosen=chosen)
    assert chances == pytest.approx([0.5, 0.5], abs=0.15)


def test_the_search_does_not_know_a_card_that_its_seat_cannot_see(game: Game) -> None:
    assert win_chances(game, 0, 1) == pytest.approx([0.5, 0.5], abs=0.05)


def test_a_claim_that_wins_at_once_is_found() -> None:
    table = Table(
        """
        seats: 2
        last turns: 1
        turn: 0
        seat 0
          routes: British Museum - The Charterhouse; Brick Lane - Tower of London
          hand: 4 black, 1 pink
        seat 1
          routes: Baker Street - British Museum; Baker Street - Piccadilly Circus
        """,
        "ticket_to_ride_london",
    )
    known = np.zeros(1, table.game.state)
    rules.redact(table.s, 0, known)
    found = SearchBot().candidates(known[0], 0, Budget(500), new_rng(1))
    chances = {table.game.show_action(one.action): one.win_chance for one in found if one.visits}
    best = table.game.show_action(found[0].action)
    assert best.startswith("claim Baker Street - ")
    assert best.endswith("4 black")
    assert chances[best] == 1
    assert chances["draw deck"] == 0


@each_game
def test_the_same_seed_and_iterations_give_the_same_search(name: str) -> None:
    match = Match.new(name, 3, 5)
    for threads in (1, 2):
        bot = SearchBot(threads=threads)
        runs = [bot.candidates(match.known(0), 0, Budget(301), new_rng("same")) for _ in range(2)]
        assert runs[0] == runs[1]
        assert sum(candidate.visits for candidate in runs[0]) == 301


@each_game
def test_a_search_may_stop_early_but_chooses_the_same(name: str) -> None:
    for known, seat in random_positions(name, 12, "early"):
        bot, budget = SearchBot(), Budget(700)
        whole = bot.candidates(known, seat, budget, new_rng("early"))
        assert bot.choose(known, seat, budget, new_rng("early")) == whole[0].action


def test_a_choice_is_settled_when_no_other_can_catch_up() -> None:
    assert is_settled(np.array([3, 90, 60], np.uint32), 29)
    assert not is_settled(np.array([3, 90, 60], np.uint32), 30)


def test_a_lone_legal_action_is_played_without_thought() -> None:
    game = GAMES["ticket_to_ride_london"]
    s = game.parse_state("""
        seats: 2
        ticket deck size: 0
        seat 1
          hand size: 44
          ticket count: 20
    """)
    rng = new_rng(1)
    before = rng.copy()
    action = SearchBot().choose(s, 0, Budget(10**9), rng)
    assert game.show_action(action) == "pass"
    assert rng == before


@pytest.mark.parametrize("pace", [0.00001, 0.001, 0.02])
def test_a_search_stops_when_its_time_is_up(pace: float, monkeypatch: pytest.MonkeyPatch) -> None:
    """By a clock that says that each iteration takes so many seconds."""
    match = Match.new("ticket_to_ride_london", 2, 5)
    passed = [0.0]

    def iterate(known: State, seat: int, seats: int, iterations: int, *rest: object) -> None:
        passed[0] += iterations * pace

    monkeypatch.setattr(bots_search, "search", iterate)
    monkeypatch.setattr(time, "perf_counter", lambda: passed[0])
    SearchBot().candidates(match.known(0), 0, Budget(milliseconds=50), new_rng("time"))
    assert 0.05 <= passed[0] < 0.05 + max(pace, 0.001)


@each_game
def test_a_search_without_time_to_look_still_plays(name: str) -> None:
    match = Match.new(name, 2, 5)
    for budget in (Budget(iterations=0), Budget(milliseconds=0)):
        action = SearchBot().choose(match.known(0), 0, budget, new_rng("none"))
        assert action in match.legal()


@each_game
def test_a_full_tree_stops_growing_but_not_searching(name: str) -> None:
    match = Match.new(name, 2, 5)
    buffers = new_buffers(GAMES[name], 64)
    search(match.known(0), 0, 2, 5000, Tuning(), new_rng("full"), buffers)
    choices = pruned_actions(match.known(0), 0)
    root = np.zeros(len(choices), TREE_ROW)
    read_root(0, choices, buffers, root)
    assert 48 <= buffers.used[0] <= 50
    assert 4900 <= root["visits"].sum() <= 5000, "few visits were of edges without a row"


@each_game
def test_random_playouts_are_a_choice_too(name: str) -> None:
    match = Match.new(name, 4, 5)
    bot = SearchBot(Tuning(noise=-1))
    found = bot.candidates(match.known(0), 0, Budget(300), new_rng("random"))
    assert sum(candidate.visits for candidate in found) == 300
    assert all(0 <= candidate.win_chance <= 1 for candidate in found)
