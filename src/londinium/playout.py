"""Random play to the end, in bulk and compiled, for any game."""

import numpy as np
from numpy.typing import NDArray

from londinium.bitset import Words, pick, size
from londinium.game import (
    CHANCE,
    OVER,
    State,
    States,
    apply,
    chance,
    deal,
    legal,
    new,
    places,
    scores,
    to_move,
)
from londinium.jit import njit
from londinium.rng import Rng, below


@njit
def playout(s: State, rng: Rng, actions: Words) -> int:
    """Play uniformly random actions to the end of the game; return how many decisions it took."""
    decisions = 0
    while True:
        seat = to_move(s)
        if seat == CHANCE:
            deal(s, chance(s, rng))
        elif seat == OVER:
            return decisions
        else:
            legal(s, seat, actions)
            apply(s, seat, pick(actions, below(rng, size(actions))))
            decisions += 1


@njit
def play_games(
    states: States,
    seats: int,
    options: NDArray[np.uint8],
    rng: Rng,
    actions: Words,
    out_scores: NDArray[np.int32],
    out_places: NDArray[np.int32],
    out_decisions: NDArray[np.int32],
) -> None:
    """Play a random game for each row of scores, in states[0]; rank it where there is a row."""
    s = states[0]
    for i in range(len(out_decisions)):
        new(s, seats, options)
        out_decisions[i] = playout(s, rng, actions)
        scores(s, out_scores[i])
        if i < len(out_places):
            places(s, out_places[i])
