"""Rules T3.11 and T3.12: drawing tickets."""

from londinium.games.ticket_to_ride_london.text import TICKET_NAMES
from tests.table import Table

MUSEUM_PICCADILLY = "British Museum - Piccadilly Circus"
PICCADILLY_WATERLOO = "Piccadilly Circus - Waterloo"
COVENT_GARDEN_HYDE_PARK = "Covent Garden - Hyde Park"
BIG_BEN_TOWER = "Big Ben - Tower of London"


def left(*deck: str, under: str = "none", of: int = 1, seats: int = 2) -> Table:
    """A ticket deck of these tickets, all others kept by a seat."""
    others = [name for name in TICKET_NAMES if name not in deck and name not in under]
    return Table(f"""
        seats: {seats}
        display: blue, green, black, pink, bus
        under: {under}
        seat {of}
          tickets: {"; ".join(others)}
    """)


def kept(table: Table, seat: int) -> list[str]:
    return [TICKET_NAMES[ticket["ticket"]] for ticket in table.view()["players"][seat]["tickets"]]


def under(table: Table) -> list[str]:
    return [TICKET_NAMES[ticket] for ticket in table.view()["under_deck"]]


def test_two_tickets_are_drawn_and_either_or_both_may_be_kept() -> None:
    """T3.11"""
    table = Table("display: blue, green, black, pink, bus").play("draw tickets")
    table.deal(MUSEUM_PICCADILLY, BIG_BEN_TOWER)
    assert (table.to_move, table.phase) == (0, "keep")
    assert table.legal() == {
        f"keep {MUSEUM_PICCADILLY}",
        f"keep {BIG_BEN_TOWER}",
        "keep both",
    }


def test_a_drawn_ticket_not_kept_goes_under_the_deck() -> None:
    """T3.11"""
    table = Table("display: blue, green, black, pink, bus").play("draw tickets")
    table.deal(MUSEUM_PICCADILLY, BIG_BEN_TOWER).play(f"keep {BIG_BEN_TOWER}")
    assert kept(table, 0) == [BIG_BEN_TOWER]
    assert under(table) == [MUSEUM_PICCADILLY]
    assert table.view()["ticket_deck"] == 19


def test_both_drawn_tickets_may_be_kept() -> None:
    """T3.11"""
    table = Table("display: blue, green, black, pink, bus").play("draw tickets")
    table.deal(MUSEUM_PICCADILLY, BIG_BEN_TOWER).play("keep both")
    assert kept(table, 0) == [BIG_BEN_TOWER, MUSEUM_PICCADILLY]
    assert (under(table), table.view()["ticket_deck"]) == ([], 18)


def test_drawing_tickets_is_the_whole_turn() -> None:
    """T3.11"""
    table = Table("display: blue, green, black, pink, bus").play("draw tickets")
    table.deal(MUSEUM_PICCADILLY, BIG_BEN_TOWER).play("keep both")
    assert (table.to_move, table.phase) == (1, "turn")


def test_every_ticket_of_the_deck_is_as_likely_and_none_that_somebody_keeps() -> None:
    """T3.11"""
    table = left(MUSEUM_PICCADILLY, BIG_BEN_TOWER, PICCADILLY_WATERLOO).play("draw tickets")
    assert table.chances() == {MUSEUM_PICCADILLY: 1, BIG_BEN_TOWER: 1, PICCADILLY_WATERLOO: 1}
    table.deal(BIG_BEN_TOWER)
    assert table.chances() == {MUSEUM_PICCADILLY: 1, PICCADILLY_WATERLOO: 1}


def test_a_returned_ticket_comes_back_after_all_others() -> None:
    """T3.11"""
    table = left(MUSEUM_PICCADILLY, BIG_BEN_TOWER, PICCADILLY_WATERLOO).play("draw tickets")
    table.deal(MUSEUM_PICCADILLY, BIG_BEN_TOWER).play(f"keep {BIG_BEN_TOWER}")
    table.play("draw tickets")
    assert table.chances() == {PICCADILLY_WATERLOO: 1}
    table.deal(PICCADILLY_WATERLOO)
    assert table.chances() == {MUSEUM_PICCADILLY: 1}


