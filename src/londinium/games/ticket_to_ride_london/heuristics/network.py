"""A seat's network and the routes that may extend it.

Sets of routes and sets of locations are bits of a word.
"""

import numpy as np
from numpy.typing import NDArray

from londinium.bitset import NONE, ONE
from londinium.games.ticket_to_ride_london.board import (
    BUSES,
    ENDS,
    LENGTH,
    LOCATIONS,
    ROUTE_POINTS,
    ROUTES,
)
from londinium.games.ticket_to_ride_london.state import FIRST_CLAIM, State
from londinium.jit import Int, inlined, lsb

Sets = NDArray[np.uint64]


def as_set(members: list[int]) -> np.uint64:
    """Return a set as bits of a word."""
    return np.uint64(sum(1 << member for member in members))


_ROUTES = range(len(ROUTES))
ROUTE_BIT = np.array([1 << route for route in _ROUTES], dtype=np.uint64)  # by route
PLACE_BIT = np.array([1 << place for place in range(len(LOCATIONS))], dtype=np.uint64)
END_A = ENDS[:, 0].astype(np.uint64)  # by route
END_B = ENDS[:, 1].astype(np.uint64)  # by route
SIZE = LENGTH.astype(np.int64)  # by route
POINTS = ROUTE_POINTS.astype(np.int64)  # by length
WITHIN = np.array(  # routes no longer than so many buses
    [as_set([r for r in _ROUTES if LENGTH[r] <= buses]) for buses in range(BUSES + 1)],
    dtype=np.uint64,
)
# A claim of each route, as a bit of a word of `open`, by route.
OPEN_WORD = FIRST_CLAIM // 64
OPEN_BIT = (FIRST_CLAIM % 64).astype(np.uint64)


@inlined
def join(networks: Sets, routes: np.uint64) -> None:
    """Join the networks at the ends of routes."""
    while routes != 0:
        route = lsb(routes)
        routes &= routes - ONE
        joined = networks[END_A[route]] | networks[END_B[route]]
        rest = joined
        while rest != 0:
            networks[lsb(rest)] = joined
            rest &= rest - ONE


@inlined
def find_networks(s: State, seat: Int, networks: Sets) -> None:
    """Write by location the set of locations that the seat's routes join it to."""
    routes = NONE
    for route in range(len(ROUTES)):
        routes |= ROUTE_BIT[route] if s["owner"][route] == seat else NONE
    for place in range(len(LOCATIONS)):
        networks[place] = PLACE_BIT[place]
    join(networks, routes)


@inlined
def open_routes(s: State, seat: Int) -> np.uint64:
    """Return the routes that the seat may still claim and has the buses for."""
    routes: Int = NONE
    for route in range(len(ROUTES)):
        is_open = s["open"][seat, OPEN_WORD[route]] >> OPEN_BIT[route] & ONE
        routes |= is_open << np.uint64(route)
    return routes & WITHIN[s["buses"][seat]]


@inlined
def total_length(routes: np.uint64) -> Int:
    """Count the buses that routes take."""
    total = np.int64(0)
    while routes != 0:
        total += SIZE[lsb(routes)]
        routes &= routes - ONE
    return total


@inlined
def total_points(routes: np.uint64) -> Int:
    """Count the points for routes."""
    total = np.int64(0)
    while routes != 0:
        total += POINTS[SIZE[lsb(routes)]]
        routes &= routes - ONE
    return total
