"""Common sense in Ticket to Ride: London: what greedy play and search are made of."""

import numpy as np
import pytest
from numpy.typing import NDArray

from londinium import game
from londinium.bitset import contains, pick, size, to_list
from londinium.game import CHANCE, GAMES, OVER, State, action_values, prune, public_action
from londinium.games.ticket_to_ride_london.board import BUS
from londinium.games.ticket_to_ride_london.state import CLAIM, DRAW_TICKETS, PAYMENTS
from londinium.jit import COMPILED
from londinium.rng import below, new_rng
from tests.table import Table
from tests.ticket_to_ride_london.placed import routes_leaving

GAME = GAMES["ticket_to_ride_london"]
POSITIONS = 400 if COMPILED else 60  # of random games
DISPLAY = "display: blue, green, black, pink, yellow"
MUSEUM_WATERLOO = "British Museum - Waterloo"
MUSEUM_ST_PAULS = "British Museum - St Paul's"


def legal(s: State, seat: int) -> NDArray[np.uint64]:
    actions = GAME.empty_actions()
    game.legal(s, seat, actions)
    return actions


def pruned(s: State, seat: int) -> NDArray[np.uint64]:
    actions = legal(s, seat)
    prune(s, seat, actions)
    return actions


def worths(s: State, seat: int, actions: NDArray[np.uint64]) -> dict[str, float]:
    """What each action of a set seems worth, by its text."""
    choices = np.array(to_list(actions), np.uint16)
    worth = np.full(len(choices), np.nan, np.float32)
    action_values(s, seat, choices, worth)
    return {GAME.show_action(int(a)): float(w) for a, w in zip(choices, worth, strict=True)}


def best(position: str) -> str:
    """What greedy play does in a position."""
    s = Table(position).s
    seat = int(game.to_move(s))
    judged = worths(s, seat, pruned(s, seat))
    return max(judged, key=lambda action: judged[action])


def random_positions(count: int) -> list[tuple[State, int]]:
    """Positions of random games of 2 to 4 seats where a seat chooses, with that seat."""
    found: list[tuple[State, int]] = []
    rng = new_rng("policy")
    states = np.zeros(1, GAME.state)
    s = states[0]
    while len(found) < count:
        game.new(s, 2 + len(found) % 3, GAME.encode_options({}))
        while (seat := int(game.to_move(s))) != OVER:
            if seat == CHANCE:
                game.deal(s, game.chance(s, rng))
                continue
            if below(rng, 8) == 0:
                found.append((states.copy()[0], seat))
            actions = legal(s, seat)
            game.apply(s, seat, pick(actions, below(rng, size(actions))))
    return found[:count]


# Claims


def test_it_claims_the_route_that_completes_a_ticket() -> None:
    assert (
        best(f"""
        seats: 2
        {DISPLAY}
        seat 0
          hand: 1 blue, 3 black
          routes: British Museum - Covent Garden lane 1; Covent Garden - Trafalgar Square lane 1; \
Trafalgar Square - Big Ben
          tickets: {MUSEUM_WATERLOO}
        seat 1
          routes: {routes_leaving(4, "Trafalgar Square - Waterloo")}
    """)
        == "claim Big Ben - Waterloo for 1 blue"
    )


def test_in_the_last_turn_it_completes_a_ticket_rather_than_score_for_a_long_route() -> None:
    position = """
        seats: 2
        last turns: 2
        display: green, green, black, pink, yellow
        seat 0
          hand: 4 blue
          routes: {}
          tickets: {}
        seat 1
          routes: Trafalgar Square - Waterloo
    """
    routes = routes_leaving(
        4,
        "British Museum - Covent Garden lane 1",
        "Covent Garden - Trafalgar Square lane 1",
        "Trafalgar Square - Big Ben",
        without="Waterloo",
    )
    assert best(position.format(routes, MUSEUM_WATERLOO)) == "claim Big Ben - Waterloo for 1 blue"
    ticket = "King's Cross - Buckingham Palace"
    assert best(position.format(routes, ticket)).endswith(" for 4 blue")


def test_in_the_last_turn_it_takes_the_most_points() -> None:
    assert (
        best(f"""
        seats: 2
        last turns: 1
        {DISPLAY}
        seat 0
          routes: {routes_leaving(4)}
          hand: 3 green, 2 pink, 1 bus
    """)
        == "claim Baker Street - Piccadilly Circus for 3 green + 1 bus"
    )


