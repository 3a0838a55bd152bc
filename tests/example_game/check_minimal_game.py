"""What a game without words is like: run by test_minimal_game.py where it is installed."""

import xml.etree.ElementTree as ElementTree

import pytest
from rich.console import Console

from londinium.bots.budget import Budget
from londinium.bots.hints import hints
from londinium.bots.levels import PLAYERS
from londinium.conformance import check_game
from londinium.envs import pictures
from londinium.game import GAMES
from londinium.match import IllegalMove, Match
from londinium.rng import new_rng
from londinium.terminal import draw, short_rules

GAME = GAMES["minimal_game"]


def test_it_keeps_the_contract() -> None:
    """Match, match files, texts and reasons included."""
    check_game(GAME)


def test_an_illegal_move_is_refused_in_a_sentence() -> None:
    match = Match.new(GAME.name, 2, seed=1)
    while match.state["turns_left"] > 1:
        match.play("action 0")
    assert match.why_not(1) is None
    with pytest.raises(IllegalMove, match=r"Action 0 is not legal now\."):
        match.play("action 0")


def test_what_happens_is_told_by_field() -> None:
    match = Match.new(GAME.name, 2, seed=1)
    match.play("action 1")
    assert "turns left is now 9" in [GAME.show_event(event) for event in match.events(0)]


def test_the_table_is_drawn_from_the_view() -> None:
    console = Console(width=80)
    with console.capture() as capture:
        console.print(draw(GAME, Match.new(GAME.name, 2, seed=1).view(0), ["You", "Bot 1"]))
    drawn = capture.get()
    assert GAME.title in drawn
    assert "seat 1: Bot 1" in drawn
    assert "turns left: 10" in drawn
    assert "is over: no" in drawn
    assert short_rules(GAME) == "Minimal Game has no rules in short: read those that came with it."


def test_the_picture_is_drawn_from_the_view() -> None:
    picture = pictures.draw(GAME, Match.new(GAME.name, 2, seed=1).view(0))
    texts = list(ElementTree.fromstring(picture).itertext())
    assert GAME.title in texts
    assert "turns left: 10" in texts


@pytest.mark.parametrize("name", ["easy", "medium", "hard", "random", "greedy"])
def test_every_level_plays_it(name: str) -> None:
    match, rng = Match.new(GAME.name, 2, seed=1), new_rng(name)
    while not match.is_over:
        PLAYERS[name].play(match, rng)
    assert match.winners


def test_hints_are_given() -> None:
    match = Match.new(GAME.name, 2, seed=1)
    found = hints(match.known(0), 0, new_rng("hint"), Budget(iterations=100), threads=1)
    assert found[0].text == "action 1", "to walk is better than to stay"
    assert all(hint.reasons == [] for hint in found), "it has no module `advice`"
