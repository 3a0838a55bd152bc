"""Rules T1 and T2: the material and the set-up."""

import pytest

from tests.table import Table

CHOICE = """
    seats: 3
    phase: choose
    display: blue, green, black, pink, bus
    seat 0
      offered: Baker Street - Tower of London; Brick Lane - Buckingham Palace
    seat 1
      offered: Big Ben - Tower of London; Hyde Park - St Paul's
    seat 2
      offered: British Museum - Waterloo; Covent Garden - Hyde Park
"""
BAKER_STREET_TOWER, BRICK_LANE_BUCKINGHAM, BIG_BEN_TOWER = 0, 1, 4
HYDE_PARK_ST_PAULS, MUSEUM_WATERLOO, COVENT_GARDEN_HYDE_PARK = 6, 14, 17


def set_up(seats: int) -> Table:
    """A game whose cards and tickets are dealt, and where all choose their tickets."""
    table = Table.start(seats)
    while table.to_move == "chance":
        table.deal(next(iter(table.chances())))
    return table


def kept(table: Table, seat: int) -> list[int]:
    return [ticket["ticket"] for ticket in table.view()["players"][seat]["tickets"]]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_each_player_begins_with_17_buses_and_no_points(seats: int) -> None:
    """T1.1"""
    table = Table.start(seats)
    assert [player["buses"] for player in table.view()["players"]] == [17] * seats
    assert table.scores == [0] * seats


@pytest.mark.parametrize("seats", [1, 5])
def test_fewer_than_two_or_more_than_four_players_are_refused(seats: int) -> None:
    """T1.1"""
    with pytest.raises(ValueError, match="seats"):
        Table(f"seats: {seats}")


def test_there_are_six_cards_of_each_colour_and_eight_buses() -> None:
    """T1.2"""
    table = Table.start(2)
    assert table.chances() == {
        "blue": 6,
        "green": 6,
        "black": 6,
        "pink": 6,
        "yellow": 6,
        "orange": 6,
        "bus": 8,
    }
    assert table.view()["deck"] == 44


def test_there_are_twenty_tickets_each_as_likely_as_the_others() -> None:
    """T1.3"""
    table = Table.start(2)
    assert table.view()["ticket_deck"] == 20
    while table.phase != "deal tickets":
        table.deal(next(iter(table.chances())))
    assert list(table.chances().values()) == [1] * 20


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_two_cards_go_to_each_player_and_five_are_turned_up(seats: int) -> None:
    """T2.1"""
    view = set_up(seats).view()
    assert [player["cards"] for player in view["players"]] == [2] * seats
    assert None not in view["display"]
    assert view["deck"] == 44 - 2 * seats - 5


def test_the_hands_are_dealt_before_the_display_is_turned_up() -> None:
    """T2.1"""
    table = Table.start(2).deal("blue", "blue", "bus", "green")
    assert [player["cards"] for player in table.view()["players"]] == [2, 2]
    assert table.view()["display"] == [None] * 5
    table.deal("pink", "bus", "yellow", "bus", "orange")
    assert table.view()["display"] == ["pink", "bus", "yellow", "bus", "orange"]


def test_two_buses_in_the_first_display_stay() -> None:
    """T2.2"""
    table = Table.start(2).deal("blue", "blue", "green", "green")
    table.deal("pink", "bus", "yellow", "bus", "orange")
    assert table.phase == "deal tickets"
    assert table.view()["discards"] == {}


def test_three_buses_in_the_first_display_are_discarded_with_the_other_two() -> None:
    """T2.2"""
    table = Table.start(2).deal("blue", "blue", "green", "green")
    table.deal("bus", "bus", "black", "bus", "pink")
    assert table.view()["display"] == [None] * 5
    assert table.view()["discards"] == {"bus": 3, "black": 1, "pink": 1}
    table.deal("yellow", "orange", "bus", "blue", "bus")
    assert table.view()["display"] == ["yellow", "orange", "bus", "blue", "bus"]
    assert table.phase == "deal tickets"


def test_buses_are_counted_only_when_all_five_spaces_are_filled() -> None:
    """T2.2"""
    table = Table.start(2).deal("blue", "blue", "green", "green")
    table.deal("bus", "bus", "bus")
    assert table.view()["display"] == ["bus", "bus", "bus", None, None]
    table.deal("black")
    assert table.view()["display"] == ["bus", "bus", "bus", "black", None]


def test_four_buses_in_the_first_display_are_discarded_too() -> None:
    """T2.2"""
    table = Table.start(2).deal("blue", "blue", "green", "green")
    table.deal("bus", "bus", "black", "bus", "bus")
    assert table.view()["discards"] == {"bus": 4, "black": 1}


