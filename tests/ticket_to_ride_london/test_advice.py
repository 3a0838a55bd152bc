"""What a hint says for a move in Ticket to Ride: London, in positions where it is known."""

import pytest

from londinium.game import GAMES, Reason
from londinium.games.ticket_to_ride_london import advice
from tests.table import Table
from tests.ticket_to_ride_london.placed import routes_leaving

GAME = GAMES["ticket_to_ride_london"]
DISPLAY = "display: blue, green, black, pink, yellow"
TO_TRAFALGAR = "British Museum - Covent Garden lane 1; Covent Garden - Trafalgar Square lane 1"


def said(position: str, action: str, seat: int = 0) -> list[str]:
    """All that speaks for an action of a position, the weightiest first."""
    s = Table(position).s
    found = advice.merits(s, seat, GAME.parse_action(action))
    return [advice.show_merit(merit) for merit in found]


def test_a_claim_completes_a_ticket() -> None:
    position = f"""
        seats: 2
        {DISPLAY}
        seat 0
          hand: 1 blue, 3 black
          routes: {TO_TRAFALGAR}; Trafalgar Square - Big Ben
          tickets: British Museum - Waterloo
    """
    assert said(position, "claim Big Ben - Waterloo for 1 blue") == [
        "completes British Museum - Waterloo (4 points)",
        "scores 1 point",
    ]


def test_a_claim_is_on_the_way_of_a_ticket_and_pays_with_what_is_left_over() -> None:
    position = f"""
        seats: 2
        {DISPLAY}
        seat 0
          hand: 1 blue, 3 black
          routes: {TO_TRAFALGAR}
          tickets: British Museum - Waterloo
        seat 1
          routes: Trafalgar Square - Waterloo
    """
    assert said(position, "claim Trafalgar Square - Big Ben for 1 black") == [
        "is on the way of British Museum - Waterloo",
        "pays with cards that your tickets do not need",
        "scores 1 point",
        "joins places of district 2",
    ]
    assert "pays with cards that your tickets do not need" not in said(
        position, "claim Trafalgar Square - Big Ben for 1 blue"
    )


def test_a_claim_away_from_all_tickets_says_nothing_of_tickets_or_blocking() -> None:
    position = f"""
        seats: 2
        {DISPLAY}
        seat 0
          hand: 3 orange, 1 blue
          routes: {TO_TRAFALGAR}
          tickets: British Museum - Waterloo
        seat 1
          routes: The Charterhouse - St Paul's
    """
    assert said(position, "claim St Paul's - Brick Lane for 3 orange") == [
        "scores 4 points",
        "joins places of district 4",
    ]


def test_a_claim_completes_a_district() -> None:
    position = f"""
        seats: 2
        {DISPLAY}
        seat 0
          hand: 1 blue
          tickets: Big Ben - Tower of London
    """
    found = said(position, "claim British Museum - Covent Garden for 1 blue")
    assert "completes district 1" in found


def test_a_claim_that_begins_the_final_round_says_so() -> None:
    position = f"""
        seats: 2
        {DISPLAY}
        seat 0
          hand: 2 blue
          routes: {routes_leaving(4, without="Baker Street")}
          tickets: none
    """
    claim = "claim Regent's Park - Baker Street for 2 blue"
    assert "begins the final round" in said(position, claim)


def test_a_card_is_needed_for_a_route_and_pays_for_it_when_it_is_the_last_one() -> None:
    position = """
        seats: 2
        display: orange, green, black, pink, yellow
        seat 0
          hand: {}
          routes: Big Ben - Waterloo; Trafalgar Square - Big Ben; Trafalgar Square - Waterloo
          tickets: Buckingham Palace - Elephant & Castle
        seat 1
          routes: Trafalgar Square - Buckingham Palace
    """
    first = said(position.format("1 green"), "draw orange")
    assert first[0] == "is needed for Waterloo - Elephant & Castle"
    assert "the only orange card face up" in first
    second = said(position.format("1 green, 1 orange"), "draw orange")
    assert second[0] == "then you can pay for Waterloo - Elephant & Castle"
    assert "makes 2 orange cards in your hand" in second


def test_the_last_card_of_a_colour_is_called_the_only_one_left() -> None:
    position = """
        seats: 2
        display: blue, green, black, pink, yellow
        {}
        seat 0
          hand: 3 yellow
          tickets: Big Ben - Tower of London
    """
    scarce = said(position.format("discards: 2 yellow"), "draw yellow")
    assert "the only yellow card left" in scarce
    plenty = said(position.format("discards: 1 yellow"), "draw yellow")
    assert "the only yellow card left" not in plenty
    assert "the only yellow card face up" in plenty


def test_drawing_blind_is_for_cards_that_do_not_lie_face_up() -> None:
    position = """
        seats: 2
        display: green, green, black, pink, {}
        seat 0
          hand: 1 pink
          routes: British Museum - Covent Garden lane 1; Covent Garden - Trafalgar Square lane 1; \
Trafalgar Square - Big Ben
          tickets: British Museum - Waterloo
        seat 1
          routes: Trafalgar Square - Waterloo
    """
    none_needed = "no card that your tickets need lies face up"
    assert none_needed in said(position.format("pink"), "draw deck")
    assert none_needed not in said(position.format("blue"), "draw deck")


