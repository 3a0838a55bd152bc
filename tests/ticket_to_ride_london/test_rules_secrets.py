"""Section 5 of the rules: what is hidden, and from whom."""

from typing import Any

from londinium.game import SPECTATOR
from londinium.games.ticket_to_ride_london.text import TICKET_NAMES
from tests.table import Table

BAKER_STREET_TOWER, BRICK_LANE_BUCKINGHAM, BIG_BEN_TOWER, MUSEUM_PICCADILLY = 0, 1, 4, 19
DISPLAY = "display: blue, green, black, pink, yellow"
CHOICE = f"""
    seats: 2
    phase: choose
    {DISPLAY}
    seat 0
      offered: Baker Street - Tower of London; Brick Lane - Buckingham Palace
    seat 1
      offered: Big Ben - Tower of London; Hyde Park - St Paul's
"""


def seen(table: Table, by: int, of: int) -> dict[str, Any]:
    """What one seat knows of another."""
    return table.seen_by(by)["players"][of]


def holding(hand: str, more: str = "", seats: int = 2) -> Table:
    return Table(f"""
        seats: {seats}
        {DISPLAY}
        seat 0
          hand: {hand}
          {more}
    """)


def test_the_dealt_cards_of_others_are_hidden_but_not_their_number() -> None:
    """T5.1, T2.1"""
    table = Table.start(2).deal("blue", "blue", "green", "bus")
    assert (seen(table, 1, 0)["hand"], seen(table, 1, 0)["cards"]) == ({}, 2)
    assert (seen(table, 0, 1)["hand"], seen(table, 0, 1)["cards"]) == ({}, 2)


def test_a_player_sees_their_own_cards_and_tickets() -> None:
    """T5.1"""
    table = holding("2 orange, 1 bus", "tickets: Big Ben - Tower of London")
    assert seen(table, 0, 0)["hand"] == {"orange": 2, "bus": 1}
    assert seen(table, 0, 0)["tickets"] == [{"ticket": BIG_BEN_TOWER, "completed": False}]


def test_two_hidden_hands_look_the_same() -> None:
    """T5.1: the deck, too, is seen only as part of the unseen cards."""
    assert holding("2 orange").seen_by(1) == holding("1 blue, 1 bus").seen_by(1)
    assert holding("2 orange").seen_by(SPECTATOR) == holding("1 blue, 1 bus").seen_by(SPECTATOR)


def test_two_hidden_tickets_look_the_same() -> None:
    """T5.1, T3.12"""
    one = holding("1 blue", "tickets: Big Ben - Tower of London")
    other = holding("1 blue", "tickets: Covent Garden - Hyde Park")
    assert one.seen_by(1) == other.seen_by(1)
    assert one.seen_by(SPECTATOR) == other.seen_by(SPECTATOR)


def test_the_number_of_tickets_of_others_is_public() -> None:
    """T5.1, T3.12"""
    table = holding("1 blue", "tickets: Big Ben - Tower of London; Covent Garden - Hyde Park")
    assert (seen(table, 1, 0)["tickets"], seen(table, 1, 0)["ticket_count"]) == ([], 2)


def test_whether_a_hidden_ticket_is_completed_is_hidden() -> None:
    """T5.1, T3.12"""
    museum = "routes: British Museum - Piccadilly Circus\ntickets: "
    done = holding("1 blue", museum + "British Museum - Piccadilly Circus")
    missed = holding("1 blue", museum + "Baker Street - Tower of London")
    assert done.seen_by(1) == missed.seen_by(1)


def test_routes_buses_and_points_are_public() -> None:
    """T5.2"""
    table = holding("1 blue", "routes: Brick Lane - Tower of London")
    for seat in (1, SPECTATOR):
        assert seen(table, seat, 0)["buses"] == 14
        assert seen(table, seat, 0)["score"]["routes"] == 4
        assert table.seen_by(seat)["routes"] == table.view()["routes"]


def test_the_display_the_discards_and_the_sizes_of_the_decks_are_public() -> None:
    """T5.2"""
    table = Table(f"""
        {DISPLAY}
        discards: 2 orange, 1 bus
        seat 0
          hand: 2 blue
          tickets: Big Ben - Tower of London
    """)
    for seat in (1, SPECTATOR):
        known = table.seen_by(seat)
        assert known["display"] == ["blue", "green", "black", "pink", "yellow"]
        assert known["discards"] == {"orange": 2, "bus": 1}
        assert (known["deck"], known["ticket_deck"]) == (34, 19)


