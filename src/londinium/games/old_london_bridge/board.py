"""The printed material as tables, by edition, and the numbers that are the same in every box."""

import numpy as np

from londinium.games.old_london_bridge.edition import (
    ALL_CRESTS,
    CARD_COUNT,
    CHAPEL,
    CRESTS,
    GATE,
    GUILD,
    IN_A_STACK,
    INN,
    LONGEST_TRACK,
    NUMBERS,
    OF_A_TILE,
    OF_A_TYPE,
    PARK,
    SHOP,
    SLOTS,
    TILE_STACKS,
    TILES,
    TYPES,
    Edition,
    X,
    editions,
)

__all__ = [
    "ALL_CRESTS",
    "CARD_COUNT",
    "CHAPEL",
    "CRESTS",
    "GATE",
    "GUILD",
    "INN",
    "IN_A_STACK",
    "LONGEST_TRACK",
    "NUMBERS",
    "OF_A_TILE",
    "OF_A_TYPE",
    "PARK",
    "SHOP",
    "SLOTS",
    "TILES",
    "TILE_STACKS",
    "TYPES",
    "X",
]

START_MONEY = 5  # B1.1
CENTRE_COST = 2  # B5.4
HIGHEST_CARD = len(CARD_COUNT) - 1
MARKERS = 5  # of each number of spaces (B1.5)
MARKER_KINDS = 3
ROUNDS = (0, 0, 6, 12, 12)  # by number of seats (B4.8)
CARDS_PLAYED = (0, 0, 2, 1, 1)  # a round, by number of seats (B4.3, B9.2)
EMPTY_STACKS = 3  # that end the game (B4.8)
STEPS = 2  # of a chapel-step or gate-step tile (B6.2)

# Bonus tiles, by their action (B6.2).
SHARE, FREE_CENTRE, X_SPACE, KEEP_CARD, CHAPEL_STEPS, GATE_STEPS, PLUS_ONE, LADY = range(8)

# Scorings, by category: 0 is the printed one, 1 to 4 those of the expert builders (B7, B8).
CATEGORIES = ("chapel", "gate", "inn", "bridge")
FOR_CHAPEL, FOR_GATE, FOR_INN, FOR_BRIDGE = range(4)
SCORINGS = (
    ("printed", "most_chapels", "first_each_round", "ahead_of_the_last", "coins_again"),
    ("printed", "most_gates", "first_each_round", "by_steps", "unused_tiles"),
    ("printed", "most_inns", "highest_card", "cards_in_hand", "sets_of_cards"),
    ("printed", "longest_run", "lowest_number", "up_to_30", "full_sets"),
)
PRINTED = 0
MOST_BUILT = 1  # B8.2, B8.6, B8.10
FIRST_EACH_ROUND, AHEAD_OF_LAST, COINS_AGAIN = 2, 3, 4  # chapel: B8.3, B8.4, B8.5
BY_STEPS, UNUSED_TILES = 3, 4  # gate: B8.8, B8.9; FIRST_EACH_ROUND is B8.7
HIGHEST_CARD_PLAYED, CARDS_IN_HAND, CARD_SETS = 2, 3, 4  # inn: B8.11, B8.12, B8.13
LONGEST_RUN, LOWEST_NUMBER, UP_TO_30, FULL_SETS = 1, 2, 3, 4  # bridge: B8.14 to B8.17
KINDS_OF_SCORING = 4
LAST_RANKED = 1  # the printed scorings and the first of the others are ranked (B7.1)

RANKED = np.array(  # pounds, by seats and place - 1 (B7.1)
    [[0, 0, 0, 0], [0, 0, 0, 0], [5, 0, 0, 0], [5, 3, 0, 0], [5, 3, 1, 0]], dtype=np.int64
)
STEPS_MONEY = np.array(  # by gate steps (B8.8)
    [0 if n < 4 else 3 if n < 7 else 5 if n < 10 else 9 if n < 13 else 12 for n in range(31)],
    dtype=np.int64,
)
TILES_MONEY = np.array([0, 1, 4, 9, 16], dtype=np.int64)  # by unused tiles, 4 for more (B8.9)
HAND_MONEY = np.array([0, 0, 0, 4, 4, 7, 7, 7, 10], dtype=np.int64)  # by cards, 8 for more (B8.12)

