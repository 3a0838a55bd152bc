"""Why an action is advised: what speaks for it, as codes with values, the weightiest first.

The weights are parts of what the heuristics weigh, in points. Nothing is read that the seat may not
know, so a redacted record and a whole one give the same reasons.
"""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from londinium.game import Count, Reason
from londinium.games.ticket_to_ride_london.board import (
    BUS,
    CARD_COUNT,
    CARDS,
    COLOURS,
    DISTRICTS,
    GREY,
    LOCATIONS,
    ROUTE_POINTS,
    ROUTES,
    TICKETS,
    TWIN,
)
from londinium.games.ticket_to_ride_london.heuristics import values
from londinium.games.ticket_to_ride_london.heuristics.parts import plan_parts
from londinium.games.ticket_to_ride_london.state import (
    CLAIM,
    DRAW_DECK,
    DRAW_TICKETS,
    FIRST_CLAIM,
    KEEP,
    KEEP_BOTH,
    MAX_SEATS,
    OFFERED,
    PASS,
    PAYMENTS,
    Payment,
    State,
)
from londinium.games.ticket_to_ride_london.text import ACTION_NAMES, TICKET_NAMES

SENTENCES = {
    "completes_ticket": "completes {ticket} ({points:point})",
    "on_the_way": "is on the way of {ticket}",
    "little_time": "little time is left for your tickets",
    "completes_district": "completes district {district}",
    "joins_district": "joins places of district {district}",
    "scores": "scores {points:point}",
    "final_round": "begins the final round",
    "spare_cards": "pays with cards that your tickets do not need",
    "pays_for": "then you can pay for {route}",
    "needed_for": "is needed for {route}",
    "only_left": "the only {card} card left",
    "only_face_up": "the only {card} card face up",
    "gathers": "makes {n:{card} card} in your hand",
    "open_route": "{route} is open and takes {n} of them",
    "any_colour": "a bus card goes with every colour",
    "none_needed": "no card that your tickets need lies face up",
    "bus_in_deck": "{n:bus card} may still be in the deck",
    "tickets_done": "all your tickets are completed",
    "buses_left": "{n} of your buses are left",
    "already_joined": "{ticket} is completed already",
    "routes_for": "{ticket} takes {n:more route}",
    "too_far": "{ticket} would take too long",
    "shared_way": "the tickets share {n:route}",
    "ticket_points": "tickets of {points:point}",
    "fewer_points_at_risk": "does not risk {points:point} for {ticket}",
}
MERITS = tuple(SENTENCES)

Merit = tuple[float, Reason]  # what it weighs, in points
Places = frozenset[int]


class Plan(NamedTuple):
    """The routes for each ticket of a set, the cards they lack, and the half turns to spare."""

    ways: dict[int, list[int]]
    lacking: NDArray[np.int64]  # by colour
    slack: float

    @property
    def routes(self) -> list[int]:
        """All routes of the plan."""
        return [route for way in self.ways.values() for route in way]


def _ends(route: int) -> str:
    a, b, *_ = ROUTES[route]
    return f"{LOCATIONS[a].name} - {LOCATIONS[b].name}"


def merits(known: State, seat: int, action: int) -> list[Reason]:
    """Return what speaks for a legal action of the seat, the weightiest first."""
    if action == PASS:
        found: Iterator[Merit] = iter(())
    elif action <= DRAW_DECK:
        found = _of_a_draw(known, seat, action)
    elif action < DRAW_TICKETS:
        found = _of_a_claim(known, seat, PAYMENTS[action - CLAIM])
    elif action == DRAW_TICKETS:
        found = _of_new_tickets(known, seat)
    else:
        found = _of_keeping(known, seat, action)
    return [reason for _, reason in sorted(found, key=lambda merit: -merit[0])]


def show_merit(reason: Reason) -> str:
    """Say in a few words what speaks for an action."""
    named = {k: Count(v) if isinstance(v, int) else v for k, v in reason.values.items()}
    if "route" in named:
        named["route"] = _ends(int(named["route"]))
    if "ticket" in named:
        named["ticket"] = TICKET_NAMES[int(named["ticket"])]
    return SENTENCES[reason.code].format(**named)


def name_action(known: State, seat: int, action: int) -> str:
    """Write an action by the things it is about: the cards that pay tell the lane."""
    if not CLAIM <= action < DRAW_TICKETS:
        return ACTION_NAMES[action]
    route = PAYMENTS[action - CLAIM].route
    return f"claim {_ends(route)} for {ACTION_NAMES[action].partition(' for ')[2]}"


# The map


def _own_routes(known: State, seat: int) -> list[int]:
    return np.flatnonzero(known["owner"] == seat).tolist()


def _own_tickets(known: State, seat: int) -> list[int]:
    return np.flatnonzero(known["place"] == seat).tolist()


def _joined_to(place: int, routes: list[int]) -> Places:
    """Return the places that routes join to a place."""
    found, ends = {place}, [ROUTES[route][:2] for route in routes]
    while fresh := {place for pair in ends if found & {*pair} for place in pair} - found:
        found |= fresh
    return frozenset(found)