def test_five_buses_in_the_first_display_are_discarded_too() -> None:
    """T2.2"""
    table = Table.start(2).deal("blue", "blue", "green", "green")
    table.deal("bus", "bus", "bus", "bus", "bus")
    assert table.view()["discards"] == {"bus": 5}


def test_the_display_is_turned_up_again_until_it_has_fewer_than_three_buses() -> None:
    """T2.2"""
    table = Table.start(2).deal("blue", "blue", "green", "green")
    table.deal("bus", "bus", "black", "bus", "pink")
    table.deal("bus", "yellow", "bus", "yellow", "bus")
    assert table.view()["display"] == [None] * 5
    assert table.view()["discards"] == {"bus": 6, "black": 1, "pink": 1, "yellow": 2}
    assert table.chances()["bus"] == 2


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_two_tickets_go_to_each_player(seats: int) -> None:
    """T2.3"""
    table = set_up(seats)
    assert table.phase == "choose"
    assert [len(player["offered"]) for player in table.view()["players"]] == [2] * seats
    assert table.view()["ticket_deck"] == 20 - 2 * seats


def test_each_player_may_keep_either_ticket_or_both() -> None:
    """T2.3"""
    assert Table(CHOICE).legal(1) == {
        "keep Big Ben - Tower of London",
        "keep Hyde Park - St Paul's",
        "keep both",
    }


def test_a_first_ticket_not_kept_goes_under_the_deck() -> None:
    """T2.3"""
    table = Table(CHOICE).play("keep Baker Street - Tower of London", seat=0)
    table.play("keep both", seat=1).play("keep both", seat=2)
    assert kept(table, 0) == [BAKER_STREET_TOWER]
    assert table.view()["under_deck"] == [BRICK_LANE_BUCKINGHAM]
    assert table.view()["ticket_deck"] == 15


def test_first_tickets_that_are_all_kept_leave_nothing_under_the_deck() -> None:
    """T2.3"""
    table = Table(CHOICE)
    for seat in range(3):
        table.play("keep both", seat=seat)
    assert [len(kept(table, seat)) for seat in range(3)] == [2, 2, 2]
    assert table.view()["under_deck"] == []


def test_first_tickets_may_be_chosen_in_any_order() -> None:
    """T2.3"""
    table = Table(CHOICE).play("keep both", seat=2).play("keep both", seat=0)
    assert table.phase == "choose"
    assert table.play("keep both", seat=1).phase == "turn"


def test_a_choice_may_be_changed_until_the_last_player_has_chosen() -> None:
    """T2.3"""
    table = Table(CHOICE).play("keep Baker Street - Tower of London", seat=0)
    table.play("keep both", seat=1).play("keep Brick Lane - Buckingham Palace", seat=0)
    table.play("keep Hyde Park - St Paul's", seat=1).play("keep both", seat=2)
    assert kept(table, 0) == [BRICK_LANE_BUCKINGHAM]
    assert kept(table, 1) == [HYDE_PARK_ST_PAULS]
    assert table.view()["under_deck"] == [BAKER_STREET_TOWER, BIG_BEN_TOWER]


def test_changing_a_choice_does_not_count_as_the_choice_of_another() -> None:
    """T2.3"""
    table = Table(CHOICE)
    for ticket in ("Baker Street - Tower of London", "Brick Lane - Buckingham Palace") * 2:
        table.play(f"keep {ticket}", seat=0)
    assert table.phase == "choose"


def test_returned_first_tickets_go_under_in_seat_order_whoever_chose_first() -> None:
    """T2.3"""
    table = Table(CHOICE).play("keep Covent Garden - Hyde Park", seat=2)
    table.play("keep Hyde Park - St Paul's", seat=1)
    table.play("keep Brick Lane - Buckingham Palace", seat=0)
    assert table.view()["under_deck"] == [BAKER_STREET_TOWER, BIG_BEN_TOWER, MUSEUM_WATERLOO]
    assert kept(table, 2) == [COVENT_GARDEN_HYDE_PARK]


def test_nothing_but_the_tickets_can_be_chosen_during_the_set_up() -> None:
    """T2.3"""
    assert all(action.startswith("keep ") for seat in range(3) for action in set_up(3).legal(seat))


def test_seat_0_begins_whoever_chose_last() -> None:
    """T2.4"""
    table = Table(CHOICE)
    for seat in (2, 0, 1):
        table.play("keep both", seat=seat)
    assert table.to_move == 0


def test_the_turn_goes_round_in_seat_order() -> None:
    """T2.4"""
    table = Table("""
        seats: 4
        display: blue, green, green, green, pink
    """)
    movers = []
    for _ in range(5):
        movers.append(table.to_move)
        table.play("draw deck").deal("black").play("draw deck").deal("yellow")
    assert movers == [0, 1, 2, 3, 0]
