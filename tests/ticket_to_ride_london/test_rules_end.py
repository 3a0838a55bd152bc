"""Rules T3.13 and T4.1: passing, the final round and the end of the game."""

from londinium.games.ticket_to_ride_london.text import TICKET_NAMES
from tests.table import Table
from tests.ticket_to_ride_london.placed import routes_leaving

NO_TICKETS_LEFT = f"tickets: {'; '.join(TICKET_NAMES)}"
LANE = "Piccadilly Circus - Trafalgar Square lane 2"
ALL_CARDS = "hand: 6 blue, 6 green, 6 black, 6 pink, 6 yellow, 6 orange, 8 bus"


def draw_two(table: Table) -> Table:
    """A turn that changes nothing on the board."""
    for _ in range(2):
        table.play("draw deck").deal(next(iter(table.chances())))
    return table


def claiming(buses: int, claim: str, seats: int = 2) -> Table:
    """Seat 0 has so many buses left and claims a route."""
    table = Table(f"""
        seats: {seats}
        display: green, black, black, pink, pink
        seat 0
          routes: {routes_leaving(buses)}
          hand: 4 blue
    """)
    return table.play(f"claim {claim}")


def test_a_player_who_can_do_nothing_passes() -> None:
    """T3.13"""
    table = Table(f"""
        seats: 2
        seat 1
          {ALL_CARDS}
          {NO_TICKETS_LEFT}
    """)
    assert (table.to_move, table.legal()) == (0, {"pass"})
    assert table.play("pass").to_move == 1


def test_nobody_passes_who_can_draw_a_card() -> None:
    """T3.13"""
    table = Table(f"""
        seats: 2
        display: -, -, bus, -, -
        seat 1
          hand: 6 blue, 6 green, 6 black, 6 pink, 6 yellow, 6 orange, 7 bus
          {NO_TICKETS_LEFT}
    """)
    assert table.legal() == {"draw bus"}


def test_nobody_passes_who_can_draw_a_ticket() -> None:
    """T3.13"""
    assert Table(f"""
        seats: 2
        seat 1
          {ALL_CARDS}
    """).legal() == {"draw tickets"}


def test_a_player_whose_only_action_is_a_claim_must_make_it() -> None:
    """T3.13"""
    table = Table(f"""
        seats: 2
        seat 0
          hand: 1 blue
          routes: Trafalgar Square - Big Ben
        seat 1
          hand: 5 blue, 6 green, 6 black, 6 pink, 6 yellow, 6 orange, 8 bus
          routes: British Museum - Covent Garden lane 1; St Paul's - Globe Theatre lane 1; {LANE}
          {NO_TICKETS_LEFT}
    """)
    assert table.legal() == {"claim Big Ben - Waterloo for 1 blue"}


def test_nobody_passes_in_an_ordinary_position() -> None:
    """T3.13"""
    assert "pass" not in Table("display: blue, green, black, pink, bus").legal()


def test_the_game_ends_when_all_players_pass_in_a_row() -> None:
    """T3.13"""
    table = Table(f"""
        seats: 3
        turn: 1
        passes: 1
        seat 0
          {ALL_CARDS}
          {NO_TICKETS_LEFT}
    """).play("pass")
    assert table.to_move == 2
    assert table.play("pass").to_move == "over"


def test_passes_that_are_not_in_a_row_do_not_end_the_game() -> None:
    """T3.13"""
    table = Table(f"""
        seats: 3
        turn: 2
        passes: 2
        seat 2
          {ALL_CARDS}
          {NO_TICKETS_LEFT}
    """)
    table.play("claim Trafalgar Square - Big Ben for 1 bus").deal("bus")
    table.play("draw bus", "pass")
    assert table.to_move == 2


def test_a_pass_uses_up_a_turn_of_the_final_round() -> None:
    """T3.13"""
    table = Table(f"""
        seats: 2
        last turns: 2
        seat 1
          {ALL_CARDS}
          {NO_TICKETS_LEFT}
    """).play("pass")
    assert (table.to_move, table.view()["last_turns"]) == (1, 1)