def test_it_does_not_spend_the_buses_that_a_ticket_needs() -> None:
    position = """
        seats: 2
        display: green, green, black, pink, yellow
        seat 0
          routes: {}
          hand: 4 blue
          tickets: Trafalgar Square - Globe Theatre
    """
    worth = []
    for buses in (14, 6):
        s = Table(position.format(routes_leaving(buses))).s
        judged = worths(s, 0, pruned(s, 0))
        claim = judged["claim British Museum - The Charterhouse for 4 blue"]
        worth.append(claim - judged["draw deck"])
    assert worth[0] > worth[1] + 4


def test_it_pays_for_a_grey_route_with_the_colour_that_it_needs_least() -> None:
    others = routes_leaving(
        5,
        "Big Ben - Waterloo",
        "Piccadilly Circus - Trafalgar Square lane 1",
        "Globe Theatre - Tower of London",
        "Brick Lane - Tower of London",
        "British Museum - The Charterhouse",
    )
    assert (
        best(f"""
        seats: 2
        {DISPLAY}
        seat 0
          hand: 2 pink, 2 yellow
          routes: {routes_leaving(8, "King's Cross - British Museum")}
          tickets: Piccadilly Circus - Waterloo; King's Cross - Buckingham Palace
        seat 1
          routes: {others}
    """)
        == "claim British Museum - Piccadilly Circus for 2 yellow"
    )


# Cards


@pytest.mark.parametrize("phase", ["turn", "second"])
@pytest.mark.parametrize(
    ("taken", "lacking"), [("St Paul's", "green"), ("The Charterhouse", "orange")]
)
def test_it_draws_the_colour_that_its_ticket_lacks(phase: str, taken: str, lacking: str) -> None:
    assert (
        best(f"""
        seats: 2
        phase: {phase}
        display: blue, green, orange, pink, yellow
        seat 0
          hand: 1 black
          routes: St Paul's - Globe Theatre lane 1; The Charterhouse - St Paul's
          tickets: Brick Lane - Globe Theatre
        seat 1
          routes: {taken} - Brick Lane; Brick Lane - Tower of London
    """)
        == f"draw {lacking}"
    )


def test_it_draws_blind_rather_than_take_a_card_that_no_route_wants() -> None:
    assert (
        best(f"""
        seats: 2
        phase: second
        display: blue, blue, blue, bus, bus
        seat 0
          hand: 2 green
          tickets: Buckingham Palace - Elephant & Castle
          routes: {routes_leaving(3, "Big Ben - Elephant & Castle")}
        seat 1
          routes: Regent's Park - Baker Street; Brick Lane - Tower of London; Big Ben - Waterloo; \
Piccadilly Circus - Trafalgar Square lane 1; Covent Garden - St Paul's lane 1; \
Piccadilly Circus - Hyde Park lane 1
    """)
        == "draw deck"
    )


# Tickets


@pytest.mark.parametrize("tickets", ["none", MUSEUM_WATERLOO])
def test_it_draws_no_tickets_with_few_buses_left(tickets: str) -> None:
    s = Table(f"""
        seats: 2
        {DISPLAY}
        seat 0
          routes: {routes_leaving(5)}
          hand: 1 green, 1 pink
          tickets: {tickets}
    """).s
    judged = worths(s, 0, pruned(s, 0))
    assert judged["draw tickets"] < min(judged["draw deck"], judged["draw blue"])


def test_it_draws_tickets_before_it_has_placed_a_bus_if_those_it_has_are_few() -> None:
    assert (
        best(f"""
        seats: 2
        {DISPLAY}
        seat 0
          hand: 1 green, 1 pink
          tickets: British Museum - Piccadilly Circus
    """)
        == "draw tickets"
    )


def keeping(first: str, second: str, phase: str = "keep", more: str = "") -> str:
    others = "offered: Hyde Park - St Paul's; Big Ben - Tower of London"
    others = others if phase == "choose" else "offered: none"
    return best(f"""
        seats: 2
        phase: {phase}
        {DISPLAY}
        seat 0
          offered: {first}; {second}
          {more}
        seat 1
          {others}
    """)


def test_it_keeps_the_ticket_that_can_be_completed() -> None:
    few = f"routes: {routes_leaving(5)}"
    kept = keeping("Baker Street - Tower of London", MUSEUM_WATERLOO, more=few)
    assert kept == f"keep {MUSEUM_WATERLOO}"
    kept = keeping(MUSEUM_WATERLOO, "Brick Lane - Buckingham Palace", more=few)
    assert kept == f"keep {MUSEUM_WATERLOO}"


