"""The tables of all games in OpenSpiel, and random play at them."""

from typing import Any

import numpy as np
import pyspiel
import pytest

from londinium.envs.openspiel import PREFIX
from londinium.game import GAMES

LONDON, BRIDGE = (PREFIX + name for name in ("ticket_to_ride_london", "old_london_bridge"))
NAMES = [PREFIX + name for name in GAMES]
TABLES = [(name, seats) for name in NAMES for seats in (2, 3, 4)]
at_every_table = pytest.mark.parametrize(("name", "seats"), TABLES)
of_each_game = pytest.mark.parametrize("name", NAMES)


def options_of(state: Any) -> list[int]:
    """Return the actions, or the outcomes of chance, that can be next."""
    if state.is_chance_node():
        return [outcome for outcome, _ in state.chance_outcomes()]
    actions: list[int] = state.legal_actions()
    return actions


def play_on(state: Any, moves: int, random: np.random.RandomState) -> Any:
    """Play at random for so many moves, or to the end of the game."""
    for _ in range(moves):
        if state.is_terminal():
            break
        state.apply_action(int(random.choice(options_of(state))))
    return state


def positions(name: str, seats: int, seed: int = 0) -> list[Any]:
    """Return some states of a random game, the start and the end among them."""
    random = np.random.RandomState(seed)
    found = [pyspiel.load_game(name, {"players": seats}).new_initial_state()]
    while not found[-1].is_terminal():
        found.append(play_on(found[-1].clone(), 1 + random.randint(12), random))
    return found