def test_the_unseen_cards_are_those_of_the_deck_and_of_hidden_hands() -> None:
    """T5.2"""
    table = Table(f"""
        {DISPLAY}
        discards: 2 orange, 1 bus
        seat 0
          hand: 2 blue
        seat 1
          hand: 3 green
          known: 1 green
    """)
    assert table.seen_by(0)["unseen"] == {
        "blue": 3,
        "green": 4,
        "black": 5,
        "pink": 5,
        "yellow": 5,
        "orange": 4,
        "bus": 7,
    }


def test_a_card_taken_face_up_is_known_and_one_drawn_blind_is_not() -> None:
    """T5.3"""
    table = holding("1 orange").play("draw blue").deal("orange").play("draw deck").deal("bus")
    assert (seen(table, 1, 0)["hand"], seen(table, 1, 0)["cards"]) == ({"blue": 1}, 3)
    assert seen(table, SPECTATOR, 0)["hand"] == {"blue": 1}


def test_a_card_drawn_blind_is_hidden_before_the_second_card_too() -> None:
    """T5.3"""
    blue = holding("1 orange").play("draw deck").deal("blue")
    pink = holding("1 orange").play("draw deck").deal("pink")
    assert blue.seen_by(1) == pink.seen_by(1)


def test_a_face_up_bus_is_known() -> None:
    """T5.3"""
    table = Table("display: blue, bus, black, pink, yellow").play("draw bus").deal("green")
    assert seen(table, 1, 0)["hand"] == {"bus": 1}


def test_known_cards_are_the_first_to_be_spent() -> None:
    """T5.3: max(0, known - spent), one of two known cards is spent."""
    table = holding("3 blue", "known: 2 blue").play("claim Big Ben - Waterloo for 1 blue")
    assert (seen(table, 1, 0)["hand"], seen(table, 1, 0)["cards"]) == ({"blue": 1}, 2)


def test_spending_more_than_the_known_cards_leaves_none_known() -> None:
    """T5.3: max(0, known - spent)"""
    table = holding("4 blue", "known: 1 blue").play("claim Brick Lane - Tower of London for 3 blue")
    assert (seen(table, 1, 0)["hand"], seen(table, 1, 0)["cards"]) == ({}, 1)


def test_known_cards_of_each_kind_spent_are_counted_by_themselves() -> None:
    """T5.3"""
    table = holding("2 yellow, 3 bus, 1 pink", "known: 1 yellow, 2 bus, 1 pink")
    table.play("claim Big Ben - Elephant & Castle for 2 yellow + 1 bus")
    assert seen(table, 1, 0)["hand"] == {"bus": 1, "pink": 1}


LAST_CARD = """
    seats: {seats}
    display: blue, green, black, pink, yellow
    discards: 3 blue, 2 green, 5 black, 5 pink, 5 yellow, 5 orange, 8 bus
    seat 0
      hand: 2 blue
    seat 1
      hand: 3 green
"""


def test_an_empty_deck_shows_two_players_each_other_s_hands() -> None:
    """T5.4"""
    table = Table(LAST_CARD.format(seats=2)).play("draw deck").deal("orange")
    assert table.view()["deck"] == 0
    assert seen(table, 0, 1)["hand"] == {"green": 3}
    assert seen(table, 1, 0)["hand"] == {"blue": 2, "orange": 1}


def test_a_deck_emptied_to_fill_the_display_shows_two_players_each_other_s_hands() -> None:
    """T5.4"""
    table = Table(LAST_CARD.format(seats=2)).play("draw pink").deal("orange")
    assert seen(table, 0, 1)["hand"] == {"green": 3}
    assert seen(table, 1, 0)["hand"] == {"blue": 2, "pink": 1}


def test_one_card_left_in_the_deck_shows_nothing() -> None:
    """T5.4"""
    table = Table(LAST_CARD.format(seats=2))
    assert (table.view()["deck"], seen(table, 0, 1)["hand"]) == (1, {})