def _is_completed(ticket: int, routes: list[int]) -> bool:
    return TICKETS[ticket].b in _joined_to(TICKETS[ticket].a, routes)


def _places_of(district: int) -> Places:
    return frozenset(i for i, place in enumerate(LOCATIONS) if place.district == district)


def _plan(known: State, seat: int, tickets: list[int]) -> Plan:
    ways, lacking = np.zeros(len(TICKETS), np.uint64), np.zeros(len(CARDS), np.int64)
    wanted = np.uint64(sum(1 << ticket for ticket in tickets))
    slack = plan_parts(known, seat, wanted, ways, lacking)
    routes = range(len(ROUTES))
    by_ticket = {
        ticket: [route for route in routes if int(ways[ticket]) >> route & 1] for ticket in tickets
    }
    return Plan(by_ticket, lacking[:COLOURS], slack)


# Claims


def _of_a_claim(known: State, seat: int, payment: Payment) -> Iterator[Merit]:
    route, own = payment.route, _own_routes(known, seat)
    length = ROUTES[route].length
    points = int(ROUTE_POINTS[length])
    yield from _of_tickets(known, seat, route, own)
    yield from _of_districts(route, own)
    yield from _of_payment(known, seat, payment)
    yield float(points), Reason("scores", {"points": points})
    if known["last_turns"] == 0 and known["buses"][seat] - length <= 2:
        yield values.PLACED * length, Reason("final_round", {})


def _of_tickets(known: State, seat: int, route: int, own: list[int]) -> Iterator[Merit]:
    tickets = [t for t in _own_tickets(known, seat) if not _is_completed(t, own)]
    completed = [t for t in tickets if _is_completed(t, [*own, route])]
    for ticket in completed:
        points = TICKETS[ticket].points
        yield 2.0 * points, Reason("completes_ticket", {"ticket": ticket, "points": points})
    plan = _plan(known, seat, tickets)
    lanes = {route, int(TWIN[route])}
    for ticket in tickets:
        if ticket not in completed and lanes & {*plan.ways[ticket]}:
            worth = values.PLAN_CLAIM + values.PLAN_SHARE * 2 * TICKETS[ticket].points
            yield worth, Reason("on_the_way", {"ticket": ticket})
    if lanes & {*plan.routes} and known["last_turns"] == 0 and plan.slack < values.SLACK:
        stake = 2.0 * sum(TICKETS[t].points for t in tickets if plan.ways[t])
        yield values.HURRY * stake / len(plan.routes), Reason("little_time", {})


def _of_districts(route: int, own: list[int]) -> Iterator[Merit]:
    one, two = (_joined_to(end, own) for end in ROUTES[route][:2])
    for district in range(1, DISTRICTS + 1):
        places = _places_of(district)
        if one == two or not one & places or not two & places:
            continue
        if places <= one | two:
            yield values.DISTRICT * district, Reason("completes_district", {"district": district})
        else:
            yield values.NEARER * district, Reason("joins_district", {"district": district})


def _of_payment(known: State, seat: int, payment: Payment) -> Iterator[Merit]:
    """Of a grey route: the cards paid are none that the rest of the plan wants."""
    route, colour = payment.route, payment.colour
    if ROUTES[route].colour != GREY or colour == BUS or payment.buses:
        return
    lanes = {route, int(TWIN[route])}
    rest = [r for r in _plan(known, seat, _own_tickets(known, seat)).routes if r not in lanes]
    wanted = sum(ROUTES[r].length for r in rest if ROUTES[r].colour == colour)
    coloured = [r for r in rest if ROUTES[r].colour != GREY]
    if coloured and known["hand"][seat, colour] - payment.cards >= wanted:
        yield values.WANTED_PAID, Reason("spare_cards", {})


# Cards


def _of_a_draw(known: State, seat: int, action: int) -> Iterator[Merit]:
    plan = _plan(known, seat, _own_tickets(known, seat))
    face_up = [int(card) for card in known["display"] if card < len(CARDS)]
    if action == DRAW_DECK:
        lacking = {colour for colour in range(COLOURS) if plan.lacking[colour] > 0}
        if lacking and not lacking & {*face_up}:
            yield values.WANTED, Reason("none_needed", {})
        unseen = int(CARD_COUNT[BUS] - known["hand"][seat, BUS] - known["discards"][BUS])
        unseen -= face_up.count(BUS) + _shown_by_others(known, seat, BUS)
        if known["deck_size"] > 0 and unseen > 0:
            yield values.CARD, Reason("bus_in_deck", {"n": unseen})
    elif action == BUS:
        yield values.BUS_CARD, Reason("any_colour", {})
    else:
        yield from _of_a_colour(known, seat, action, plan)
        yield from _of_the_rest(known, seat, action, face_up, is_wanted=plan.lacking[action] > 0)


