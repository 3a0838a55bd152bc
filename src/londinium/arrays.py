"""Rule functions on the first record of an array, for callers in Python.

To hand a record to compiled code takes 8 µs, since numpy describes all its fields each time; to
hand over an array takes half a microsecond.
"""

import numpy as np
from numpy.typing import NDArray

from londinium import game
from londinium.bitset import Words
from londinium.game import CHANCE, States
from londinium.jit import Int, njit


@njit
def new(states: States, seats: int, options: NDArray[np.uint8]) -> Int:
    """Make the start of a game; return who is to move."""
    game.new(states[0], seats, options)
    return game.to_move(states[0])


@njit
def do(states: States, seat: int, action: int) -> Int:
    """Apply an action of a seat, or an outcome of CHANCE; return who is to move then."""
    if seat == CHANCE:
        game.deal(states[0], action)
    else:
        game.apply(states[0], seat, action)
    return game.to_move(states[0])


@njit
def to_move(states: States) -> Int:
    """Return who is to move."""
    return game.to_move(states[0])


@njit
def legal(states: States, seat: int, actions: Words) -> bool:
    """Write the set of a seat's legal actions; return whether it may act at all."""
    if not game.may_act(states[0], seat):
        return False
    game.legal(states[0], seat, actions)
    return True


@njit
def acting(states: States, seats: int) -> Int:
    """Return the seats that may act, as bits."""
    found = 0
    for seat in range(seats):
        found |= game.may_act(states[0], seat) << seat
    return found


@njit
def outcomes(states: States, weights: NDArray[np.uint8]) -> tuple[Int, Int]:
    """Write the weight of each outcome of chance; return their number, and the pile it is of."""
    return game.outcomes(states[0], weights), game.pile(states[0])


@njit
def redact(states: States, seat: int, out: States) -> None:
    """Write what the seat may know."""
    game.redact(states[0], seat, out)
