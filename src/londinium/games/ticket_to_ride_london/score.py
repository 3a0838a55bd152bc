"""Scoring: tickets, districts, places (section 4 of the rules)."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from londinium.games.ticket_to_ride_london.board import (
    DISTRICT_ENDS,
    DISTRICT_LINKS,
    DISTRICTS,
    ENDS,
    LOCATIONS,
    ROUTES,
    TICKET_ENDS,
    TICKET_POINTS,
    TICKETS,
)
from londinium.games.ticket_to_ride_london.state import MOST_SEATS
from londinium.jit import Int, njit, step

State = Any
Network = NDArray[np.uint8]  # by location: locations joined by own routes bear the same number

# Orders totals first, completed tickets second; at most 20 tickets can be completed (T4.4).
TIE_BREAK = len(TICKETS) + 1


@njit
def join(s: State, seat: int, network: Network) -> None:
    """Number the locations so that those the seat's routes join bear the same number."""
    for location in range(len(LOCATIONS)):
        network[location] = location
    for route in range(len(ROUTES)):
        if s["owner"][route] != seat:
            continue
        keep = network[ENDS[route, 0]]
        drop = network[ENDS[route, 1]]
        for location in range(len(LOCATIONS)):
            network[location] = keep if network[location] == drop else network[location]


@njit
def is_completed(network: Network, ticket: Int) -> bool:
    """T4.2: a continuous path of own routes joins the two places."""
    return network[TICKET_ENDS[ticket, 0]] == network[TICKET_ENDS[ticket, 1]]


@step
def ticket_points(s: State, seat: int, network: Network) -> Int:
    """T4.2: plus the value of each completed ticket, minus that of each incomplete one."""
    points: Int = 0
    for ticket in range(len(TICKETS)):
        if s["place"][ticket] == seat:
            value = np.int64(TICKET_POINTS[ticket])
            points += value if is_completed(network, ticket) else -value
    return points


@step
def completed_tickets(s: State, seat: int, network: Network) -> int:
    count = 0
    for ticket in range(len(TICKETS)):
        count += s["place"][ticket] == seat and is_completed(network, ticket)
    return count


@step
def district_points(network: Network) -> int:
    """T4.3: the number of each district all of whose places are joined, whatever lies between."""
    points = 0
    link = 0
    for district in range(1, DISTRICTS + 1):
        joined = True
        while link < DISTRICT_ENDS[district - 1]:
            joined &= network[DISTRICT_LINKS[link, 0]] == network[DISTRICT_LINKS[link, 1]]
            link += 1
        points += district if joined else 0
    return points


@step
def total(s: State, seat: int, network: Network) -> Int:
    points = np.int64(s["points"][seat])
    return points + ticket_points(s, seat, network) + district_points(network)


@njit
def scores(s: State, out: NDArray[np.int32]) -> None:
    """Write each seat's points as if the game ended now; of a redacted record, as far as known."""
    network = np.empty(len(LOCATIONS), np.uint8)
    for seat in range(s["seats"]):
        join(s, seat, network)
        out[seat] = total(s, seat, network)


@njit
def places(s: State, out: NDArray[np.int32]) -> None:
    """T4.4: write each seat's place; those equal in points and completed tickets share it."""
    network = np.empty(len(LOCATIONS), np.uint8)
    key = np.empty(MOST_SEATS, np.int64)
    for seat in range(s["seats"]):
        join(s, seat, network)
        key[seat] = total(s, seat, network) * TIE_BREAK + completed_tickets(s, seat, network)
    for seat in range(s["seats"]):
        out[seat] = 1
        for other in range(s["seats"]):
            out[seat] += key[other] > key[seat]


@njit
def score_sheet(s: State, seat: int, out: NDArray[np.int32]) -> None:
    """Write the parts of a seat's score: routes, tickets, districts, and its completed tickets."""
    network = np.empty(len(LOCATIONS), np.uint8)
    join(s, seat, network)
    out[0] = s["points"][seat]
    out[1] = ticket_points(s, seat, network)
    out[2] = district_points(network)
    out[3] = completed_tickets(s, seat, network)
