"""Rules T3.6 to T3.10: claiming routes."""

import pytest

from londinium.games.ticket_to_ride_london.text import ACTION_NAMES
from tests.table import Table
from tests.ticket_to_ride_london.placed import routes_leaving

COLOURS = ("blue", "green", "black", "pink", "yellow", "orange")
DISPLAY = "display: blue, green, black, pink, bus"
BIG_BEN_ELEPHANT, BIG_BEN_WATERLOO, PICCADILLY_TRAFALGAR = 30, 29, 14


def claims(table: Table, route: str) -> set[str]:
    """The legal payments for a route."""
    start = f"claim {route} for "
    return {action.removeprefix(start) for action in table.legal() if action.startswith(start)}


def holding(hand: str, seats: int = 2, more: str = "") -> Table:
    return Table(f"""
        seats: {seats}
        {DISPLAY}
        seat 0
          hand: {hand}
          {more}
    """)


def test_a_route_need_not_touch_one_s_own() -> None:
    """T3.6"""
    table = holding("1 blue", more="routes: Regent's Park - Baker Street")
    table.play("claim Big Ben - Waterloo for 1 blue")
    assert table.view()["routes"][BIG_BEN_WATERLOO] == 0


def test_a_route_of_another_player_cannot_be_claimed() -> None:
    """T3.6"""
    table = Table(f"""
        seats: 2
        {DISPLAY}
        seat 0
          hand: 2 blue, 2 bus
        seat 1
          routes: Big Ben - Waterloo
    """)
    assert claims(table, "Big Ben - Waterloo") == set()


def test_one_s_own_route_cannot_be_claimed_again() -> None:
    """T3.6"""
    table = holding("2 blue, 2 bus", more="routes: Big Ben - Waterloo")
    assert claims(table, "Big Ben - Waterloo") == set()


def test_a_claim_is_the_whole_turn() -> None:
    """T3.6"""
    table = holding("5 blue").play("claim Big Ben - Waterloo for 1 blue")
    assert table.to_move == 1


def test_a_claim_places_as_many_buses_as_the_route_has_spaces() -> None:
    """T3.7"""
    table = holding("3 yellow").play("claim Big Ben - Elephant & Castle for 3 yellow")
    assert table.view()["players"][0]["buses"] == 14
    assert table.view()["routes"][BIG_BEN_ELEPHANT] == 0


def test_a_route_with_more_spaces_than_buses_left_cannot_be_claimed() -> None:
    """T3.7"""
    table = holding("3 yellow", more=f"routes: {routes_leaving(2)}")
    assert claims(table, "Big Ben - Elephant & Castle") == set()


def test_a_route_with_as_many_spaces_as_buses_left_can_be_claimed() -> None:
    """T3.7"""
    table = holding("3 yellow", more=f"routes: {routes_leaving(3)}")
    table.play("claim Big Ben - Elephant & Castle for 3 yellow")
    assert table.view()["players"][0]["buses"] == 0


def test_a_yellow_route_of_3_has_four_payments() -> None:
    """T3.8"""
    assert claims(holding("6 yellow, 5 blue, 7 bus"), "Big Ben - Elephant & Castle") == {
        "3 yellow",
        "2 yellow + 1 bus",
        "1 yellow + 2 bus",
        "3 bus",
    }


def test_a_payment_needs_the_cards_in_hand() -> None:
    """T3.8"""
    table = holding("2 yellow, 5 blue, 2 bus")
    assert claims(table, "Big Ben - Elephant & Castle") == {"2 yellow + 1 bus", "1 yellow + 2 bus"}


def test_too_few_cards_cannot_pay_for_a_route() -> None:
    """T3.8"""
    assert claims(holding("2 yellow, 5 blue"), "Big Ben - Elephant & Castle") == set()


def test_bus_cards_alone_can_pay_for_a_route() -> None:
    """T3.8"""
    table = holding("4 bus").play("claim Elephant & Castle - Tower of London for 4 bus")
    assert table.view()["discards"] == {"bus": 4}


def test_a_grey_route_of_1_takes_any_colour_or_a_bus() -> None:
    """T3.8"""
    table = holding("2 blue, 2 green, 2 black, 2 pink, 2 yellow, 2 orange, 2 bus")
    expected = {f"1 {colour}" for colour in COLOURS} | {"1 bus"}
    assert claims(table, "Trafalgar Square - Big Ben") == expected


def test_a_grey_route_of_4_takes_every_mix_of_one_colour_and_buses() -> None:
    """T3.8"""
    table = holding("4 blue, 4 green, 4 black, 4 pink, 4 yellow, 4 orange, 4 bus")
    expected = {"4 bus"}
    for colour in COLOURS:
        expected |= {f"4 {colour}", f"3 {colour} + 1 bus", f"2 {colour} + 2 bus"}
        expected |= {f"1 {colour} + 3 bus"}
    assert claims(table, "Baker Street - Piccadilly Circus") == expected


def test_a_grey_route_does_not_take_two_colours() -> None:
    """T3.8"""
    table = holding("1 blue, 1 green, 1 bus")
    assert claims(table, "British Museum - Piccadilly Circus") == {
        "1 blue + 1 bus",
        "1 green + 1 bus",
    }


def test_no_two_actions_are_the_same_payment() -> None:
    """T3.8: all buses for a grey route is one payment, not one for each colour."""
    assert len(set(ACTION_NAMES)) == len(ACTION_NAMES)


def test_the_cards_paid_leave_the_hand_and_are_discarded() -> None:
    """T3.8"""
    table = holding("3 yellow, 2 bus, 1 blue")
    table.play("claim Big Ben - Elephant & Castle for 2 yellow + 1 bus")
    assert table.view()["players"][0]["hand"] == {"yellow": 1, "bus": 1, "blue": 1}
    assert table.view()["discards"] == {"yellow": 2, "bus": 1}


