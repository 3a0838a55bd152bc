"""The second scorer by itself, on positions scored by hand."""

from typing import Any

from londinium.games.ticket_to_ride_london import board
from tests.ticket_to_ride_london import literal_scorer
from tests.ticket_to_ride_london.literal_scorer import final_places, final_scores


def finished(*seats: tuple[list[int], list[int]]) -> dict[str, Any]:
    """The view of a finished game in which each seat has these routes and tickets."""
    owners: list[int | None] = [None] * len(literal_scorer.ROUTES)
    for seat, (routes, _) in enumerate(seats):
        for route in routes:
            owners[route] = seat
    players = [{"tickets": [{"ticket": ticket} for ticket in tickets]} for _, tickets in seats]
    return {"seats": len(seats), "routes": owners, "players": players}


def test_routes_score_by_their_length() -> None:
    """T3.9: routes of 1 (Big Ben - Waterloo), 2, 3 and 4 spaces."""
    assert final_scores(finished(([29], []), ([0], []), ([38], []), ([8], []))) == [1, 2, 4, 7]


def test_completed_tickets_add_and_incomplete_ones_subtract() -> None:
    """T4.2: British Museum - Piccadilly Circus is 2 points as a route and as a ticket."""
    assert final_scores(finished(([9], [19]), ([], [19]))) == [4, -2]


def test_a_ticket_is_completed_through_other_places() -> None:
    """T4.2: King's Cross - British Museum - Piccadilly - Hyde Park - Buckingham Palace, 7 + 6."""
    assert final_scores(finished(([6, 9, 16, 28], [7]), ([], []))) == [13, 0]


def test_the_routes_of_two_seats_do_not_make_one_path() -> None:
    """T4.2: Piccadilly - Trafalgar Square and Trafalgar Square - Waterloo."""
    assert final_scores(finished(([14], [18]), ([24], []))) == [1 - 3, 2]


def test_each_district_adds_its_number() -> None:
    """T4.3"""
    assert final_scores(finished(([10], []), ([14, 23, 25], []))) == [1 + 1, 4 + 2]
    assert final_scores(finished(([39, 40], []), ([32, 33, 34], []))) == [4 + 3, 9 + 4]
    assert final_scores(finished(([0, 1, 4], []), ([], []))) == [13 + 5, 0]


def test_a_district_is_joined_through_other_places() -> None:
    """T4.3: British Museum - Piccadilly Circus - Covent Garden."""
    assert final_scores(finished(([9, 12], []), ([], []))) == [3 + 1, 0]


def test_completed_tickets_break_a_tie() -> None:
    """T4.4: 4 points each."""
    assert final_places(finished(([38], []), ([9], [19]))) == [2, 1]


def test_a_full_tie_shares_the_place() -> None:
    """T4.4: 4, 4 and 1 points; then 1, 4, 1 and 0."""
    assert final_places(finished(([38], []), ([30], []), ([29], []))) == [1, 1, 3]
    assert final_places(finished(([29], []), ([30], []), ([23], []), ([], []))) == [2, 1, 2, 4]


def test_the_scorer_s_own_material_is_that_of_the_game() -> None:
    """T1.3, T3.9"""
    names = [location.name for location in board.LOCATIONS]
    locations = tuple((location.name, location.district) for location in board.LOCATIONS)
    routes = tuple((names[route.a], names[route.b], route.length) for route in board.ROUTES)
    tickets = tuple((names[ticket.a], names[ticket.b], ticket.points) for ticket in board.TICKETS)
    assert locations == literal_scorer.LOCATIONS
    assert routes == literal_scorer.ROUTES
    assert tickets == literal_scorer.TICKETS
