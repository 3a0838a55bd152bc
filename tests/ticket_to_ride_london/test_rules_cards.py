"""Rules T2.2 and T3.1 to T3.3: drawing transport cards."""

from tests.table import Table

FULL = """
    seats: 3
    display: blue, bus, green, green, pink
"""


def hand(table: Table, seat: int) -> dict[str, int]:
    return table.view()["players"][seat]["hand"]


def display(table: Table) -> list[str | None]:
    return table.view()["display"]


def test_a_face_up_card_taken_is_replaced_at_once() -> None:
    """T3.1"""
    table = Table(FULL).play("draw blue")
    assert (hand(table, 0), display(table)[0]) == ({"blue": 1}, None)
    table.deal("orange")
    assert display(table) == ["orange", "bus", "green", "green", "pink"]
    assert (table.to_move, table.phase) == (0, "second")


def test_a_turn_may_take_two_face_up_cards() -> None:
    """T3.1"""
    table = Table(FULL).play("draw green").deal("black").play("draw pink").deal("yellow")
    assert hand(table, 0) == {"green": 1, "pink": 1}
    assert display(table) == ["blue", "bus", "black", "green", "yellow"]
    assert table.to_move == 1


def test_a_turn_may_take_two_blind_cards() -> None:
    """T3.1"""
    table = Table(FULL).play("draw deck").deal("orange")
    assert table.to_move == 0
    table.play("draw deck").deal("orange")
    assert hand(table, 0) == {"orange": 2}
    assert display(table) == ["blue", "bus", "green", "green", "pink"]
    assert table.to_move == 1


def test_a_turn_may_take_a_blind_card_and_then_a_face_up_card() -> None:
    """T3.1"""
    table = Table(FULL).play("draw deck").deal("orange").play("draw blue").deal("black")
    assert hand(table, 0) == {"orange": 1, "blue": 1}
    assert table.to_move == 1


def test_a_turn_may_take_a_face_up_card_and_then_a_blind_card() -> None:
    """T3.1"""
    table = Table(FULL).play("draw blue").deal("black").play("draw deck").deal("orange")
    assert hand(table, 0) == {"orange": 1, "blue": 1}
    assert table.to_move == 1


def test_the_card_that_replaces_the_first_may_be_taken_second() -> None:
    """T3.1"""
    table = Table(FULL).play("draw blue").deal("black").play("draw black").deal("orange")
    assert hand(table, 0) == {"blue": 1, "black": 1}


def test_the_second_card_must_be_taken() -> None:
    """T3.1, T3.4"""
    table = Table(FULL + "seat 0\nhand: 6 black").play("draw deck").deal("bus")
    assert table.legal() == {"draw blue", "draw green", "draw pink", "draw deck"}


def test_a_face_up_bus_is_the_only_card_of_the_turn() -> None:
    """T3.2"""
    table = Table(FULL).play("draw bus").deal("yellow")
    assert hand(table, 0) == {"bus": 1}
    assert display(table) == ["blue", "yellow", "green", "green", "pink"]
    assert table.to_move == 1


def test_a_face_up_bus_may_not_be_the_second_card() -> None:
    """T3.2"""
    table = Table(FULL).play("draw blue").deal("black")
    assert table.legal() == {"draw black", "draw green", "draw pink", "draw deck"}


def test_a_bus_that_replaces_the_first_card_may_not_be_the_second() -> None:
    """T3.2"""
    table = Table("display: blue, black, green, green, pink").play("draw blue").deal("bus")
    assert "draw bus" not in table.legal()


def test_a_bus_drawn_blind_as_the_first_card_leaves_the_second() -> None:
    """T3.2"""
    table = Table(FULL).play("draw deck").deal("bus")
    assert (table.to_move, table.phase) == (0, "second")


def test_a_bus_drawn_blind_may_be_the_second_card() -> None:
    """T3.2"""
    table = Table(FULL).play("draw deck").deal("bus").play("draw deck").deal("bus")
    assert hand(table, 0) == {"bus": 2}
    assert table.to_move == 1


