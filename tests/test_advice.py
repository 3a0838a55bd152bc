"""Hints and what speaks for them: what a seat cannot know changes neither."""

import json
from pathlib import Path

import numpy as np
import pytest

from londinium import game as rules
from londinium.bots.budget import Budget
from londinium.bots.hints import hints, show_hint
from londinium.game import GAMES, State, game_of
from londinium.jit import COMPILED
from londinium.rng import new_rng
from tests.random_positions import legal_actions, random_positions

each_game = pytest.mark.parametrize("name", sorted(GAMES))
POSITIONS = 40 if COMPILED else 3
TEXTS = Path(__file__).parent.parent / "client" / "src" / "games"
BUDGET = Budget(iterations=30)


def another(known: State, seat: int, seed: int) -> State:
    """A whole position in which what the seat cannot know is dealt anew."""
    out = np.zeros(1, known.dtype)
    rules.determinize(known, seat, new_rng("another", seed), out)
    return out[0]


def redacted(s: State, seat: int) -> State:
    out = np.zeros(1, s.dtype)
    rules.redact(s, seat, out)
    return out[0]


@each_game
def test_what_a_seat_cannot_know_changes_no_hint(name: str) -> None:
    differed = 0
    for known, seat in random_positions(name, POSITIONS, "advice"):
        one, two = another(known, seat, 1), another(known, seat, 2)
        differed += one != two
        found = [
            hints(redacted(s, seat), seat, new_rng("hint"), BUDGET, threads=1) for s in (one, two)
        ]
        assert found[0] == found[1]
        assert found[0]
    assert differed


@each_game
def test_what_speaks_for_an_action_reads_nothing_hidden(name: str) -> None:
    """Even of a whole record: all that is hidden from the seat is left unread."""
    advice = GAMES[name].part("advice")
    assert advice is not None
    for known, seat in random_positions(name, POSITIONS, "merits"):
        whole = another(known, seat, 3)
        for action in legal_actions(known, seat)[:20]:
            assert advice.merits(known, seat, action) == advice.merits(whole, seat, action)


@each_game
def test_a_hint_is_plain_data_with_at_most_two_reasons(name: str) -> None:
    reasons = 0
    for known, seat in random_positions(name, POSITIONS, "plain"):
        for hint in hints(known, seat, new_rng("hint"), BUDGET, threads=1):
            data = json.loads(json.dumps(show_hint(known, hint)))
            assert len(data["reasons"]) <= 2
            assert all(reason["text"] for reason in data["reasons"])
            reasons += len(data["reasons"])
            assert game_of(known).show_action(hint.action).split()[0] == data["text"].split()[0]
    assert reasons > POSITIONS


@each_game
def test_the_client_has_words_for_every_merit(name: str) -> None:
    advice = GAMES[name].part("advice")
    assert advice is not None
    texts = json.loads((TEXTS / name / "texts" / "en.json").read_text(encoding="utf-8"))
    said_by_the_tile_itself = {"tile_use"}
    missing = [code for code in advice.MERITS if f"merit_{code}" not in texts]
    assert set(missing) <= said_by_the_tile_itself
