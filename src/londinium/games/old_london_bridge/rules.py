"""The set-up (section 2 of the rules) and the contract: who acts, what is legal, what it does.

docs/rules/old_london_bridge.md numbers the rules. Functions trust their arguments: `Match` checks.
`s` is a STATE record. The rest of the rules is in round.py and turn.py.
"""

import numpy as np
from numpy.typing import NDArray

from londinium.bitset import NONE, ONE, Words, insert
from londinium.game import CHANCE, OVER
from londinium.games.old_london_bridge.board import (
    CARD_COUNT,
    CARDS_PLAYED,
    CATEGORIES,
    CRESTS,
    HIGHEST_CARD,
    KINDS_OF_SCORING,
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
    TILE_STACKS,
    TILES,
    TYPES,
)
from londinium.games.old_london_bridge.round import (
    answer_lady,
    answer_raise,
    choose_card,
    end_turn,
    playable,
    raisable,
    turn_rondel,
)
from londinium.games.old_london_bridge.state import (
    AFTER,
    CARDS,
    EDITION,
    ENDED,
    HANDS,
    MARKER,
    MOST_SEATS,
    MOST_TURNS,
    NO_CARD,
    NO_NUMBER,
    NO_RANK,
    NO_TILE,
    NOBODY,
    NOT_YET,
    NOWHERE,
    PASS,
    RAISE,
    RANDOM,
    REPLACE,
    REPLACE_NUMBER,
    REVEAL,
    REVEAL_TILE,
    RONDEL,
    SCORING,
    STAIRS,
    TAKE,
    TAKE_CARDS,
    TAKE_MIX,
    TAKE_TILE,
    TURN,
    USE_KEEP_CARD,
    USE_LADY,
    WORDS,
    State,
)
from londinium.games.old_london_bridge.turn import (
    build,
    can_keep_card,
    mixes,
    next_tile,
    placements,
    replace_number,
    replaceable,
    take_cards,
    take_tile,
    take_turn,
    usable_steps,
    use_steps,
)
from londinium.jit import Int, inlined, lsb, njit, outlined

ALL_TILES = (1 << len(TILES)) - 1
ALL_OF_A_TYPE = (1 << OF_A_TYPE) - 1
# The piles that chance draws from: the four scorings, then these, the stacks, the bonus stacks.
RONDEL_PILE = len(CATEGORIES)
STAIRS_PILE = RONDEL_PILE + 1
MARKER_PILE = STAIRS_PILE + 1
STACK_PILE = MARKER_PILE + 1
TILE_PILE = STACK_PILE + len(TYPES)


# 2 Set-up


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
    for seat in range(MOST_SEATS):
        new_seat(s, seat, seat < seats)
    for turn in range(MOST_TURNS):
        s["order"][turn] = 0
        s["order_card"][turn] = 0
    next_scoring(s)


@outlined
def lay_stacks(s: State) -> None:
    """B2.2, B2.7: six stacks of buildings and three of bonus tiles, all face down for now."""
    s["stack"] = 0
    for kind in range(len(TYPES)):
        s["hidden"][kind] = ALL_OF_A_TYPE if kind != PARK else 0
        s["left"][kind] = OF_A_TYPE
        s["top"][kind] = NO_BUILDING
    for crest in range(len(CRESTS)):
        s["parks"][crest] = PARKS[s["edition"], crest]
    s["tile_stack"] = 0
    for stack in range(TILE_STACKS):
        s["tile_hidden"][stack] = ALL_TILES
        s["tile_left"][stack] = len(TILES)
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


# The stacks


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
    s["tile_hidden"][stack] ^= np.uint8(1 << tile)
    if s["round"] > 0:
        next_tile(s)
    elif stack + 1 < TILE_STACKS:
        s["tile_stack"] += 1
    else:
        s["phase"] = MARKER


# The contract


@njit
def to_move(s: State) -> int:
    """Return the seat that acts next, CHANCE or OVER."""
    if s["phase"] <= REVEAL_TILE:
        return CHANCE
    if s["phase"] == ENDED:
        return OVER
    if s["phase"] == CARDS:
        seat = 0
        while s["choice"][seat] != NOT_YET:
            seat += 1
        return seat
    return s["turn"]


@njit
def may_act(s: State, seat: int) -> bool:
    """B4.3: in phase CARDS every seat may, and may change its choice until the last is in."""
    return 0 <= seat < s["seats"] and (s["phase"] == CARDS or to_move(s) == seat)


