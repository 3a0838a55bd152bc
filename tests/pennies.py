"""A game for tests of search: two seats show a coin at once, and seat 0 wins if they match.

In its secret form seat 1 has drawn one of two cards, and seat 0 wins if its coin has that number.
"""

import hashlib
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from londinium.game import CHANCE, OVER, State, States
from londinium.jit import inlined, njit
from londinium.rng import below

HEADS, TAILS, NOT_YET, SECRET, NO_CARD = 0, 1, 2, 3, 9
# Compiled algorithms are cached by the type of the record: an edit of this file makes another type.
DIGEST = hashlib.sha256(Path(__file__).read_bytes()).hexdigest()
STATE = np.dtype(
    [
        ("seats", np.uint8),
        ("secret", np.uint8),
        ("card", np.uint8),
        ("coin", np.uint8, 2),
        (f"edit_{DIGEST[:16]}", np.uint8),
    ]
)


@njit
def new(s: State, seats: int, options: NDArray[np.uint8]) -> None:
    s["seats"] = seats
    s["secret"] = options[0]
    s["card"] = NO_CARD if options[0] else 0
    s["coin"][0] = NOT_YET
    s["coin"][1] = NOT_YET


@njit
def to_move(s: State) -> int:
    if s["card"] == NO_CARD:
        return CHANCE
    if s["coin"][0] == NOT_YET:
        return 0
    return 1 if s["coin"][1] == NOT_YET else OVER


@njit
def may_act(s: State, seat: int) -> bool:
    return to_move(s) >= 0 and 0 <= seat < 2


@njit
def legal(s: State, seat: int, actions: NDArray[np.uint64]) -> None:
    actions[0] = 3


@njit
def apply(s: State, seat: int, action: int) -> None:
    s["coin"][seat] = action


@njit
def total_weight(s: State) -> int:
    return 2


@njit
def outcome_count(s: State) -> int:
    return 2


@njit
def weight(s: State, outcome: int) -> int:
    return 1


@njit
def deal(s: State, outcome: int) -> None:
    s["card"] = outcome


@inlined
def has_won(s: State, seat: int) -> bool:
    other = s["card"] if s["secret"] else s["coin"][1]
    return (s["coin"][0] == other) == (seat == 0)


@njit
def scores(s: State, out: NDArray[np.int32]) -> None:
    for seat in range(2):
        out[seat] = 1 if has_won(s, seat) else 0


@njit
def places(s: State, out: NDArray[np.int32]) -> None:
    for seat in range(2):
        out[seat] = 1 if has_won(s, seat) else 2


@njit
def redact(s: State, seat: int, out: States) -> None:
    out[0] = s
    for other in range(2):
        if other != seat and s["coin"][other] != NOT_YET:
            out[0]["coin"][other] = SECRET
    if seat == 0:
        out[0]["card"] = 0


@njit
def observe(known: State, seat: int, out: NDArray[np.float32]) -> None:
    """Write nothing: no network judges pennies."""


@njit
def determinize(known: State, seat: int, rng: Any, out: States) -> None:
    out[0] = known
    for other in range(2):
        if known["coin"][other] == SECRET:
            out[0]["coin"][other] = HEADS
    if seat == 0 and known["secret"]:
        out[0]["card"] = below(rng, np.int64(2))
