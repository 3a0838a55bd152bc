"""What a seat may know (section 10 of the rules): redact, determinize, observe.

A record knows no order of what lies face down, so the only secrets are the cards that others have
chosen and not yet revealed. Hands and money follow from what everybody saw: they stay in a redacted
record, and `view` leaves them out where the table plays with closed hands (B10.2).
"""

import numpy as np
from numpy.typing import NDArray

from londinium.bitset import select
from londinium.game import Slice, State, States
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
    MARKERS,
    MONEY_AT,
    NO_BUILDING,
    NUMBERS,
    OF_A_TYPE,
    ROUNDS,
    SLOTS,
    STACK,
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
    MOST_SEATS,
    MOST_TURNS,
    NO_CARD,
    NO_NUMBER,
    NOT_YET,
    RAISE,
    RANDOM,
    SECRET,
    USE_LADY,
)
from londinium.jit import njit, ones, step
from londinium.rng import Rng, below


@njit
def redact(s: State, seat: int, out: States) -> None:
    """B10.1: copy `s` without the cards that the others have chosen."""
    out[0] = s
    known = out[0]
    for other in range(s["seats"]):
        if other != seat and s["choice"][other] != NOT_YET:
            known["choice"][other] = SECRET


@njit
def determinize(known: State, seat: int, rng: Rng, out: States) -> None:
    """Let each of the others who has chosen have chosen any of their cards."""
    out[0] = known
    s = out[0]
    for other in range(s["seats"]):
        if s["choice"][other] == SECRET:
            actions = playable(s, other)
            k = np.uint64(below(rng, np.int64(ones(actions))))
            s["choice"][other] = 1 + select(actions, k)


CARDS_IN_GAME = np.array(CARD_COUNT, dtype=np.float64)  # by value

# The order and the scale of these parts is what observe writes. "Seats" are in turn order from the
# observer, who is the first; the rows of seats that nobody takes are 0.
_S = MOST_SEATS
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
    Slice("tile_hidden", TILE_STACKS * len(TILES), "by bonus stack: 1 for each tile not revealed"),
    Slice("supply", HIGHEST_CARD, "cards of value 1 to 4 / 15"),
    Slice("building", 1, "number of the building that is about to replace another / 60"),
    Slice("due", 1, "bonus tiles still to take, or the strength of the inn / 12"),
    Slice("built_before", 1, "1 if the bonus tiles to take come after the building of the turn"),
    Slice("kept", 1, "1 if the card of this turn will be kept"),
    Slice("lowest", 1, "the lowest number built in this round / 60"),
    Slice("lowest_by", _S, "1 for the seat that built it"),
    Slice("answer", USE_LADY, "1 for the cards chosen, while others choose: by action"),
    Slice("order", MOST_TURNS * _S, "by turn of the round still to come: 1 for its seat"),
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


@step
def observe_round(known: State, seat: int, out: NDArray[np.float32], i: int) -> int:
    for phase in range(LADIES, AFTER + 1):
        out[i + phase - LADIES] = known["phase"] == phase
    i += AFTER + 1 - LADIES
    out[i] = known["round"] / 12
    out[i + 1] = (ROUNDS[known["seats"]] - known["round"]) / 12
    i += 2
    choosing = known["phase"] == CARDS
    for k in range(MOST_SEATS):
        in_game = k < known["seats"]
        other = (seat + k) % known["seats"]
        waits = known["choice"][other] == NOT_YET if choosing else known["turn"] == other
        out[i + k] = in_game and waits
        out[i + MOST_SEATS + k] = in_game
    i += 2 * MOST_SEATS
    for category in range(len(CATEGORIES)):
        for scoring in range(RANDOM):
            out[i] = known["scoring"][category] == scoring
            i += 1
    return i


@step
def observe_stacks(known: State, out: NDArray[np.float32], i: int) -> int:
    edition = known["edition"]
    n = len(TYPES)
    for kind in range(n):
        money, top = MONEY_AT[edition, known["rondel"], kind], known["top"][kind]
        crest = CREST[edition, top]
        out[i + kind] = min(money / 3, 2)
        out[i + n + kind] = money == X
        out[i + 2 * n + kind] = top != NO_BUILDING
        out[i + 3 * n + kind] = 0 if top >= FIRST_PARK else top / NUMBERS
        for colour in range(len(CRESTS)):
            shown = top != NO_BUILDING and crest in (colour, ALL_CRESTS)
            out[i + 4 * n + kind * len(CRESTS) + colour] = shown
        out[i + 8 * n + kind] = known["left"][kind] / OF_A_TYPE
    i += 9 * n
    for kind in range(n - 1):
        for place in range(OF_A_TYPE):
            number = STACK[edition, kind, place]
            out[i + number - 1] = known["hidden"][kind] >> place & 1
    i += NUMBERS
    for crest in range(len(CRESTS)):
        out[i + crest] = known["parks"][crest] / OF_A_TYPE
    i += len(CRESTS)
    for kind in range(MARKER_KINDS):
        out[i + kind] = known["markers"][kind] / MARKERS
    i += MARKER_KINDS
    for stack in range(TILE_STACKS):
        for tile in range(len(TILES)):
            out[i] = known["tile_top"][stack] == tile
            out[i + TILE_STACKS * len(TILES)] = known["tile_hidden"][stack] >> tile & 1
            i += 1
    return i + TILE_STACKS * len(TILES)


