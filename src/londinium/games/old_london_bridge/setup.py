"""The set-up, and the tiles that are revealed in it and later (section 2 of the rules)."""

import numpy as np
from numpy.typing import NDArray

from londinium.games.old_london_bridge.board import (
    CARD_COUNT,
    CARDS_PLAYED,
    CATEGORIES,
    CRESTS,
    HIGHEST_CARD,
    IN_A_STACK,
    MARKER_KINDS,
    MARKERS,
    NO_BUILDING,
    OF_A_TYPE,
    PARK,
    PARKS,
    SLOTS,
    STACK,
    START_HAND,
    START_MONEY,
    TILE_PLACES,
    TILE_STACKS,
    TILES,
    TYPES,
)
from londinium.games.old_london_bridge.effects import next_tile
from londinium.games.old_london_bridge.state import (
    EDITION,
    HANDS,
    MARKER,
    MAX_SEATS,
    MAX_TURNS,
    NO_CARD,
    NO_NUMBER,
    NO_RANK,
    NO_TILE,
    NOBODY,
    NOT_YET,
    NOWHERE,
    RANDOM,
    REVEAL,
    REVEAL_TILE,
    RONDEL,
    SCORING,
    STAIRS,
    TURN,
    State,
)
from londinium.games.old_london_bridge.turn import build
from londinium.jit import Int, inlined, njit, outlined

ALL_IN_A_STACK = (1 << IN_A_STACK) - 1
ALL_OF_A_TYPE = (1 << OF_A_TYPE) - 1


@njit
def new(s: State, seats: int, options: NDArray[np.uint8]) -> None:
    """Lay out the material; chance then deals (B1, B2)."""
    s["seats"] = seats
    for category in range(len(CATEGORIES)):
        s["scoring"][category] = options[category]
    s["open_hands"] = options[HANDS]
    s["edition"] = options[EDITION]
    s["then"] = TURN
    s["round"] = 0
    s["turn"] = 0
    s["at"] = 0
    s["rondel"] = 0
    s["kept"] = 0
    s["building"] = NO_BUILDING
    s["due"] = 0
    s["lowest"] = NO_NUMBER
    s["lowest_by"] = NOBODY
    for kind in range(MARKER_KINDS):
        s["markers"][kind] = MARKERS
    for value in range(1, HIGHEST_CARD + 1):
        s["supply"][value] = CARD_COUNT[value]
    s["supply"][0] = 0
    lay_stacks(s)
    for seat in range(MAX_SEATS):
        new_seat(s, seat, seat < seats)
    for turn in range(MAX_TURNS):
        s["order"][turn] = 0
        s["order_card"][turn] = 0
    next_scoring(s)


@outlined
def lay_stacks(s: State) -> None:
    """B1.5, B2.2, B2.7: six stacks of buildings and three of bonus tiles, all face down for now."""
    s["stack"] = 0
    for kind in range(len(TYPES)):
        s["hidden"][kind] = ALL_OF_A_TYPE if kind != PARK else 0
        s["left"][kind] = OF_A_TYPE
        s["top"][kind] = NO_BUILDING
    for crest in range(len(CRESTS)):
        s["parks"][crest] = PARKS[s["edition"], crest]
    s["tile_stack"] = 0
    for stack in range(TILE_STACKS):
        s["tile_hidden"][stack] = ALL_IN_A_STACK
        s["tile_left"][stack] = IN_A_STACK
        s["tile_top"][stack] = NO_TILE


@outlined
def new_seat(s: State, seat: Int, taken: bool) -> None:
    """B1.1, B2.4: £5 and a 0 card, with two players two; a seat nobody takes has nothing."""
    s["money"][seat] = START_MONEY if taken else 0
    for value in range(HIGHEST_CARD + 1):
        s["hand"][seat, value] = 0
    s["hand"][seat, 0] = CARDS_PLAYED[s["seats"]] if taken else 0
    for slot in range(SLOTS):
        s["bridge"][seat, slot] = NO_BUILDING
    s["built"][seat] = 0
    for crest in range(len(CRESTS)):
        s["crests"][seat, crest] = 0
    s["chapel"][seat] = 0
    s["gate"][seat] = 0
    s["rank"][seat] = NO_RANK
    for tile in range(len(TILES)):
        s["tiles"][seat, tile] = 0
        s["fresh"][seat, tile] = 0
    s["choice"][seat] = NOT_YET
    for card in range(2):
        s["played"][seat, card] = NO_CARD
        s["raised"][seat, card] = 0
    s["pawn"][seat] = NOWHERE


@outlined
def next_scoring(s: State) -> None:
    """B8.1: chance draws the scorings that the table left to it."""
    while s["at"] < len(CATEGORIES) and s["scoring"][s["at"]] != RANDOM:
        s["at"] += 1
    s["phase"] = SCORING
    if s["at"] == len(CATEGORIES):
        s["at"] = 0
        s["phase"] = RONDEL


@inlined
def draw_scoring(s: State, outcome: Int) -> None:
    s["scoring"][s["at"]] = 1 + outcome
    next_scoring(s)


@inlined
def lay_rondel(s: State, outcome: Int) -> None:
    """B2.1"""
    s["rondel"] = outcome
    s["phase"] = STAIRS


@inlined
def climb_stairs(s: State, seat: Int) -> None:
    """B2.5, B2.6: a seat has the next stair; the last seat has the last stair."""
    take_stair(s, seat)
    if s["at"] + 1 == s["seats"]:
        last = 0
        while s["rank"][last] != NO_RANK:
            last += 1
        take_stair(s, last)
        s["at"] = 0
        s["phase"] = REVEAL


@outlined
def take_stair(s: State, seat: Int) -> None:
    stair = s["at"]
    s["rank"][seat] = stair
    s["at"] += 1
    for value in range(1, HIGHEST_CARD + 1):
        cards = START_HAND[s["edition"], stair, value - 1]
        s["hand"][seat, value] += cards
        s["supply"][value] -= cards


@inlined
def reveal(s: State, outcome: Int) -> None:
    """B2.2, B5.9: the next tile of a stack is open; then the set-up or the turn goes on."""
    kind = s["stack"]
    s["top"][kind] = STACK[s["edition"], kind, outcome]
    s["left"][kind] -= 1
    if kind == PARK:
        s["parks"][outcome] -= 1
    else:
        s["hidden"][kind] ^= np.uint16(1 << outcome)
    if s["round"] > 0:
        build(s)
    elif kind + 1 < len(TYPES):
        s["stack"] += 1
    else:
        s["phase"] = REVEAL_TILE


@inlined
def reveal_tile(s: State, tile: Int) -> None:
    """B2.7, B5.17: the next tile of a bonus stack is open."""
    stack = s["tile_stack"]
    s["tile_top"][stack] = tile
    s["tile_left"][stack] -= 1
    places = np.int64(s["tile_hidden"][stack] & TILE_PLACES[s["edition"], stack, tile])
    s["tile_hidden"][stack] ^= np.uint8(places & -places)
    if s["round"] > 0:
        next_tile(s)
    elif stack + 1 < TILE_STACKS:
        s["tile_stack"] += 1
    else:
        s["phase"] = MARKER