def test_returned_tickets_come_back_in_the_order_of_their_return() -> None:
    """T3.11"""
    table = left(
        under=f"{PICCADILLY_WATERLOO} by 1; {BIG_BEN_TOWER} by 0; {MUSEUM_PICCADILLY} by 1"
    )
    table.play("draw tickets")
    assert table.chances() == {PICCADILLY_WATERLOO: 1}
    table.deal(PICCADILLY_WATERLOO)
    assert table.chances() == {BIG_BEN_TOWER: 1}
    table.deal(BIG_BEN_TOWER)
    assert under(table) == [MUSEUM_PICCADILLY]


def test_a_returned_ticket_goes_under_those_returned_before() -> None:
    """T3.11"""
    table = left(
        under=f"{PICCADILLY_WATERLOO} by 1; {BIG_BEN_TOWER} by 0; {MUSEUM_PICCADILLY} by 1"
    )
    table.play("draw tickets").deal(PICCADILLY_WATERLOO, BIG_BEN_TOWER)
    table.play(f"keep {BIG_BEN_TOWER}")
    assert under(table) == [MUSEUM_PICCADILLY, PICCADILLY_WATERLOO]


def test_the_last_ticket_is_drawn_and_kept_unasked() -> None:
    """T3.11, section 5"""
    table = left(BIG_BEN_TOWER).play("draw tickets")
    assert table.chances() == {BIG_BEN_TOWER: 1}
    table.deal(BIG_BEN_TOWER)
    assert kept(table, 0) == [BIG_BEN_TOWER]
    assert (table.to_move, table.phase, table.view()["ticket_deck"]) == (1, "turn", 0)


def test_a_returned_ticket_that_is_the_last_is_drawn_and_kept_unasked() -> None:
    """T3.11, section 5"""
    table = left(BIG_BEN_TOWER, MUSEUM_PICCADILLY).play("draw tickets")
    table.deal(BIG_BEN_TOWER, MUSEUM_PICCADILLY).play(f"keep {BIG_BEN_TOWER}")
    table.play("draw tickets").deal(MUSEUM_PICCADILLY)
    assert MUSEUM_PICCADILLY in kept(table, 1)
    assert table.to_move == 0


def test_the_last_two_tickets_leave_a_choice() -> None:
    """T3.11"""
    table = left(BIG_BEN_TOWER, under=f"{MUSEUM_PICCADILLY} by 1").play("draw tickets")
    table.deal(BIG_BEN_TOWER, MUSEUM_PICCADILLY)
    assert len(table.legal()) == 3


def test_no_ticket_can_be_drawn_when_none_is_left() -> None:
    """T3.11"""
    assert "draw tickets" not in left().legal()
    assert "draw tickets" in left(BIG_BEN_TOWER).legal()
    assert "draw tickets" in left(under=f"{BIG_BEN_TOWER} by 1").legal()


def test_tickets_kept_before_are_no_part_of_the_choice() -> None:
    """T3.12"""
    table = left(BIG_BEN_TOWER, MUSEUM_PICCADILLY, of=0).play("draw tickets")
    table.deal(BIG_BEN_TOWER, MUSEUM_PICCADILLY)
    assert table.legal() == {f"keep {BIG_BEN_TOWER}", f"keep {MUSEUM_PICCADILLY}", "keep both"}
    table.play(f"keep {BIG_BEN_TOWER}")
    assert len(kept(table, 0)) == 19


def test_a_player_may_keep_any_number_of_tickets() -> None:
    """T3.12"""
    table = left(BIG_BEN_TOWER, MUSEUM_PICCADILLY, of=0).play("draw tickets")
    table.deal(BIG_BEN_TOWER, MUSEUM_PICCADILLY).play("keep both")
    assert len(kept(table, 0)) == 20


def test_a_player_may_hold_any_number_of_cards() -> None:
    """T3.12"""
    table = (
        Table("""
        seats: 2
        display: blue, green, black, pink, yellow
        seat 0
          hand: 5 blue, 5 green, 5 black, 5 pink, 5 yellow, 4 orange, 8 bus
    """)
        .play("draw deck")
        .deal("orange")
        .play("draw blue")
        .deal("orange")
    )
    assert table.view()["players"][0]["cards"] == 39