def test_a_hand_once_shown_stays_known_and_later_blind_cards_are_hidden_again() -> None:
    """T5.4"""
    table = Table(LAST_CARD.format(seats=2)).play("draw deck").deal("orange")
    table.play("draw deck").deal("bus")
    assert (seen(table, 1, 0)["hand"], seen(table, 1, 0)["cards"]) == ({"blue": 2, "orange": 1}, 4)
    table.play("draw deck").deal("black").play("draw deck").deal("black")
    assert (seen(table, 0, 1)["hand"], seen(table, 0, 1)["cards"]) == ({"green": 3}, 5)


def test_a_hand_once_shown_is_spent_like_any_known_cards() -> None:
    """T5.4"""
    table = Table(LAST_CARD.format(seats=2)).play("draw deck").deal("orange")
    table.play("draw deck").deal("bus")
    table.play("claim Trafalgar Square - Big Ben for 1 green")
    assert seen(table, 0, 1)["hand"] == {"green": 2}


def test_a_deck_that_is_empty_for_a_moment_while_the_display_is_turned_up_shows_the_hands() -> None:
    """T5.4, T3.3: the two cards of the deck go up, then the cleared ones are shuffled."""
    table = Table("""
        seats: 2
        display: bus, bus, blue, green, pink
        seat 1
          hand: 5 blue, 5 green, 6 black, 5 pink, 6 yellow, 5 orange, 5 bus
    """)
    rest = {"blue": 5, "green": 5, "black": 6, "pink": 5, "yellow": 6, "orange": 5, "bus": 5}
    table.play("draw pink").deal("bus")
    assert seen(table, 0, 1)["hand"] == {}
    table.deal("orange", "bus", "blue", "bus", "green")
    assert table.view()["deck"] == 1
    assert seen(table, 0, 1)["hand"] == rest


def test_a_new_deck_that_runs_out_shows_the_cards_drawn_from_it_too() -> None:
    """T5.4, T3.3: the only discard is the whole new deck."""
    table = (
        Table(f"""
        {DISPLAY}
        discards: 1 orange
        seat 0
          hand: 5 blue, 5 green, 5 black
          known: 5 blue, 5 green, 5 black
        seat 1
          hand: 5 pink, 5 yellow, 5 orange, 8 bus
          known: 5 pink, 5 yellow, 5 orange, 8 bus
    """)
        .play("draw deck")
        .deal("orange")
    )
    assert seen(table, 1, 0)["hand"] == {"blue": 5, "green": 5, "black": 5, "orange": 1}


def test_an_empty_deck_shows_nothing_to_three_players() -> None:
    """T5.4"""
    table = Table(LAST_CARD.format(seats=3)).play("draw deck").deal("orange")
    assert table.view()["deck"] == 0
    assert [seen(table, 0, 1)["hand"], seen(table, 1, 0)["hand"]] == [{}, {}]


def test_the_first_tickets_of_others_are_hidden() -> None:
    """T5.1, T2.3"""
    table = Table(CHOICE)
    assert seen(table, 0, 0)["offered"] == [BAKER_STREET_TOWER, BRICK_LANE_BUCKINGHAM]
    assert (seen(table, 1, 0)["offered"], seen(table, 1, 0)["offered_count"]) == ([], 2)


def test_a_choice_of_first_tickets_is_hidden_until_the_last_has_chosen() -> None:
    """T2.3"""
    one = Table(CHOICE).play("keep Baker Street - Tower of London", seat=0)
    other = Table(CHOICE).play("keep Brick Lane - Buckingham Palace", seat=0)
    both = Table(CHOICE).play("keep both", seat=0)
    assert one.seen_by(1) == other.seen_by(1) == both.seen_by(1)
    assert one.seen_by(SPECTATOR) == other.seen_by(SPECTATOR) == both.seen_by(SPECTATOR)


def test_the_number_of_first_tickets_kept_is_public_once_all_have_chosen() -> None:
    """T2.3"""
    table = Table(CHOICE).play("keep Baker Street - Tower of London", seat=0)
    table.play("keep both", seat=1)
    for seat in (0, 1, SPECTATOR):
        counts = [player["ticket_count"] for player in table.seen_by(seat)["players"]]
        assert counts == [1, 2]
    assert seen(table, 1, 0)["tickets"] == []


def test_which_first_ticket_was_kept_stays_hidden() -> None:
    """T2.3, T3.12"""
    one = Table(CHOICE).play("keep Baker Street - Tower of London", seat=0)
    other = Table(CHOICE).play("keep Brick Lane - Buckingham Palace", seat=0)
    one.play("keep both", seat=1)
    other.play("keep both", seat=1)
    assert one.seen_by(1) == other.seen_by(1)


