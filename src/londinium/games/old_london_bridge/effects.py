"""Effects: steps on the tracks, bonus tiles and cards (B5.15 to B5.23)."""

import numpy as np

from londinium.bitset import NONE, ONE, Words
from londinium.games.old_london_bridge.board import (
    BONUSES,
    CHAPEL,
    CHAPEL_END,
    CHAPEL_STEPS,
    COINS,
    CREST,
    GATE,
    GATE_END,
    GATE_END_MONEY,
    GATE_STEPS,
    HIGHEST_CARD,
    INN,
    SHOP,
    TILE_STACKS,
    TYPE,
)
from londinium.games.old_london_bridge.round import end_turn
from londinium.games.old_london_bridge.state import (
    AFTER,
    MIX,
    NO_TILE,
    OF_STRENGTH,
    REVEAL_TILE,
    SUPPLIED,
    TAKE_CARDS,
    TAKE_TILE,
    TURN,
    USE_CHAPEL_STEPS,
    USE_GATE_STEPS,
    WORDS,
    State,
)
from londinium.jit import Int, inlined, lsb, outlined


@inlined
def usable_steps(s: State, seat: Int) -> np.uint64:
    """B5.1, B5.10: the step tiles that would do something."""
    actions = NONE
    if s["tiles"][seat, CHAPEL_STEPS] > 0 and s["chapel"][seat] < CHAPEL_END[s["edition"]]:
        actions |= ONE << np.uint64(USE_CHAPEL_STEPS)
    if s["tiles"][seat, GATE_STEPS] > 0 and s["gate"][seat] < GATE_END[s["edition"]]:
        actions |= ONE << np.uint64(USE_GATE_STEPS)
    return actions


@inlined
def have_effect(s: State, seat: Int, building: Int) -> None:
    """B5.16 to B5.20"""
    kind, crest = TYPE[s["edition"], building], CREST[s["edition"], building]
    strength = np.int64(s["crests"][seat, crest & 3])  # a guild hall has no use for it
    if kind == GATE:
        pass_gates(s, seat, strength)
        next_tile(s)
        return
    if kind == INN and has_card_up_to(s, strength):
        s["due"] = strength
        s["phase"] = TAKE_CARDS
        return
    if kind == CHAPEL:
        climb(s, seat, strength)
    elif kind == SHOP:
        s["money"][seat] += strength
    after_effect(s)


@outlined
def climb(s: State, seat: Int, steps: Int) -> None:
    """B5.16, B5.21, B3: steps on the chapel track, its coins, and the order of the markers."""
    end = CHAPEL_END[s["edition"]]
    start = s["chapel"][seat]
    if start == end:
        return
    space = min(start + steps, end)
    s["chapel"][seat] = space
    s["money"][seat] += np.int64(COINS[s["edition"], space]) - COINS[s["edition"], start]
    rank = 0
    for other in range(s["seats"]):
        rank += s["chapel"][other] > space
        rank += space == end and other != seat and s["chapel"][other] == end
    for other in range(s["seats"]):
        s["rank"][other] += rank <= s["rank"][other] < s["rank"][seat]
    s["rank"][seat] = rank


@outlined
def pass_gates(s: State, seat: Int, steps: Int) -> None:
    """B5.17, B5.21: steps on the gate track; bonus tiles are due."""
    end = GATE_END[s["edition"]]
    start = s["gate"][seat]
    space = min(start + steps, end)
    s["gate"][seat] = space
    s["due"] = BONUSES[s["edition"], space] - BONUSES[s["edition"], start]
    if start < end == space:
        s["money"][seat] += GATE_END_MONEY[s["edition"]]


@outlined
def next_tile(s: State) -> None:
    """B5.17: choose a tile that is due; where only one is open it is taken without asking."""
    while s["due"] > 0:
        stacks = NONE
        for stack in range(TILE_STACKS):
            stacks |= np.uint64(s["tile_top"][stack] != NO_TILE) << np.uint64(stack)
        if stacks == 0:
            s["due"] = 0
        elif stacks & (stacks - ONE) != 0:
            s["phase"] = TAKE_TILE
            return
        elif take_tile(s, np.int64(lsb(stacks))):
            return
    go_on(s)


@inlined
def take_tile(s: State, stack: Int) -> bool:
    """B5.17, B6.1: a tile for a later round; return whether the next of its stack is to be open."""
    s["fresh"][s["turn"], s["tile_top"][stack]] += 1
    s["tile_top"][stack] = NO_TILE
    s["due"] -= 1
    if s["tile_left"][stack] == 0:
        return False
    s["tile_stack"] = stack
    s["phase"] = REVEAL_TILE
    return True


@inlined
def has_card_up_to(s: State, strength: Int) -> bool:
    for value in range(1, HIGHEST_CARD + 1):
        if value <= strength and s["supply"][value] > 0:
            return True
    return False


@inlined
def mixes(s: State, actions: Words) -> None:
    """B5.19: the cards that the strength allows and the supply has."""
    supply = s["supply"]
    for w in range(WORDS):
        actions[w] = (
            OF_STRENGTH[s["due"], w]
            & SUPPLIED[1, supply[1], w]
            & SUPPLIED[2, supply[2], w]
            & SUPPLIED[3, supply[3], w]
            & SUPPLIED[4, supply[4], w]
        )


@inlined
def take_cards(s: State, seat: Int, mix: Int) -> None:
    """B5.19"""
    for value in range(1, HIGHEST_CARD + 1):
        s["hand"][seat, value] += MIX[mix, value]
        s["supply"][value] -= MIX[mix, value]
    s["due"] = 0
    after_effect(s)


@inlined
def go_on(s: State) -> None:
    """Steps and bonus tiles are done: back to where they came from."""
    if s["then"] == TURN:
        s["phase"] = TURN
    else:
        after_effect(s)


@inlined
def after_effect(s: State) -> None:
    """B5.23: ask for step tiles once more, if there are any to use."""
    if usable_steps(s, np.int64(s["turn"])) != 0:
        s["phase"] = AFTER
    else:
        end_turn(s)
