"""A game in one file that brings its rules and nothing else.

Seats take turns; chance rolls 1 to 3 steps, and the seat walks or stays. Who is first to make five
steps wins, or who has made most after ten turns. Nobody sees how far the others have come.
"""

import sys

import numpy as np
from numpy.typing import NDArray

from londinium.bitset import Words
from londinium.game import CHANCE, OVER, Game, Slice, State, States, register
from londinium.jit import njit
from londinium.rng import Rng, below

STAY, WALK = 0, 1
GOAL, TURNS, HIDDEN = 5, 10, 99
STATE = np.dtype(
    [
        ("seats", np.uint8),
        ("phase", np.uint8),  # 0 while chance rolls, 1 while the seat chooses
        ("turn", np.uint8),
        ("turns_left", np.uint8),
        ("rolled", np.uint8),
        ("way", np.uint8, 3),  # by seat; redacted: HIDDEN
        ("is_over", np.bool_),
    ]
)


@njit
def new(s: State, seats: int, options: NDArray[np.uint8]) -> None:
    s["seats"] = seats
    s["phase"] = 0
    s["turn"] = 0
    s["turns_left"] = TURNS
    s["rolled"] = 0
    s["is_over"] = False
    for seat in range(3):
        s["way"][seat] = 0


@njit
def to_move(s: State) -> int:
    if s["is_over"]:
        return OVER
    return CHANCE if s["phase"] == 0 else s["turn"]


@njit
def may_act(s: State, seat: int) -> bool:
    return to_move(s) == seat


@njit
def legal(s: State, seat: int, actions: Words) -> None:
    actions[0] = 3 if s["turns_left"] > 1 else 2  # the last turn is not for resting


@njit
def apply(s: State, seat: int, action: int) -> None:
    if action == WALK:
        s["way"][seat] += s["rolled"]
    s["turns_left"] -= 1
    s["is_over"] = s["way"][seat] >= GOAL or s["turns_left"] == 0
    s["turn"] = (seat + 1) % s["seats"]
    s["phase"] = 0


@njit
def pile(s: State) -> int:
    return 0


@njit
def total_weight(s: State) -> int:
    return 4


@njit
def outcome_count(s: State) -> int:
    return 3


@njit
def weight(s: State, outcome: int) -> int:
    return 2 if outcome == 0 else 1


@njit
def deal(s: State, outcome: int) -> None:
    s["rolled"] = outcome + 1
    s["phase"] = 1


@njit
def scores(s: State, out: NDArray[np.int32]) -> None:
    for seat in range(s["seats"]):
        out[seat] = s["way"][seat]


@njit
def places(s: State, out: NDArray[np.int32]) -> None:
    for seat in range(s["seats"]):
        out[seat] = 1
        for other in range(s["seats"]):
            out[seat] += s["way"][other] > s["way"][seat]


@njit
def redact(s: State, seat: int, out: States) -> None:
    out[0] = s
    for other in range(s["seats"]):
        if other != seat and not s["is_over"]:
            out[0]["way"][other] = HIDDEN


@njit
def determinize(known: State, seat: int, rng: Rng, out: States) -> None:
    out[0] = known
    for other in range(known["seats"]):
        if known["way"][other] == HIDDEN:
            out[0]["way"][other] = below(rng, GOAL)


@njit
def observe(known: State, seat: int, out: NDArray[np.float32]) -> None:
    out[0] = known["way"][seat] / (GOAL + 3)
    out[1] = known["rolled"] / 3
    out[2] = known["turns_left"] / TURNS


GAME = register(
    Game(
        name="minimal_game",
        title="Minimal Game",
        rules_version=1,
        seats=range(2, 4),
        state=STATE,
        actions=2,
        max_outcomes=3,
        piles=("steps",),
        observation=(Slice("all", 3, "way / 8, rolled / 3, turns left / 10"),),
        package=__name__,
    ),
    sys.modules[__name__],
)