# Buildings: a numbered one is its number, a park is FIRST_PARK + its crest.
NO_BUILDING = 0
FIRST_PARK = NUMBERS + 1

EDITIONS, PROBLEM = editions()


def _stack(edition: Edition, kind: int) -> list[int]:
    """Return the buildings of a type in ascending order; parks are of four kinds, by crest."""
    if kind == PARK:
        return [FIRST_PARK + crest for crest in range(len(CRESTS))] + [NO_BUILDING] * (
            OF_A_TYPE - len(CRESTS)
        )
    return [number for number in range(1, NUMBERS + 1) if edition.types[number - 1] == kind]


def _sums(amounts: tuple[int, ...]) -> list[int]:
    """Return what has been collected up to each space; beyond the last as on the last."""
    to_end = [sum(amounts[: space + 1]) for space in range(len(amounts))]
    return to_end + [to_end[-1]] * (LONGEST_TRACK + 1 - len(to_end))


def _coins_again(edition: Edition) -> list[int]:
    end = edition.chapel_coins[-1] if edition.end_counts_again else 0
    return _sums((*edition.chapel_coins[:-1], end))


def _places(stack: tuple[int, ...]) -> list[int]:
    """Return the places of each bonus tile in a stack that is sorted, as bits."""
    firsts = [sum(stack[:tile]) for tile in range(len(stack))]
    return [((1 << count) - 1) << first for count, first in zip(stack, firsts, strict=True)]


def count_tiles(edition: int, stack: int, hidden: int) -> list[int]:
    """Count the bonus tiles of each action among those that are hidden in a stack."""
    places: list[int] = TILE_PLACES[edition, stack].tolist()
    return [(hidden & at).bit_count() for at in places]


def _money_at(edition: Edition, turned: int) -> list[int]:
    """Return the money at each stack, by type, for an orientation of the rondel (B4.1)."""
    places = [edition.stacks.index(kind) for kind in range(len(TYPES))]
    return [edition.spaces[(place - turned) % len(TYPES)] for place in places]


_TURNS = range(len(TYPES))
# By edition and building:
TYPE = np.array([[0, *e.types, *[PARK] * 4] for e in EDITIONS], dtype=np.uint8)
CREST = np.array([[0, *e.crests, *range(4)] for e in EDITIONS], dtype=np.uint8)
# By edition, type and place in the stack's list: a building.
STACK = np.array(
    [[_stack(e, kind) for kind in range(len(TYPES))] for e in EDITIONS], dtype=np.uint8
)
PARKS = np.array([e.parks for e in EDITIONS], dtype=np.uint8)  # by edition and crest
# By edition, spaces the rondel is turned, and type: money, or X.
MONEY_AT = np.array([[_money_at(e, turned) for turned in _TURNS] for e in EDITIONS], dtype=np.uint8)
X_AT = np.array(  # by edition and spaces the rondel is turned: the stack at the X, as a bit by type
    [[1 << _money_at(e, turned).index(X) for turned in _TURNS] for e in EDITIONS], dtype=np.uint64
)
CHAPEL_END = np.array([len(e.chapel_coins) - 1 for e in EDITIONS], dtype=np.uint8)  # by edition
GATE_END = np.array([len(e.gate_bonuses) - 1 for e in EDITIONS], dtype=np.uint8)  # by edition
GATE_END_MONEY = np.array([e.gate_end for e in EDITIONS], dtype=np.uint8)  # by edition
# By edition and steps, all that was collected on the way:
COINS = np.array([_sums(e.chapel_coins) for e in EDITIONS], dtype=np.uint16)
COINS_AGAIN_AT = np.array([_coins_again(e) for e in EDITIONS], dtype=np.uint16)
BONUSES = np.array([_sums(e.gate_bonuses) for e in EDITIONS], dtype=np.uint8)
START_HAND = np.array([e.hands for e in EDITIONS], dtype=np.uint8)  # by edition, stair, value - 1
# By edition, bonus stack and tile: its places in the stack's list, as bits (B1.5).
TILE_PLACES = np.array(
    [[_places(stack) for stack in e.bonus_stacks] for e in EDITIONS], dtype=np.uint8
)
PAY = np.array([e.pay for e in EDITIONS], dtype=np.uint8)  # by edition and empty slots
