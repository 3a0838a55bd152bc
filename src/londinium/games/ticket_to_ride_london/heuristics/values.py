"""What cards, claims and tickets are worth to a seat, in points.

The constants were tuned by matches of greedy play against itself, with 2 and with 4 seats.
"""

import numpy as np

from londinium.bitset import NONE, ONE
from londinium.games.ticket_to_ride_london.board import (
    BUS,
    BUSES,
    CARD_COUNT,
    CARDS,
    COLOURS,
    DISTRICTS,
    GREY,
    LOCATIONS,
    ROUTES,
    SPACES,
    TICKETS,
)
from londinium.games.ticket_to_ride_london.heuristics.network import (
    END_A,
    END_B,
    POINTS,
    ROUTE_BIT,
    SIZE,
    Sets,
    as_set,
    find_networks,
    open_routes,
    total_points,
)
from londinium.games.ticket_to_ride_london.heuristics.paths import (
    COLOUR,
    KIND,
    KINDS,
    MAX_LENGTH,
    Numbers,
    at_least_0,
    count_missing,
)
from londinium.games.ticket_to_ride_london.heuristics.plan import (
    STAKE,
    Plan,
    add_ticket,
    half_turns_left,
    is_joined,
    total_effort,
)
from londinium.games.ticket_to_ride_london.heuristics.workspace import CardValues, new_workspace
from londinium.games.ticket_to_ride_london.state import (
    CLAIM_BUSES,
    CLAIM_CARDS,
    CLAIM_COLOUR,
    DRAW_DECK,
    KEEP,
    KEEP_BOTH,
    NO_CARD,
    OFFERED,
    SECOND,
    State,
)
from londinium.jit import Int, inlined, lsb, outlined, popcount

# Points.
CARD = 0.6  # any card in hand
LONG = 0.4  # on top, for each space but one of the longest open route that it helps to pay
GATHER = 0.25  # on top, for each card of the same colour in hand, as long as a route takes more
WANTED = 2.5  # on top, if the plan lacks it
BUS_CARD = 1.9
SPARE_PAID = 0.55  # a card paid
WANTED_PAID = 1.0  # on top, if the rest of the plan wants it
PLAN_CLAIM = 2.5  # a claim of the plan, on top of the points for the route
PLAN_SHARE = 0.11  # on top, of the swing of the planned tickets, by claim of the plan
HURRY = 0.3  # more of the swing, while there is hardly time for the plan
PLACED = 0.2  # a bus placed outside the plan: it brings the end nearer for all
DISTRICT = 0.8  # of the points of a district that a claim completes
NEARER = 0.2  # of the points of a district that a claim brings nearer
NEW_TICKETS = 2.0  # drawing tickets instead of cards, with all buses and no open ticket
PER_PLACED = 0.6  # less for each bus placed: measured, few games have the time for new tickets
PER_OPEN = 0.6  # less for each point of the tickets still open
EFFORT = 1.2  # a half turn spent on tickets

SLACK = 5.4  # half turns beyond the plan that leave no hurry

COUNT = CARD_COUNT.astype(np.int64)  # by card
OF_KIND = np.array(  # routes by kind
    [as_set([r for r in range(len(ROUTES)) if KIND[r] == kind]) for kind in range(KINDS)],
    dtype=np.uint64,
)
DISTRICT_PLACES = np.array(  # by district, which are numbered from 1
    [
        as_set([i for i, place in enumerate(LOCATIONS) if place.district == district])
        for district in range(DISTRICTS + 1)
    ],
    dtype=np.uint64,
)
PAID_COLOUR = CLAIM_COLOUR.astype(np.uint64)  # by payment
PAID_CARDS = CLAIM_CARDS.astype(np.int64)  # by payment
PAID_BUSES = CLAIM_BUSES.astype(np.int64)  # by payment


@inlined
def count_needs(s: State, seat: Int, routes: np.uint64, lacking: Numbers, spare: Numbers) -> None:
    """Write by colour how many cards the plan's routes lack, and how many they leave over.

    Grey routes are to be paid one after the other, by the colour of which most are left over.
    """
    for colour in range(COLOURS):
        spare[colour] = np.int64(s["hand"][seat, colour])
    grey = np.int64(0)
    while routes != 0:
        route = lsb(routes)
        routes &= routes - ONE
        if COLOUR[route] == GREY:
            grey = max(grey, SIZE[route])
        else:
            spare[COLOUR[route]] -= SIZE[route]
    most = 0
    for colour in range(COLOURS):
        most = colour if spare[colour] > spare[most] else most
        lacking[colour] = at_least_0(-spare[colour])
    lacking[most] += at_least_0(grey - at_least_0(spare[most]))
    for colour in range(COLOURS):
        spare[colour] = at_least_0(spare[colour])
    spare[BUS] = 0


@inlined
def longest_open(free: np.uint64, colour: Int) -> Int:
    """Return the length of the longest open route that cards of a colour can pay for."""
    length = MAX_LENGTH
    while length > 0 and free & (OF_KIND[8 * length + colour] | OF_KIND[8 * length + GREY]) == 0:
        length -= 1
    return length


