"""Why an action is not legal: each code of the reasons, with its values."""

from collections.abc import Callable

import pytest

from londinium.games.ticket_to_ride_london.text import ACTION_NAMES, TICKET_NAMES
from tests.table import Table
from tests.ticket_to_ride_london.placed import routes_leaving

TURN = """
    seats: 3
    display: blue, bus, green, green, pink
    seat 0
      hand: 2 yellow, 1 bus, 1 orange
      routes: British Museum - Covent Garden lane 1
    seat 1
      routes: Big Ben - Waterloo
"""
CHOICE = """
    seats: 2
    phase: choose
    display: blue, green, black, pink, bus
    seat 0
      offered: Baker Street - Tower of London; Brick Lane - Buckingham Palace
    seat 1
      offered: Big Ben - Tower of London; Hyde Park - St Paul's
"""
NOTHING_LEFT = f"""
    seats: 2
    seat 1
      hand: 6 blue, 6 green, 6 black, 6 pink, 6 yellow, 6 orange, 8 bus
      tickets: {"; ".join(TICKET_NAMES)}
"""


def turn() -> Table:
    return Table(TURN)


def first_tickets() -> Table:
    return Table(CHOICE)


def nothing_left() -> Table:
    return Table(NOTHING_LEFT)


def all_cards() -> Table:
    return nothing_left().play("pass")


def second_card() -> Table:
    return turn().play("draw deck").deal("black")


def drawn_tickets() -> Table:
    table = turn().play("draw tickets")
    return table.deal("Big Ben - Tower of London", "Covent Garden - Hyde Park")


def test_first_tickets_are_chosen_before_anything_else() -> None:
    """T2.3: choose_tickets_first"""
    assert first_tickets().why_not("draw deck", seat=1) == ("choose_tickets_first", {})


def test_drawn_tickets_are_chosen_before_anything_else() -> None:
    """T3.11: choose_tickets_first"""
    assert drawn_tickets().why_not("pass") == ("choose_tickets_first", {})


def test_the_second_card_comes_before_any_other_action() -> None:
    """T3.1: take_second_card_first"""
    for action in ("draw tickets", "claim Trafalgar Square - Big Ben for 1 bus", "pass"):
        assert second_card().why_not(action) == ("take_second_card_first", {})


def test_no_ticket_is_kept_that_was_not_drawn() -> None:
    """T3.11: no_tickets_to_choose"""
    assert turn().why_not("keep both") == ("no_tickets_to_choose", {})


def test_a_card_must_lie_face_up_to_be_taken() -> None:
    """T3.1: card_not_shown"""
    assert turn().why_not("draw orange") == ("card_not_shown", {"card": "orange"})


def test_a_face_up_bus_cannot_be_second() -> None:
    """T3.2: bus_not_second"""
    assert second_card().why_not("draw bus") == ("bus_not_second", {})


def test_no_blind_card_is_drawn_when_none_is_left() -> None:
    """T3.4: no_cards_left"""
    assert nothing_left().why_not("draw deck") == ("no_cards_left", {})


def test_a_route_that_belongs_to_somebody_is_taken() -> None:
    """T3.6: route_taken"""
    reason = turn().why_not("claim Big Ben - Waterloo for 1 bus")
    assert reason == ("route_taken", {"route": 29, "seat": 1})


def test_with_two_players_the_other_lane_is_closed() -> None:
    """T3.10: lane_closed"""
    table = Table("""
        seats: 2
        seat 0
          hand: 1 orange
        seat 1
          routes: Piccadilly Circus - Trafalgar Square lane 1
    """)
    reason = table.why_not("claim Piccadilly Circus - Trafalgar Square lane 2 for 1 orange")
    assert reason == ("lane_closed", {"route": 15})


def test_the_other_lane_is_closed_to_the_owner_of_one() -> None:
    """T3.10: own_both_lanes"""
    reason = turn().why_not("claim British Museum - Covent Garden lane 2 for 1 bus")
    assert reason == ("own_both_lanes", {"route": 11})


def test_the_second_of_two_grey_lanes_waits_for_the_first() -> None:
    """T3.10: first_lane_first"""
    reason = turn().why_not("claim St Paul's - Globe Theatre lane 2 for 1 bus")
    assert reason == ("first_lane_first", {"route": 37})


def test_a_longer_route_lacks_buses() -> None:
    """T3.7: buses_missing"""
    table = Table(f"""
        seats: 2
        seat 0
          routes: {routes_leaving(1)}
          hand: 3 yellow
    """)
    reason = table.why_not("claim Big Ben - Elephant & Castle for 3 yellow")
    assert reason == ("buses_missing", {"route": 30, "missing": 2})


def test_a_payment_lacks_cards_of_the_colour() -> None:
    """T3.8: cards_missing"""
    reason = turn().why_not("claim Big Ben - Elephant & Castle for 3 yellow")
    values = {"route": 30, "card": "yellow", "missing": 1, "bus_missing": 0}
    assert reason == ("cards_missing", values)


def test_a_payment_lacks_bus_cards() -> None:
    """T3.8: cards_missing"""
    reason = turn().why_not("claim Big Ben - Elephant & Castle for 1 yellow + 2 bus")
    values = {"route": 30, "card": "yellow", "missing": 0, "bus_missing": 1}
    assert reason == ("cards_missing", values)


def test_a_payment_of_bus_cards_alone_lacks_only_bus_cards() -> None:
    """T3.8: cards_missing"""
    code, values = turn().why_not("claim Waterloo - Globe Theatre for 2 bus") or ("", {})
    assert (code, values["missing"], values["bus_missing"]) == ("cards_missing", 0, 1)


def test_no_ticket_is_drawn_when_none_is_left() -> None:
    """T3.11: no_tickets_left"""
    assert nothing_left().why_not("draw tickets") == ("no_tickets_left", {})


def test_only_a_ticket_on_offer_can_be_kept() -> None:
    """T2.3, T3.11: ticket_not_offered"""
    reason = ("ticket_not_offered", {"ticket": 14})
    assert first_tickets().why_not("keep British Museum - Waterloo", seat=0) == reason
    assert drawn_tickets().why_not("keep British Museum - Waterloo") == reason


def test_a_ticket_offered_to_another_cannot_be_kept() -> None:
    """T2.3: ticket_not_offered"""
    reason = first_tickets().why_not("keep Big Ben - Tower of London", seat=0)
    assert reason == ("ticket_not_offered", {"ticket": 4})


def test_nobody_passes_who_can_still_act() -> None:
    """T3.13: can_still_act"""
    assert turn().why_not("pass") == ("can_still_act", {})


@pytest.mark.parametrize(
    "position", [turn, second_card, drawn_tickets, first_tickets, nothing_left, all_cards]
)
def test_an_action_is_legal_or_has_a_reason(position: Callable[[], Table]) -> None:
    """T2.3, T3.1 to T3.13"""
    table = position()
    legal = {action for action in ACTION_NAMES if table.why_not(action) is None}
    assert legal == table.legal()
