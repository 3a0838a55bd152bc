"""The arrays that the values of one position are worked out in."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from londinium.games.ticket_to_ride_london.board import CARDS, LOCATIONS
from londinium.games.ticket_to_ride_london.heuristics.paths import KINDS, Numbers, Paths
from londinium.jit import inlined

CardValues = NDArray[np.float64]


class Workspace(NamedTuple):
    """What a plan is made with, and what it means for cards."""

    paths: Paths
    lacking: Numbers  # by colour: cards that the plan lacks
    spare: Numbers  # by card: cards in hand that the plan leaves over; no bus cards
    card_values: CardValues  # by card: points that one more is worth


# Where the parts of the block begin.
QUEUE = len(LOCATIONS)
BEST = QUEUE + len(LOCATIONS)
USED = BEST + len(LOCATIONS)
MISSING = USED + len(LOCATIONS)
LACKING = MISSING + KINDS
SPARE = LACKING + len(CARDS)
CARD_VALUES = SPARE + len(CARDS)
BLOCK = CARD_VALUES + len(CARDS)


@inlined
def new_workspace() -> Workspace:
    """Return arrays to be filled, parts of one block: allocations would take much of the time."""
    sets = np.empty(BLOCK, np.uint64)
    numbers = sets.view(np.int64)
    paths = Paths(
        networks=sets[:QUEUE],
        queue=sets[QUEUE:BEST],
        best=numbers[BEST:USED],
        used=numbers[USED:MISSING],
        missing=numbers[MISSING:LACKING],
    )
    return Workspace(
        paths=paths,
        lacking=numbers[LACKING:SPARE],
        spare=numbers[SPARE:CARD_VALUES],
        card_values=sets.view(np.float64)[CARD_VALUES:],
    )
