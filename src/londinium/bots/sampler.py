"""A simple bot for any game: it tries each action in random games that agree with what it knows."""

import numpy as np
from numpy.typing import NDArray

from londinium import game
from londinium.bitset import Words, members
from londinium.game import State, States, apply, determinize, legal, places, scores
from londinium.jit import Int, njit
from londinium.playout import playout
from londinium.rng import Rng


@njit
def try_actions(
    known: State,
    seat: int,
    seats: int,
    rng: Rng,
    scratch: States,
    choices: NDArray[np.uint16],
    actions: Words,
    results: NDArray[np.int32],
    value: NDArray[np.float64],
) -> None:
    """Add to each choice's value the result of one random game: 100 for a win, and the margin."""
    s = scratch[0]
    for i in range(len(choices)):
        determinize(known, seat, rng, scratch)
        action: Int = np.int64(choices[i])
        apply(s, seat, action)
        playout(s, rng, actions)
        places(s, results)
        value[i] += 100.0 if results[seat] == 1 else 0.0
        scores(s, results)
        best: Int = -1000
        for other in range(seats):
            if other != seat:
                best = max(best, np.int64(results[other]))
        value[i] += results[seat] - best


class SamplerBot:
    """Plays the action that did best in a number of random games."""

    def __init__(self, games: int = 200) -> None:
        """Take the number of random games for each action."""
        self.games = games

    def choose(self, known: State, seat: int, rng: Rng) -> int:
        """Try all legal actions equally often, and pick the best."""
        played = game.game_of(known)
        actions = np.zeros(played.words, np.uint64)
        legal(known, seat, actions)
        choices = np.empty(played.actions, np.uint16)
        choices = choices[: members(actions, choices)]
        if len(choices) == 1:
            return int(choices[0])
        scratch = np.zeros(1, played.state)
        results = np.zeros(played.seats[-1], np.int32)
        value = np.zeros(len(choices))
        for _ in range(self.games):
            try_actions(
                known, seat, int(known["seats"]), rng, scratch, choices, actions, results, value
            )
        return int(choices[np.argmax(value)])