def test_a_pass_may_be_the_last_turn() -> None:
    """T3.13, T4.1"""
    table = Table(f"""
        seats: 2
        last turns: 1
        seat 1
          {ALL_CARDS}
          {NO_TICKETS_LEFT}
    """).play("pass")
    assert table.to_move == "over"


def test_two_buses_left_start_the_final_round() -> None:
    """T4.1"""
    table = claiming(3, "Big Ben - Waterloo for 1 blue")
    assert table.view()["players"][0]["buses"] == 2
    assert table.view()["last_turns"] == 2


def test_one_bus_left_starts_the_final_round() -> None:
    """T4.1"""
    assert claiming(3, "Regent's Park - Baker Street for 2 blue").view()["last_turns"] == 2


def test_no_bus_left_starts_the_final_round() -> None:
    """T4.1"""
    assert claiming(4, "British Museum - The Charterhouse for 4 blue").view()["last_turns"] == 2


def test_three_buses_left_do_not_start_the_final_round() -> None:
    """T4.1"""
    assert claiming(4, "Big Ben - Waterloo for 1 blue").view()["last_turns"] == 0


def test_every_player_has_one_more_turn_and_the_one_who_started_it_is_the_last() -> None:
    """T4.1"""
    table = claiming(3, "Big Ben - Waterloo for 1 blue", seats=3)
    movers = []
    while table.to_move != "over":
        movers.append(table.to_move)
        draw_two(table)
    assert movers == [1, 2, 0]


def test_the_final_round_may_start_at_any_seat() -> None:
    """T4.1"""
    table = Table(f"""
        seats: 4
        turn: 2
        display: green, black, black, pink, pink
        seat 2
          routes: {routes_leaving(4)}
          hand: 4 blue
    """).play("claim British Museum - The Charterhouse for 4 blue")
    movers = []
    while table.to_move != "over":
        movers.append(table.to_move)
        draw_two(table)
    assert movers == [3, 0, 1, 2]


def test_a_second_player_with_two_buses_does_not_lengthen_the_final_round() -> None:
    """T4.1"""
    others = (
        "Covent Garden - St Paul's lane 1",
        "Globe Theatre - Tower of London",
        "British Museum - The Charterhouse",
        "Baker Street - Piccadilly Circus",
    )
    table = Table(f"""
        seats: 2
        display: green, black, black, pink, pink
        seat 0
          routes: {routes_leaving(3)}
          hand: 1 blue
        seat 1
          routes: {routes_leaving(3, *others)}
          hand: 3 blue
    """)
    table.play("claim Big Ben - Waterloo for 1 blue")
    table.play("claim Brick Lane - Tower of London for 3 blue")
    assert (table.to_move, table.view()["last_turns"]) == (0, 1)
    assert draw_two(table).to_move == "over"


def test_routes_may_be_claimed_in_the_final_round() -> None:
    """T4.1"""
    table = claiming(3, "Big Ben - Waterloo for 1 blue")
    before = table.scores[0]
    draw_two(table).play("claim Regent's Park - Baker Street for 2 blue")
    assert table.to_move == "over"
    assert table.view()["players"][0]["buses"] == 0
    assert table.scores[0] == before + 2 + 5  # for the route, and the district it completes


def test_tickets_drawn_in_the_last_turn_are_chosen_before_the_end() -> None:
    """T3.11, T4.1"""
    table = claiming(3, "Big Ben - Waterloo for 1 blue")
    draw_two(table).play("draw tickets")
    table.deal("British Museum - Waterloo", "Covent Garden - Hyde Park")
    assert table.to_move == 0
    assert table.play("keep both").to_move == "over"


def test_a_display_cleared_in_the_last_turn_is_turned_up_before_the_end() -> None:
    """T2.2, T4.1"""
    table = (
        Table("""
        seats: 2
        last turns: 1
        display: bus, bus, blue, green, pink
    """)
        .play("draw deck")
        .deal("black")
        .play("draw blue")
        .deal("bus")
    )
    assert table.to_move == "chance"
    assert table.deal("blue", "green", "pink", "black", "bus").to_move == "over"
