"""Thousands of random games of any game, checked after every move.

A game says what must hold: `problem.implementations[GAME.state]` is its compiled function of a
record before and the record after a move, which returns SOUND or a number of its own.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from londinium import match_file
from londinium.bitset import pick, size
from londinium.game import CHANCE, OVER, Game, State, apply, chance, deal, legal, new, to_move
from londinium.jit import generic, njit
from londinium.match import Match
from londinium.rng import Rng, below, new_rng

MAX_MOVES = 3000
SOUND, STUCK, ENDLESS = 0, -1, -2


@generic
def problem(s: State, before: State) -> int:
    """Return SOUND, or the number of what does not hold after a move."""
    return SOUND


@njit
def play_soundly(states: Any, rng: Rng, actions: Any, log: NDArray[np.int64]) -> Any:
    """Play a random game in states[0] into the log; return its moves and the first problem."""
    s = states[0]
    for moves in range(len(log)):
        states[1] = s
        seat = to_move(s)
        if seat == OVER:
            return moves, SOUND
        if seat == CHANCE:
            log[moves, 0], log[moves, 1] = CHANCE, chance(s, rng)
            deal(s, log[moves, 1])
        else:
            legal(s, seat, actions)
            if size(actions) == 0:
                return moves, STUCK
            log[moves, 0], log[moves, 1] = seat, pick(actions, below(rng, size(actions)))
            apply(s, seat, log[moves, 1])
        found = problem(s, states[1])
        if found != SOUND:
            return moves + 1, found
    return len(log), ENDLESS


class RandomGames:
    """Plays random games of one kind; what is wrong is said with a match file that shows it."""

    def __init__(self, game: Game, seats: int) -> None:
        self.game, self.seats = game, seats
        self.options: Mapping[str, str] = {}
        self.states = np.zeros(2, game.state)
        self.actions = game.empty_actions()
        self.log = np.zeros((MAX_MOVES, 2), np.int64)
        self.moves = 0

    @property
    def s(self) -> Any:
        """The record of the game, at its end."""
        return self.states[0]

    def play(self, number: int, options: Mapping[str, str] | None = None) -> None:
        """Play the random game of a number to its end."""
        self.options = options or {}
        new(self.s, self.seats, self.game.encode_options(self.options))
        rng = new_rng("random games", self.seats, number)
        self.moves, found = play_soundly(self.states, rng, self.actions, self.log)
        assert found == SOUND, f"problem {found}: {self.save(number)}"

    def save(self, number: int) -> Path:
        """Write the game as a match file."""
        match = Match(self.game, self.seats, self.options)
        for seat, action in self.log[: self.moves].tolist():
            if seat == CHANCE:
                match.deal(action)
            else:
                match.play(action, seat)
        path = Path("failures") / f"{self.game.name}-{self.seats}-{number}.json"
        path.parent.mkdir(exist_ok=True)
        match_file.write(match, path)
        return path