@pytest.mark.parametrize(
    ("claim", "points"),
    [
        ("Big Ben - Waterloo for 1 blue", 1),
        ("Regent's Park - Baker Street for 2 blue", 2),
        ("Brick Lane - Tower of London for 3 blue", 4),
        ("British Museum - The Charterhouse for 4 blue", 7),
    ],
)
def test_a_claim_scores_at_once_by_the_length_of_the_route(claim: str, points: int) -> None:
    """T3.9"""
    table = holding("4 blue").play(f"claim {claim}")
    assert table.view()["players"][0]["score"]["routes"] == points
    assert table.scores == [points, 0]


def test_points_for_routes_add_up() -> None:
    """T3.9"""
    table = holding("3 blue", more="routes: British Museum - The Charterhouse")
    table.play("claim Brick Lane - Tower of London for 3 blue")
    assert table.view()["players"][0]["score"]["routes"] == 11


def double(seats: int, owner: int, turn: int) -> Table:
    """Lane 1 (blue) of a double route is claimed, and each seat could pay for lane 2 (orange)."""
    lines = [f"seats: {seats}", f"turn: {turn}", "display: black, black, green, green, pink"]
    for seat in range(seats):
        lines += [f"seat {seat}", "hand: 1 orange, 1 blue, 1 bus"]
        lines += ["routes: Piccadilly Circus - Trafalgar Square lane 1"] if seat == owner else []
    return Table("\n".join(lines))


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_either_lane_of_a_free_double_route_can_be_claimed(seats: int) -> None:
    """T3.10"""
    table = holding("1 blue, 1 orange", seats)
    assert claims(table, "Piccadilly Circus - Trafalgar Square lane 1") == {"1 blue"}
    assert claims(table, "Piccadilly Circus - Trafalgar Square lane 2") == {"1 orange"}


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_nobody_may_own_both_lanes(seats: int) -> None:
    """T3.10"""
    table = double(seats, owner=0, turn=0)
    assert claims(table, "Piccadilly Circus - Trafalgar Square lane 2") == set()


@pytest.mark.parametrize("seats", [3, 4])
def test_another_player_may_claim_the_other_lane(seats: int) -> None:
    """T3.10"""
    table = double(seats, owner=0, turn=1)
    assert claims(table, "Piccadilly Circus - Trafalgar Square lane 1") == set()
    assert claims(table, "Piccadilly Circus - Trafalgar Square lane 2") == {"1 orange", "1 bus"}
    table.play("claim Piccadilly Circus - Trafalgar Square lane 2 for 1 bus")
    assert table.view()["routes"][PICCADILLY_TRAFALGAR : PICCADILLY_TRAFALGAR + 2] == [0, 1]


def test_with_two_players_the_other_lane_is_closed_to_all() -> None:
    """T3.10"""
    table = double(2, owner=0, turn=1)
    assert claims(table, "Piccadilly Circus - Trafalgar Square lane 2") == set()


def test_a_claim_closes_the_other_lane_from_then_on() -> None:
    """T3.10"""
    table = Table(f"""
        seats: 3
        {DISPLAY}
        seat 0
          hand: 1 orange, 1 blue
        seat 1
          hand: 1 blue
        seat 2
          hand: 1 blue
    """)
    table.play("claim Piccadilly Circus - Trafalgar Square lane 2 for 1 orange")
    lane = "Piccadilly Circus - Trafalgar Square lane 1"
    assert claims(table, lane) == {"1 blue"}
    table.play("claim Big Ben - Waterloo for 1 blue")
    assert claims(table, lane) == {"1 blue"}
    assert f"claim {lane} for 1 blue" not in table.legal(0)


def test_with_two_players_a_claim_closes_the_other_lane_from_then_on() -> None:
    """T3.10"""
    table = Table(f"""
        seats: 2
        {DISPLAY}
        seat 0
          hand: 1 orange, 1 blue
        seat 1
          hand: 1 blue, 1 bus
    """)
    table.play("claim Piccadilly Circus - Trafalgar Square lane 2 for 1 orange")
    assert claims(table, "Piccadilly Circus - Trafalgar Square lane 1") == set()


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_of_two_grey_lanes_the_first_is_claimed_first(seats: int) -> None:
    """T3.10"""
    table = holding("1 blue", seats)
    assert claims(table, "British Museum - Covent Garden lane 1") == {"1 blue"}
    assert claims(table, "British Museum - Covent Garden lane 2") == set()


def grey_lane_taken(seats: int) -> Table:
    table = Table(f"""
        seats: {seats}
        {DISPLAY}
        seat 0
          hand: 2 blue
        seat 1
          hand: 1 green, 1 bus
    """)
    return table.play("claim British Museum - Covent Garden lane 1 for 1 blue")


@pytest.mark.parametrize("seats", [3, 4])
def test_the_second_grey_lane_opens_for_the_others_once_the_first_is_claimed(seats: int) -> None:
    """T3.10"""
    table = grey_lane_taken(seats)
    assert claims(table, "British Museum - Covent Garden lane 2") == {"1 green", "1 bus"}
    assert "claim British Museum - Covent Garden lane 2 for 1 blue" not in table.legal(0)


def test_with_two_players_the_second_grey_lane_stays_closed() -> None:
    """T3.10"""
    assert claims(grey_lane_taken(2), "British Museum - Covent Garden lane 2") == set()


def test_both_lanes_score_for_their_owners() -> None:
    """T3.9, T3.10"""
    table = grey_lane_taken(3).play("claim British Museum - Covent Garden lane 2 for 1 green")
    routes = [player["score"]["routes"] for player in table.view()["players"]]
    assert routes == [1, 1, 0]
