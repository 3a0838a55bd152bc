"""A record that no game can have is refused, and the sentence says why."""

from typing import Any

import numpy as np
import pytest

from londinium import game as rules
from londinium.game import GAMES, State
from londinium.games.old_london_bridge.check import check, check_full
from tests.table import Table

NAME = "old_london_bridge"
GAME = GAMES[NAME]
TABLE = """
seats: 3
round: 3
tops: 2, 6, 20, 43, 49, park grey
tile tops: share, lady, keep card
seat 0
  hand: 0, 1, 2
  bridge: 59, 25
  played: 3
seat 1
  bridge: park blue, 58
  chapel: 3
"""
CHOOSING = TABLE.replace("round: 3", "round: 3\nphase: cards").replace("  played: 3\n", "")


def table(text: str = TABLE) -> State:
    return GAME.parse_state(text)


def changed(s: State, field: str, place: Any, value: int) -> State:
    if place == ():
        s[field] = value
    else:
        s[field][place] = value
    return s


@pytest.mark.parametrize(
    ("field", "place", "value", "sentence"),
    [
        ("seats", (), 5, "5 seats; the game is for 2 to 4"),
        ("edition", (), 9, "an edition that is not loaded"),
        ("open_hands", (), 2, "a way of hands, that the game does not have"),
        ("scoring", 1, 6, "a way of hands, that the game does not have"),
        ("phase", (), 15, "a phase, or one to follow"),
        ("then", (), 3, "a phase, or one to follow"),
        ("phase", (), 2, "in phase 'stairs', which it cannot be in"),
        ("turn", (), 3, "a turn, or a round"),
        ("rondel", (), 6, "a stack, or a place of the rondel"),
        ("tile_stack", (), 3, "a stack, or a place of the rondel"),
        ("markers", 0, 0, "8 markers left in round 3"),
        ("markers", 0, 255, "263 markers left in round 3"),
        ("lowest", (), 7, "not one that a seat built"),
        ("lowest_by", (), 1, "not one that a seat built"),
        ("money", 3, 5, "something of seat 3, which nobody takes"),
        ("pawn", 0, 8, "The pawn of seat 0 is at a space that the game does not have"),
        ("order", 0, 3, "a seat, or a second card, that is not in the game"),
        ("order_card", 0, 1, "a seat, or a second card, that is not in the game"),
        ("order", 3, 1, "a turn beyond the 3 of a round"),
        ("at", (), 5, "at: 5, but a round has 3 turns"),
        ("hidden", 0, 1 << 12, "a tile that the game does not have"),
        ("left", 0, 3, "others are hidden in it"),
        ("top", 0, 70, "a building that the game does not have"),
        ("built", 0, 3, "does not have 3 buildings in a row"),
        ("built", 0, 200, "does not have 200 buildings in a row"),
        ("crests", (0, 0), 9, "blue crests of seat 0 are not those of its bridge"),
        ("money", 0, -1, "has -1 pounds, not 0 to 9999"),
        ("supply", 0, 1, "0 cards in the supply"),
        ("choice", 0, 22, "chosen cards that are not in its hand"),
        ("played", (0, 0), 6, "cards of value 3, not 11"),
        ("played", (0, 1), 6, "in phase 'turn', which it cannot be in"),
        ("raised", (0, 1), 1, "raised a card that does not lie on the table"),
        ("raised", (0, 0), 4, "More cards are raised than the 3 plus one tiles can"),
        ("tile_left", 0, 3, "Bonus stack 1 has 3 tiles, but others"),
        ("tile_top", 0, 9, "others are hidden in it or on top"),
        ("rank", 0, 3, "ranks of the position are not"),
        ("kept", (), 2, "in phase 'turn', which it cannot be in"),
        ("phase", (), 4, "still to be revealed"),
    ],
)
def test_a_number_that_cannot_be_is_refused(
    field: str, place: Any, value: int, sentence: str
) -> None:
    with pytest.raises(ValueError, match=sentence):
        check(changed(table(), field, place, value))


