"""The score sheet of a finished match adds up, row by row, and names the pieces it counts."""

from itertools import pairwise
from random import Random
from typing import Any

import pytest

from londinium.games.old_london_bridge.board import CATEGORIES, SCORINGS
from londinium.games.ticket_to_ride_london.board import LOCATIONS, ROUTES, TICKETS
from londinium.match import Match
from londinium.server.tables.view import score_sheet

Row = dict[str, Any]


def finished(game: str, seats: int, seed: int, **options: str) -> Match:
    """Return a match that was played at random to its end."""
    match, chance = Match.new(game, seats, seed, **options), Random(seed)
    while not match.is_over:
        match.play(chance.choice(match.legal()))
    return match


def of_seat(row: Row, seat: int) -> list[Row]:
    return [one for one in row["counted"] if one["seat"] == seat]


def scoring_options(number: int) -> dict[str, str]:
    """Return a scoring of each category, the printed ones first."""
    return {c: SCORINGS[n][number] for n, c in enumerate(CATEGORIES)}


@pytest.mark.parametrize("number", range(5))
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_each_row_of_old_london_bridge_adds_up(seats: int, number: int) -> None:
    match = finished("old_london_bridge", seats, 10 * seats + number, **scoring_options(number))
    rows = score_sheet(match)["rows"]
    assert rows[-1]["values"] == match.scores
    view = match.view()
    for row in rows[:-1]:
        assert len(row["values"]) == seats
        for seat, value in enumerate(row["values"]):
            counted = of_seat(row, seat)
            assert sum(one["money"] for one in counted) == (value if counted else 0), row
    by_part = {row["part"]: row for row in rows}
    paid = by_part.get("payments", {"values": [0] * seats})["values"]
    had = [player["money"] for player in view["players"]]
    assert [a + b for a, b in zip(by_part["money"]["values"], paid, strict=True)] == had
    assert ("payments" in by_part) == (number == 2)


def test_payments_of_each_round_have_a_row_of_their_own() -> None:
    match = finished("old_london_bridge", 3, 5, **scoring_options(2))
    row = next(row for row in score_sheet(match)["rows"] if row["part"] == "payments")
    assert row["rule"] == "B8.3, B8.7, B8.11, B8.15"
    rounds = match.view()["round"]
    chapel = [one for one in row["counted"] if one["category"] == "chapel"]
    assert sum(one["times"] for one in chapel) == rounds
    assert sum(row["values"]) > 0


def test_a_scoring_names_the_slots_that_it_counts() -> None:
    match = finished("old_london_bridge", 3, 8, **scoring_options(3))
    row = next(row for row in score_sheet(match)["rows"] if row["part"] == "bridge")
    assert row["rule"] == "B8.16"
    for one, player in zip(row["counted"], match.view()["players"], strict=True):
        numbers = [player["bridge"][slot]["number"] for slot in one["slots"]]
        assert all(number <= 30 for number in numbers)
        assert one["money"] == 2 * len(numbers)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_each_row_of_ticket_to_ride_adds_up(seats: int) -> None:
    match = finished("ticket_to_ride_london", seats, seats)
    rows = score_sheet(match)["rows"]
    assert [row["part"] for row in rows] == ["routes", "tickets", "districts", "total"]
    assert rows[-1]["values"] == match.scores
    for row in rows[:-1]:
        for seat, value in enumerate(row["values"]):
            assert sum(one["points"] for one in of_seat(row, seat)) == value


@pytest.mark.parametrize("seed", range(4))
def test_a_completed_ticket_has_a_way_of_own_routes_between_its_places(seed: int) -> None:
    match = finished("ticket_to_ride_london", 2, seed)
    owners = match.view()["routes"]
    tickets = score_sheet(match)["rows"][1]["counted"]
    for one in tickets:
        assert all(owners[route] == one["seat"] for route in one["routes"])
        assert one["completed"] == bool(one["routes"])
        ends = [{ROUTES[route].a, ROUTES[route].b} for route in one["routes"]]
        assert all(a & b for a, b in pairwise(ends))
        if ends:
            printed = TICKETS[one["ticket"]]
            assert {printed.a, printed.b} <= set.union(*ends)


def test_the_districts_progress_is_that_of_the_board() -> None:
    match = finished("ticket_to_ride_london", 3, 9)
    view = match.view()
    for seat, player in enumerate(view["players"]):
        complete = [d for d in player["districts"] if d["joined"] == d["of"]]
        assert sum(one["district"] for one in complete) == player["score"]["districts"]
        own = [route for route, owner in enumerate(view["routes"]) if owner == seat]
        for one in player["districts"]:
            places = [n for n, place in enumerate(LOCATIONS) if place.district == one["district"]]
            assert one["of"] == len(places)
            assert one["joined"] == largest_group(places, own)


def largest_group(places: list[int], own: list[int]) -> int:
    """Return the most of the places that the routes join to one another; 0 if no two."""
    groups = [{place} for place in range(len(LOCATIONS))]
    for route in own:
        ends = {ROUTES[route].a, ROUTES[route].b}
        touched = [group for group in groups if group & ends]
        groups = [group for group in groups if group not in touched] + [set.union(*touched)]
    most = max(len(group & set(places)) for group in groups)
    return most if most > 1 else 0
