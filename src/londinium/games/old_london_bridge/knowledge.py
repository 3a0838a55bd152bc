"""What a seat may know (section 10 of the rules): redact, determinize, observe.

A record knows no order of what lies face down, so the only secrets are the cards that others have
chosen and not yet revealed. Hands and money follow from what everybody saw: they stay in a redacted
record, and `view` leaves them out where the table plays with closed hands (B10.2).
"""

import numpy as np
from numpy.typing import NDArray

from londinium.bitset import select
from londinium.game import Slice, States, as_float
from londinium.games.old_london_bridge.board import (
    ALL_CRESTS,
    CARD_COUNT,
    CATEGORIES,
    CHAPEL_END,
    CREST,
    CRESTS,
    FIRST_PARK,
    GATE_END,
    HIGHEST_CARD,
    MARKER_KINDS,
    MONEY_AT,
    NO_BUILDING,
    NUMBERS,
    OF_A_TYPE,
    ROUNDS,
    SLOTS,
    STACK,
    TILE_PLACES,
    TILE_STACKS,
    TILES,
    TYPE,
    TYPES,
    X,
)
from londinium.games.old_london_bridge.round import playable, turns
from londinium.games.old_london_bridge.state import (
    AFTER,
    CARDS,
    CENTRE,
    LADIES,
    MAX_SEATS,
    MAX_TURNS,
    NO_CARD,
    NOT_YET,
    RAISE,
    RANDOM,
    SECRET,
    USE_LADY,
    State,
)
from londinium.jit import Int, inlined, njit, popcount
from londinium.rng import Rng, below


@njit
def redact(s: State, seat: int, out: States) -> None:
    """B10.1: copy `s` without the cards that the others have chosen."""
    out[0] = s
    known: State = out[0]
    for other in range(s["seats"]):
        if other != seat and s["choice"][other] != NOT_YET:
            known["choice"][other] = SECRET


@njit
def determinize(known: State, seat: int, rng: Rng, out: States) -> None:
    """Let each of the others who has chosen have chosen any of their cards."""
    out[0] = known
    s: State = out[0]
    for other in range(s["seats"]):
        if s["choice"][other] == SECRET:
            actions = playable(s, other)
            k = np.uint64(below(rng, np.int64(popcount(actions))))
            s["choice"][other] = 1 + select(actions, k)


def _shares(whole: int) -> NDArray[np.float32]:
    return np.array([min(n / whole, 2) for n in range(256)], dtype=np.float32)


# Tables instead of divisions and branches, which take longer than all the rest.
THIRDS, FIFTHS, TWELFTHS, FIFTEENTHS = _shares(3), _shares(5), _shares(12), _shares(15)
MONEY_SHARE = _shares(50)
HAND_SHARE = np.stack([_shares(count) for count in CARD_COUNT])  # by value and number of cards
CHAPEL_SHARE = np.stack([_shares(end) for end in CHAPEL_END.tolist()])  # by edition and steps
GATE_SHARE = np.stack([_shares(end) for end in GATE_END.tolist()])  # by edition and steps
CARD_LIES = np.array([card != NO_CARD for card in range(NO_CARD + 1)], dtype=np.float32)
CARD_SHARE = np.array(  # by card played
    [card * (card != NO_CARD) / HIGHEST_CARD for card in range(NO_CARD + 1)], dtype=np.float32
)
_BUILDINGS = range(FIRST_PARK + len(CRESTS))
NUMBER_SHARE = np.array(  # by building; 0 for parks and where there is none
    [building * (building < FIRST_PARK) / NUMBERS for building in _BUILDINGS], dtype=np.float32
)
IS_BUILDING = np.array([building != NO_BUILDING for building in _BUILDINGS], dtype=np.float32)
IS_PARK = np.array([building >= FIRST_PARK for building in _BUILDINGS], dtype=np.float32)
COUNT = np.uint64(8)  # bits of a count among several in one word
ONE_OF_TYPE = np.array(  # by edition and building: 1 at the count of its type
    [
        [(building != NO_BUILDING) << 8 * kind for building, kind in enumerate(types)]
        for types in TYPE.tolist()
    ],
    dtype=np.uint64,
)
HAS_CREST = np.array(  # by edition, building and colour
    [
        [
            [
                building != NO_BUILDING and of in (colour, ALL_CRESTS)
                for colour in range(len(CRESTS))
            ]
            for building, of in enumerate(crests)
        ]
        for crests in CREST.tolist()
    ],
    dtype=np.float32,
)
STEPS_TO = np.array(  # by seats, seat and other: how many seats the other comes after the seat
    [
        [[(other - seat) % seats for other in range(MAX_SEATS)] for seat in range(MAX_SEATS)]
        for seats in (1, *range(1, MAX_SEATS + 1))
    ],
    dtype=np.uint8,
)