@pytest.mark.parametrize(
    ("line", "spoiled", "sentence"),
    [
        ("seats: 3", "seats: 3\norder: 0 second, 1 first, 2 first, 0 first", "second card"),
        ("round: 3", "round: 5\nmarkers: 0, 0, 0", "has 0 markers left in round 5"),
        ("round: 3", "round: 3\norder: none", "order is four turns like '2 first'"),
        ("round: 3", "round: 3\nphase: ended", "in phase 'ended', which it cannot be in"),
        ("round: 3", "round: 12\nphase: marker", "in phase 'marker', which it cannot be in"),
        ("round: 3", "round: 3\nphase: raise\nlowest: 6 by 1", "in phase 'raise'"),
        ("round: 3", "round: 3\nphase: reveal tile", "Bonus stack 1 has a tile on top"),
        ("hand: 0, 1, 2", "hand: 0, 1, 0", "cards of value 0, not 3"),
        ("hand: 0, 1, 2", f"hand: {', '.join('0' * 300)}", "too many cards of seat 0"),
        ("hand: 0, 1, 2", f"fresh: {', '.join(['lady'] * 300)}", "too many bonus tiles of seat 0"),
        ("hand: 0, 1, 2", f"money: {'9' * 5000}", "for the money of seat 0"),
        ("seat 1", "seat 1\n  played: 0, 0", "cards of value 0, not 3"),
    ],
)
def test_a_text_that_cannot_be_is_refused(line: str, spoiled: str, sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence) as refused:
        table(TABLE.replace(line, spoiled, 1))
    assert len(str(refused.value)) < 300


def test_a_seat_has_its_own_0_cards() -> None:
    """B2.4"""
    s = changed(changed(table(CHOOSING), "hand", (0, 0), 2), "hand", (1, 0), 0)
    with pytest.raises(ValueError, match="Seat 0 does not have its own 0 cards"):
        check(s)


@pytest.mark.parametrize(
    ("field", "place", "value", "sentence"),
    [
        ("top", 0, 2, "The chapel stack is not as it is in the set-up"),
        ("tile_top", 0, 0, "Bonus stack 1 has 2 share tiles, not 1"),
        ("money", 0, 6, "in phase 'rondel', which it cannot be in"),
        ("at", (), 1, "in phase 'rondel', which it cannot be in"),
        ("phase", (), 7, "in phase 'cards', which it cannot be in"),
        ("phase", (), 5, "is not as it is in the set-up"),
        ("due", (), 1, "in phase 'rondel', which it cannot be in"),
        ("stack", (), 1, "in phase 'rondel', which it cannot be in"),
        ("tile_stack", (), 1, "in phase 'rondel', which it cannot be in"),
    ],
)
def test_the_set_up_is_as_the_rules_lay_it_out(
    field: str, place: Any, value: int, sentence: str
) -> None:
    s = Table.start(3, NAME).s
    check_full(s)
    with pytest.raises(ValueError, match=sentence):
        check(changed(s, field, place, value))


def test_a_bonus_stack_is_hidden_until_the_set_up_reveals_it() -> None:
    """B2.7"""
    s = Table.start(3, NAME).s
    s["tile_hidden"][0] ^= 1
    s["tile_left"][0] -= 1
    s["tile_top"][0] = 0
    with pytest.raises(ValueError, match="Bonus stack 1 is not as it is in the set-up"):
        check(s)


def test_scorings_are_drawn_one_after_the_other() -> None:
    """B8.1"""
    s = Table.start(3, NAME).s
    rules.new(s, 3, GAME.encode_options(dict(GAME.presets["expert"])))
    check_full(s)
    with pytest.raises(ValueError, match="in phase 'scoring', which it cannot be in"):
        check(changed(s, "at", (), 1))


def test_a_seat_on_the_stairs_may_be_the_next_to_last_but_not_the_last() -> None:
    """B2.5"""
    s = Table.start(3, NAME).deal("x at gate", "seat 1").s
    check_full(s)
    with pytest.raises(ValueError, match="ranks of the position are not"):
        check(changed(s, "at", (), 2))


def test_what_each_viewer_knows_is_accepted_and_nothing_else() -> None:
    """B10.1"""
    s = Table(CHOOSING, NAME).play("play 1", seat=0).play("play 0", seat=1).s
    check_full(s)
    known = np.zeros(1, GAME.state)
    for viewer in (0, 1, 2, rules.SPECTATOR):
        rules.redact(s, viewer, known)
        check(known[0])
        with pytest.raises(ValueError, match="does not say which cards seat"):
            check_full(known[0])
    s = Table(CHOOSING.replace("seats: 3", "seats: 4"), NAME).s
    s["choice"][:3] = [2, 1, 21]
    with pytest.raises(ValueError, match="hides some chosen cards and shows others"):
        check(s)