@njit
def legal(s: State, seat: int, actions: Words) -> None:
    """Write the set of the seat's legal actions (the seat may act)."""
    phase = s["phase"]
    if phase == TAKE_CARDS:
        mixes(s, actions)
        return
    for w in range(1, WORDS):
        actions[w] = NONE
    if phase == CARDS:
        actions[0] = playable(s, seat)
    elif phase == TURN:
        actions[0] = placements(s, seat) | usable_steps(s, seat)
        if can_keep_card(s, seat):
            actions[0] |= ONE << np.uint64(USE_KEEP_CARD)
    elif phase == REPLACE:
        actions[0] = NONE
        slots = replaceable(s, seat, s["building"])
        while slots != 0:
            insert(actions, REPLACE_NUMBER - 1 + s["bridge"][seat, lsb(slots)])
            slots &= slots - ONE
    elif phase == TAKE_TILE:
        actions[0] = NONE
        for stack in range(TILE_STACKS):
            open_tile = np.uint64(s["tile_top"][stack] != NO_TILE)
            actions[0] |= open_tile << np.uint64(TAKE + stack)
    elif phase == AFTER:
        actions[0] = usable_steps(s, seat) | ONE << np.uint64(PASS)
    elif phase == RAISE:
        actions[0] = raisable(s, seat)
    else:
        actions[0] = ONE << np.uint64(USE_LADY) | ONE << np.uint64(PASS)


@njit
def apply(s: State, seat: int, action: int) -> None:
    """Do a legal action."""
    phase = s["phase"]
    if phase == CARDS:
        choose_card(s, seat, action)
    elif phase == TURN:
        take_turn(s, seat, action)
    elif phase == REPLACE:
        replace_number(s, seat, action - REPLACE_NUMBER + 1)
    elif phase == TAKE_CARDS:
        take_cards(s, seat, action - TAKE_MIX)
    elif phase == TAKE_TILE:
        if not take_tile(s, action - TAKE):
            next_tile(s)
    elif phase == AFTER:
        if action == PASS:
            end_turn(s)
        else:
            use_steps(s, seat, action)
    elif phase == RAISE:
        answer_raise(s, seat, action)
    else:
        answer_lady(s, seat, action)


# The contract: chance


@njit
def pile(s: State) -> int:
    """Return which pile chance draws from."""
    phase = s["phase"]
    if phase == REVEAL:
        return STACK_PILE + s["stack"]
    if phase == REVEAL_TILE:
        return TILE_PILE + s["tile_stack"]
    if phase == MARKER:
        return MARKER_PILE
    if phase == SCORING:
        return s["at"]
    return RONDEL_PILE if phase == RONDEL else STAIRS_PILE


@njit
def outcome_count(s: State) -> int:
    phase = s["phase"]
    if phase == REVEAL:
        return len(CRESTS) if s["stack"] == PARK else OF_A_TYPE
    if phase == REVEAL_TILE:
        return len(TILES)
    if phase == MARKER:
        return MARKER_KINDS
    if phase == SCORING:
        return KINDS_OF_SCORING
    return len(TYPES) if phase == RONDEL else s["seats"]


@njit
def total_weight(s: State) -> Int:
    """Count what chance draws one of."""
    phase = s["phase"]
    if phase == REVEAL:
        return s["left"][s["stack"]]
    if phase == REVEAL_TILE:
        return s["tile_left"][s["tile_stack"]]
    if phase == MARKER:
        return s["markers"][0] + s["markers"][1] + s["markers"][2]
    if phase == SCORING:
        return KINDS_OF_SCORING
    return len(TYPES) if phase == RONDEL else s["seats"] - s["at"]


@njit
def weight(s: State, outcome: int) -> Int:
    """Count how many ways there are for an outcome."""
    phase = s["phase"]
    if phase == REVEAL:
        if s["stack"] == PARK:
            return s["parks"][outcome]
        return s["hidden"][s["stack"]] >> outcome & 1
    if phase == REVEAL_TILE:
        return s["tile_hidden"][s["tile_stack"]] >> outcome & 1
    if phase == MARKER:
        return s["markers"][outcome]
    if phase == STAIRS:
        return s["rank"][outcome] == NO_RANK
    return 1


@njit
def deal(s: State, outcome: int) -> None:
    """Let chance have an outcome."""
    phase = s["phase"]
    if phase == REVEAL:
        reveal(s, outcome)
    elif phase == REVEAL_TILE:
        reveal_tile(s, outcome)
    elif phase == MARKER:
        turn_rondel(s, outcome)
    elif phase == STAIRS:
        climb_stairs(s, outcome)
    elif phase == RONDEL:
        lay_rondel(s, outcome)
    else:
        draw_scoring(s, outcome)
