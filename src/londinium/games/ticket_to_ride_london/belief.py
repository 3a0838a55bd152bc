"""Which tickets the others hold: what a belief is about, and dealing by it."""

import numpy as np
from numpy.typing import NDArray

from londinium.game import Slice, States, as_float
from londinium.games.ticket_to_ride_london.board import TICKETS
from londinium.games.ticket_to_ride_london.knowledge import deal_hand, deal_offered, deal_to
from londinium.games.ticket_to_ride_london.state import (
    ENDED,
    IN_DECK,
    MAX_SEATS,
    NO_TICKET,
    UNDER_DECK,
    State,
)
from londinium.jit import Int, inlined, njit
from londinium.rng import Rng, uniform

LEAST, MOST = 0.001, 0.999  # chances: nothing that is possible is ruled out

SECRETS = (
    Slice(
        "tickets",
        (MAX_SEATS - 1) * len(TICKETS),
        "by seat after one's own, and ticket: 1 if that seat keeps it",
    ),
)


@njit
def secrets(s: State, seat: int, out: NDArray[np.float32]) -> None:
    """Write the parts of SECRETS one after the other."""
    out[:] = 0
    seats = np.int64(s["seats"])
    for k in range(1, seats):
        other = (seat + k) % seats
        for ticket in range(len(TICKETS)):
            out[(k - 1) * len(TICKETS) + ticket] = as_float(s["place"][ticket] == other)


@njit
def determinize_by(
    known: State, seat: int, belief: NDArray[np.float32], rng: Rng, out: States
) -> None:
    """Deal the tickets that others keep by belief, and all else at random."""
    out[0] = known
    s: State = out[0]
    if s["phase"] == ENDED:
        return
    seats = np.int64(s["seats"])
    for k in range(1, seats):
        other: Int = (seat + k) % seats
        believed = belief[(k - 1) * len(TICKETS) : k * len(TICKETS)]
        for _ in range(s["tickets"][other]):
            deal_believed(s, other, believed, rng)
    for other in range(seats):
        if other != seat:
            deal_hand(s, other, rng)
            deal_offered(s, other, rng)
    for i in range(s["under_size"]):
        if s["under"][i] == NO_TICKET:
            s["under"][i] = deal_to(s, UNDER_DECK, rng)


@inlined
def deal_believed(s: State, seat: Int, believed: NDArray[np.float32], rng: Rng) -> None:
    """Give a seat a ticket that it may keep, by the odds that it does."""
    total = 0.0
    for ticket in range(len(TICKETS)):
        if s["place"][ticket] == IN_DECK:
            total += odds(believed[ticket])
    k = uniform(rng) * total
    chosen = NO_TICKET
    for ticket in range(len(TICKETS)):
        if s["place"][ticket] == IN_DECK and k >= 0:
            chosen = ticket
            k -= odds(believed[ticket])
    s["place"][chosen] = seat


@inlined
def odds(chance: float) -> float:
    chance = min(max(chance, LEAST), MOST)
    return chance / (1 - chance)
