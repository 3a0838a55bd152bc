"""The cheapest paths between two locations, over a seat's own routes and those still open.

A path costs PRICE_CLAIM for each claim and 1 for each card that the seat lacks for it.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from londinium.bitset import NONE, ONE
from londinium.games.ticket_to_ride_london.board import COLOURS, GREY, LOCATIONS, ROUTES
from londinium.games.ticket_to_ride_london.heuristics.network import (
    END_A,
    END_B,
    SIZE,
    Sets,
    as_set,
)
from londinium.games.ticket_to_ride_london.state import State
from londinium.jit import Int, inlined, lsb

Numbers = NDArray[np.int64]

PRICE_CLAIM = 4
MAX_PRICE = 16  # above every price of a claim, a power of two
FAR = 1 << 20  # above every price of a path

_ROUTES = range(len(ROUTES))
MAX_LENGTH = 4
COLOUR = np.array([r.colour for r in ROUTES], dtype=np.int64)  # by route
KIND = (8 * SIZE + COLOUR).astype(np.uint64)  # routes of the same kind cost the same, by route
KINDS = 8 * (MAX_LENGTH + 1)
ACROSS = END_A ^ END_B  # xor one end is the other, by route
ROUTES_AT = np.array(  # by location
    [as_set([r for r in _ROUTES if place in ROUTES[r][:2]]) for place in range(len(LOCATIONS))],
    dtype=np.uint64,
)


class Paths(NamedTuple):
    """The networks that paths join, the cards that routes lack, and what a path is found with."""

    networks: Sets  # by location: the locations joined to it
    missing: Numbers  # by kind of route: cards that the seat lacks for one
    queue: Sets  # by price, modulo MAX_PRICE: locations to go on from
    best: Numbers  # by first location of a network: price << 6 | the last route of the way there
    used: Numbers  # by first location of a network: buses of the way there


@inlined
def at_least_0(number: Int) -> Int:
    return max(0, number)


@inlined
def count_missing(s: State, seat: Int, missing: Numbers) -> None:
    """Write by kind of route how many cards the seat lacks for one."""
    most = np.int64(0)
    for colour in range(COLOURS):
        have = np.int64(s["hand"][seat, colour])
        most = max(most, have)
        for length in range(1, MAX_LENGTH + 1):
            missing[8 * length + colour] = at_least_0(length - have)
    for length in range(1, MAX_LENGTH + 1):
        missing[8 * length + GREY] = at_least_0(length - most)


@inlined
def find_path(
    paths: Paths, free: np.uint64, buses: Int, max_price: Int, a: Int, b: Int
) -> np.uint64:
    """Return the open routes of a cheap path between two locations, none if there is none.

    Dijkstra's algorithm on networks, with no more than this many buses and below a price; the queue
    is a ring of sets of locations by price.
    """
    networks, missing = paths.networks, paths.missing
    queue, best, used = paths.queue, paths.best, paths.used
    for i in range(MAX_PRICE):
        queue[i] = NONE
    for place in range(len(LOCATIONS)):
        best[place] = FAR
    goal = networks[b]
    queue[0] = networks[a]
    used[lsb(networks[a])] = 0
    settled = NONE
    for price in range(max_price):
        now = queue[price & MAX_PRICE - 1] & ~settled
        queue[price & MAX_PRICE - 1] = NONE
        if now & goal != 0:
            return walk_back(networks, best, a, b)
        settled |= now
        while now != 0:
            place = lsb(now)
            now &= now - ONE
            left = buses - used[lsb(networks[place])]
            routes = ROUTES_AT[place] & free
            while routes != 0:
                route = lsb(routes)
                routes &= routes - ONE
                beyond = networks[ACROSS[route] ^ place]
                if beyond & settled == 0 and SIZE[route] <= left:
                    total = price + PRICE_CLAIM + missing[KIND[route]]
                    first = lsb(beyond)
                    if total < best[first] >> 6:
                        best[first] = total << 6 | np.int64(route)
                        used[first] = buses - left + SIZE[route]
                        queue[total & MAX_PRICE - 1] |= beyond
    return NONE


@inlined
def walk_back(networks: Sets, best: Numbers, a: Int, b: Int) -> np.uint64:
    """Collect the routes of a path that was found."""
    path = NONE
    while networks[b] != networks[a]:
        route = np.uint64(best[lsb(networks[b])] & 63)
        path |= ONE << route
        b = END_B[route] if networks[END_A[route]] == networks[b] else END_A[route]
    return path
