"""Every slice of the observation means what it says."""

import numpy as np
import pytest
from numpy.typing import NDArray

from londinium.games.ticket_to_ride_london.board import TICKETS
from londinium.games.ticket_to_ride_london.text import ROUTE_NAMES, TICKET_NAMES
from tests.table import Table

POSITION = """
seats: 3
turn: 1
last turns: 2
display: blue, bus, blue, -, pink
discards: 3 green
under: Big Ben - Tower of London by 1; Hyde Park - St Paul's by 0
seat 0
  hand: 2 black
  known: 1 black
  tickets: Brick Lane - Globe Theatre
seat 1
  hand: 3 yellow, 4 bus
  known: 2 bus
  tickets: Covent Garden - Hyde Park; British Museum - Waterloo
  routes: Big Ben - Waterloo; Covent Garden - St Paul's lane 1
seat 2
  routes: St Paul's - Tower of London lane 2
"""


@pytest.fixture
def parts() -> dict[str, NDArray[np.float32]]:
    return Table(POSITION).observed(1)


def names(values: NDArray[np.float32], table: tuple[str, ...]) -> set[str]:
    assert set(values.tolist()) <= {0, 1}
    return {table[i] for i in np.flatnonzero(values)}


def test_own_cards_and_tickets(parts: dict[str, NDArray[np.float32]]) -> None:
    assert parts["hand"].tolist() == [0, 0, 0, 0, 0.5, 0, 0.5]
    kept = {"Covent Garden - Hyde Park", "British Museum - Waterloo"}
    assert names(parts["tickets"], TICKET_NAMES) == kept
    assert names(parts["returned"], TICKET_NAMES) == {"Big Ben - Tower of London"}
    assert not parts["offered"].any()
    assert not parts["answer"].any()


def test_the_table(parts: dict[str, NDArray[np.float32]]) -> None:
    assert parts["phase"].tolist() == [0, 1, 0, 0]
    assert parts["turn"].tolist() == [1, 0, 0, 0]
    assert parts["seats"].tolist() == [1, 1, 1, 0]
    assert parts["final_round"].tolist() == [1, 0.5]
    np.testing.assert_allclose(parts["display"], [0.4, 0, 0, 0.2, 0, 0, 0.2])
    np.testing.assert_allclose(parts["discards"], [0, 0.5, 0, 0, 0, 0, 0])
    unseen = [4 / 6, 3 / 6, 5 / 6, 5 / 6, 3 / 6, 1, 3 / 8]
    np.testing.assert_allclose(parts["unseen"], unseen)
    np.testing.assert_allclose(parts["piles"], [28 / 44, 15 / 20, 2 / 20])


def test_the_seats_in_turn_order_from_the_observer(parts: dict[str, NDArray[np.float32]]) -> None:
    np.testing.assert_allclose(parts["buses"], [13 / 17, 14 / 17, 1, 0])
    np.testing.assert_allclose(parts["points"], [5 / 50, 4 / 50, 0, 0])
    np.testing.assert_allclose(parts["cards"], [7 / 44, 0, 2 / 44, 0])
    np.testing.assert_allclose(parts["ticket_count"], [0.2, 0, 0.1, 0])
    known = parts["shown"].reshape(4, 7)
    assert known[0].tolist() == [0, 0, 0, 0, 0, 0, 0.25]
    np.testing.assert_allclose(known[2], [0, 0, 1 / 6, 0, 0, 0, 0])
    routes = parts["routes"].reshape(4, 44)
    own = {"Big Ben - Waterloo", "Covent Garden - St Paul's lane 1"}
    assert names(routes[0], ROUTE_NAMES) == own
    assert names(routes[1], ROUTE_NAMES) == {"St Paul's - Tower of London lane 2"}
    assert not routes[2:].any()


def test_the_routes_that_are_open_to_the_observer(parts: dict[str, NDArray[np.float32]]) -> None:
    closed = set(ROUTE_NAMES) - names(parts["open"], ROUTE_NAMES)
    assert closed == {
        "Big Ben - Waterloo",
        "Covent Garden - St Paul's lane 1",
        "Covent Garden - St Paul's lane 2",
        "St Paul's - Tower of London lane 2",
        "British Museum - Covent Garden lane 2",
        "Piccadilly Circus - Hyde Park lane 2",
        "St Paul's - Globe Theatre lane 2",
    }


def test_tickets_to_choose_from_and_the_answer_given() -> None:
    table = Table("""
        seats: 2
        phase: choose
        seat 0
          offered: Big Ben - Tower of London; Hyde Park - St Paul's
        seat 1
          offered: Brick Lane - Globe Theatre; British Museum - Waterloo
    """)
    table.play("keep both", seat=0)
    parts = table.observed(0)
    assert names(parts["offered"], TICKET_NAMES) == {
        "Big Ben - Tower of London",
        "Hyde Park - St Paul's",
    }
    assert parts["answer"].tolist() == parts["offered"].tolist()
    assert parts["phase"].tolist() == [1, 0, 0, 0]
    assert not table.observed(1)["answer"].any()
    table.play("keep Hyde Park - St Paul's", seat=0)
    assert names(table.observed(0)["answer"], TICKET_NAMES) == {"Hyde Park - St Paul's"}
    assert len(parts["offered"]) == len(TICKETS)