@inlined
def value_cards(
    s: State, seat: Int, free: np.uint64, fade: float, lacking: Numbers, card_values: CardValues
) -> None:
    """Write by card what one more is worth."""
    for colour in range(COLOURS):
        held = np.int64(s["hand"][seat, colour])
        longest = longest_open(free, colour)
        value = CARD
        if held < longest:
            value += LONG * (longest - 1) + GATHER * held
        if lacking[colour] > 0:
            value += WANTED
        card_values[colour] = fade * value
    card_values[BUS] = fade * BUS_CARD


@inlined
def blind_value(s: State, seat: Int, card_values: CardValues) -> float:
    """Return what a card of the deck is worth on average, as far as the seat knows it."""
    total = 0.0
    count: Int = np.int64(0)
    for card in range(len(CARDS)):
        cards = np.int64(s["discards"][card])
        if s["deck_size"] > 0:
            cards = COUNT[card] - cards - np.int64(s["hand"][seat, card])
        total += cards * card_values[card]
        count += cards
    for space in range(SPACES):
        face_up = s["display"][space]
        if s["deck_size"] > 0 and face_up != NO_CARD:
            total -= card_values[face_up]
            count -= 1
    return total / max(1, count)


@inlined
def best_two(s: State, blind: float, card_values: CardValues) -> tuple[Int, float, float]:
    """Return the best card for a second one, its value, and that of the best beside it (T3.2)."""
    best = np.int64(DRAW_DECK)
    most, next_most = blind, blind
    for space in range(SPACES):
        card = np.int64(s["display"][space])
        if card < COLOURS:
            value = np.float64(card_values[card])
            if value > most:
                best, most, next_most = card, value, most
            elif value > next_most:
                next_most = value
    return best, most, next_most


@inlined
def draw_value(
    s: State, action: Int, blind: float, card_values: CardValues, second: tuple[Int, float, float]
) -> float:
    """Return the value of drawing a card, and the second of the turn if there is one (T3.1)."""
    value = blind if action == DRAW_DECK else np.float64(card_values[action])
    if s["phase"] == SECOND or action == BUS:
        return value
    best, most, next_most = second
    return value + (next_most if action == best else most)


@inlined
def district_value(networks: Sets, route: Int) -> float:
    """Return what joining the ends of a route does for the districts (T4.3)."""
    one, two = networks[END_A[route]], networks[END_B[route]]
    value = 0.0
    if one == two:
        return value
    for district in range(1, DISTRICTS + 1):
        places = DISTRICT_PLACES[district]
        if one & places != 0 and two & places != 0:
            completed = (one | two) & places == places
            value += district * (DISTRICT if completed else NEARER)
    return value


@inlined
def payment_value(payment: Int, spare: Numbers) -> float:
    """Return what the cards of a payment would be worth in hand."""
    cards = np.int64(PAID_CARDS[payment])
    wanted = at_least_0(cards - spare[PAID_COLOUR[payment]])
    return BUS_CARD * np.int64(PAID_BUSES[payment]) + SPARE_PAID * cards + WANTED_PAID * wanted


@inlined
def claim_value(
    route: Int, plan: Plan, share: float, spare_buses: Int, is_last: bool, networks: Sets
) -> float:
    """Return what a route is worth, without the cards that pay for it."""
    size = np.int64(SIZE[route])
    points = np.float64(POINTS[size])
    if plan.routes & ROUTE_BIT[route] != 0:
        return points + share
    value = points + district_value(networks, route)
    if not is_last:
        value += PLACED * size
    if size > spare_buses:
        value -= 2.0 * plan.planned_points
    return value


@inlined
def plan_share(s: State, seat: Int, plan: Plan, time: float, missing: Numbers) -> float:
    """Return what a claim of the plan is worth on top of its points."""
    swing = 2.0 * plan.planned_points
    if s["last_turns"] > 0 or plan.routes == 0:
        return swing  # there is time for a plan of one claim only
    share = swing / np.int64(popcount(plan.routes))
    if time - total_effort(s, seat, plan.routes, missing) < SLACK:
        return PLAN_CLAIM + (PLAN_SHARE + HURRY) * share
    return PLAN_CLAIM + PLAN_SHARE * share


@inlined
def new_tickets_value(s: State, seat: Int, plan: Plan) -> float:
    """Return what drawing tickets is worth more than drawing cards."""
    placed = BUSES - np.int64(s["buses"][seat])
    return NEW_TICKETS - PER_PLACED * placed - PER_OPEN * plan.open_points


@outlined
def keep_value(s: State, seat: Int, action: Int) -> float:
    """Return the points of the tickets kept and of the routes for them, less the effort."""
    paths = new_workspace().paths
    networks, missing = paths.networks, paths.missing
    find_networks(s, seat, networks)
    free = open_routes(s, seat)
    time = half_turns_left(s, seat)
    count_missing(s, seat, missing)
    routes = NONE
    value = np.int64(0)
    for ticket in range(len(TICKETS)):
        place = s["place"][ticket]
        kept = place == OFFERED + seat and (action == KEEP_BOTH or action == KEEP + ticket)
        if place == seat or kept:
            if not is_joined(networks, ticket):
                routes = add_ticket(s, seat, ticket, routes, free, time, paths)
            value += STAKE[ticket] if is_joined(networks, ticket) else -STAKE[ticket]
    return value + total_points(routes) - EFFORT * total_effort(s, seat, routes, missing)