def test_three_buses_after_the_first_card_are_cleared_before_the_second() -> None:
    """T2.2, T3.1"""
    table = Table("display: bus, bus, blue, green, pink").play("draw blue").deal("bus")
    assert display(table) == [None] * 5
    assert table.view()["discards"] == {"bus": 3, "green": 1, "pink": 1}
    table.deal("black", "black", "yellow", "bus", "orange")
    assert (table.to_move, table.phase) == (0, "second")
    assert table.legal() == {"draw black", "draw yellow", "draw orange", "draw deck"}


def test_three_buses_after_the_second_card_are_cleared_before_the_next_turn() -> None:
    """T2.2, T3.1"""
    table = Table("display: bus, bus, blue, green, pink").play("draw deck").deal("black")
    table.play("draw blue").deal("bus")
    assert (table.to_move, table.view()["turn"]) == ("chance", 0)
    table.deal("black", "black", "yellow", "bus", "orange")
    assert table.to_move == 1


def test_a_display_turned_up_in_mid_turn_may_be_cleared_again() -> None:
    """T2.2"""
    table = Table("display: bus, bus, blue, green, pink").play("draw blue").deal("bus")
    table.deal("bus", "bus", "bus", "bus", "black")
    assert display(table) == [None] * 5
    assert table.view()["discards"] == {"bus": 7, "green": 1, "pink": 1, "black": 1}


def test_a_face_up_bus_replaced_by_a_bus_leaves_two_buses_and_the_display() -> None:
    """T2.2, T3.2"""
    table = Table("display: bus, bus, blue, green, pink").play("draw bus").deal("bus")
    assert display(table) == ["bus", "bus", "blue", "green", "pink"]
    assert table.to_move == 1


LAST_ORANGE = """
    seats: 2
    display: blue, green, black, pink, yellow
    discards: 5 blue, 5 green, 5 black, 5 pink, 5 yellow, 4 orange, 8 bus
    seat 1
      hand: 1 orange
"""


def test_the_discards_wait_until_the_next_card_is_needed() -> None:
    """T3.3"""
    table = Table(LAST_ORANGE).play("draw deck").deal("orange")
    assert table.view()["deck"] == 0
    assert sum(table.view()["discards"].values()) == 37


def test_a_blind_card_comes_from_the_shuffled_discards_when_the_deck_is_out() -> None:
    """T3.3"""
    table = Table(LAST_ORANGE).play("draw deck").deal("orange").play("draw deck")
    assert table.chances() == {
        "blue": 5,
        "green": 5,
        "black": 5,
        "pink": 5,
        "yellow": 5,
        "orange": 4,
        "bus": 8,
    }
    table.deal("bus")
    assert (table.view()["deck"], table.view()["discards"]) == (36, {})
    assert table.to_move == 1


def test_a_face_up_card_is_replaced_from_the_shuffled_discards_when_the_deck_is_out() -> None:
    """T3.1, T3.3"""
    table = Table(LAST_ORANGE).play("draw deck").deal("orange").play("draw pink").deal("bus")
    assert display(table) == ["blue", "green", "black", "bus", "yellow"]
    assert (table.view()["deck"], table.view()["discards"]) == (36, {})


def test_the_rest_of_the_deck_is_dealt_before_the_discards_are_shuffled() -> None:
    """T3.3: only the orange card can be drawn while it is the deck."""
    assert Table(LAST_ORANGE).play("draw deck").chances() == {"orange": 1}


def test_a_blind_draw_is_possible_while_only_the_discards_hold_a_card() -> None:
    """T3.3"""
    table = Table("""
        seats: 2
        display: blue, green, black, pink, yellow
        discards: 1 orange
        seat 1
          hand: 5 blue, 5 green, 5 black, 5 pink, 5 yellow, 5 orange, 8 bus
    """)
    assert "draw deck" in table.legal()
    assert table.play("draw deck").chances() == {"orange": 1}
