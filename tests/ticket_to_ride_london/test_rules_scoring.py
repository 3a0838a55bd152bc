"""Rules T4.2 to T4.4: tickets, districts and places."""

import pytest

from tests.table import Table


def ended(*seats: str) -> Table:
    """A finished game; each seat is written as its routes, then after a bar its tickets."""
    lines = [f"seats: {len(seats)}", "phase: ended"]
    for seat, text in enumerate(seats):
        routes, _, tickets = text.partition("|")
        lines += [f"seat {seat}", f"routes: {routes or 'none'}", f"tickets: {tickets or 'none'}"]
    return Table("\n".join(lines))


def score(table: Table, seat: int) -> dict[str, int]:
    return table.view()["players"][seat]["score"]


def test_a_completed_ticket_adds_its_value() -> None:
    """T4.2"""
    table = ended("British Museum - Piccadilly Circus|British Museum - Piccadilly Circus", "")
    assert score(table, 0) == {"routes": 2, "tickets": 2, "districts": 0}
    assert table.scores == [4, 0]


def test_an_incomplete_ticket_subtracts_its_value() -> None:
    """T4.2"""
    table = ended("British Museum - Piccadilly Circus|Piccadilly Circus - Waterloo", "")
    assert score(table, 0) == {"routes": 2, "tickets": -3, "districts": 0}
    assert table.scores == [-1, 0]


def test_a_ticket_may_be_completed_through_other_places() -> None:
    """T4.2"""
    table = ended(
        "King's Cross - British Museum; British Museum - Piccadilly Circus; "
        "Piccadilly Circus - Hyde Park lane 1; Hyde Park - Buckingham Palace lane 2"
        "|King's Cross - Buckingham Palace",
        "",
    )
    assert score(table, 0) == {"routes": 7, "tickets": 6, "districts": 0}


def test_a_gap_in_the_path_leaves_a_ticket_incomplete() -> None:
    """T4.2"""
    table = ended(
        "King's Cross - British Museum; Hyde Park - Buckingham Palace lane 2"
        "|King's Cross - Buckingham Palace",
        "",
    )
    assert score(table, 0)["tickets"] == -6


def test_the_routes_of_another_player_do_not_complete_a_ticket() -> None:
    """T4.2"""
    table = ended(
        "Piccadilly Circus - Trafalgar Square lane 1|Piccadilly Circus - Waterloo",
        "Trafalgar Square - Waterloo",
    )
    assert score(table, 0)["tickets"] == -3


def test_completed_and_incomplete_tickets_add_up() -> None:
    """T4.2"""
    table = ended(
        "Piccadilly Circus - Trafalgar Square lane 1; Trafalgar Square - Waterloo"
        "|Piccadilly Circus - Waterloo; Covent Garden - Hyde Park; Baker Street - Tower of London",
        "",
    )
    assert score(table, 0)["tickets"] == 3 - 3 - 11
    completed = [ticket["completed"] for ticket in table.view()["players"][0]["tickets"]]
    assert sorted(completed) == [False, False, True]


@pytest.mark.parametrize(
    ("routes", "points", "bonus"),
    [
        ("British Museum - Covent Garden lane 1", 1, 1),
        (
            "Piccadilly Circus - Trafalgar Square lane 2; Trafalgar Square - Big Ben; "
            "Buckingham Palace - Big Ben",
            4,
            2,
        ),
        ("Waterloo - Globe Theatre; Waterloo - Elephant & Castle", 4, 3),
        (
            "The Charterhouse - St Paul's; St Paul's - Brick Lane; "
            "St Paul's - Tower of London lane 1",
            9,
            4,
        ),
        (
            "Regent's Park - Baker Street; Regent's Park - King's Cross; Baker Street - Hyde Park",
            13,
            5,
        ),
    ],
)
def test_a_joined_district_adds_its_number(routes: str, points: int, bonus: int) -> None:
    """T4.3"""
    table = ended(routes, "")
    assert score(table, 0) == {"routes": points, "tickets": 0, "districts": bonus}
    assert table.scores == [points + bonus, 0]


def test_a_district_may_be_joined_through_other_places() -> None:
    """T4.3"""
    table = ended(
        "British Museum - Piccadilly Circus; Piccadilly Circus - Covent Garden lane 1", ""
    )
    assert score(table, 0)["districts"] == 1


def test_a_district_with_one_place_left_out_adds_nothing() -> None:
    """T4.3"""
    table = ended("Regent's Park - Baker Street; Regent's Park - King's Cross", "")
    assert score(table, 0)["districts"] == 0