@step
def observe_turn(known: State, seat: int, out: NDArray[np.float32], i: int) -> int:
    for value in range(1, HIGHEST_CARD + 1):
        out[i + value - 1] = known["supply"][value] / 15
    i += HIGHEST_CARD
    out[i] = 0 if known["building"] >= FIRST_PARK else known["building"] / NUMBERS
    out[i + 1] = known["due"] / 12
    out[i + 2] = known["then"] == AFTER
    out[i + 3] = known["kept"]
    out[i + 4] = 0 if known["lowest"] == NO_NUMBER else known["lowest"] / NUMBERS
    i += 5
    for k in range(MOST_SEATS):
        in_game = k < known["seats"]
        out[i + k] = in_game and known["lowest_by"] == (seat + k) % known["seats"]
    i += MOST_SEATS
    for action in range(USE_LADY):
        out[i + action] = known["choice"][seat] == 1 + action
    i += USE_LADY
    revealed, turn_now = known["phase"] > CARDS, 0 if known["phase"] == RAISE else known["at"]
    for turn in range(MOST_TURNS):
        ahead = revealed and turn_now <= turn < turns(known)
        for k in range(MOST_SEATS):
            in_game = k < known["seats"]
            out[i + k] = ahead and in_game and known["order"][turn] == (seat + k) % known["seats"]
        i += MOST_SEATS
    return i


@step
def observe_seats(known: State, seat: int, out: NDArray[np.float32], i: int) -> None:
    for k in range(MOST_SEATS):
        in_game = k < known["seats"]
        other = (seat + k) % known["seats"] if in_game else k
        j = observe_seat(known, other, out, i, k)
        observe_bridge(known, other, out, j, k)


@step
def observe_seat(known: State, other: int, out: NDArray[np.float32], i: int, k: int) -> int:
    """Write the k-th row of each part from `hand` to `pawn`; return where `crests` begins."""
    edition = known["edition"]
    for value in range(HIGHEST_CARD + 1):
        out[i + k * (HIGHEST_CARD + 1) + value] = known["hand"][other, value] / CARDS_IN_GAME[value]
    i += MOST_SEATS * (HIGHEST_CARD + 1)
    in_game = other < known["seats"]
    out[i + k] = min(known["money"][other] / 50, 2)
    out[i + MOST_SEATS + k] = known["built"][other] / SLOTS
    out[i + 2 * MOST_SEATS + k] = known["chapel"][other] / CHAPEL_END[edition]
    out[i + 3 * MOST_SEATS + k] = known["gate"][other] / GATE_END[edition]
    out[i + 4 * MOST_SEATS + k] = known["rank"][other] / 3 if in_game else 0
    i += 5 * MOST_SEATS
    for tile in range(len(TILES)):
        out[i + k * len(TILES) + tile] = known["tiles"][other, tile] / 3
        out[i + (MOST_SEATS + k) * len(TILES) + tile] = known["fresh"][other, tile] / 3
    i += 2 * MOST_SEATS * len(TILES)
    for card in range(2):
        value = known["played"][other, card]
        lies = value != NO_CARD
        out[i + k * 4 + 2 * card] = lies
        out[i + k * 4 + 2 * card + 1] = value / HIGHEST_CARD if lies else 0
        out[i + 4 * MOST_SEATS + k * 2 + card] = known["raised"][other, card] / 3
    i += 6 * MOST_SEATS
    for space in range(CENTRE + 1):
        out[i + k * (CENTRE + 1) + space] = known["pawn"][other] == space
    return i + MOST_SEATS * (CENTRE + 1)


@step
def observe_bridge(known: State, other: int, out: NDArray[np.float32], i: int, k: int) -> None:
    """Write the k-th row of each part from `crests` on."""
    for colour in range(len(CRESTS)):
        out[i + k * len(CRESTS) + colour] = known["crests"][other, colour] / SLOTS
    i += MOST_SEATS * len(CRESTS)
    types = i + k * len(TYPES)
    for kind in range(len(TYPES)):
        out[types + kind] = 0
    i += MOST_SEATS * len(TYPES)
    for slot in range(SLOTS):
        building = known["bridge"][other, slot]
        out[i + k * SLOTS + slot] = 0 if building >= FIRST_PARK else building / NUMBERS
        out[i + (MOST_SEATS + k) * SLOTS + slot] = building >= FIRST_PARK
        if building != NO_BUILDING:
            out[types + np.int64(TYPE[known["edition"], building])] += np.float32(1 / SLOTS)
