"""The contract: who acts, what is legal, what it does, and what chance does.

docs/rules/old_london_bridge.md numbers the rules. Functions trust their arguments: `Match` checks.
`s` is a STATE record. The rules are in setup.py, round.py and turn.py.
"""

import numpy as np

from londinium.bitset import NONE, ONE, Words, insert
from londinium.game import CHANCE, OVER
from londinium.games.old_london_bridge.board import (
    CATEGORIES,
    CRESTS,
    KINDS_OF_SCORING,
    MARKER_KINDS,
    OF_A_TYPE,
    PARK,
    TILE_PLACES,
    TILE_STACKS,
    TILES,
    TYPES,
)
from londinium.games.old_london_bridge.effects import (
    mixes,
    next_tile,
    take_cards,
    take_tile,
    usable_steps,
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
from londinium.games.old_london_bridge.setup import (
    climb_stairs,
    draw_scoring,
    lay_rondel,
    reveal,
    reveal_tile,
)
from londinium.games.old_london_bridge.state import (
    AFTER,
    CARDS,
    ENDED,
    MARKER,
    NO_RANK,
    NO_TILE,
    NOT_YET,
    PASS,
    RAISE,
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
    can_keep_card,
    placements,
    replace_number,
    replaceable,
    take_turn,
    use_steps,
)
from londinium.jit import Int, lsb, njit, popcount

# The piles that chance draws from: the four scorings, then these, the stacks, the bonus stacks.
RONDEL_PILE = len(CATEGORIES)
STAIRS_PILE = RONDEL_PILE + 1
MARKER_PILE = STAIRS_PILE + 1
STACK_PILE = MARKER_PILE + 1
TILE_PILE = STACK_PILE + len(TYPES)


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
    """Apply a legal action."""
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
        stack = s["tile_stack"]
        places = s["tile_hidden"][stack] & TILE_PLACES[s["edition"], stack, outcome]
        return popcount(np.uint64(places))
    if phase == MARKER:
        return s["markers"][outcome]
    if phase == STAIRS:
        return s["rank"][outcome] == NO_RANK
    return 1


@njit
def deal(s: State, outcome: int) -> None:
    """Apply an outcome of chance."""
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
