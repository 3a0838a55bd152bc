"""An example for each numbered statement of RULES.md."""

import re
from pathlib import Path

import pytest
from londinium.match import IllegalMove, Match

from liars_dice.state import FACES

RULES = Path(__file__).parents[1] / "RULES.md"


def begin(seats: int = 2, dice: str = "five", ones_wild: str = "yes") -> Match:
    """Return a match whose dice are rolled by the test."""
    return Match("liars_dice", seats, {"dice": dice, "ones_wild": ones_wild})


def roll(match: Match, *hands: str) -> Match:
    """Roll the dice of a round, given as spots by seat, and return the match."""
    for die in "".join(hands):
        match.deal(FACES[int(die) - 1])
    return match


def play_round(match: Match, loser: int) -> None:
    """Let all roll sixes, and the seat that begins or the next one lose a die."""
    players = match.view()["players"]
    roll(match, *("6" * player["dice"] for player in players))
    match.play("bid 1 one" if match.to_move == loser else "bid 1 six")
    match.play("challenge")
    assert match.view()["last_challenge"]["loser"] == loser


def dice(match: Match) -> list[int]:
    return [player["dice"] for player in match.view()["players"]]


def test_everybody_begins_with_five_dice_or_with_three() -> None:
    """L1.1"""
    assert dice(begin(6)) == [5] * 6
    assert dice(begin(2, dice="three")) == [3, 3]


def test_all_roll_all_their_dice_at_the_start_of_a_round() -> None:
    """L1.2"""
    match = roll(begin(dice="three"), "123", "456")
    assert [match.view(seat)["players"][seat]["hand"] for seat in (0, 1)] == [[1, 2, 3], [4, 5, 6]]
    match.play("bid 3 sixes")
    match.play("challenge")
    roll(match, "55", "666")
    assert match.view(0)["players"][0]["hand"] == [5, 5]


def test_seat_0_begins() -> None:
    """L1.3"""
    assert roll(begin(), "11111", "11111").to_move == 0


def test_players_with_dice_take_turns_clockwise() -> None:
    """L2.1"""
    match = begin(3, dice="three")
    for _ in range(3):
        play_round(match, loser=0)
    assert dice(match) == [0, 3, 3]
    roll(match, "666", "666")
    turns = []
    for bid in ("bid 1 one", "bid 1 two", "bid 1 three"):
        turns.append(match.to_move)
        match.play(bid)
    assert turns == [1, 2, 1]


def test_a_bid_is_of_at_most_all_dice_in_play() -> None:
    """L2.2"""
    match = roll(begin(dice="three"), "123", "456")
    assert match.legal() == list(range(6 * 6))
    with pytest.raises(IllegalMove, match="There are only 6 dice in play"):
        match.play("bid 7 twos")


@pytest.mark.parametrize("bid", ["bid 2 fours", "bid 3 ones", "bid 5 twos"])
def test_a_bid_of_more_dice_or_of_a_higher_face_is_a_raise(bid: str) -> None:
    """L2.3"""
    match = roll(begin(), "11111", "11111")
    match.play("bid 2 threes")
    match.play(bid)
    assert match.game.show_action(int(match.state["bid"])) == bid


@pytest.mark.parametrize("bid", ["bid 2 threes", "bid 2 twos", "bid 1 six"])
def test_a_bid_that_is_not_higher_is_refused(bid: str) -> None:
    """L2.3"""
    match = roll(begin(), "11111", "11111")
    match.play("bid 2 threes")
    with pytest.raises(IllegalMove, match="Bid more than 2 threes: more dice, or as many of a hi"):
        match.play(bid)


def test_only_a_bid_can_be_challenged() -> None:
    """L2.4"""
    match = roll(begin(dice="three"), "123", "456")
    with pytest.raises(IllegalMove, match="There is no bid to challenge yet"):
        match.play("challenge")
    match.play("bid 6 sixes")
    assert [match.game.show_action(action) for action in match.legal()] == ["challenge"]


def test_a_challenge_shows_all_dice_to_everybody() -> None:
    """L3.1"""
    match = roll(begin(dice="three"), "531", "642")
    match.play("bid 1 six")
    match.play("challenge")
    for seat in (0, 1):
        assert match.view(seat)["last_challenge"] == {
            "challenger": 1,
            "bid": {"dice": 1, "spots": 6},
            "loser": 1,
            "shown": [[1, 3, 5], [2, 4, 6]],
        }


@pytest.mark.parametrize(("bid", "loser"), [("bid 3 fives", 1), ("bid 4 fives", 0)])
def test_who_was_wrong_loses_a_die(bid: str, loser: int) -> None:
    """L3.2, L3.4"""
    match = roll(begin(), "55234", "52346")
    match.play(bid)
    match.play("challenge")
    assert dice(match)[loser] == 4
    assert sum(dice(match)) == 9


@pytest.mark.parametrize(
    ("bid", "ones_wild", "loser"),
    [
        ("bid 4 fives", "yes", 1),
        ("bid 4 fives", "no", 0),
        ("bid 2 fives", "no", 1),
        ("bid 2 ones", "yes", 1),
        ("bid 3 ones", "yes", 0),
    ],
)
def test_wild_ones_count_as_every_face(bid: str, ones_wild: str, loser: int) -> None:
    """L3.3"""
    match = roll(begin(ones_wild=ones_wild), "15222", "15333")
    match.play(bid)
    match.play("challenge")
    assert match.view()["last_challenge"]["loser"] == loser


def test_who_has_no_dice_is_out_and_the_next_player_begins() -> None:
    """L3.5, L3.6"""
    match = begin(3, dice="three")
    play_round(match, loser=1)
    assert roll(match, "666", "66", "666").to_move == 1, "the loser begins"
    match.play("bid 1 one")
    match.play("challenge")
    play_round(match, loser=1)
    assert [player["place"] for player in match.view()["players"]] == [None, 3, None]
    assert roll(match, "666", "666").to_move == 2


def test_the_last_player_with_dice_wins() -> None:
    """L4.1, L4.2"""
    match = begin(dice="three")
    for loser in (0, 0, 1, 0):
        assert not match.is_over
        play_round(match, loser)
    assert match.is_over
    assert match.winners == [1]
    assert match.scores == [0, 2]


def test_places_go_by_dice_left_and_then_by_who_was_out_last() -> None:
    """L4.3"""
    match = begin(4, dice="three")
    play_round(match, loser=1)
    assert match.places == [1, 4, 1, 1]
    for loser in (1, 1, 2, 2, 2):
        play_round(match, loser)
    assert match.places == [1, 4, 3, 1]
    for loser in (3, 3, 3):
        play_round(match, loser)
    assert match.places == [1, 4, 3, 2]


def test_nobody_sees_the_dice_of_others_before_they_are_shown() -> None:
    """L5.1"""
    match = roll(begin(3, dice="three"), "123", "456", "135")
    hands = [[player["hand"] for player in match.view(seat)["players"]] for seat in (0, 1)]
    assert hands == [[[1, 2, 3], [], []], [[], [4, 5, 6], []]]
    assert [player["hand"] for player in match.view()["players"]] == [[], [], []]


def test_every_statement_of_the_rules_has_an_example() -> None:
    stated = set(re.findall(r"\*\*(L\d+\.\d+)\*\*", RULES.read_text(encoding="utf-8")))
    shown = set(re.findall(r"L\d+\.\d+", Path(__file__).read_text(encoding="utf-8")))
    assert stated == shown