def _of_a_colour(known: State, seat: int, card: int, plan: Plan) -> Iterator[Merit]:
    held, most = int(known["hand"][seat, card]), int(known["hand"][seat, :COLOURS].max())
    buses = int(known["hand"][seat, BUS])
    paid_by_it = [r for r in plan.routes if ROUTES[r].colour in (card, GREY)]
    for route in paid_by_it:
        has = most if ROUTES[route].colour == GREY else held
        if held == has and has + buses + 1 == ROUTES[route].length:
            yield values.WANTED + values.CARD, Reason("pays_for", {"route": route})
            break
    else:
        if plan.lacking[card] > 0 and paid_by_it:
            first = min(paid_by_it, key=lambda route: ROUTES[route].colour == GREY)
            yield values.WANTED, Reason("needed_for", {"route": first})
    longest = _longest_open(known, seat, card)
    if longest is None or held >= ROUTES[longest].length:
        return
    n = ROUTES[longest].length
    yield values.LONG, Reason("open_route", {"route": longest, "n": n})
    if held > 0:
        gathered = Reason("gathers", {"card": CARDS[card], "n": held + 1})
        yield values.GATHER * held + values.LONG, gathered


def _of_the_rest(
    known: State, seat: int, card: int, face_up: list[int], is_wanted: bool
) -> Iterator[Merit]:
    """What makes a card scarce: of the others of its colour, all are known to be elsewhere."""
    if face_up.count(card) > 1:
        return
    shown = _shown_by_others(known, seat, card)
    discarded = int(known["discards"][card]) if known["deck_size"] > 0 else 0
    seen = int(known["hand"][seat, card]) + discarded + shown + 1
    if seen >= CARD_COUNT[card]:
        yield values.CARD + values.LONG, Reason("only_left", {"card": CARDS[card]})
    elif is_wanted or known["hand"][seat, card] > 0:
        yield values.CARD, Reason("only_face_up", {"card": CARDS[card]})


def _shown_by_others(known: State, seat: int, card: int) -> int:
    """Count the cards of a kind that the others are known to hold."""
    return sum(int(known["shown"][other, card]) for other in range(MAX_SEATS) if other != seat)


def _longest_open(known: State, seat: int, card: int) -> int | None:
    """Return the longest route that the seat may claim with cards of a colour, if there is one."""
    routes = [
        number
        for number, route in enumerate(ROUTES)
        if route.colour in (card, GREY) and _is_open(known, seat, number)
    ]
    return max(routes, key=lambda r: (ROUTES[r].length, ROUTES[r].colour == card), default=None)


def _is_open(known: State, seat: int, route: int) -> bool:
    word, bit = divmod(int(FIRST_CLAIM[route]), 64)
    fits = known["buses"][seat] >= ROUTES[route].length
    return bool(fits and int(known["open"][seat, word]) >> bit & 1)


# Tickets


def _of_new_tickets(known: State, seat: int) -> Iterator[Merit]:
    own = _own_routes(known, seat)
    if all(_is_completed(ticket, own) for ticket in _own_tickets(known, seat)):
        yield 2.0, Reason("tickets_done", {})
    yield 1.0, Reason("buses_left", {"n": int(known["buses"][seat])})


def _of_keeping(known: State, seat: int, action: int) -> Iterator[Merit]:
    offered = np.flatnonzero(known["place"] == OFFERED + seat).tolist()
    kept = offered if action == KEEP_BOTH else [action - KEEP]
    tickets, own = _own_tickets(known, seat), _own_routes(known, seat)
    plan = _plan(known, seat, [*tickets, *kept])
    for ticket in kept:
        points = TICKETS[ticket].points
        if _is_completed(ticket, own):
            yield 2.0 * points, Reason("already_joined", {"ticket": ticket})
        elif action != KEEP_BOTH and plan.ways[ticket]:
            n = len(plan.ways[ticket])
            yield points - values.EFFORT * n, Reason("routes_for", {"ticket": ticket, "n": n})
    if action == KEEP_BOTH:
        yield from _of_both(known, seat, kept, plan)
        return
    for ticket in offered:
        if ticket not in kept:
            yield _of_returning(known, seat, ticket, [*tickets, *kept])


def _of_both(known: State, seat: int, kept: list[int], plan: Plan) -> Iterator[Merit]:
    points = sum(TICKETS[ticket].points for ticket in kept)
    yield points / 2, Reason("ticket_points", {"points": points})
    if not all(plan.ways[ticket] for ticket in kept):
        return
    alone = sum(len(_plan(known, seat, [ticket]).routes) for ticket in kept)
    saved = alone - sum(len(plan.ways[ticket]) for ticket in kept)
    if saved > 0:
        yield 2 * values.EFFORT * saved, Reason("shared_way", {"n": saved})


def _of_returning(known: State, seat: int, ticket: int, others: list[int]) -> Merit:
    points = TICKETS[ticket].points
    with_it = _plan(known, seat, [*others, ticket])
    own = _own_routes(known, seat)
    if not with_it.ways[ticket] and not _is_completed(ticket, [*own, *with_it.routes]):
        return 2.0 * points, Reason("too_far", {"ticket": ticket})
    return 1.0, Reason("fewer_points_at_risk", {"ticket": ticket, "points": points})
