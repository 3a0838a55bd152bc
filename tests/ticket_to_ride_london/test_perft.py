"""Counts of lines of play, chance included; a failure prints the divide table."""

import pytest

from tests.table import Table
from tests.ticket_to_ride_london.placed import routes_leaving

CHOICE = """
seats: 2
phase: choose
display: blue, bus, green, green, pink
seat 0
  hand: 1 blue, 1 green
  offered: Big Ben - Tower of London; Covent Garden - Hyde Park
seat 1
  hand: 1 black, 1 bus
  offered: British Museum - Waterloo; Hyde Park - St Paul's
"""

SECOND_CARD = """
seats: 3
phase: second
turn: 1
display: blue, bus, green, green, pink
"""

RICH = """
seats: 4
turn: 2
display: black, bus, bus, green, pink
seat 0
  routes: British Museum - Covent Garden lane 1; Big Ben - Waterloo
  hand: 1 blue
seat 1
  routes: Piccadilly Circus - Trafalgar Square lane 2
  hand: 2 yellow
seat 2
  hand: 2 blue, 3 green, 2 bus
seat 3
  hand: 4 orange, 1 bus
"""

SHORT = """
seats: 2
display: bus, bus, bus, -, -
deck: none
seat 0
  hand: 6 blue, 6 green, 6 black, 2 bus
seat 1
  hand: 6 pink, 6 yellow, 6 orange, 3 bus
"""

LAST_TURNS = f"""
seats: 2
turn: 1
last turns: 2
display: blue, bus, green, green, pink
seat 0
  routes: {routes_leaving(1)}
seat 1
  hand: 1 blue
"""


def test_two_seats_have_three_choices_each() -> None:
    """T2.3: keep one, the other, or both."""
    Table(CHOICE).check_perft(1, 3)
    Table(CHOICE).check_perft(2, 9)


def test_a_second_card_is_one_of_four_and_then_chance_deals() -> None:
    """T3.2: blue, green, pink or blind; seven kinds of cards are left in the deck each time."""
    Table(SECOND_CARD).check_perft(1, 4)
    Table(SECOND_CARD).check_perft(2, 4 * 7)


@pytest.mark.parametrize(
    ("position", "depth", "lines"),
    [
        (CHOICE, 3, 135),
        (CHOICE, 4, 2655),
        (SECOND_CARD, 4, 1519),
        (RICH, 2, 3018),
        (RICH, 3, 27139),
        (SHORT, 2, 314),
        (SHORT, 3, 4404),
        (LAST_TURNS, 3, 803),
        (LAST_TURNS, 5, 24486),
    ],
)
def test_counts_as_recorded(position: str, depth: int, lines: int) -> None:
    Table(position).check_perft(depth, lines)