def test_tickets_are_drawn_when_all_are_completed() -> None:
    position = f"""
        seats: 2
        {DISPLAY}
        seat 0
          routes: {{}}
          tickets: British Museum - Piccadilly Circus
    """
    done = said(position.format("British Museum - Piccadilly Circus"), "draw tickets")
    assert done == ["all your tickets are completed", "15 of your buses are left"]
    assert said(position.format("none"), "draw tickets") == ["17 of your buses are left"]


def test_of_two_tickets_on_one_way_it_is_said_that_they_share_it() -> None:
    position = f"""
        seats: 2
        phase: keep
        {DISPLAY}
        seat 0
          tickets: none
          offered: British Museum - St Paul's; Covent Garden - Tower of London
    """
    assert said(position, "keep both") == ["tickets of 10 points", "the tickets share 1 route"]
    assert said(position, "keep British Museum - St Paul's") == [
        "British Museum - St Paul's takes 2 more routes",
        "does not risk 6 points for Covent Garden - Tower of London",
    ]


def test_a_ticket_that_is_joined_already_is_kept_for_nothing_and_one_too_far_is_returned() -> None:
    position = f"""
        seats: 2
        phase: keep
        {{}}
        {DISPLAY}
        seat 0
          routes: British Museum - Piccadilly Circus; {{}}
          tickets: none
          offered: British Museum - Piccadilly Circus; Brick Lane - Buckingham Palace
    """
    late = position.format("last turns: 2", routes_leaving(2, "British Museum - Piccadilly Circus"))
    late = late.replace("British Museum - Piccadilly Circus; British", "British", 1)
    assert said(late, "keep British Museum - Piccadilly Circus") == [
        "Brick Lane - Buckingham Palace would take too long",
        "British Museum - Piccadilly Circus is completed already",
    ]
    assert "tickets of 11 points" in said(late, "keep both")


def test_two_tickets_that_lie_apart_share_nothing() -> None:
    position = f"""
        seats: 2
        phase: keep
        {DISPLAY}
        seat 0
          tickets: none
          offered: Brick Lane - Globe Theatre; British Museum - Piccadilly Circus
    """
    assert said(position, "keep both") == ["tickets of 6 points"]


def test_a_claim_of_the_plan_is_in_a_hurry_near_the_end() -> None:
    position = f"""
        seats: 2
        {DISPLAY}
        seat 0
          hand: 1 black, 1 blue
          routes: {TO_TRAFALGAR}
          tickets: British Museum - Waterloo
        seat 1
          hand: 4 blue
          routes: {{}}
    """
    late = routes_leaving(5, "Trafalgar Square - Waterloo")
    claim = "claim Trafalgar Square - Big Ben for 1 black"
    assert "little time is left for your tickets" in said(position.format(late), claim)
    early = position.format("Trafalgar Square - Waterloo")
    assert "little time is left for your tickets" not in said(early, claim)


def test_a_bus_card_goes_with_every_colour_and_may_be_in_the_deck() -> None:
    position = """
        seats: 2
        display: bus, green, black, pink, yellow
        discards: {} bus
        seat 0
          hand: 1 bus, 2 orange
          tickets: none
    """
    assert said(position.format(2), "draw bus") == ["a bus card goes with every colour"]
    assert said(position.format(2), "draw deck") == ["4 bus cards may still be in the deck"]
    assert said(position.format(6), "draw deck") == []


def test_of_a_colour_that_no_open_route_takes_more_of_nothing_is_said() -> None:
    position = """
        seats: 2
        display: blue, blue, black, pink, yellow
        seat 0
          hand: 4 blue
          tickets: none
    """
    assert said(position, "draw blue") == []
    assert said(position, "draw black") == ["Baker Street - Hyde Park is open and takes 4 of them"]


def test_to_pass_has_no_merit() -> None:
    table = Table(f"seats: 2\n{DISPLAY}\nseat 0\n  tickets: none")
    assert advice.merits(table.s, 0, GAME.parse_action("pass")) == []


def test_what_has_no_number_keeps_its_name() -> None:
    table = Table(f"seats: 2\n{DISPLAY}\nseat 0\n  tickets: none")
    assert advice.name_action(table.s, 0, GAME.parse_action("draw blue")) == "draw blue"


def test_a_route_is_named_without_its_lane() -> None:
    table = Table(f"seats: 2\n{DISPLAY}\nseat 0\n  hand: 1 pink\n  tickets: none")
    action = GAME.parse_action("claim Covent Garden - Trafalgar Square lane 2 for 1 pink")
    named = advice.name_action(table.s, 0, action)
    assert named == "claim Covent Garden - Trafalgar Square for 1 pink"


@pytest.mark.parametrize("code", advice.MERITS)
def test_every_merit_has_words(code: str) -> None:
    values: dict[str, int | str] = {
        "route": 3,
        "ticket": 4,
        "points": 1,
        "district": 2,
        "card": "blue",
        "n": 2,
    }
    assert "{" not in advice.show_merit(Reason(code, values))
