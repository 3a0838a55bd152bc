"""Heuristics for Ticket to Ride: London: what each action is worth, for greedy play and search.

A seat plans how to complete its tickets, each by the cheapest routes that are still open, and
values claims and cards by what they do for that plan and for the score.
"""

import numpy as np
from numpy.typing import NDArray

from londinium.bitset import NONE, ONE, Words
from londinium.games.ticket_to_ride_london.board import BUS, GREY, ROUTES
from londinium.games.ticket_to_ride_london.heuristics.network import (
    find_networks,
    open_routes,
    total_length,
)
from londinium.games.ticket_to_ride_london.heuristics.plan import half_turns_left, make_plan
from londinium.games.ticket_to_ride_london.heuristics.values import (
    best_two,
    blind_value,
    claim_value,
    count_needs,
    draw_value,
    keep_value,
    new_tickets_value,
    payment_value,
    plan_share,
    value_cards,
)
from londinium.games.ticket_to_ride_london.heuristics.workspace import new_workspace
from londinium.games.ticket_to_ride_london.state import (
    CHOOSE,
    CLAIM,
    CLAIM_ROUTE,
    DRAW_DECK,
    DRAW_TICKETS,
    KEEP,
    KEEP_BOTH,
    KEEP_DRAWN,
    PAYMENTS,
    WORDS,
    State,
    action_set,
)
from londinium.jit import Int, njit, outlined

FADE = 7.0  # half turns before the end, when cards begin to lose their value
PAID_ROUTE = CLAIM_ROUTE.astype(np.uint64)  # by payment


def _claims(chosen: list[bool]) -> NDArray[np.uint64]:
    claims = [CLAIM + payment for payment, is_in in enumerate(chosen) if is_in]
    return np.array(action_set(claims), dtype=np.uint64)


# Claims by bus cards only of a grey route, and the others whose number follows that of the claim
# with one bus card less.
GREY_BY_BUSES = _claims([p.colour == BUS and ROUTES[p.route].colour == GREY for p in PAYMENTS])
AFTER_CHEAPER = _claims([p.buses > 0 for p in PAYMENTS]) & ~GREY_BY_BUSES


@outlined
def turn_values(
    s: State, seat: int, choices: NDArray[np.uint16], values: NDArray[np.float32]
) -> None:
    """Write what draws and claims are worth with the plan."""
    paths, lacking, spare, card_values = new_workspace()
    networks, missing = paths.networks, paths.missing
    is_last = s["last_turns"] > 0
    find_networks(s, seat, networks)
    free = open_routes(s, seat)
    time = half_turns_left(s, seat)
    plan = make_plan(s, seat, free, time, paths)
    count_needs(s, seat, plan.routes, lacking, spare)
    fade = 0.0 if is_last else min(1.0, time / FADE)
    value_cards(s, seat, free, fade, lacking, card_values)
    blind = blind_value(s, seat, card_values)
    second = best_two(s, blind, card_values)
    share = plan_share(s, seat, plan, time, missing)
    spare_buses = np.int64(s["buses"][seat]) - total_length(plan.routes)
    claimed = np.uint64(len(ROUTES))
    claim = 0.0
    for i in range(len(choices)):
        action = np.int64(choices[i])
        if action <= DRAW_DECK:
            values[i] = draw_value(s, action, blind, card_values, second)
        elif action < DRAW_TICKETS:
            payment = action - CLAIM
            if PAID_ROUTE[payment] != claimed:  # the claims of a route follow each other
                claimed = PAID_ROUTE[payment]
                claim = claim_value(claimed, plan, share, spare_buses, is_last, networks)
            values[i] = claim - fade * payment_value(payment, spare)
        elif action == DRAW_TICKETS:
            values[i] = draw_value(s, np.int64(DRAW_DECK), blind, card_values, second)
            values[i] += new_tickets_value(s, seat, plan)
        else:
            values[i] = 0.0


@njit
def action_values(
    s: State, seat: int, choices: NDArray[np.uint16], values: NDArray[np.float32]
) -> None:
    """Write the value of each choice, a legal action, in points."""
    if s["phase"] != CHOOSE and s["phase"] != KEEP_DRAWN:
        turn_values(s, seat, choices, values)
        return
    for i in range(len(choices)):
        values[i] = keep_value(s, seat, np.int64(choices[i]))


@njit
def prune(s: State, seat: int, actions: Words) -> None:
    """Remove claims that pay more bus cards than another for the same route and colour.

    The ways to pay with a colour are numbered by their bus cards, and the legal ones have no gap.
    """
    has_colours = s["hand_size"][seat] > s["hand"][seat, BUS]
    before = NONE
    for w in range(WORDS):
        legal = actions[w]
        cheaper = legal << ONE | before
        before = legal >> np.uint64(63)
        legal &= ~(cheaper & AFTER_CHEAPER[w])
        actions[w] = legal & ~GREY_BY_BUSES[w] if has_colours else legal


@njit
def public_action(s: State, seat: int, action: int) -> Int:
    """Return what the others see: that one ticket is kept, not which (T5.1)."""
    return np.int64(KEEP) if KEEP <= action < KEEP_BOTH else np.int64(action)
