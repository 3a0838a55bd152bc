"""A position as one record of small integers, the phases of the game, and the numbered actions."""

from typing import Annotated, TypedDict

import numpy as np
from numpy.typing import NDArray

from londinium.game import Option
from londinium.games.old_london_bridge.board import (
    CARD_COUNT,
    CATEGORIES,
    CRESTS,
    EDITIONS,
    HIGHEST_CARD,
    MARKER_KINDS,
    NUMBERS,
    SCORINGS,
    SLOTS,
    TILE_STACKS,
    TILES,
    TYPES,
)
from londinium.records import Byte, Bytes, record_dtype

MAX_SEATS = 4
MAX_TURNS = 4  # in a round

# What a table chooses; `new` is given the numbers of the chosen values in this order.
RANDOM = len(SCORINGS[0])  # after the printed scoring and the four others: chance draws one (B8.1)
OPTIONS = (
    *(
        Option(category, (*scorings, "random"))
        for category, scorings in zip(CATEGORIES, SCORINGS, strict=True)
    ),
    Option("hands", ("closed", "open")),  # B10.2
    Option(
        "edition",
        tuple(edition.key for edition in EDITIONS),
        "An edition is loaded by naming its file in LONDINIUM_OLB_EDITION.",
    ),
)
HANDS, EDITION = len(CATEGORIES), len(CATEGORIES) + 1  # numbers of the last two
PRESETS = {"expert": dict.fromkeys(CATEGORIES, "random")}

# Phases, in the order of the rulebook. Those up to REVEAL_TILE wait for chance, the others for a
# seat.
SCORING, RONDEL, STAIRS, MARKER, REVEAL, REVEAL_TILE = range(6)
LADIES, CARDS, RAISE, TURN, REPLACE, TAKE_CARDS, TAKE_TILE, AFTER, ENDED = range(6, 15)
PHASES = (
    "scoring",  # B8.1 an expert scoring
    "rondel",  # B2.1 how the rondel lies at first
    "stairs",  # B2.5 the seat on the next stair
    "marker",  # B4.1
    "reveal",  # B2.2, B5.9 the next tile of a stack
    "reveal tile",  # B2.7, B5.17 the next tile of a bonus stack
    "ladies",  # B4.2
    "cards",  # B4.3 all seats choose
    "raise",  # B4.4
    "turn",  # B5.1 to B5.8
    "replace",  # B5.13
    "take cards",  # B5.19
    "take tile",  # B5.17
    "after",  # B5.23
    "ended",  # B7
)

# What a small number means where it stands for "none", or for something else than the rest.
NO_CARD = HIGHEST_CARD + 1  # in played
NO_TILE = len(TILES)  # in tile_top
NO_RANK = MAX_SEATS  # in rank: not yet on the stairs
NOBODY = MAX_SEATS  # in lowest_by
NO_NUMBER = NUMBERS + 1  # in lowest
CENTRE, NOWHERE = len(TYPES), len(TYPES) + 1  # in pawn, besides the type of the stack it is at

# The two cards of a round with two players, the higher first (B9.2).
PAIRS = tuple((a, b) for a in range(HIGHEST_CARD + 1) for b in range(a + 1))

