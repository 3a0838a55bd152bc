"""Counts of lines of play, chance included; a failure prints the divide table."""

import pytest

from tests.table import Table

NAME = "old_london_bridge"

CHOICE = """
seats: 3
phase: cards
round: 2
tops: 2, 6, 20, 43, 49, park grey
tile tops: share, lady, keep card
seat 0
  hand: 0, 1, 1, 4
seat 1
  hand: 0, 2
seat 2
  hand: 0
"""

PAIRS = """
seats: 2
phase: cards
round: 2
tops: 2, 6, 20, 43, 49, park grey
tile tops: share, lady, keep card
seat 0
  hand: 0, 0, 1, 2
seat 1
  hand: 0, 0, 3, 3, 4
"""

INN = """
round: 8
phase: take cards
due: 6
tops: 2, 6, 25, 43, 49, park grey
tile tops: share, lady, keep card
supply: 15, 15, 11, 10
seat 0
  bridge: park blue, 20
"""

TILES = """
seats: 2
round: 5
rondel: x at chapel
tops: 2, 6, 20, 43, 49, park grey
tile tops: share, lady, keep card
seat 0
  bridge: 59, 54, 28, 27
  money: 1
  gate: 2
  tiles: share, x space, free centre, gate steps, chapel steps
seat 1
  pawn: inn
"""

REPLACE = """
seats: 2
round: 6
phase: replace
building: 30
tops: 2, 1, 20, 43, 49, park grey
tile tops: share, lady, keep card
seat 0
  bridge: 59, 33, 25, 6, park blue, 58, 12
"""

LAST = """
seats: 4
round: 12
rondel: x at park
at: 3
turn: 3
tops: 2, 6, 20, 43, 49, park grey
tile tops: share, lady, keep card
seat 3
  bridge: 60, 45, 23, 15, 11
"""


def test_the_cards_of_all_hands_in_all_combinations() -> None:
    """B4.3: 0, 1 or 4; 0 or 2; 0."""
    Table(CHOICE, NAME).check_perft(1, 3)
    Table(CHOICE, NAME).check_perft(3, 3 * 2 * 1)


def test_two_players_play_pairs() -> None:
    """B9.2: of 0, 0, 1, 2 four pairs, of 0, 0, 3, 3, 4 five."""
    Table(PAIRS, NAME).check_perft(1, 4)
    Table(PAIRS, NAME).check_perft(2, 4 * 5)


def test_an_inn_of_strength_six_has_27_mixes() -> None:
    """B5.19: the partitions of 0 to 6 into parts up to 4: 1 + 1 + 2 + 3 + 5 + 6 + 9."""
    Table(INN, NAME).check_perft(1, 27)


def test_a_replacement_has_one_or_two_places_in_each_part_of_the_bridge() -> None:
    """B5.13: 30 may replace 33 or 25, and 58 or 12."""
    Table(REPLACE, NAME).check_perft(1, 4)


@pytest.mark.parametrize(
    ("position", "depth", "lines"),
    [
        (CHOICE, 4, 66),
        (CHOICE, 5, 642),
        (CHOICE, 6, 3924),
        (PAIRS, 4, 2140),
        (INN, 3, 2835),
        (TILES, 2, 132),
        (TILES, 4, 2621),
        (REPLACE, 3, 275),
        (LAST, 2, 104),
        (LAST, 4, 258),
    ],
)
def test_counts_as_recorded(position: str, depth: int, lines: int) -> None:
    Table(position, NAME).check_perft(depth, lines)
