"""What the values of buildings and cards are made of: the reasons of hints are taken from it."""

import numpy as np
from numpy.typing import NDArray

from londinium.games.old_london_bridge.board import CREST, NO_BUILDING, TYPE, TYPES
from londinium.games.old_london_bridge.heuristics.actions import denial
from londinium.games.old_london_bridge.heuristics.bids import expected_before
from londinium.games.old_london_bridge.heuristics.values import (
    NEW,
    best_replacement,
    crest_growth,
    effect_value,
    lowest_value,
    pass_value,
    rest_value,
    scored,
    turns_left,
)
from londinium.games.old_london_bridge.state import State
from londinium.games.old_london_bridge.turn import fits_at_end
from londinium.jit import njit

# Parts of the value of taking the top of a stack.
EFFECT, CRESTS_TO_COME, SCORING, BRIDGE, DENIAL = range(5)
PARTS = 5


@njit
def building_parts(s: State, seat: int, parts: NDArray[np.float64]) -> int:
    """Write by stack and part what taking its top is worth; return the turns left after it."""
    turns, edition = turns_left(s, seat), s["edition"]
    passed = pass_value(s, seat, turns)
    wanted, denied = denial(s, seat)
    for stack in range(len(TYPES)):
        building = s["top"][stack]
        for part in range(PARTS):
            parts[stack, part] = 0.0
        if building == NO_BUILDING:
            continue
        kind, crest = TYPE[edition, building], CREST[edition, building]
        strength = np.int64(s["crests"][seat, crest & 3]) + 1
        parts[stack, EFFECT] = effect_value(s, seat, kind, strength, turns)
        parts[stack, CRESTS_TO_COME] = crest_growth(crest, turns)
        parts[stack, SCORING] = scored(s, seat, kind, building, NEW) + lowest_value(s, building)
        if fits_at_end(s, seat, building):
            built = np.int64(s["built"][seat]) + 1
            parts[stack, BRIDGE] = rest_value(s, built, np.int64(building), turns) - passed
        else:
            parts[stack, BRIDGE] = best_replacement(s, seat, building, turns) - passed
        if stack == wanted:
            parts[stack, DENIAL] = denied
    return turns


@njit
def cards_expected_before(s: State, seat: int, card: int) -> float:
    """Return how many cards of others are expected to come before a card of that value."""
    return expected_before(s, seat, card)