def test_of_two_hopeless_tickets_it_keeps_the_one_that_costs_less() -> None:
    kept = keeping(
        "Big Ben - Tower of London",
        "Baker Street - Tower of London",
        more=f"routes: {routes_leaving(3)}",
    )
    assert kept == "keep Big Ben - Tower of London"


def test_it_keeps_a_ticket_that_is_completed_already() -> None:
    joined = "British Museum - Covent Garden lane 1", "Covent Garden - St Paul's lane 1"
    routes = f"routes: {routes_leaving(3, *joined)}"
    kept = keeping("Baker Street - Tower of London", MUSEUM_ST_PAULS, more=routes)
    assert kept == f"keep {MUSEUM_ST_PAULS}"


def test_it_keeps_both_first_tickets_if_one_leads_to_the_other() -> None:
    assert keeping(MUSEUM_ST_PAULS, "Trafalgar Square - St Paul's", "choose") == "keep both"


# What is not worth a thought


def claims(actions: NDArray[np.uint64]) -> dict[tuple[int, int], set[int]]:
    """The bus cards of the claims of a set, by route and colour; bus cards only count for each."""
    found: dict[tuple[int, int], set[int]] = {}
    for action in to_list(actions):
        if CLAIM <= action < DRAW_TICKETS:
            payment = PAYMENTS[action - CLAIM]
            found.setdefault((payment.route, payment.colour), set()).add(payment.buses)
    return found


def test_of_ways_to_pay_the_one_with_fewest_bus_cards_is_left() -> None:
    s = Table(f"""
        seats: 2
        {DISPLAY}
        seat 0
          hand: 2 blue, 1 green, 3 bus
    """).s
    kept = {GAME.show_action(action) for action in to_list(pruned(s, 0))}
    assert {action for action in kept if "Baker Street" in action} == {
        "claim Regent's Park - Baker Street for 2 blue",
        "claim Baker Street - Piccadilly Circus for 2 blue + 2 bus",
        "claim Baker Street - Piccadilly Circus for 1 green + 3 bus",
    }
    assert "claim Big Ben - Elephant & Castle for 3 bus" in kept
    assert {"draw blue", "draw deck", "draw tickets"} <= kept


def test_bus_cards_alone_pay_where_there_are_no_others() -> None:
    s = Table(f"""
        seats: 2
        {DISPLAY}
        seat 0
          hand: 4 bus
    """).s
    assert np.all(pruned(s, 0) == legal(s, 0))


def test_each_route_keeps_its_cheapest_payment_of_each_colour_and_nothing_else_is_lost() -> None:
    dropped = 0
    for s, seat in random_positions(POSITIONS):
        before, after = legal(s, seat), pruned(s, seat)
        assert np.all(after & ~before == 0)
        lost = set(to_list(before)) - set(to_list(after))
        assert all(CLAIM <= action < DRAW_TICKETS for action in lost)
        left = claims(after)
        for (route, colour), buses in claims(before).items():
            mixed = [c for (r, c) in left if r == route and c != BUS]
            if colour == BUS and mixed:
                assert (route, BUS) not in left
            else:
                assert left[route, colour] == {min(buses)}
        dropped += len(lost)
    assert dropped > POSITIONS // 10


# What it may know


def test_it_judges_alike_what_it_knows_and_the_whole_position() -> None:
    known = np.zeros(1, GAME.state)
    for s, seat in random_positions(POSITIONS):
        game.redact(s, seat, known)
        judged = worths(s, seat, legal(s, seat))
        assert np.all(np.isfinite(list(judged.values()))), GAME.show_state(s)
        assert worths(known[0], seat, legal(s, seat)) == judged, GAME.show_state(s)
        assert np.all(pruned(known[0], seat) == pruned(s, seat))


def test_others_see_that_one_ticket_is_kept_but_not_which() -> None:
    table = Table(
        f"{DISPLAY}\nphase: keep\nseat 0\n  offered: {MUSEUM_WATERLOO}; {MUSEUM_ST_PAULS}"
    )
    one, other, both = (
        GAME.parse_action(text)
        for text in (f"keep {MUSEUM_WATERLOO}", f"keep {MUSEUM_ST_PAULS}", "keep both")
    )
    assert public_action(table.s, 0, one) == public_action(table.s, 0, other)
    assert public_action(table.s, 0, both) == both
    assert contains(legal(table.s, 0), one)


def test_others_see_everything_else() -> None:
    for s, seat in random_positions(POSITIONS // 10):
        for action in to_list(legal(s, seat)):
            if not GAME.show_action(action).startswith("keep "):
                assert public_action(s, seat, action) == action