def drawn(keep: str) -> Table:
    table = holding("1 blue").play("draw tickets")
    table.deal("Big Ben - Tower of London", "British Museum - Piccadilly Circus")
    return table.play(f"keep {keep}")


def test_drawn_tickets_are_hidden_from_the_others_while_they_are_looked_at() -> None:
    """T5.1, T3.11"""
    table = holding("1 blue").play("draw tickets")
    table.deal("Big Ben - Tower of London", "British Museum - Piccadilly Circus")
    assert seen(table, 0, 0)["offered"] == [BIG_BEN_TOWER, MUSEUM_PICCADILLY]
    assert (seen(table, 1, 0)["offered"], seen(table, 1, 0)["offered_count"]) == ([], 2)


def test_which_drawn_ticket_was_kept_is_hidden() -> None:
    """T5.1, T3.11"""
    one = drawn("Big Ben - Tower of London")
    other = drawn("British Museum - Piccadilly Circus")
    assert one.seen_by(1) == other.seen_by(1)
    assert seen(one, 1, 0)["ticket_count"] == 1


def test_a_player_knows_the_ticket_they_put_under_the_deck_and_others_do_not() -> None:
    """T5.5"""
    table = drawn("Big Ben - Tower of London")
    assert table.seen_by(0)["under_deck"] == [MUSEUM_PICCADILLY]
    assert table.seen_by(1)["under_deck"] == [None]
    assert table.seen_by(SPECTATOR)["under_deck"] == [None]


def test_each_player_knows_their_own_tickets_under_the_deck() -> None:
    """T5.5, T2.3"""
    table = Table(CHOICE).play("keep Baker Street - Tower of London", seat=0)
    table.play("keep Hyde Park - St Paul's", seat=1)
    assert table.seen_by(0)["under_deck"] == [BRICK_LANE_BUCKINGHAM, None]
    assert table.seen_by(1)["under_deck"] == [None, BIG_BEN_TOWER]


def under_deck_drawn() -> Table:
    """Seat 0 has drawn a ticket that seat 1 put under the deck, and one of its own."""
    own, other = "British Museum - Piccadilly Circus", "Big Ben - Tower of London"
    table = Table(f"""
        seats: 2
        {DISPLAY}
        under: {other} by 1; {own} by 0
        seat 1
          tickets: {"; ".join(name for name in TICKET_NAMES if name not in (own, other))}
    """)
    return table.play("draw tickets").deal(other, own)


def test_a_ticket_that_has_left_the_place_under_the_deck_is_hidden_again() -> None:
    """T5.5"""
    table = under_deck_drawn()
    assert (table.seen_by(1)["under_deck"], seen(table, 1, 0)["offered"]) == ([], [])
    table.play("keep both")
    assert (seen(table, 1, 0)["tickets"], seen(table, 1, 0)["ticket_count"]) == ([], 2)


def test_a_ticket_put_under_the_deck_again_is_known_to_the_one_who_did_it_last() -> None:
    """T5.5"""
    table = under_deck_drawn().play("keep British Museum - Piccadilly Circus")
    assert table.seen_by(0)["under_deck"] == [BIG_BEN_TOWER]
    assert table.seen_by(1)["under_deck"] == [None]


def test_at_the_end_all_hands_and_tickets_are_open() -> None:
    """T3.12, T5.6: tickets are secret till the end."""
    table = Table(f"""
        seats: 3
        last turns: 1
        {DISPLAY}
        seat 0
          hand: 1 blue
          tickets: Big Ben - Tower of London
        seat 1
          hand: 3 green
          tickets: Covent Garden - Hyde Park; British Museum - Waterloo
        seat 2
          hand: 2 pink
    """).play("claim Big Ben - Waterloo for 1 blue")
    assert table.to_move == "over"
    for seat in (0, 1, 2, SPECTATOR):
        assert table.seen_by(seat)["players"] == table.view()["players"]


def test_a_spectator_learns_no_hand_from_an_empty_deck() -> None:
    """T5.4: of two hands the unseen cards can be in, a spectator cannot tell which is which."""
    table = Table(LAST_CARD.format(seats=2)).play("draw deck").deal("orange")
    watching = table.seen_by(SPECTATOR)["players"]
    assert [player["hand"] for player in watching] == [{}, {}]
    assert [player["shown"] for player in watching] == [{}, {}]
