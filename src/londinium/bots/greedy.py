"""Greedy play: the action that common sense values most, with as much whim as wanted."""

import numpy as np
from numpy.typing import NDArray

from londinium.bitset import Words, members
from londinium.bots.budget import Budget
from londinium.bots.policy import judge, prune
from londinium.game import CHANCE, OVER, State, apply, chance, deal, game_of, legal, to_move
from londinium.jit import Int, junction, njit
from londinium.rng import Rng, fraction

TIE = 1e-3  # points: a difference that is none


@njit
def pick_greedily(
    s: State,
    seat: int,
    whim: float,
    rng: Rng,
    actions: Words,
    choices: NDArray[np.uint16],
    worth: NDArray[np.float32],
) -> Int:
    """Return the action worth most, after adding to each a random worth of up to `whim` points."""
    legal(s, seat, actions)
    prune(s, seat, actions)
    count = members(actions, choices)
    if count > 1:
        judge(s, seat, choices[:count], worth)
    best, most = 0, np.float64(-np.inf)
    for i in range(count):
        value = worth[i] + (TIE + whim) * fraction(rng)
        if value > most:
            best, most = i, value
    return np.int64(choices[best])


@junction
def greedy_playout(
    s: State,
    whim: float,
    rng: Rng,
    actions: Words,
    choices: NDArray[np.uint16],
    worth: NDArray[np.float32],
) -> None:
    """Play greedily for all seats to the end of the game."""
    while True:
        seat = to_move(s)
        if seat == CHANCE:
            deal(s, chance(s, rng))
        elif seat == OVER:
            return
        else:
            apply(s, seat, pick_greedily(s, seat, whim, rng, actions, choices, worth))


class GreedyBot:
    """Plays what common sense values most."""

    def __init__(self, whim: float = 0.0) -> None:
        """Take how many points a whim may be worth: the more, the weaker."""
        self.whim = whim

    def choose(self, known: State, seat: int, budget: Budget, rng: Rng) -> int:
        """Judge all legal actions, and pick the best."""
        game = game_of(known)
        actions = np.zeros(game.words, np.uint64)
        choices = np.empty(game.actions, np.uint16)
        worth = np.zeros(game.actions, np.float32)
        return int(pick_greedily(known, seat, self.whim, rng, actions, choices, worth))
