"""A record that no game can have is refused, and the sentence says why."""

from typing import Any

import numpy as np
import pytest

from londinium import game as rules
from londinium.game import GAMES, State
from londinium.games.ticket_to_ride_london.check import check, check_full

GAME = GAMES["ticket_to_ride_london"]
TABLE = """
seats: 3
display: blue, bus, green, green, pink
discards: 2 yellow
under: Covent Garden - Hyde Park by 1
seat 0
  hand: 2 blue, 1 bus
  known: 1 blue
  routes: Big Ben - Waterloo
seat 1
  tickets: Big Ben - Tower of London
seat 2
  hand: 1 black
"""


def table(text: str = TABLE) -> State:
    return GAME.parse_state(text)


@pytest.mark.parametrize(
    ("field", "place", "value", "sentence"),
    [
        ("seats", (), 5, "5 seats; the game is for 2 to 4"),
        ("phase", (), 10, "a phase, or has one to follow, that the game does not have"),
        ("then", (), 9, "a phase, or has one to follow, that the game does not have"),
        ("turn", (), 3, "turn of seat 3, but the seats are 0 to 2"),
        ("last_turns", (), 4, "more last turns, or more passes, than seats"),
        ("passes", (), 3, "more last turns, or more passes, than seats"),
        ("buses", 3, 17, "something of seat 3, which nobody takes"),
        ("hand", (3, 0), 1, "something of seat 3, which nobody takes"),
        ("display", 0, 8, "a card that the game does not have"),
        ("deck", 0, 250, "blue cards of the position do not add up to 6"),
        ("hand_size", 0, 2, "Seat 0 has more cards than the size of its hand"),
        ("seen_by_all", (2, 0), 1, "a card that others know of in a hand without it"),
        ("shown", (0, 0), 2, "more of the hand of seat 0 than everybody"),
        ("deck_size", (), 255, "do not add up: deck, hands and their sizes"),
        ("owner", 0, 3, "a route of a seat beyond 2"),
        ("owner", 11, 0, "lane 2 is claimed before lane 1"),
        ("buses", 0, 17, "Seat 0 has 17 buses and 1 placed, not 17"),
        ("points", 0, 250, "Seat 0 has 250 points for routes worth 1"),
        ("open", (1, 0), 0, "claims open to seat 1 do not follow"),
        ("place", 0, 3, "a ticket in a place that the game does not have"),
        ("place", 0, 10, "a ticket in a place that the game does not have"),
        ("ticket_deck_size", (), 255, "the position has 257 tickets; there are 20"),
        ("place", 5, 1, "Seat 1 has more tickets than it is said to have"),
        ("place", 5, 5, "Seat 1 is offered more tickets than it is said to be"),
        ("place", 5, 9, "under the deck are not those that are said to be there"),
        ("under_by", 0, 255, "under the deck that no seat put there"),
        ("under_by", 1, 0, "beyond the last of those under the deck"),
        ("choice", 0, 3, "chosen tickets in a phase that asks for none"),
        ("phase", (), 5, "in phase 'choose', which it cannot be in"),
        ("phase", (), 1, "in phase 'deal tickets', which it cannot be in"),
    ],
)
def test_a_number_that_cannot_be_is_refused(
    field: str, place: Any, value: int, sentence: str
) -> None:
    s = table()
    if place == ():
        s[field] = value
    else:
        s[field][place] = value
    with pytest.raises(ValueError, match=f"(?i){sentence}"):
        check(s)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("seat 0\n  hand: 1 blue\n  hand size: 0", "more cards than the size of its hand"),
        ("ticket deck size: 255", "has 255 tickets; there are 20"),
        ("seat 0\n  points: 250", "has 250 points for routes worth 0"),
        ("seat 0\n  routes: Big Ben - Waterloo\n  buses: 17", "17 buses and 1 placed"),
        ("hand size: 999999999999999999999", "unknown line"),
        (f"turn: {'9' * 5000}", "is not a number"),
        (f"discards: {'9' * 5000} blue", "is not a number of cards like '2 blue'"),
        ("phase: deal cards", "in phase 'deal cards', which it cannot be in"),
        ("phase: fill\nthen: deal tickets\nturn: 1", "in phase 'fill'"),
        ("phase: blind\nthen: deal tickets", "in phase 'blind'"),
        ("phase: second\nthen: second", "in phase 'second'"),
        ("phase: offer\nseat 1\n  offered: Big Ben - Tower of London", "in phase 'offer'"),
        ("phase: ended\nseat 1\n  hand size: 2", "hides something, but the game is over"),
        ("seat 0\n  hand size: 2\nseat 1\n  hand size: 2\n  hand: 1 blue", "as nobody sees it"),
    ],
)
def test_a_text_that_cannot_be_is_refused(text: str, sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence) as refused:
        GAME.parse_state(text)
    assert len(str(refused.value)) < 300


def test_a_chosen_ticket_must_be_offered() -> None:
    offers = (
        "Big Ben - Tower of London; Covent Garden - Hyde Park",
        "British Museum - Waterloo; Hyde Park - St Paul's",
    )
    position = f"phase: choose\nseat 0\n  offered: {offers[0]}\n  choice: {{}}\n"
    position += f"seat 1\n  offered: {offers[1]}"
    check_full(table(position.format("Covent Garden - Hyde Park")))
    with pytest.raises(ValueError, match="British Museum - Waterloo, which is not offered to it"):
        table(position.format("British Museum - Waterloo"))


def test_a_game_that_ended_by_passes_is_accepted() -> None:
    """T3.13"""
    assert table("phase: ended\npasses: 2")["passes"] == 2


def test_a_full_position_hides_nothing() -> None:
    check_full(table())


def test_what_each_viewer_knows_is_accepted() -> None:
    known = np.zeros(1, GAME.state)
    for viewer in (0, 1, 2, rules.SPECTATOR):
        rules.redact(table(), viewer, known)
        check(known[0])
        with pytest.raises(ValueError, match="does not say which cards and tickets seat"):
            check_full(known[0])