# The order and the scale of these parts is what observe writes. "Seats" are in turn order from the
# observer, who is the first; the rows of seats that nobody takes are 0.
_S = MAX_SEATS
OBSERVATION = (
    Slice("phase", 8, "one of: ladies, cards, raise, turn, replace, take cards, take tile, after"),
    Slice("round", 2, "the round / 12; rounds to come / 12"),
    Slice("asked", _S, "1 for each seat that is asked and has not answered"),
    Slice("seats", _S, "1 for each seat in the game"),
    Slice(
        "scoring", 20, "by category chapel, gate, inn, bridge: printed or one of the four others"
    ),
    Slice("money_at", len(TYPES), "of the outer space at each stack / 3, at most 2"),
    Slice("x", len(TYPES), "1 for the stack at the X"),
    Slice("top", len(TYPES), "1 for each stack that is not empty"),
    Slice("top_number", len(TYPES), "number of the top tile of each stack / 60"),
    Slice("top_crests", len(TYPES) * len(CRESTS), "by stack: crests of the top tile"),
    Slice("left", len(TYPES), "hidden tiles of each stack / 12"),
    Slice("hidden", NUMBERS, "1 for each number not yet revealed"),
    Slice("hidden_parks", len(CRESTS), "parks not yet revealed, by crest / 12"),
    Slice("markers", MARKER_KINDS, "round markers not yet revealed, by number of spaces / 5"),
    Slice("tile_top", TILE_STACKS * len(TILES), "by bonus stack: 1 for its open tile"),
    Slice(
        "tile_hidden",
        TILE_STACKS * len(TILES),
        "by bonus stack: each tile not revealed, counted",
    ),
    Slice("supply", HIGHEST_CARD, "cards of value 1 to 4 / 15"),
    Slice("building", 1, "number of the building that is about to replace another / 60"),
    Slice("due", 1, "bonus tiles still to take, or the strength of the inn / 12"),
    Slice("built_before", 1, "1 if the bonus tiles to take come after the building of the turn"),
    Slice("kept", 1, "1 if the card of this turn will be kept"),
    Slice("lowest", 1, "the lowest number built in this round / 60"),
    Slice("lowest_by", _S, "1 for the seat that built it"),
    Slice("answer", USE_LADY, "1 for the cards chosen, while others choose: by action"),
    Slice("order", MAX_TURNS * _S, "by turn of the round still to come: 1 for its seat"),
    Slice("hand", _S * (HIGHEST_CARD + 1), "by seat and value, as a share of those in the game"),
    Slice("money", _S, "by seat / 50, at most 2"),
    Slice("built", _S, "buildings, by seat / 12"),
    Slice("chapel", _S, "steps, by seat, as a share of the track"),
    Slice("gate", _S, "steps, by seat, as a share of the track"),
    Slice("rank", _S, "in the order that breaks ties, by seat / 3"),
    Slice("tiles", _S * len(TILES), "by seat and bonus tile: usable / 3"),
    Slice("fresh", _S * len(TILES), "by seat and bonus tile: gained in this round / 3"),
    Slice("played", _S * 4, "by seat and card of this round: 1 if it lies there; its value / 4"),
    Slice("raised", _S * 2, "by seat and card of this round: raised by / 3"),
    Slice("pawn", _S * (CENTRE + 1), "by seat: 1 for the outer space (by stack) or the centre"),
    Slice("crests", _S * len(CRESTS), "by seat and colour / 12"),
    Slice("types", _S * len(TYPES), "by seat and type: buildings / 12"),
    Slice("bridge", _S * SLOTS, "by seat and slot: number / 60"),
    Slice("parks", _S * SLOTS, "by seat and slot: 1 for a park"),
)


