"""What was counted of a game that is over, row by row of the score sheet (section 4)."""

from collections import deque
from collections.abc import Iterable
from typing import Any

from londinium.game import SPECTATOR, State, read_fields
from londinium.games.ticket_to_ride_london.board import (
    ENDS,
    LENGTH,
    ROUTE_POINTS,
    TICKET_ENDS,
    TICKET_POINTS,
)
from londinium.games.ticket_to_ride_london.view import PLACES_OF, view

Row = dict[str, Any]


def rows(final: State, events: Iterable[dict[str, Any]]) -> list[Row]:
    """Return the rows of the score sheet, and by seat the routes, tickets and districts counted."""
    k = read_fields(final)
    seats, owner = range(k["seats"]), k["owner"]
    players = view(final, SPECTATOR)["players"]

    def row(part: str, rule: str, counted: list[Row]) -> Row:
        values = [player["score"][part] for player in players]
        return {"part": part, "rule": rule, "values": values, "counted": counted}

    held = [(seat, t) for seat in seats for t, lies in enumerate(k["place"]) if lies == seat]
    counted = [
        row("routes", "T3.9", [one for s in seats for one in _routes(owner, s)]),
        row("tickets", "T4.2", [_ticket(owner, s, t) for s, t in held]),
        row(
            "districts",
            "T4.3",
            [_district(owner, s, one) for s in seats for one in players[s]["districts"]],
        ),
    ]
    totals = [sum(values) for values in zip(*(one["values"] for one in counted), strict=True)]
    return [*counted, {"part": "total", "rule": "T4.4", "values": totals, "counted": []}]


def _routes(owner: bytes, seat: int) -> list[Row]:
    """T3.9: the routes of each length, and their points."""
    own = [route for route, of in enumerate(owner) if of == seat]
    counted = []
    for length in sorted({int(LENGTH[route]) for route in own}):
        routes = [route for route in own if LENGTH[route] == length]
        points = len(routes) * int(ROUTE_POINTS[length])
        counted.append({"seat": seat, "length": length, "routes": routes, "points": points})
    return counted


def _ticket(owner: bytes, seat: int, ticket: int) -> Row:
    """T4.2: a ticket with the routes that complete it."""
    a, b = (int(place) for place in TICKET_ENDS[ticket])
    routes, points = way(owner, seat, a, b), int(TICKET_POINTS[ticket])
    return {
        "seat": seat,
        "ticket": ticket,
        "completed": routes is not None,
        "routes": routes or [],
        "points": points if routes is not None else -points,
    }


def _district(owner: bytes, seat: int, district: Row) -> Row:
    """T4.3: a district, and if it is complete the routes that join its places."""
    number, places = district["district"], PLACES_OF[district["district"]]
    complete = district["joined"] == district["of"]
    ways = [way(owner, seat, places[0], place) or [] for place in places[1:]] if complete else []
    return {
        "seat": seat,
        **district,
        "places": list(places),
        "routes": sorted({route for routes in ways for route in routes}),
        "points": number if complete else 0,
    }


def way(owner: bytes, seat: int, start: int, end: int) -> list[int] | None:
    """Return the fewest own routes that join two places, in order; None if none do."""
    own = [route for route, of in enumerate(owner) if of == seat]
    ends = {route: (int(ENDS[route, 0]), int(ENDS[route, 1])) for route in own}
    came_by: dict[int, tuple[int, int]] = {}
    reached, seen = deque([start]), {start}
    while reached:
        here = reached.popleft()
        for route, (a, b) in ends.items():
            there = b if here == a else a if here == b else here
            if there not in seen:
                seen.add(there)
                came_by[there] = route, here
                reached.append(there)
    if end not in seen:
        return None
    routes = []
    while end != start:
        route, end = came_by[end]
        routes.append(route)
    return routes[::-1]
