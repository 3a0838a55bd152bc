"""What is told of a move: the goldens show the common ones, these are the corners."""

from typing import Any

import numpy as np

from londinium import game as rules
from londinium.games.ticket_to_ride_london.text import TICKET_NAMES
from tests.table import Table


def told(table: Table, move: str) -> list[dict[str, Any]]:
    """Play a move or deal an outcome; what everybody saw of the open record."""
    before = np.zeros(1, table.game.state)
    before[0] = table.s
    if move.startswith("deal "):
        table.deal(move.removeprefix("deal "))
    else:
        table.play(move)
    return table.game.events(before[0], table.s)


def test_a_pass_is_told() -> None:
    """T3.13: the other seat holds all cards and all tickets."""
    table = Table(f"""
        seats: 2
        seat 1
          hand: 6 blue, 6 green, 6 black, 6 pink, 6 yellow, 6 orange, 8 bus
          tickets: {"; ".join(TICKET_NAMES)}
    """)
    assert told(table, "pass") == [{"event": "pass", "seat": 0}]


def test_a_claim_that_thaws_the_display_tells_what_was_paid_and_that_it_was_cleared() -> None:
    """T3.5"""
    table = Table("""
        seats: 2
        display: bus, bus, bus, blue, green
        deck: none
        seat 0
          hand: 5 blue, 5 green, 6 black, 6 pink
        seat 1
          hand: 6 yellow, 6 orange, 5 bus
    """)
    events = told(table, "claim King's Cross - British Museum for 2 black")
    assert events == [
        {"event": "claim", "seat": 0, "route": 6, "cards": ["black", "black"]},
        {"event": "clear"},
    ]


def test_a_second_card_that_is_taken_unasked_is_told() -> None:
    """T3.4"""
    table = Table("""
        seats: 2
        display: blue, green, bus, -, -
        deck: none
        seat 0
          hand: 5 blue, 5 green, 6 black, 6 pink
        seat 1
          hand: 6 yellow, 6 orange, 7 bus
    """)
    events = told(table, "draw blue")
    assert [(event["card"], event["from_deck"]) for event in events] == [
        ("blue", False),
        ("green", False),
    ]


def test_a_blind_card_and_then_the_only_face_up_one_are_told_apart() -> None:
    """T3.4: the blind card is the last of the deck, and yellow the only second card."""
    position = """
        seats: 3
        display: bus, bus, bus, bus, yellow
        deck: 1 blue
        seat 0
          hand: 5 blue, 6 green, 6 black, 6 pink
        seat 1
          hand: 5 yellow, 6 orange, 4 bus
    """
    table = Table(position).play("draw deck")
    drawn = [(event["card"], event["from_deck"]) for event in told(table, "deal blue")]
    assert drawn == [("blue", True), ("yellow", False)]
    table = Table(position).play("draw deck")
    eyes = np.zeros(2, table.game.state)
    rules.redact(table.s, 1, eyes[:1])
    table.deal("blue")
    rules.redact(table.s, 1, eyes[1:])
    drawn = [(event["card"], event["from_deck"]) for event in table.game.events(eyes[0], eyes[1])]
    assert drawn == [(None, True), ("yellow", False)]


def test_the_card_that_brings_three_buses_is_told_before_the_display_is_cleared() -> None:
    """T2.2, T3.3: also when it comes from a new deck."""
    table = Table("""
        seats: 2
        phase: fill
        display: bus, bus, blue, -, green
        deck: none
        discards: 3 blue, 2 green, 6 black, 1 bus
        seat 0
          hand: 2 blue, 3 green, 6 pink
        seat 1
          hand: 6 yellow, 6 orange, 5 bus
    """)
    assert told(table, "deal bus") == [
        {"event": "shuffle"},
        {"event": "fill", "space": 3, "card": "bus"},
        {"event": "clear"},
    ]
