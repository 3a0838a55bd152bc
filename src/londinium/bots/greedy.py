"""Greedy play: the action of the highest heuristic value, after adding noise."""

import numpy as np
from numpy.typing import NDArray

from londinium.bitset import Words, members
from londinium.bots.budget import Budget
from londinium.game import (
    CHANCE,
    OVER,
    State,
    action_values,
    apply,
    chance,
    deal,
    game_of,
    legal,
    prune,
    to_move,
)
from londinium.jit import Int, njit, outlined
from londinium.rng import Rng, uniform

TIE = 1e-3  # points: actions that differ by less are picked at random


@njit
def pick_greedily(
    s: State,
    seat: int,
    noise: float,
    rng: Rng,
    actions: Words,
    choices: NDArray[np.uint16],
    values: NDArray[np.float32],
) -> Int:
    """Return the action of the highest value, after adding up to `noise` random points to each."""
    legal(s, seat, actions)
    prune(s, seat, actions)
    count = members(actions, choices)
    if count > 1:
        action_values(s, seat, choices[:count], values)
    best, highest = 0, np.float64(-np.inf)
    for i in range(count):
        value = values[i] + (TIE + noise) * uniform(rng)
        if value > highest:
            best, highest = i, value
    return np.int64(choices[best])


@outlined
def greedy_playout(
    s: State,
    noise: float,
    decisions: Int,
    rng: Rng,
    actions: Words,
    choices: NDArray[np.uint16],
    values: NDArray[np.float32],
) -> None:
    """Play greedily for all seats, so many decisions or to the end of the game."""
    while True:
        seat = to_move(s)
        if seat == CHANCE:
            deal(s, chance(s, rng))
        elif seat == OVER or decisions <= 0:
            return
        else:
            decisions -= 1
            apply(s, seat, pick_greedily(s, seat, noise, rng, actions, choices, values))


class GreedyBot:
    """Plays the action of the highest heuristic value."""

    def __init__(self, noise: float = 0.0) -> None:
        """Add up to `noise` random points to each action's value: the more, the weaker."""
        self.noise = noise

    def choose(self, known: State, seat: int, budget: Budget, rng: Rng) -> int:
        """Return the legal action of the highest value."""
        game = game_of(known)
        actions = game.empty_actions()
        choices = np.empty(game.actions, np.uint16)
        values = np.zeros(game.actions, np.float32)
        return int(pick_greedily(known, seat, self.noise, rng, actions, choices, values))