# What an inn of strength 12 or less can give: numbers of cards of value 1 to 4 (B5.19). A strength
# is at most 12, one crest for each building.
MIXES = tuple(
    sorted(
        (
            (a, b, c, d)
            for d in range(SLOTS // 4 + 1)
            for c in range(SLOTS // 3 + 1)
            for b in range(SLOTS // 2 + 1)
            for a in range(SLOTS + 1)
            if a + 2 * b + 3 * c + 4 * d <= SLOTS
        ),
        key=lambda mix: (mix[0] + 2 * mix[1] + 3 * mix[2] + 4 * mix[3], mix[::-1]),
    )
)
MIX = np.array([(0, *mix) for mix in MIXES], dtype=np.uint8)  # by mix and value: cards

# Actions, in blocks.
PLAY = 0  # + the value of the card
PLAY_TWO = PLAY + HIGHEST_CARD + 1  # + a pair
USE_LADY = PLAY_TWO + len(PAIRS)
RAISE_CARD = USE_LADY + 1  # + which of the played cards
USE_CHAPEL_STEPS = RAISE_CARD + 2
USE_GATE_STEPS = USE_CHAPEL_STEPS + 1
USE_KEEP_CARD = USE_GATE_STEPS + 1
PLACE = USE_KEEP_CARD + 1  # + a type: on the outer space at that stack
PLACE_CENTRE = PLACE + len(TYPES)  # + a type: on the centre, for the top of that stack
PLACE_FREE = PLACE_CENTRE + len(TYPES)  # + a type: the same with a free-centre tile
TAKE = PLACE_FREE + len(TYPES)  # + a bonus stack
PASS = TAKE + TILE_STACKS
REPLACE_NUMBER = PASS + 1  # + a number - 1
TAKE_MIX = REPLACE_NUMBER + NUMBERS  # + a mix
ACTIONS = TAKE_MIX + len(MIXES)
WORDS = (ACTIONS + 63) // 64  # 64-bit words of a set of actions

CARDS_OF = np.array(  # by action of the first two blocks: the cards it plays
    [(value, NO_CARD) for value in range(HIGHEST_CARD + 1)] + list(PAIRS), dtype=np.uint8
)

# A seat's answer in phase CARDS (choice): 1 + the action, or one of these.
NOT_YET, SECRET = 0, USE_LADY + 1


def _mixes(chosen: list[bool]) -> list[int]:
    bits = sum(1 << TAKE_MIX + i for i, is_in in enumerate(chosen) if is_in)
    return [bits >> 64 * w & (1 << 64) - 1 for w in range(WORDS)]


# Sets of actions: a mix is legal if the strength allows it and the supply has its cards.
OF_STRENGTH = np.array(  # by strength
    [
        _mixes([a + 2 * b + 3 * c + 4 * d <= strength for a, b, c, d in MIXES])
        for strength in range(SLOTS + 1)
    ],
    dtype=np.uint64,
)
SUPPLIED = np.array(  # by value and cards of it in the supply; all of value 0
    [
        [_mixes([value == 0 or mix[value - 1] <= count for mix in MIXES]) for count in range(16)]
        for value in range(HIGHEST_CARD + 1)
    ],
    dtype=np.uint64,
)

_S = MAX_SEATS


class State(TypedDict):
    """A position: the fields of a STATE record."""

    hidden: Annotated[NDArray[np.uint16], len(TYPES)]  # by type: bit i for board.STACK[.., i]
    money: Annotated[NDArray[np.int16], _S]
    seats: Byte
    edition: Byte
    open_hands: Byte
    scoring: Annotated[Bytes, len(CATEGORIES)]  # of board.SCORINGS, or RANDOM
    phase: Byte
    then: Byte  # TURN or AFTER: the phase that follows when bonus tiles are taken
    round: Byte  # 0 in the set-up
    turn: Byte  # the seat asked
    at: Byte  # how many of a round, or of the set-up, have been asked or had a turn
    rondel: Byte  # spaces it is turned
    markers: Annotated[Bytes, MARKER_KINDS]  # round markers face down, by number of spaces - 1
    parks: Annotated[Bytes, len(CRESTS)]  # hidden parks, by crest
    left: Annotated[Bytes, len(TYPES)]  # hidden tiles of each stack
    top: Annotated[Bytes, len(TYPES)]  # building or NO_BUILDING
    stack: Byte  # whose next tile is to be revealed
    tile_hidden: Annotated[Bytes, TILE_STACKS]  # places in the stack, as in board.TILE_PLACES
    tile_left: Annotated[Bytes, TILE_STACKS]  # hidden tiles of each bonus stack
    tile_top: Annotated[Bytes, TILE_STACKS]  # bonus tile or NO_TILE
    tile_stack: Byte  # whose next tile is to be revealed
    supply: Annotated[Bytes, len(CARD_COUNT)]  # by value; no 0 cards
    hand: Annotated[Bytes, (_S, len(CARD_COUNT))]  # by seat and value
    bridge: Annotated[Bytes, (_S, SLOTS)]  # building or NO_BUILDING
    built: Annotated[Bytes, _S]  # buildings on the bridge
    crests: Annotated[Bytes, (_S, len(CRESTS))]  # on the bridge, by colour
    chapel: Annotated[Bytes, _S]  # steps
    gate: Annotated[Bytes, _S]  # steps
    rank: Annotated[Bytes, _S]  # in the order of B3, 0 in front
    tiles: Annotated[Bytes, (_S, len(TILES))]  # bonus tiles that can be used
    fresh: Annotated[Bytes, (_S, len(TILES))]  # bonus tiles gained in this round
    choice: Annotated[Bytes, _S]  # in phase CARDS
    played: Annotated[Bytes, (_S, 2)]  # cards on the table: value or NO_CARD
    raised: Annotated[Bytes, (_S, 2)]  # by plus-one tiles
    order: Annotated[Bytes, MAX_TURNS]  # the seat of each turn of the round
    order_card: Annotated[Bytes, MAX_TURNS]  # and which of its cards
    pawn: Annotated[Bytes, _S]  # the type of the stack it is at, CENTRE or NOWHERE
    kept: Byte  # 1 if the card of this turn is to be kept
    building: Byte  # taken and not yet built, or NO_BUILDING
    due: Byte  # bonus tiles to take; of an inn: its strength
    lowest: Byte  # the lowest number built in this round, or NO_NUMBER
    lowest_by: Byte  # by whom


STATE = record_dtype(State)


def options_of(s: State) -> dict[str, str]:
    """Return the options that a record was made with; a scoring that was drawn counts as chosen."""
    codes = (*s["scoring"], s["open_hands"], s["edition"])
    return {option.name: option.values[code] for option, code in zip(OPTIONS, codes, strict=True)}
