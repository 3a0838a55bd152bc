"""The printed material and all actions as plain data, for clients that draw the game."""

from typing import Any

from londinium.games.ticket_to_ride_london.board import (
    BUSES,
    CARD_COUNT,
    CARDS,
    COLOURS,
    DISTRICTS,
    LOCATIONS,
    NO_ROUTE,
    ROUTE_POINTS,
    ROUTES,
    TICKETS,
    TWIN,
)
from londinium.games.ticket_to_ride_london.state import (
    ACTIONS,
    CLAIM,
    DRAW_DECK,
    DRAW_TICKETS,
    KEEP,
    KEEP_BOTH,
    PASS,
    PAYMENTS,
)


def move(action: int) -> dict[str, Any]:
    """Return an action as plain data, by its kind and what it is about."""
    if action < DRAW_DECK:
        return {"kind": "draw", "card": CARDS[action]}
    if CLAIM <= action < DRAW_TICKETS:
        route, colour, cards, buses = PAYMENTS[action - CLAIM]
        card = CARDS[colour] if cards else None
        return {"kind": "claim", "route": route, "card": card, "cards": cards, "buses": buses}
    if KEEP <= action < KEEP_BOTH:
        return {"kind": "keep", "ticket": action - KEEP}
    kinds = {
        DRAW_DECK: "draw_deck",
        DRAW_TICKETS: "draw_tickets",
        KEEP_BOTH: "keep_both",
        PASS: "pass",
    }
    return {"kind": kinds[action]}


def material() -> dict[str, Any]:
    """Return what is printed: places, routes, tickets and cards, by their numbers and names."""
    return {
        "moves": [move(action) for action in range(ACTIONS)],
        "places": [
            {"name": p.name, "district": p.district, "lat": p.lat, "lon": p.lon, "x": p.x, "y": p.y}
            for p in LOCATIONS
        ],
        "routes": [
            {
                "ends": [r.a, r.b],
                "colour": CARDS[r.colour] if r.colour < COLOURS else None,
                "length": r.length,
                "twin": twin if twin != NO_ROUTE else None,
            }
            for r, twin in zip(ROUTES, TWIN.tolist(), strict=True)
        ],
        "tickets": [{"ends": [t.a, t.b], "points": t.points} for t in TICKETS],
        "cards": dict(zip(CARDS, CARD_COUNT.tolist(), strict=True)),
        "buses": BUSES,
        "route_points": ROUTE_POINTS.tolist(),
        "districts": list(range(1, DISTRICTS + 1)),
    }