def test_a_district_whose_places_are_not_all_joined_to_one_another_adds_nothing() -> None:
    """T4.3: every place of district 2 has a route here, but in two parts."""
    table = ended(
        "Piccadilly Circus - Trafalgar Square lane 1; Buckingham Palace - Big Ben; "
        "Piccadilly Circus - Covent Garden lane 1",
        "",
    )
    assert score(table, 0)["districts"] == 0


def test_the_routes_of_another_player_do_not_join_a_district() -> None:
    """T4.3"""
    table = ended("Waterloo - Globe Theatre", "Waterloo - Elephant & Castle")
    assert [score(table, seat)["districts"] for seat in range(2)] == [0, 0]


def test_several_districts_add_up() -> None:
    """T4.3"""
    table = ended(
        "British Museum - Covent Garden lane 1; Waterloo - Globe Theatre; "
        "Globe Theatre - Elephant & Castle",
        "",
    )
    assert score(table, 0)["districts"] == 4


def test_two_players_may_both_join_a_district() -> None:
    """T4.3"""
    table = ended(
        "British Museum - Covent Garden lane 1", "British Museum - Covent Garden lane 2", ""
    )
    assert [score(table, seat)["districts"] for seat in range(3)] == [1, 1, 0]


def test_routes_tickets_and_districts_add_up() -> None:
    """T4.2, T4.3"""
    table = ended("British Museum - Covent Garden lane 1|British Museum - Waterloo", "")
    assert table.scores == [1 + 1 - 4, 0]


def test_most_points_win() -> None:
    """T4.4"""
    table = ended(
        "Big Ben - Waterloo", "Brick Lane - Tower of London", "King's Cross - British Museum"
    )
    assert table.scores == [1, 4, 2]
    assert table.places == [3, 1, 2]


MUSEUM_TICKET = "British Museum - Piccadilly Circus|British Museum - Piccadilly Circus"  # 4 points
FOUR_POINTS = "Brick Lane - Tower of London"


def test_of_equal_points_more_completed_tickets_win() -> None:
    """T4.4"""
    table = ended(FOUR_POINTS, MUSEUM_TICKET)
    assert table.scores == [4, 4]
    assert table.places == [2, 1]


def test_incomplete_tickets_do_not_break_a_tie() -> None:
    """T4.4: 9 points and a ticket of 3 missed, against 6 points without tickets."""
    table = ended(
        "Baker Street - Hyde Park; King's Cross - British Museum|Covent Garden - Hyde Park",
        "Brick Lane - Tower of London; Waterloo - Globe Theatre",
    )
    assert table.scores == [6, 6]
    assert table.places == [1, 1]


def test_the_number_of_completed_tickets_breaks_a_tie_not_their_value() -> None:
    """T4.4: tickets of 2 and 3 against one of 4, all completed, with equal points."""
    table = ended(
        "British Museum - Piccadilly Circus; Piccadilly Circus - Trafalgar Square lane 1; "
        "Trafalgar Square - Waterloo"
        "|British Museum - Piccadilly Circus; Piccadilly Circus - Waterloo",
        "The Charterhouse - Brick Lane; The Charterhouse - St Paul's; "
        "St Paul's - Globe Theatre lane 1|Brick Lane - Globe Theatre",
    )
    assert table.scores == [10, 10]
    assert table.places == [1, 2]


def test_a_full_tie_shares_the_victory() -> None:
    """T4.4"""
    table = ended("Brick Lane - Tower of London", "Big Ben - Elephant & Castle")
    assert table.scores == [4, 4]
    assert table.places == [1, 1]


def test_the_place_after_a_shared_victory_is_the_third() -> None:
    """T4.4"""
    table = ended(
        "Brick Lane - Tower of London", "Big Ben - Waterloo", "Big Ben - Elephant & Castle"
    )
    assert table.places == [1, 3, 1]


def test_lower_places_are_shared_too() -> None:
    """T4.4"""
    table = ended(
        "", "Brick Lane - Tower of London", "Big Ben - Waterloo", "Trafalgar Square - Big Ben"
    )
    assert table.places == [4, 1, 2, 2]


def test_lower_places_are_told_apart_by_completed_tickets() -> None:
    """T4.4"""
    table = ended(FOUR_POINTS, "Baker Street - Hyde Park", MUSEUM_TICKET)
    assert table.scores == [4, 7, 4]
    assert table.places == [3, 1, 2]


def test_four_players_without_points_share_the_victory() -> None:
    """T4.4"""
    assert ended("", "", "", "").places == [1, 1, 1, 1]


def test_scores_may_be_negative() -> None:
    """T4.4"""
    table = ended(
        "|Baker Street - Tower of London; Brick Lane - Buckingham Palace",
        "|Big Ben - Tower of London",
    )
    assert table.scores == [-20, -6]
    assert table.places == [2, 1]
