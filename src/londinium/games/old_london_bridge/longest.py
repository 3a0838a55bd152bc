"""How long a game can be at most."""

from londinium.game import GameLength
from londinium.games.old_london_bridge.board import (
    CARDS_PLAYED,
    CATEGORIES,
    OF_A_TILE,
    OF_A_TYPE,
    ROUNDS,
    TILES,
    TYPES,
)


def longest(seats: int) -> GameLength:
    """Count the questions of all rounds, and each bonus tile as it is taken and used."""
    rounds, turns = ROUNDS[seats], seats * CARDS_PLAYED[seats]
    tiles = OF_A_TILE * len(TILES)
    buildings = len(TYPES) * OF_A_TYPE
    return GameLength(
        # Seats: no lady, cards, no raise. Turns: place, replace, take cards, no more steps.
        decisions=rounds * (3 * seats + 4 * turns) + 2 * tiles,
        # Scorings, the rondel, stairs, markers, and each building and bonus tile once.
        chance_events=len(CATEGORIES) + 1 + seats + rounds + buildings + tiles,
    )