@njit
def observe(known: State, seat: int, out: NDArray[np.float32]) -> None:
    """Write the parts of OBSERVATION one after the other."""
    i = observe_round(known, seat, out, 0)
    i = observe_stacks(known, out, i)
    i = observe_turn(known, seat, out, i)
    observe_seats(known, seat, out, i)


@inlined
def observe_round(known: State, seat: int, out: NDArray[np.float32], i: int) -> int:
    for phase in range(LADIES, AFTER + 1):
        out[i + phase - LADIES] = as_float(known["phase"] == phase)
    i += AFTER + 1 - LADIES
    out[i] = TWELFTHS[known["round"]]
    out[i + 1] = TWELFTHS[ROUNDS[known["seats"]] - known["round"]]
    i += 2
    seats, choosing = np.int64(known["seats"]), known["phase"] == CARDS
    for k in range(MAX_SEATS):
        out[i + k] = 0
        out[i + MAX_SEATS + k] = as_float(k < seats)
    for other in range(seats):
        waits = known["choice"][other] == NOT_YET if choosing else known["turn"] == other
        out[i + np.int64(STEPS_TO[seats, seat, other])] = as_float(waits)
    i += 2 * MAX_SEATS
    for category in range(len(CATEGORIES)):
        for scoring in range(RANDOM):
            out[i] = as_float(known["scoring"][category] == scoring)
            i += 1
    return i


@inlined
def observe_stacks(known: State, out: NDArray[np.float32], i: int) -> int:
    edition = known["edition"]
    n = len(TYPES)
    for kind in range(n):
        money, top = MONEY_AT[edition, known["rondel"], kind], known["top"][kind]
        out[i + kind] = THIRDS[money]
        out[i + n + kind] = as_float(money == X)
        out[i + 2 * n + kind] = IS_BUILDING[top]
        out[i + 3 * n + kind] = NUMBER_SHARE[top]
        for colour in range(len(CRESTS)):
            out[i + 4 * n + kind * len(CRESTS) + colour] = HAS_CREST[edition, top, colour]
        out[i + 8 * n + kind] = TWELFTHS[known["left"][kind]]
    i += 9 * n
    for kind in range(n - 1):
        for place in range(OF_A_TYPE):
            number = STACK[edition, kind, place]
            out[i + number - 1] = as_float(known["hidden"][kind] >> place & 1)
    i += NUMBERS
    for crest in range(len(CRESTS)):
        out[i + crest] = TWELFTHS[known["parks"][crest]]
    i += len(CRESTS)
    for kind in range(MARKER_KINDS):
        out[i + kind] = FIFTHS[known["markers"][kind]]
    i += MARKER_KINDS
    for stack in range(TILE_STACKS):
        for tile in range(len(TILES)):
            out[i] = as_float(known["tile_top"][stack] == tile)
            places = known["tile_hidden"][stack] & TILE_PLACES[edition, stack, tile]
            out[i + TILE_STACKS * len(TILES)] = as_float(popcount(np.uint64(places)))
            i += 1
    return i + TILE_STACKS * len(TILES)


