"""Actions and positions in text, and what is said of text that is not understood."""

import numpy as np
import pytest

from londinium.game import GAMES, Reason
from londinium.games.ticket_to_ride_london.reasons import REASONS
from londinium.games.ticket_to_ride_london.state import DEAL_CARDS, DEAL_TICKETS

GAME = GAMES["ticket_to_ride_london"]


@pytest.mark.parametrize(
    ("action", "text"),
    [
        (0, "draw blue"),
        (6, "draw bus"),
        (7, "draw deck"),
        (8, "claim Regent's Park - Baker Street for 2 blue"),
        (9, "claim Regent's Park - Baker Street for 1 blue + 1 bus"),
        (10, "claim Regent's Park - Baker Street for 2 bus"),
        (287, "draw tickets"),
        (288, "keep Baker Street - Tower of London"),
        (308, "keep both"),
        (309, "pass"),
    ],
)
def test_actions_have_these_texts(action: int, text: str) -> None:
    assert GAME.show_action(action) == text
    assert GAME.parse_action(text) == action


def test_case_and_spaces_do_not_matter() -> None:
    assert GAME.parse_action("  Draw   BLUE ") == 0


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("both", "keep both"),
        ("Hyde Park-St Paul's", "keep Hyde Park - St Paul's"),
        ("claim Waterloo - Big Ben for 1 blue", "claim Big Ben - Waterloo for 1 blue"),
        (
            "claim Baker Street - British Museum for 3 orange, 1 bus",
            "claim Baker Street - British Museum for 3 orange + 1 bus",
        ),
        (
            "claim Covent Garden - British Museum for 1 green",
            "claim British Museum - Covent Garden lane 1 for 1 green",
        ),
        (
            "claim Piccadilly Circus - Covent Garden for 1 yellow",
            "claim Piccadilly Circus - Covent Garden lane 2 for 1 yellow",
        ),
    ],
)
def test_shorter_and_turned_round_ways_to_say_an_action_are_understood(
    typed: str, meant: str
) -> None:
    assert GAME.show_action(GAME.parse_action(typed)) == meant


def test_what_is_no_action_is_told_what_actions_look_like() -> None:
    with pytest.raises(ValueError, match="'fly' is not an action; actions look like 'draw blue'"):
        GAME.parse_action("fly")


def test_outcomes_are_cards_or_tickets() -> None:
    cards, tickets = (np.zeros(1, GAME.state)[0] for _ in range(2))
    cards["phase"], tickets["phase"] = DEAL_CARDS, DEAL_TICKETS
    assert GAME.show_outcome(cards, 6) == "bus"
    assert GAME.parse_outcome(tickets, GAME.show_outcome(tickets, 19)) == 19
    with pytest.raises(ValueError, match="'purple' is not a card"):
        GAME.parse_outcome(cards, "purple")
    with pytest.raises(ValueError, match="'blue' is not a ticket"):
        GAME.parse_outcome(tickets, "blue")


def test_what_follows_from_the_rest_can_be_left_out() -> None:
    s = GAME.parse_state(
        "seats: 3\nseat 1\n  hand: 2 blue\n  routes: Covent Garden - St Paul's lane 1"
    )
    assert (s["points"][1], s["buses"][1], s["hand_size"][1]) == (4, 14, 2)
    assert s["deck"].tolist() == [4, 6, 6, 6, 6, 6, 8]
    assert (s["deck_size"], s["ticket_deck_size"]) == (42, 20)


def test_a_redacted_position_is_written_with_its_sizes() -> None:
    text = "seats: 2\nunder: ? by 1\nseat 1\n  hand size: 3\n  ticket count: 2\n"
    s = GAME.parse_state(text)
    assert (s["deck_size"], s["deck"].sum()) == (41, 44)
    assert (s["ticket_deck_size"], np.sum(s["place"] == 8)) == (17, 20)
    assert GAME.parse_state(GAME.show_state(s)) == s


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("seats: 5", "5 seats; the game is for 2 to 4"),
        ("seats: two", "seats: 'two', which is not a number"),
        ("turn: 300", "turn: '300', which is not a number"),
        ("turn: 2", "turn of seat 2, but the seats are 0 to 1"),
        ("phase: tea", "'tea' is not a phase"),
        ("hello", "Line 1 of the position is not understood: 'hello'"),
        ("turn: 0\nturn: 1", "Line 2 of the position is not understood"),
        ("weather: rain", "unknown line 'weather'"),
        ("display: blue", "display has 1 spaces; write 5"),
        ("display: blue, red, -, -, -", "'red' is not a card"),
        ("discards: many blue", "'many blue' is not a number of cards"),
        ("discards: 7 blue", "too many blue cards"),
        ("discards: 300 blue", "too many blue cards"),
        ("discards: 4 blue\nseat 0\n  hand: 4 blue", "too many blue cards"),
        ("deck: 5 blue", "blue cards of the position do not add up to 6"),
        ("turn: ²", "which is not a number"),
        ("last turns: 3", "more last turns, or more passes, than seats"),
        ("passes: 2", "more last turns, or more passes, than seats"),
        ("seat 0\n  buses: 18", "Seat 0 has 18 buses and 0 placed, not 17"),
        ("under: Big Ben - Tower of London by 9", "does not say by whom"),
        ("under: " + "; ".join(["? by 0"] * 21), "21 tickets under the deck"),
        (
            "under: Covent Garden - Hyde Park by 0\nseat 1\n  tickets: Covent Garden - Hyde Park",
            "ticket Covent Garden - Hyde Park twice",
        ),
        (
            "seat 0\n  routes: Big Ben - Waterloo\nseat 1\n  routes: Big Ben - Waterloo",
            "route Big Ben - Waterloo twice",
        ),
        (
            "seats: 3\nseat 0\n  routes: Piccadilly Circus - Covent Garden lane 1; "
            "Piccadilly Circus - Covent Garden lane 2",
            "an owner too many of Piccadilly Circus - Covent Garden lane 1",
        ),
        ("phase: choose", "in phase 'choose', which it cannot be in"),
        ("phase: keep", "in phase 'keep', which it cannot be in"),
        ("phase: fill\ndisplay: blue, blue, blue, blue, blue", "in phase 'fill'"),
        ("deck size: 3", "cards of the position do not add up"),
        ("ticket deck size: 3", "has 3 tickets; there are 20"),
        ("under: Big Ben - Tower of London", "does not say by whom"),
        ("seat 0\n  known: 1 blue", "in a hand without it"),
        ("seat 0\n  routes: Big Ben - Brick Lane", "'Big Ben - Brick Lane' is not a route"),
        ("seat 0\n  choice: maybe", "'maybe' is not a ticket"),
    ],
)
def test_a_position_that_is_not_understood_gets_one_clear_sentence(text: str, problem: str) -> None:
    with pytest.raises(ValueError, match=problem) as refused:
        GAME.parse_state(text)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize("code", REASONS)
def test_every_reason_has_a_sentence(code: str) -> None:
    values: dict[str, int | str] = {
        "route": 5,
        "ticket": 1,
        "card": "blue",
        "seat": 1,
        "missing": 2,
        "bus_missing": 1,
    }
    assert GAME.show_reason(Reason(code, values)).endswith(".")


def test_missing_cards_are_counted_by_kind() -> None:
    values: dict[str, int | str] = {"route": 0, "card": "blue", "missing": 2, "bus_missing": 0}
    assert "2 blue missing" in GAME.show_reason(Reason("cards_missing", values))
    assert "2 blue and 1 bus missing" in GAME.show_reason(
        Reason("cards_missing", {**values, "bus_missing": 1})
    )
