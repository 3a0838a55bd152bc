"""Scoring: tickets, districts, places (section 4 of the rules)."""

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
from londinium.games.ticket_to_ride_london.state import MAX_SEATS, NOBODY, State
from londinium.jit import Int, inlined, njit

# By seat and location: locations that the seat's routes join bear the same number.
Networks = NDArray[np.uint8]
NETWORKS = (MAX_SEATS, len(LOCATIONS))
# By seat: the parts of its score, and how many of its tickets are completed.
Sheet = NDArray[np.int32]
SHEET = (MAX_SEATS, 4)
FOR_ROUTES, FOR_TICKETS, FOR_DISTRICTS, COMPLETED = range(4)
SCORE_PARTS = ("routes", "tickets", "districts")  # names of the first three


@njit
def join(s: State, networks: Networks) -> None:
    """Number the locations of each seat's network."""
    for seat in range(MAX_SEATS):
        for location in range(len(LOCATIONS)):
            networks[seat, location] = location
    for route in range(len(ROUTES)):
        seat = s["owner"][route]
        if seat == NOBODY:
            continue
        number = networks[seat, ENDS[route, 0]]
        old = networks[seat, ENDS[route, 1]]
        for location in range(len(LOCATIONS)):
            if networks[seat, location] == old:
                networks[seat, location] = number


@njit
def is_completed(networks: Networks, seat: Int, ticket: Int) -> bool:
    """T4.2: a continuous path of own routes joins the two places."""
    return networks[seat, TICKET_ENDS[ticket, 0]] == networks[seat, TICKET_ENDS[ticket, 1]]


@inlined
def district_points(networks: Networks, seat: Int) -> int:
    """T4.3: the number of each district all of whose places are joined, whatever lies between."""
    points = 0
    link = 0
    for district in range(1, DISTRICTS + 1):
        joined = True
        while link < DISTRICT_ENDS[district - 1]:
            a, b = DISTRICT_LINKS[link, 0], DISTRICT_LINKS[link, 1]
            joined &= networks[seat, a] == networks[seat, b]
            link += 1
        points += district if joined else 0
    return points


@njit
def score_sheet(s: State, sheet: Sheet) -> None:
    """Write the score sheet as if the game ended now; of a redacted record, as far as known."""
    networks = np.empty(NETWORKS, np.uint8)
    join(s, networks)
    for seat in range(MAX_SEATS):
        sheet[seat, FOR_ROUTES] = s["points"][seat]
        sheet[seat, FOR_TICKETS] = 0
        sheet[seat, FOR_DISTRICTS] = district_points(networks, seat)
        sheet[seat, COMPLETED] = 0
    for ticket in range(len(TICKETS)):
        seat = s["place"][ticket]
        if seat >= MAX_SEATS:
            continue
        if is_completed(networks, seat, ticket):
            sheet[seat, FOR_TICKETS] += TICKET_POINTS[ticket]
            sheet[seat, COMPLETED] += 1
        else:
            sheet[seat, FOR_TICKETS] -= TICKET_POINTS[ticket]


@inlined
def total(sheet: Sheet, seat: Int) -> Int:
    return sheet[seat, FOR_ROUTES] + sheet[seat, FOR_TICKETS] + sheet[seat, FOR_DISTRICTS]


@inlined
def is_ahead(sheet: Sheet, seat: Int, other: Int) -> bool:
    """T4.4: more points, or as many points and more completed tickets."""
    difference = total(sheet, seat) - total(sheet, other)
    if difference != 0:
        return difference > 0
    return sheet[seat, COMPLETED] > sheet[other, COMPLETED]


@njit
def scores(s: State, out: NDArray[np.int32]) -> None:
    """Write each seat's points as if the game ended now; of a redacted record, as far as known."""
    sheet = np.empty(SHEET, np.int32)
    score_sheet(s, sheet)
    for seat in range(s["seats"]):
        out[seat] = total(sheet, seat)


@njit
def places(s: State, out: NDArray[np.int32]) -> None:
    """T4.4: write each seat's place; those equal in points and completed tickets share it."""
    sheet = np.empty(SHEET, np.int32)
    score_sheet(s, sheet)
    for seat in range(s["seats"]):
        out[seat] = 1
        for other in range(s["seats"]):
            out[seat] += is_ahead(sheet, other, seat)
