"""Why an action is not legal now, as a code with its values."""

from londinium.game import Reason
from londinium.games.ticket_to_ride_london.board import BUS, CARDS, NO_ROUTE, ROUTES, TWIN
from londinium.games.ticket_to_ride_london.cards import can_draw_blind
from londinium.games.ticket_to_ride_london.state import (
    CHOOSE,
    CLAIM,
    DRAW_DECK,
    DRAW_TICKETS,
    KEEP,
    KEEP_BOTH,
    KEEP_DRAWN,
    NOBODY,
    OFFERED,
    PAYMENTS,
    SECOND,
    Payment,
    State,
    waits_for_twin,
)

REASONS = (
    "choose_tickets_first",
    "take_second_card_first",
    "no_tickets_to_choose",
    "card_not_shown",
    "bus_not_second",
    "no_cards_left",
    "route_taken",
    "lane_closed",
    "own_both_lanes",
    "first_lane_first",
    "buses_missing",
    "cards_missing",
    "no_tickets_left",
    "ticket_not_offered",
    "can_still_act",
)


def why_not(s: State, seat: int, action: int) -> Reason | None:
    """Return why the action is not legal for a seat that may act, or None if it is legal."""
    keeps = KEEP <= action <= KEEP_BOTH
    if s["phase"] in (CHOOSE, KEEP_DRAWN):
        return _why_not_keep(s, seat, action) if keeps else Reason("choose_tickets_first", {})
    if keeps:
        return Reason("no_tickets_to_choose", {})
    if action <= DRAW_DECK:
        return _why_not_draw(s, action)
    if s["phase"] == SECOND:
        return Reason("take_second_card_first", {})
    if action < DRAW_TICKETS:
        return _why_not_claim(s, seat, PAYMENTS[action - CLAIM])
    if action == DRAW_TICKETS:
        no_ticket = s["ticket_deck_size"] + s["under_size"] == 0
        return Reason("no_tickets_left", {}) if no_ticket else None
    return _why_not_pass(s, seat)


def _why_not_keep(s: State, seat: int, action: int) -> Reason | None:
    if action == KEEP_BOTH or s["place"][action - KEEP] == OFFERED + seat:
        return None
    return Reason("ticket_not_offered", {"ticket": action - KEEP})


def _why_not_draw(s: State, action: int) -> Reason | None:
    if action == DRAW_DECK:
        return None if can_draw_blind(s) else Reason("no_cards_left", {})
    if action not in s["display"]:
        return Reason("card_not_shown", {"card": CARDS[action]})
    if action == BUS and s["phase"] == SECOND:
        return Reason("bus_not_second", {})
    return None


def _why_not_claim(s: State, seat: int, payment: Payment) -> Reason | None:
    route = payment.route
    values = {"route": route}
    if s["owner"][route] != NOBODY:
        return Reason("route_taken", {**values, "seat": int(s["owner"][route])})
    lane = _why_lane_closed(s, seat, route)
    if lane:
        return Reason(lane, values)
    length = ROUTES[route].length
    if s["buses"][seat] < length:
        missing = length - int(s["buses"][seat])
        return Reason("buses_missing", {**values, "missing": missing})
    bus_cards = max(0, payment.buses - int(s["hand"][seat, BUS]))
    if payment.colour == BUS:
        missing = 0
    else:
        missing = max(0, payment.cards - int(s["hand"][seat, payment.colour]))
    if missing or bus_cards:
        card = CARDS[payment.colour]
        return Reason(
            "cards_missing", {**values, "card": card, "missing": missing, "bus_missing": bus_cards}
        )
    return None


def _why_lane_closed(s: State, seat: int, route: int) -> str | None:
    """T3.10, and of two lanes alike the first goes first."""
    twin = int(TWIN[route])
    if twin == NO_ROUTE:
        return None
    if s["owner"][twin] == NOBODY:
        return "first_lane_first" if waits_for_twin(route) else None
    if s["owner"][twin] == seat:
        return "own_both_lanes"
    return "lane_closed" if s["seats"] == 2 else None


def _why_not_pass(s: State, seat: int) -> Reason | None:
    others = (*range(DRAW_DECK + 1), *range(CLAIM, DRAW_TICKETS + 1))
    if any(why_not(s, seat, action) is None for action in others):
        return Reason("can_still_act", {})
    return None
