"""Common sense in Ticket to Ride: London.

A seat plans how to complete its tickets, each by the cheapest routes that are still open, and
judges claims and cards by what they do for that plan and for the score.

Sets of routes and of locations are bits of a word. Effort is counted in half turns: a claim takes
two, a card that is missing one. The constants were tuned by duels of 2 and of 4 seats.
"""

import numpy as np
from numpy.typing import NDArray

from londinium.bitset import ONE, Words
from londinium.game import State
from londinium.games.ticket_to_ride_london.board import (
    BUS,
    BUSES,
    CARD_COUNT,
    CARDS,
    COLOURS,
    DISTRICTS,
    ENDS,
    GREY,
    LENGTH,
    LOCATIONS,
    ROUTE_POINTS,
    ROUTES,
    SPACES,
    TICKET_ENDS,
    TICKET_POINTS,
    TICKETS,
)
from londinium.games.ticket_to_ride_london.state import (
    CHOOSE,
    CLAIM,
    CLAIM_BUSES,
    CLAIM_CARDS,
    CLAIM_COLOUR,
    CLAIM_ROUTE,
    DRAW_DECK,
    DRAW_TICKETS,
    KEEP,
    KEEP_BOTH,
    KEEP_DRAWN,
    NO_CARD,
    OFFERED,
    PAYMENTS,
    SECOND,
    WORDS,
    action_set,
)
from londinium.jit import Int, inlined, lsb, njit, outlined, popcount

# Points that things seem worth.
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

# Half turns.
PACE_BUS = 0.75  # that an opponent takes to place a bus
PACE_CARD = 0.7  # that an opponent takes to draw a card that is missing for it
PACE_REST = 2.5  # that follow when the final round has begun
SLACK = 5.4  # beyond the plan that leave no hurry
FADE = 7.0  # before the end, when cards begin to lose their value

# The price of a claim on a path, where a card that is missing costs 1.
PRICE_CLAIM = 4

MOST_PRICE = 16  # above every price, a power of two
FAR = 1 << 20
NONE = np.uint64(0)


def _set(members: list[int]) -> np.uint64:
    return np.uint64(sum(1 << member for member in members))


_ROUTES = range(len(ROUTES))
ROUTE_BIT = np.array([1 << route for route in _ROUTES], dtype=np.uint64)  # by route
END_A = ENDS[:, 0].astype(np.uint64)  # by route
END_B = ENDS[:, 1].astype(np.uint64)  # by route
ACROSS = END_A ^ END_B  # xor one end is the other, by route
SIZE = LENGTH.astype(np.int64)  # by route
POINTS = ROUTE_POINTS.astype(np.int64)  # by length
LONGEST = 4
COLOUR = np.array([r.colour for r in ROUTES], dtype=np.int64)  # by route
KIND = (8 * SIZE + COLOUR).astype(np.uint64)  # routes of the same kind cost the same, by route
KINDS = 8 * (LONGEST + 1)
OF_KIND = np.array(  # routes by kind
    [_set([r for r in _ROUTES if KIND[r] == kind]) for kind in range(KINDS)], dtype=np.uint64
)
ROUTES_AT = np.array(  # by location
    [_set([r for r in _ROUTES if place in ROUTES[r][:2]]) for place in range(len(LOCATIONS))],
    dtype=np.uint64,
)
WITHIN = np.array(  # routes no longer than so many buses
    [_set([r for r in _ROUTES if LENGTH[r] <= buses]) for buses in range(BUSES + 1)],
    dtype=np.uint64,
)
PLACE_BIT = np.array([1 << place for place in range(len(LOCATIONS))], dtype=np.uint64)
DISTRICT_PLACES = np.array(  # by district, which are numbered from 1
    [
        _set([i for i, place in enumerate(LOCATIONS) if place.district == district])
        for district in range(DISTRICTS + 1)
    ],
    dtype=np.uint64,
)
TICKET_A = TICKET_ENDS[:, 0].astype(np.uint64)  # by ticket
TICKET_B = TICKET_ENDS[:, 1].astype(np.uint64)  # by ticket
STAKE = TICKET_POINTS.astype(np.int64)  # by ticket; the tickets of most points come first
COUNT = CARD_COUNT.astype(np.int64)  # by card
PAID_ROUTE = CLAIM_ROUTE.astype(np.uint64)  # by payment
PAID_COLOUR = CLAIM_COLOUR.astype(np.uint64)  # by payment
PAID_CARDS = CLAIM_CARDS.astype(np.int64)  # by payment
PAID_BUSES = CLAIM_BUSES.astype(np.int64)  # by payment

