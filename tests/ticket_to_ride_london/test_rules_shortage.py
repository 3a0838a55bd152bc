"""Rules T3.4 and T3.5: when transport cards run short."""

from tests.table import Table

NEARLY_OUT = """
    seats: 2
    display: bus, bus, blue, green, pink
    seat 1
      hand: 5 blue, 5 green, 6 black, 5 pink, 6 yellow, 6 orange, 5 bus
"""


def hand(table: Table, seat: int) -> dict[str, int]:
    return table.view()["players"][seat]["hand"]


def display(table: Table) -> list[str | None]:
    return table.view()["display"]


def test_there_is_no_blind_draw_while_deck_and_discards_are_empty() -> None:
    """T3.4"""
    table = Table(NEARLY_OUT).play("draw bus").deal("bus")
    assert "draw deck" not in table.legal()


def test_a_space_stays_empty_while_there_is_no_card_to_fill_it() -> None:
    """T3.4"""
    table = Table("""
        seats: 2
        display: blue, green, black, pink, yellow
        seat 1
          hand: 5 blue, 5 green, 5 black, 5 pink, 5 yellow, 6 orange, 8 bus
    """).play("draw green")
    assert table.to_move == 0
    assert display(table) == ["blue", None, "black", "pink", "yellow"]
    table.play("draw pink")
    assert display(table) == ["blue", None, "black", None, "yellow"]
    assert table.to_move == 1


def gaps(payer: str, other: str) -> Table:
    """Two empty spaces, and every other card in the two hands."""
    return Table(f"""
        seats: 2
        display: blue, -, green, -, pink
        seat 0
          hand: {payer}
        seat 1
          hand: {other}
    """)


def test_empty_spaces_are_filled_after_a_claim_lowest_first() -> None:
    """T3.4"""
    table = gaps("3 yellow", "5 blue, 5 green, 6 black, 5 pink, 3 yellow, 6 orange, 8 bus")
    table.play("claim Big Ben - Elephant & Castle for 3 yellow")
    assert (table.to_move, table.view()["turn"]) == ("chance", 0)
    table.deal("yellow")
    assert display(table) == ["blue", "yellow", "green", None, "pink"]
    table.deal("yellow")
    assert display(table) == ["blue", "yellow", "green", "yellow", "pink"]
    assert (table.to_move, table.view()["deck"]) == (1, 1)


def test_a_claim_of_one_card_fills_one_of_two_empty_spaces() -> None:
    """T3.4"""
    table = gaps("1 yellow", "5 blue, 5 green, 6 black, 5 pink, 5 yellow, 6 orange, 8 bus")
    table.play("claim Trafalgar Square - Big Ben for 1 yellow").deal("yellow")
    assert display(table) == ["blue", "yellow", "green", None, "pink"]
    assert table.to_move == 1


def test_empty_spaces_are_filled_after_the_claim_that_ends_the_game_too() -> None:
    """T3.4: before the turn ends."""
    table = Table("""
        seats: 2
        last turns: 1
        display: blue, -, green, black, pink
        seat 0
          hand: 1 yellow
        seat 1
          hand: 5 blue, 5 green, 5 black, 5 pink, 5 yellow, 6 orange, 8 bus
    """).play("claim Trafalgar Square - Big Ben for 1 yellow")
    assert table.to_move == "chance"
    assert table.deal("yellow").to_move == "over"


def test_the_only_possible_second_card_is_taken_unasked() -> None:
    """T3.4, section 5"""
    table = Table("""
        seats: 2
        display: blue, -, green, bus, -
        seat 1
          hand: 5 blue, 5 green, 6 black, 6 pink, 6 yellow, 6 orange, 7 bus
    """).play("draw blue")
    assert hand(table, 0) == {"blue": 1, "green": 1}
    assert display(table) == [None, None, None, "bus", None]
    assert table.to_move == 1


def test_one_of_two_like_second_cards_is_taken_unasked() -> None:
    """T3.4, section 5: cards are drawn by colour, so it is one answer."""
    table = Table("""
        seats: 2
        display: blue, green, green, -, -
        seat 1
          hand: 5 blue, 4 green, 6 black, 6 pink, 6 yellow, 6 orange, 8 bus
    """).play("draw blue")
    assert hand(table, 0) == {"blue": 1, "green": 1}
    assert display(table).count("green") == 1
    assert table.to_move == 1


