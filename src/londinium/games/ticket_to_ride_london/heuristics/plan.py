"""The plan: which routes complete a seat's tickets, and how long it takes to claim them.

Effort is counted in half turns: a claim takes two, a card that is missing one.
"""

from typing import NamedTuple

import numpy as np

from londinium.bitset import NONE, ONE
from londinium.games.ticket_to_ride_london.board import (
    BUS,
    TICKET_ENDS,
    TICKET_POINTS,
    TICKETS,
)
from londinium.games.ticket_to_ride_london.heuristics.network import Sets, join, total_length
from londinium.games.ticket_to_ride_london.heuristics.paths import (
    KIND,
    Numbers,
    Paths,
    at_least_0,
    count_missing,
    find_path,
)
from londinium.games.ticket_to_ride_london.state import State
from londinium.jit import Int, inlined, lsb, popcount

# Half turns.
PACE_BUS = 0.75  # that an opponent takes to place a bus
PACE_CARD = 0.7  # that an opponent takes to draw a card that is missing for it
PACE_REST = 2.5  # that follow when the final round has begun

TICKET_A = TICKET_ENDS[:, 0].astype(np.uint64)  # by ticket
TICKET_B = TICKET_ENDS[:, 1].astype(np.uint64)  # by ticket
STAKE = TICKET_POINTS.astype(np.int64)  # by ticket; the tickets of most points come first


class Plan(NamedTuple):
    """Routes that complete tickets, with the points of these, and of all that are not completed."""

    routes: np.uint64
    planned_points: Int
    open_points: Int


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


@inlined
def total_effort(s: State, seat: Int, routes: np.uint64, missing: Numbers) -> Int:
    """Count the half turns that claiming routes takes, if no two of them share cards."""
    claims = np.int64(popcount(routes))
    cards = -np.int64(s["hand"][seat, BUS])
    while routes != 0:
        cards += missing[KIND[lsb(routes)]]
        routes &= routes - ONE
    return 2 * claims + at_least_0(cards)


@inlined
def is_joined(networks: Sets, ticket: Int) -> bool:
    """Return whether the networks, with the plan, complete a ticket."""
    return networks[TICKET_A[ticket]] == networks[TICKET_B[ticket]]


@inlined
def add_ticket(
    s: State, seat: Int, ticket: Int, routes: np.uint64, free: np.uint64, time: float, paths: Paths
) -> np.uint64:
    """Return the plan's routes with those for a ticket; as they were if it is a lost cause.

    The routes are joined to the networks.
    """
    buses = np.int64(s["buses"][seat]) - total_length(routes)
    # A path's price is at most twice its effort and twice the bus cards that it can take.
    max_price = np.int64(2.0 * (time + np.int64(s["hand"][seat, BUS]))) + 1
    a, b = TICKET_A[ticket], TICKET_B[ticket]
    path = find_path(paths, free & ~routes, buses, max_price, a, b)
    if total_effort(s, seat, routes | path, paths.missing) > time:
        return routes
    join(paths.networks, path)
    return routes | path


@inlined
def make_plan(s: State, seat: Int, free: np.uint64, time: float, paths: Paths) -> Plan:
    """Return the plan for the tickets that the seat keeps, and join it to the networks."""
    networks, routes = paths.networks, NONE
    planned, still_open = np.int64(0), np.int64(0)
    for ticket in range(len(TICKETS)):
        if s["place"][ticket] != seat or is_joined(networks, ticket):
            continue
        if still_open == 0:
            count_missing(s, seat, paths.missing)
        routes = add_ticket(s, seat, ticket, routes, free, time, paths)
        still_open += STAKE[ticket]
        if is_joined(networks, ticket):
            planned += STAKE[ticket]
    return Plan(routes, planned, still_open)