# A claim of each route, as a bit of a word of `open`, by route.
_FIRST_CLAIM = [CLAIM + int(np.argmax(route == CLAIM_ROUTE)) for route in _ROUTES]
OPEN_WORD = np.array([claim // 64 for claim in _FIRST_CLAIM], dtype=np.int64)
OPEN_BIT = np.array([claim % 64 for claim in _FIRST_CLAIM], dtype=np.uint64)


def _claims(chosen: list[bool]) -> NDArray[np.uint64]:
    claims = [CLAIM + payment for payment, is_in in enumerate(chosen) if is_in]
    return np.array(action_set(claims), dtype=np.uint64)


# Claims by bus cards only of a grey route, and the others whose number follows that of the claim
# with one bus card less.
GREY_BY_BUSES = _claims([p.colour == BUS and ROUTES[p.route].colour == GREY for p in PAYMENTS])
AFTER_CHEAPER = _claims([p.buses > 0 for p in PAYMENTS]) & ~GREY_BY_BUSES

# What a plan is worked out with: rows of sets, and rows of numbers.
Sets = NDArray[np.uint64]
NETS, RING = range(2)  # locations joined to each location; queue by price
SETS = (2, len(LOCATIONS))
Numbers = NDArray[np.int64]
MISSING, BEST, USED, WANT, SPARE = range(5)  # by kind; twice by location; twice by colour
NUMBERS = (5, KINDS)
Values = NDArray[np.float64]  # points, by card


@inlined
def at_least_0(number: Int) -> Int:
    return max(0, number)


# The network, and the routes that may extend it


@inlined
def join(nets: Sets, routes: np.uint64) -> None:
    """Join the networks at the ends of routes."""
    while routes != 0:
        route = lsb(routes)
        routes &= routes - ONE
        joined = nets[END_A[route]] | nets[END_B[route]]
        rest = joined
        while rest != 0:
            nets[lsb(rest)] = joined
            rest &= rest - ONE


@inlined
def find_networks(s: State, seat: Int, nets: Sets) -> None:
    """Write by location the set of locations that the seat's routes join it to."""
    routes = NONE
    for route in range(len(ROUTES)):
        routes |= ROUTE_BIT[route] if s["owner"][route] == seat else NONE
    for place in range(len(LOCATIONS)):
        nets[place] = PLACE_BIT[place]
    join(nets, routes)


@inlined
def open_routes(s: State, seat: Int) -> np.uint64:
    """The routes that the seat may still claim and has the buses for."""
    routes = NONE
    for route in range(len(ROUTES)):
        is_open = s["open"][seat, OPEN_WORD[route]] >> OPEN_BIT[route] & ONE
        routes |= is_open << np.uint64(route)
    return routes & WITHIN[s["buses"][seat]]


@inlined
def total_length(routes: np.uint64) -> Int:
    """The buses that routes take."""
    total = np.int64(0)
    while routes != 0:
        total += SIZE[lsb(routes)]
        routes &= routes - ONE
    return total


@inlined
def total_points(routes: np.uint64) -> Int:
    """The points for routes."""
    total = np.int64(0)
    while routes != 0:
        total += POINTS[SIZE[lsb(routes)]]
        routes &= routes - ONE
    return total


@inlined
def count_missing(s: State, seat: Int, missing: Numbers) -> None:
    """Write by kind of route how many cards the seat lacks for one."""
    most = np.int64(0)
    for colour in range(COLOURS):
        have = np.int64(s["hand"][seat, colour])
        most = max(most, have)
        for length in range(1, LONGEST + 1):
            missing[8 * length + colour] = at_least_0(length - have)
    for length in range(1, LONGEST + 1):
        missing[8 * length + GREY] = at_least_0(length - most)


@inlined
def total_effort(s: State, seat: Int, routes: np.uint64, missing: Numbers) -> Int:
    """The half turns that claiming routes takes, if no two of them share cards."""
    claims = np.int64(popcount(routes))
    cards = -np.int64(s["hand"][seat, BUS])
    while routes != 0:
        cards += missing[KIND[lsb(routes)]]
        routes &= routes - ONE
    return 2 * claims + at_least_0(cards)


# The plan


@inlined
def half_turns_left(s: State, seat: Int) -> float:
    """Guess how many half turns the seat has; in the final round it is one turn (T4.1)."""
    if s["last_turns"] > 0:
        return 2.0
    least = 100.0
    for other in range(s["seats"]):
        if other != seat:
            buses = np.int64(s["buses"][other]) - 2
            missing = at_least_0(buses - np.int64(s["hand_size"][other]))
            least = min(least, PACE_BUS * buses + PACE_CARD * missing)
    return least + PACE_REST


@outlined
def find_path(
    sets: Sets, numbers: Numbers, free: np.uint64, buses: Int, most: Int, a: Int, b: Int
) -> np.uint64:
    """Return the open routes of a cheap path between two locations, none if there is none.

    Dijkstra's algorithm on networks, with no more than so many buses and up to a price; the queue
    is a ring of sets of locations by price.
    """
    nets, ring, best, used = sets[NETS], sets[RING], numbers[BEST], numbers[USED]
    for i in range(MOST_PRICE):
        ring[i] = NONE
    for place in range(len(LOCATIONS)):
        best[place] = FAR
    goal = nets[b]
    ring[0] = nets[a]
    used[lsb(nets[a])] = 0
    settled = NONE
    for price in range(most):
        now = ring[price & MOST_PRICE - 1] & ~settled
        ring[price & MOST_PRICE - 1] = NONE
        if now & goal != 0:
            return walk_back(nets, best, a, b)
        settled |= now
        while now != 0:
            place = lsb(now)
            now &= now - ONE
            left = buses - used[lsb(nets[place])]
            routes = ROUTES_AT[place] & free
            while routes != 0:
                route = lsb(routes)
                routes &= routes - ONE
                beyond = nets[ACROSS[route] ^ place]
                if beyond & settled == 0 and SIZE[route] <= left:
                    total = price + PRICE_CLAIM + numbers[MISSING, KIND[route]]
                    first = lsb(beyond)
                    if total < best[first] >> 6:
                        best[first] = total << 6 | np.int64(route)
                        used[first] = buses - left + SIZE[route]
                        ring[total & MOST_PRICE - 1] |= beyond
    return NONE


@inlined
def walk_back(nets: Sets, best: Numbers, a: Int, b: Int) -> np.uint64:
    """Collect the routes of a path that was found."""
    path = NONE
    while nets[b] != nets[a]:
        route = np.uint64(best[lsb(nets[b])] & 63)
        path |= ONE << route
        b = END_B[route] if nets[END_A[route]] == nets[b] else END_A[route]
    return path


@outlined
def add_ticket(
    s: State,
    seat: Int,
    ticket: Int,
    plan: np.uint64,
    free: np.uint64,
    time: float,
    sets: Sets,
    numbers: Numbers,
) -> np.uint64:
    """Return the plan with the routes for a ticket; as it was if the ticket is a lost cause."""
    buses = np.int64(s["buses"][seat]) - total_length(plan)
    # A path's price is at most twice its effort and twice the bus cards that it can take.
    most = np.int64(2.0 * (time + np.int64(s["hand"][seat, BUS]))) + 1
    path = find_path(sets, numbers, free & ~plan, buses, most, TICKET_A[ticket], TICKET_B[ticket])
    if total_effort(s, seat, plan | path, numbers[MISSING]) > time:
        return plan
    join(sets[NETS], path)
    return plan | path


# Cards


@inlined
def want_cards(s: State, seat: Int, plan: np.uint64, want: Numbers, spare: Numbers) -> None:
    """Write by colour how many cards the plan lacks, and how many it leaves over.

    Grey routes are to be paid one after the other, by the colour of which most are left over.
    """
    for colour in range(COLOURS):
        spare[colour] = np.int64(s["hand"][seat, colour])
    grey = np.int64(0)
    while plan != 0:
        route = lsb(plan)
        plan &= plan - ONE
        if COLOUR[route] == GREY:
            grey = max(grey, SIZE[route])
        else:
            spare[COLOUR[route]] -= SIZE[route]
    most = 0
    for colour in range(COLOURS):
        most = colour if spare[colour] > spare[most] else most
        want[colour] = at_least_0(-spare[colour])
    want[most] += at_least_0(grey - at_least_0(spare[most]))
    for colour in range(COLOURS):
        spare[colour] = at_least_0(spare[colour])
    spare[BUS] = 0


@inlined
def longest_open(free: np.uint64, colour: Int) -> Int:
    """The length of the longest open route that cards of a colour can pay for."""
    length = LONGEST
    while length > 0 and free & (OF_KIND[8 * length + colour] | OF_KIND[8 * length + GREY]) == 0:
        length -= 1
    return length


@inlined
def value_cards(
    s: State, seat: Int, free: np.uint64, fade: float, want: Numbers, values: Values
) -> None:
    """Write by card what one more is worth."""
    for colour in range(COLOURS):
        held = np.int64(s["hand"][seat, colour])
        longest = longest_open(free, colour)
        value = CARD
        if held < longest:
            value += LONG * (longest - 1) + GATHER * held
        if want[colour] > 0:
            value += WANTED
        values[colour] = fade * value
    values[BUS] = fade * BUS_CARD


@inlined
def blind_value(s: State, seat: Int, values: Values) -> float:
    """What a card of the deck is worth on average, as far as the seat has seen the others."""
    total = 0.0
    count: Int = np.int64(0)
    for card in range(len(CARDS)):
        cards = np.int64(s["discards"][card])
        if s["deck_size"] > 0:
            cards = COUNT[card] - cards - np.int64(s["hand"][seat, card])
        total += cards * values[card]
        count += cards
    for space in range(SPACES):
        shown_card = s["display"][space]
        if s["deck_size"] > 0 and shown_card != NO_CARD:
            total -= values[shown_card]
            count -= 1
    return total / max(1, count)


@inlined
def best_two(s: State, blind: float, values: Values) -> tuple[Int, float, float]:
    """Return the best card for a second one, its worth, and that of the best beside it (T3.2)."""
    best = np.int64(DRAW_DECK)
    most, next_most = blind, blind
    for space in range(SPACES):
        card = np.int64(s["display"][space])
        if card < COLOURS:
            value = np.float64(values[card])
            if value > most:
                best, most, next_most = card, value, most
            elif value > next_most:
                next_most = value
    return best, most, next_most


@inlined
def draw_value(
    s: State, action: Int, blind: float, values: Values, second: tuple[Int, float, float]
) -> float:
    """What drawing a card is worth, with the second card of the turn if there is one (T3.1)."""
    value = blind if action == DRAW_DECK else np.float64(values[action])
    if s["phase"] == SECOND or action == BUS:
        return value
    best, most, next_most = second
    return value + (next_most if action == best else most)


# Claims


@inlined
def district_value(nets: Sets, route: Int) -> float:
    """What joining the ends of a route does for the districts (T4.3)."""
    one, two = nets[END_A[route]], nets[END_B[route]]
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
    """What the cards of a payment would be worth in hand."""
    cards = np.int64(PAID_CARDS[payment])
    wanted = at_least_0(cards - spare[PAID_COLOUR[payment]])
    return BUS_CARD * np.int64(PAID_BUSES[payment]) + SPARE_PAID * cards + WANTED_PAID * wanted


@inlined
def claim_value(
    route: Int,
    plan: np.uint64,
    stake: Int,
    share: float,
    spare_buses: Int,
    is_last: bool,
    nets: Sets,
) -> float:
    """What a route is worth, without the cards that pay for it."""
    size = np.int64(SIZE[route])
    points = np.float64(POINTS[size])
    if plan & ROUTE_BIT[route] != 0:
        return points + share
    value = points + district_value(nets, route)
    if not is_last:
        value += PLACED * size
    if size > spare_buses:
        value -= 2.0 * stake
    return value


@inlined
def share_of_plan(
    s: State, seat: Int, plan: np.uint64, stake: Int, time: float, missing: Numbers
) -> float:
    """What a claim of the plan is worth on top of its points."""
    swing = 2.0 * stake
    if s["last_turns"] > 0 or plan == 0:
        return swing  # there is time for a plan of one claim only
    share = swing / np.int64(popcount(plan))
    if time - total_effort(s, seat, plan, missing) < SLACK:
        return PLAN_CLAIM + (PLAN_SHARE + HURRY) * share
    return PLAN_CLAIM + PLAN_SHARE * share


@inlined
def new_tickets_value(s: State, seat: Int, points_open: Int) -> float:
    """What drawing tickets is worth more than drawing cards."""
    placed = BUSES - np.int64(s["buses"][seat])
    return NEW_TICKETS - PER_PLACED * placed - PER_OPEN * points_open


# The three decisions


@outlined
def tickets_value(s: State, seat: Int, action: Int) -> float:
    """The points of the tickets and of the routes for them if `action` is done, less the effort."""
    sets = np.empty(SETS, np.uint64)
    numbers = np.empty(NUMBERS, np.int64)
    nets = sets[NETS]
    find_networks(s, seat, nets)
    free = open_routes(s, seat)
    time = half_turns_left(s, seat)
    count_missing(s, seat, numbers[MISSING])
    plan = NONE
    value = np.int64(0)
    for ticket in range(len(TICKETS)):
        place = s["place"][ticket]
        kept = place == OFFERED + seat and (action == KEEP_BOTH or action == KEEP + ticket)
        if place == seat or kept:
            if nets[TICKET_A[ticket]] != nets[TICKET_B[ticket]]:
                plan = add_ticket(s, seat, ticket, plan, free, time, sets, numbers)
            joined = nets[TICKET_A[ticket]] == nets[TICKET_B[ticket]]
            value += STAKE[ticket] if joined else -STAKE[ticket]
    return value + total_points(plan) - EFFORT * total_effort(s, seat, plan, numbers[MISSING])


@inlined
def make_plan(
    s: State, seat: Int, free: np.uint64, time: float, sets: Sets, numbers: Numbers
) -> tuple[np.uint64, Int, Int]:
    """Return routes that complete tickets, the points of those, and of all that are open.

    The plan is joined to the networks.
    """
    nets = sets[NETS]
    plan = NONE
    planned, points_open = np.int64(0), np.int64(0)
    for ticket in range(len(TICKETS)):
        if s["place"][ticket] != seat or nets[TICKET_A[ticket]] == nets[TICKET_B[ticket]]:
            continue
        if points_open == 0:
            count_missing(s, seat, numbers[MISSING])
        plan = add_ticket(s, seat, ticket, plan, free, time, sets, numbers)
        points_open += STAKE[ticket]
        if nets[TICKET_A[ticket]] == nets[TICKET_B[ticket]]:
            planned += STAKE[ticket]
    return plan, planned, points_open


@outlined
def judge_turn(
    s: State, seat: int, choices: NDArray[np.uint16], worth: NDArray[np.float32]
) -> None:
    """Judge draws and claims by the plan."""
    sets = np.empty(SETS, np.uint64)
    numbers = np.empty(NUMBERS, np.int64)
    values = np.empty(len(CARDS), np.float64)
    is_last = s["last_turns"] > 0
    find_networks(s, seat, sets[NETS])
    free = open_routes(s, seat)
    time = half_turns_left(s, seat)
    plan, stake, points_open = make_plan(s, seat, free, time, sets, numbers)
    want_cards(s, seat, plan, numbers[WANT], numbers[SPARE])
    fade = 0.0 if is_last else min(1.0, time / FADE)
    value_cards(s, seat, free, fade, numbers[WANT], values)
    blind = blind_value(s, seat, values)
    second = best_two(s, blind, values)
    share = share_of_plan(s, seat, plan, stake, time, numbers[MISSING])
    spare_buses = np.int64(s["buses"][seat]) - total_length(plan)
    claimed = np.uint64(len(ROUTES))
    claim = 0.0
    for i in range(len(choices)):
        action = np.int64(choices[i])
        if action <= DRAW_DECK:
            worth[i] = draw_value(s, action, blind, values, second)
        elif action < DRAW_TICKETS:
            payment = action - CLAIM
            if PAID_ROUTE[payment] != claimed:  # the claims of a route follow each other
                claimed = PAID_ROUTE[payment]
                claim = claim_value(claimed, plan, stake, share, spare_buses, is_last, sets[NETS])
            worth[i] = claim - fade * payment_value(payment, numbers[SPARE])
        elif action == DRAW_TICKETS:
            worth[i] = draw_value(s, np.int64(DRAW_DECK), blind, values, second)
            worth[i] += new_tickets_value(s, seat, points_open)
        else:
            worth[i] = 0.0


# The contract


@njit
def action_values(
    s: State, seat: int, choices: NDArray[np.uint16], worth: NDArray[np.float32]
) -> None:
    """Write what each choice, a legal action, seems worth in points."""
    if s["phase"] != CHOOSE and s["phase"] != KEEP_DRAWN:
        judge_turn(s, seat, choices, worth)
        return
    for i in range(len(choices)):
        worth[i] = tickets_value(s, seat, np.int64(choices[i]))


@njit
def prune(s: State, seat: int, actions: Words) -> None:
    """Take out claims that pay more bus cards than another for the same route and colour.

    The ways to pay with a colour are numbered by their bus cards, and the legal ones have no gap.
    """
    has_colours = s["hand_size"][seat] > s["hand"][seat, BUS]
    before = NONE
    for w in range(WORDS):
        legal = actions[w]
        cheaper = legal << ONE | before
        before = legal >> np.uint64(63)
        legal &= ~(cheaper & AFTER_CHEAPER[w])
        actions[w] = legal & ~GREY_BY_BUSES[w] if has_colours else legal


@njit
def public_action(s: State, seat: int, action: int) -> Int:
    """Others see that one ticket is kept, not which (T5.1)."""
    return np.int64(KEEP) if KEEP <= action < KEEP_BOTH else np.int64(action)