def test_a_blind_second_card_that_is_the_only_one_is_drawn_unasked_and_dealt() -> None:
    """T3.4, section 5: the display has nothing but buses, which cannot be the second card."""
    table = (
        Table("""
        seats: 2
        display: bus, bus, bus, bus, blue
        seat 1
          hand: 5 blue, 6 green, 6 black, 6 pink, 6 yellow, 6 orange, 2 bus
    """)
        .play("draw blue")
        .deal("bus")
    )
    assert display(table) == ["bus"] * 5
    assert (table.to_move, table.phase) == ("chance", "blind")
    table.deal("bus")
    assert hand(table, 0) == {"blue": 1, "bus": 1}
    assert table.to_move == 1


def test_a_turn_ends_with_one_card_if_only_face_up_buses_are_left() -> None:
    """T3.2, T3.4"""
    table = Table("""
        seats: 2
        display: blue, -, bus, -, bus
        seat 1
          hand: 5 blue, 6 green, 6 black, 6 pink, 6 yellow, 6 orange, 6 bus
    """).play("draw blue")
    assert hand(table, 0) == {"blue": 1}
    assert table.to_move == 1


def test_a_turn_ends_with_one_card_if_no_card_at_all_is_left() -> None:
    """T3.4"""
    table = Table("""
        seats: 2
        display: -, blue, -, -, -
        seat 1
          hand: 5 blue, 6 green, 6 black, 6 pink, 6 yellow, 6 orange, 8 bus
    """).play("draw blue")
    assert display(table) == [None] * 5
    assert table.to_move == 1


def test_a_turn_ends_with_one_blind_card_if_no_second_is_left() -> None:
    """T3.2, T3.4: a bus drawn blind does not end the turn, but here nothing can follow it."""
    table = (
        Table("""
        seats: 2
        display: bus, bus, bus, bus, bus
        seat 1
          hand: 6 blue, 6 green, 6 black, 6 pink, 6 yellow, 6 orange, 2 bus
    """)
        .play("draw deck")
        .deal("bus")
    )
    assert hand(table, 0) == {"bus": 1}
    assert table.to_move == 1


def test_a_face_up_bus_may_be_the_first_card_when_nothing_else_is_left() -> None:
    """T3.2, T3.4"""
    table = Table("""
        seats: 2
        display: -, bus, -, -, -
        seat 1
          hand: 6 blue, 6 green, 6 black, 6 pink, 6 yellow, 6 orange, 7 bus
    """)
    assert table.legal() == {"draw bus", "draw tickets"}
    assert table.play("draw bus").to_move == 1


def test_cleared_cards_come_back_from_the_new_deck_when_the_deck_is_empty() -> None:
    """T3.3, T3.5"""
    table = (
        Table("""
        seats: 2
        display: bus, bus, blue, green, pink
        discards: 2 orange
        seat 1
          hand: 5 blue, 5 green, 6 black, 5 pink, 6 yellow, 4 orange, 5 bus
    """)
        .play("draw pink")
        .deal("bus")
    )
    assert table.chances() == {"bus": 3, "blue": 1, "green": 1, "orange": 2}
    table.deal("orange", "bus", "green", "bus", "blue")
    assert display(table) == ["orange", "bus", "green", "bus", "blue"]
    assert (table.to_move, table.phase, table.view()["deck"]) == (0, "second", 2)


def test_the_rest_of_the_deck_is_turned_up_before_cleared_cards_come_back() -> None:
    """T3.3, T3.5"""
    table = (
        Table("""
        seats: 2
        display: bus, bus, blue, green, pink
        seat 1
          hand: 5 blue, 5 green, 6 black, 5 pink, 6 yellow, 4 orange, 5 bus
    """)
        .play("draw pink")
        .deal("bus")
    )
    assert table.chances() == {"orange": 2}
    table.deal("orange", "orange")
    assert table.chances() == {"bus": 3, "blue": 1, "green": 1}
    table.deal("bus", "bus", "bus")
    assert display(table) == [None] * 5
    assert table.chances() == {"blue": 1, "green": 1}


