"""What helps a network to judge a position: networks, plans and scores, which it would not see."""

import numpy as np
from numpy.typing import NDArray

from londinium.game import Slice, as_float
from londinium.games.ticket_to_ride_london.board import LOCATIONS, TICKETS
from londinium.games.ticket_to_ride_london.heuristics.network import (
    find_networks,
    open_routes,
    total_length,
    total_points,
)
from londinium.games.ticket_to_ride_london.heuristics.plan import (
    half_turns_left,
    is_joined,
    make_plan,
    total_effort,
)
from londinium.games.ticket_to_ride_london.heuristics.workspace import new_workspace
from londinium.games.ticket_to_ride_london.score import (
    COMPLETED,
    FOR_DISTRICTS,
    FOR_TICKETS,
    SHEET,
    score_sheet,
)
from londinium.games.ticket_to_ride_london.state import MAX_SEATS, State
from londinium.jit import Int, inlined, njit, popcount

PER_HALF_TURN = 1 / 20
PER_POINT = 1 / 20
PER_DISTRICT = 1 / 10
PER_BUS = 1 / 17
PER_ROUTE = 1 / 8

FEATURES = (
    Slice("score", 3, "own points for tickets / 20, of them still open / 20, completed tickets"),
    Slice(
        "plan",
        6,
        "points / 20 of the tickets planned, half turns it takes and half turns left / 20, "
        "its buses / 17, its claims / 8, its points / 20",
    ),
    Slice("districts", MAX_SEATS, "points for districts, by seat / 10"),
    Slice("turns", MAX_SEATS, "half turns left, as each seat may guess / 20"),
    Slice("joined", MAX_SEATS * len(TICKETS), "by seat and ticket: 1 if its routes complete it"),
)


@njit
def features(known: State, seat: int, out: NDArray[np.float32]) -> None:
    """Write the parts of FEATURES one after the other."""
    i = features_of_plan(known, seat, out)
    features_of_seats(known, seat, out, i)


@inlined
def features_of_plan(known: State, seat: Int, out: NDArray[np.float32]) -> Int:
    sheet = np.empty(SHEET, np.int32)
    score_sheet(known, sheet)
    paths = new_workspace().paths
    find_networks(known, seat, paths.networks)
    time = half_turns_left(known, seat)
    plan = make_plan(known, seat, open_routes(known, seat), time, paths)
    out[0] = sheet[seat, FOR_TICKETS] * PER_POINT
    out[1] = plan.open_points * PER_POINT
    out[2] = sheet[seat, COMPLETED]
    out[3] = plan.planned_points * PER_POINT
    effort = total_effort(known, seat, plan.routes, paths.missing) if plan.routes != 0 else 0
    out[4] = effort * PER_HALF_TURN
    out[5] = time * PER_HALF_TURN
    out[6] = total_length(plan.routes) * PER_BUS
    out[7] = popcount(plan.routes) * PER_ROUTE
    out[8] = total_points(plan.routes) * PER_POINT
    seats = np.int64(known["seats"])
    for k in range(MAX_SEATS):
        other = (seat + k) % seats
        out[9 + k] = sheet[other, FOR_DISTRICTS] * PER_DISTRICT if k < seats else 0
    return 9 + MAX_SEATS


@inlined
def features_of_seats(known: State, seat: Int, out: NDArray[np.float32], i: Int) -> None:
    out[i:] = 0
    networks = np.empty(len(LOCATIONS), np.uint64)
    seats = np.int64(known["seats"])
    for k in range(seats):
        other = (seat + k) % seats
        out[i + k] = half_turns_left(known, other) * PER_HALF_TURN
        find_networks(known, other, networks)
        joined = i + MAX_SEATS + k * len(TICKETS)
        for ticket in range(len(TICKETS)):
            out[joined + ticket] = as_float(is_joined(networks, ticket))
