"""The texts of actions, outcomes and events, and the contract with Londinium."""

import pytest
from londinium.conformance import check_game
from londinium.jit import COMPILED
from londinium.match import Match

from liars_dice import GAME

ROUND = ("two", "five", "five", "six", "one", "three")


def test_the_game_keeps_the_contract() -> None:
    check_game(GAME, games=2 if COMPILED else 1)


@pytest.mark.parametrize(
    ("typed", "action"),
    [
        ("3 fives", "bid 3 fives"),
        ("Bid  1 SIX", "bid 1 six"),
        ("2 sixes", "bid 2 sixes"),
        ("liar", "challenge"),
    ],
)
def test_an_action_is_understood_in_short(typed: str, action: str) -> None:
    assert GAME.show_action(GAME.parse_action(typed)) == action


@pytest.mark.parametrize("typed", ["", "bid", "bid 31 sixes", "bid 0 ones", "pass"])
def test_what_is_not_an_action_is_refused_with_an_example(typed: str) -> None:
    with pytest.raises(ValueError, match="is not an action: say 'bid 3 fives' or 'challenge'"):
        GAME.parse_action(typed)


def test_a_face_that_no_die_has_is_refused() -> None:
    match = Match(GAME, 2)
    with pytest.raises(ValueError, match="'seven' is not a face of a die"):
        match.deal("seven")


def test_a_round_is_told_as_a_seat_sees_it() -> None:
    match = Match(GAME, 2, {"dice": "three"})
    for face in ROUND:
        match.deal(face)
    match.play("bid 3 fives")
    match.play("challenge")
    assert [GAME.show_event(event) for event in match.events(0)] == [
        "seat 0 rolled 2, 5, 5",
        "seat 1 rolled in secret",
        "seat 0 bid 3 fives",
        "seat 1 challenged 3 fives of seat 0",
        "all dice were shown: seat 0: 2, 5, 5; seat 1: 1, 3, 6",
        "seat 1 lost a die and has 2 left",
    ]


def test_the_end_is_told() -> None:
    match = Match(GAME, 2, {"dice": "three"})
    for left in (3, 2, 1):
        for face in ["two"] * left + ["six"] * 3:
            match.deal(face)
        match.play("bid 6 fives" if left == 3 else "bid 4 fives")
        match.play("challenge")
    told = [GAME.show_event(event) for event in match.events(1)]
    assert told[-3:] == ["seat 0 lost a die and has 0 left", "seat 0 is out", "seat 1 won"]
    assert match.is_over
