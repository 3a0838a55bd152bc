"""What a seat's plan is made of, ticket by ticket: the reasons of hints are taken from it."""

import numpy as np
from numpy.typing import NDArray

from londinium.bitset import NONE, ONE
from londinium.games.ticket_to_ride_london.board import TICKETS
from londinium.games.ticket_to_ride_london.heuristics.network import (
    find_networks,
    open_routes,
)
from londinium.games.ticket_to_ride_london.heuristics.paths import count_missing
from londinium.games.ticket_to_ride_london.heuristics.plan import (
    add_ticket,
    half_turns_left,
    is_joined,
    total_effort,
)
from londinium.games.ticket_to_ride_london.heuristics.values import count_needs
from londinium.games.ticket_to_ride_london.heuristics.workspace import new_workspace
from londinium.games.ticket_to_ride_london.state import State
from londinium.jit import njit


@njit
def plan_parts(
    s: State,
    seat: int,
    tickets: np.uint64,
    ways: NDArray[np.uint64],
    lacking: NDArray[np.int64],
) -> float:
    """Plan for a set of tickets, and return how many half turns the plan leaves.

    Written are the routes that each ticket adds to the plan, by ticket, and the cards that the plan
    lacks, by colour.
    """
    paths, _, spare, _ = new_workspace()
    find_networks(s, seat, paths.networks)
    free = open_routes(s, seat)
    time = half_turns_left(s, seat)
    count_missing(s, seat, paths.missing)
    routes = NONE
    for ticket in range(len(TICKETS)):
        ways[ticket] = NONE
        wanted = tickets >> np.uint64(ticket) & ONE
        if wanted != 0 and not is_joined(paths.networks, ticket):
            planned = add_ticket(s, seat, ticket, routes, free, time, paths)
            ways[ticket] = planned & ~routes
            routes = planned
    count_needs(s, seat, routes, lacking, spare)
    return time - total_effort(s, seat, routes, paths.missing)