@inlined
def observe_turn(known: State, seat: int, out: NDArray[np.float32], i: int) -> int:
    seats = np.int64(known["seats"])
    for value in range(1, HIGHEST_CARD + 1):
        out[i + value - 1] = FIFTEENTHS[known["supply"][value]]
    i += HIGHEST_CARD
    out[i] = NUMBER_SHARE[known["building"]]
    out[i + 1] = TWELFTHS[known["due"]]
    out[i + 2] = as_float(known["then"] == AFTER)
    out[i + 3] = as_float(known["kept"])
    out[i + 4] = NUMBER_SHARE[known["lowest"]]  # 0 where no number was built: NO_NUMBER is a park
    i += 5
    out[i : i + MAX_SEATS] = 0
    for other in range(seats):
        out[i + np.int64(STEPS_TO[seats, seat, other])] = as_float(known["lowest_by"] == other)
    i += MAX_SEATS
    answer = known["choice"][seat]
    for action in range(USE_LADY):
        out[i + action] = as_float(answer == 1 + action)
    i += USE_LADY
    out[i : i + MAX_TURNS * MAX_SEATS] = 0
    if known["phase"] > CARDS:
        for turn in range(0 if known["phase"] == RAISE else known["at"], turns(known)):
            out[i + turn * MAX_SEATS + np.int64(STEPS_TO[seats, seat, known["order"][turn]])] = 1
    return i + MAX_TURNS * MAX_SEATS


@inlined
def observe_seats(known: State, seat: int, out: NDArray[np.float32], i: int) -> None:
    out[i:] = 0
    seats = np.int64(known["seats"])
    for other in range(seats):
        k: Int = np.int64(STEPS_TO[seats, seat, other])
        j = observe_seat(known, other, out, i, k)
        observe_bridge(known, other, out, j, k)


@inlined
def observe_seat(known: State, other: int, out: NDArray[np.float32], i: int, k: int) -> int:
    """Write the k-th row of each part from `hand` to `pawn`; return where `crests` begins."""
    edition = known["edition"]
    for value in range(HIGHEST_CARD + 1):
        out[i + k * (HIGHEST_CARD + 1) + value] = HAND_SHARE[value, known["hand"][other, value]]
    i += MAX_SEATS * (HIGHEST_CARD + 1)
    out[i + k] = MONEY_SHARE[max(0, min(known["money"][other], 255))]
    out[i + MAX_SEATS + k] = TWELFTHS[known["built"][other]]
    out[i + 2 * MAX_SEATS + k] = CHAPEL_SHARE[edition, known["chapel"][other]]
    out[i + 3 * MAX_SEATS + k] = GATE_SHARE[edition, known["gate"][other]]
    out[i + 4 * MAX_SEATS + k] = THIRDS[known["rank"][other]]
    i += 5 * MAX_SEATS
    for tile in range(len(TILES)):
        out[i + k * len(TILES) + tile] = THIRDS[known["tiles"][other, tile]]
        out[i + (MAX_SEATS + k) * len(TILES) + tile] = THIRDS[known["fresh"][other, tile]]
    i += 2 * MAX_SEATS * len(TILES)
    for card in range(2):
        value = known["played"][other, card]
        out[i + k * 4 + 2 * card] = CARD_LIES[value]
        out[i + k * 4 + 2 * card + 1] = CARD_SHARE[value]
        out[i + 4 * MAX_SEATS + k * 2 + card] = THIRDS[known["raised"][other, card]]
    i += 6 * MAX_SEATS
    for space in range(CENTRE + 1):
        out[i + k * (CENTRE + 1) + space] = as_float(known["pawn"][other] == space)
    return i + MAX_SEATS * (CENTRE + 1)


@inlined
def observe_bridge(known: State, other: int, out: NDArray[np.float32], i: int, k: int) -> None:
    """Write the k-th row of each part from `crests` on."""
    edition = known["edition"]
    for colour in range(len(CRESTS)):
        out[i + k * len(CRESTS) + colour] = TWELFTHS[known["crests"][other, colour]]
    i += MAX_SEATS * len(CRESTS)
    types, kinds = i + k * len(TYPES), np.uint64(0)
    i += MAX_SEATS * len(TYPES)
    for slot in range(SLOTS):
        building = known["bridge"][other, slot]
        out[i + k * SLOTS + slot] = NUMBER_SHARE[building]
        out[i + (MAX_SEATS + k) * SLOTS + slot] = IS_PARK[building]
        kinds += ONE_OF_TYPE[edition, building]
    for kind in range(len(TYPES)):
        out[types + kind] = TWELFTHS[kinds >> COUNT * np.uint64(kind) & np.uint64(255)]
