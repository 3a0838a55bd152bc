"""What helps a network to judge a position: scores as they stand, and what bridges may become."""

import numpy as np
from numpy.typing import NDArray

from londinium.game import Slice
from londinium.games.old_london_bridge.heuristics.tables import TURNS
from londinium.games.old_london_bridge.heuristics.values import (
    hand_value,
    pass_value,
    turns_left,
)
from londinium.games.old_london_bridge.score import SCORE_PARTS, SHEET, score_sheet
from londinium.games.old_london_bridge.state import MAX_SEATS, State
from londinium.jit import njit

PER_POUND = 1 / 30
PER_TURN = 1 / 12
PARTS = len(SCORE_PARTS) + 4

FEATURES = (
    Slice(
        "scores",
        MAX_SEATS * PARTS,
        "by seat: the parts of its score as if the game ended now, and together, what the rest of "
        "its bridge and its hand may bring, in pounds / 30; turns left / 12",
    ),
)


@njit
def features(known: State, seat: int, out: NDArray[np.float32]) -> None:
    """Write the parts of FEATURES one after the other."""
    out[:] = 0
    sheet = np.empty(SHEET, np.int32)
    score_sheet(known, sheet)
    seats = np.int64(known["seats"])
    for k in range(seats):
        other = (seat + k) % seats
        i = k * PARTS
        total = np.int64(0)
        for part in range(len(SCORE_PARTS)):
            out[i + part] = sheet[other, part] * PER_POUND
            total += sheet[other, part]
        i += len(SCORE_PARTS)
        hand = known["hand"][other]
        turns = min(turns_left(known, other), TURNS - 1)  # in the set-up there are more
        out[i] = total * PER_POUND
        out[i + 1] = pass_value(known, other, turns) * PER_POUND
        cards = (np.int64(hand[1]), np.int64(hand[2]), np.int64(hand[3]), np.int64(hand[4]))
        out[i + 2] = hand_value(known, other, *cards, turns) * PER_POUND
        out[i + 3] = turns * PER_TURN