def test_three_buses_stay_with_fewer_than_three_colours_outside_the_hands() -> None:
    """T3.5"""
    table = Table(NEARLY_OUT).play("draw pink").deal("bus")
    assert display(table) == ["bus", "bus", "blue", "green", "bus"]
    assert (table.to_move, table.phase) == (0, "second")
    assert table.legal() == {"draw blue", "draw green"}


def test_three_buses_stay_with_two_colours_outside_the_hands_though_the_deck_has_buses() -> None:
    """T3.5"""
    table = (
        Table("""
        seats: 2
        display: bus, bus, blue, green, pink
        discards: 1 bus
        seat 1
          hand: 5 blue, 5 green, 6 black, 5 pink, 6 yellow, 6 orange, 4 bus
    """)
        .play("draw pink")
        .deal("bus")
    )
    assert display(table) == ["bus", "bus", "blue", "green", "bus"]
    assert table.to_move == 0


def test_three_buses_are_cleared_with_three_colours_outside_the_hands() -> None:
    """T3.5"""
    table = (
        Table("""
        seats: 2
        display: bus, bus, blue, green, pink
        discards: 1 pink
        seat 1
          hand: 5 blue, 5 green, 6 black, 4 pink, 6 yellow, 6 orange, 5 bus
    """)
        .play("draw pink")
        .deal("bus")
    )
    assert display(table) == [None] * 5
    assert table.chances() == {"bus": 3, "blue": 1, "green": 1, "pink": 1}


FROZEN = """
    seats: 2
    display: bus, bus, blue, green, bus
    seat 0
      hand: 2 pink, 3 bus
    seat 1
      hand: 5 blue, 5 green, 6 black, 4 pink, 6 yellow, 6 orange, 2 bus
"""


def test_a_display_left_as_it_was_is_cleared_when_a_claim_brings_a_third_colour_back() -> None:
    """T3.5"""
    table = Table(FROZEN).play("claim Trafalgar Square - Big Ben for 1 pink")
    assert (table.to_move, display(table)) == ("chance", [None] * 5)
    assert table.chances() == {"bus": 3, "blue": 1, "green": 1, "pink": 1}
    table.deal("bus", "pink", "blue", "bus", "green")
    assert display(table) == ["bus", "pink", "blue", "bus", "green"]
    assert (table.to_move, table.view()["deck"]) == (1, 1)


def test_a_display_left_as_it_was_stays_when_a_claim_brings_only_buses_back() -> None:
    """T3.5"""
    table = Table(FROZEN).play("claim Trafalgar Square - Big Ben for 1 bus")
    assert display(table) == ["bus", "bus", "blue", "green", "bus"]
    assert (table.to_move, table.view()["discards"]) == (1, {"bus": 1})


def test_a_display_with_a_gap_is_filled_before_its_buses_are_counted_again() -> None:
    """T2.2, T3.4, T3.5"""
    table = Table("""
        seats: 2
        display: bus, bus, -, green, bus
        seat 0
          hand: 2 pink
        seat 1
          hand: 6 blue, 5 green, 6 black, 4 pink, 6 yellow, 6 orange, 5 bus
    """).play("claim Piccadilly Circus - Buckingham Palace for 2 pink")
    assert table.chances() == {"pink": 2}
    table.deal("pink")
    assert (table.to_move, display(table)) == ("chance", [None] * 5)
    assert table.chances() == {"pink": 1}
    table.deal("pink")
    assert table.chances() == {"bus": 3, "green": 1, "pink": 1}


def test_a_third_bus_that_fills_a_gap_after_a_claim_clears_the_display() -> None:
    """T2.2, T3.4"""
    table = (
        Table("""
        seats: 2
        display: bus, bus, -, blue, green
        seat 0
          hand: 1 pink, 1 bus
        seat 1
          hand: 5 blue, 5 green, 6 black, 5 pink, 6 yellow, 6 orange, 5 bus
    """)
        .play("claim Piccadilly Circus - Buckingham Palace for 1 pink + 1 bus")
        .deal("bus")
    )
    assert (table.to_move, display(table)) == ("chance", [None] * 5)
    table.deal("pink", "bus", "bus", "blue", "green")
    assert display(table) == ["pink", "bus", "bus", "blue", "green"]
    assert table.to_move == 1
