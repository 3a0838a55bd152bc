"""Heuristics for Old London Bridge: the estimated value of each action, in pounds."""

import numpy as np

from londinium.bitset import ONE, Words
from londinium.games.old_london_bridge.board import (
    CENTRE_COST,
    FREE_CENTRE,
    HIGHEST_CARD,
    KEEP_CARD,
    MONEY_AT,
    NO_BUILDING,
    SHARE,
    TYPES,
    X_AT,
    X_SPACE,
    X,
)
from londinium.games.old_london_bridge.heuristics.bids import (
    Choices,
    Values,
    bid_values,
    raise_values,
)
from londinium.games.old_london_bridge.heuristics.tables import (
    DENIED,
    TILE,
    USE,
)
from londinium.games.old_london_bridge.heuristics.values import (
    Pounds,
    building_value,
    chapel_value,
    gate_value,
    hand_value,
    pass_value,
    replacement_value,
    tile_value,
    turns_left,
    unused_tile,
)
from londinium.games.old_london_bridge.round import turn_card
from londinium.games.old_london_bridge.round import turns as turns_of_round
from londinium.games.old_london_bridge.state import (
    AFTER,
    CARDS,
    CENTRE,
    MIX,
    NOWHERE,
    OF_STRENGTH,
    PASS,
    PLACE,
    PLACE_CENTRE,
    PLACE_FREE,
    RAISE,
    REPLACE,
    REPLACE_NUMBER,
    SUPPLIED,
    TAKE,
    TAKE_CARDS,
    TAKE_MIX,
    TAKE_TILE,
    TURN,
    USE_CHAPEL_STEPS,
    USE_GATE_STEPS,
    USE_LADY,
    WORDS,
    State,
)
from londinium.games.old_london_bridge.turn import TILE_STEPS, spaces_of_others
from londinium.jit import Int, inlined, njit, outlined

EACH_TYPE = np.uint64((1 << len(TYPES)) - 1)  # as bits


# A turn


@inlined
def turn_values(s: State, seat: Int, choices: Choices, values: Values) -> None:
    """B5.1 to B5.8: tiles first where they gain, and then the best building."""
    turns = turns_left(s, seat)
    best = -1e6
    wanted, denied = denial(s, seat)
    for i in range(len(choices)):
        action = np.int64(choices[i])
        if action >= PLACE:
            value = placement_value(s, seat, action, turns)
            if (action - PLACE) % len(TYPES) == wanted:
                value += denied
            values[i] = value
            best = max(best, value)
    for i in range(len(choices)):
        action = np.int64(choices[i])
        if action < PLACE:
            values[i] = best + tile_use_value(s, seat, action, turns)


@inlined
def denial(s: State, seat: Int) -> tuple[Int, Pounds]:
    """The stack that whoever has the next turn would take, and what it is worth to take it now."""
    following = np.int64(s["at"]) + 1
    if s["phase"] != TURN or following >= turns_of_round(s) or s["order"][following] == seat:
        return np.int64(NOWHERE), 0.0
    wanted, loss = favourite(s, np.int64(s["order"][following]))
    return wanted, DENIED[s["seats"]] * loss


@outlined
def favourite(s: State, seat: Int) -> tuple[Int, Pounds]:
    """Return the stack the seat would take next, and how much less its second choice is worth."""
    turns, taken = turns_left(s, seat), spaces_of_others(s, seat)
    passed = pass_value(s, seat, turns)
    wanted, best, second = np.int64(NOWHERE), passed, passed
    for kind in range(len(TYPES)):
        building = s["top"][kind]
        if building != NO_BUILDING:
            value = building_value(s, seat, building, turns)
            money = MONEY_AT[s["edition"], s["rondel"], kind]
            pays = money != X and taken >> np.uint64(kind) & ONE == 0
            value += money if pays else -CENTRE_COST
            if value > best:
                wanted, second, best = np.int64(kind), best, value
            elif value > second:
                second = value
    return wanted, best - second


@outlined
def placement_value(s: State, seat: Int, action: Int, turns: Int) -> Pounds:
    """B5.3 to B5.8: the building, the money, and the tiles spent."""
    if action == PASS:
        return pass_value(s, seat, turns)
    kind = (action - PLACE) % len(TYPES)
    value = building_value(s, seat, s["top"][kind], turns)
    space = kind if action < PLACE_CENTRE else CENTRE
    for other in range(s["seats"]):
        if other != seat and s["pawn"][other] == space:
            value -= tile_value(s, seat, SHARE, turns)
            break
    if action >= PLACE_FREE:
        return value - tile_value(s, seat, FREE_CENTRE, turns)
    if action >= PLACE_CENTRE:
        return value - CENTRE_COST
    money = MONEY_AT[s["edition"], s["rondel"], kind]
    return value - tile_value(s, seat, X_SPACE, turns) if money == X else value + money


@outlined
def tile_use_value(s: State, seat: Int, action: Int, turns: Int) -> Pounds:
    """B6.2: what the tiles for a turn gain."""
    if action == USE_CHAPEL_STEPS:
        return chapel_value(s, seat, TILE_STEPS, turns) - unused_tile(s)
    if action == USE_GATE_STEPS:
        return gate_value(s, seat, TILE_STEPS, turns) - unused_tile(s)
    card = turn_card(s)
    return USE[s["seats"], card] * (turns > 0) - tile_value(s, seat, KEEP_CARD, turns)


@inlined
def after_values(s: State, seat: Int, choices: Choices, values: Values) -> None:
    """B5.23"""
    turns = turns_left(s, seat)
    for i in range(len(choices)):
        action = np.int64(choices[i])
        values[i] = 0.0 if action == PASS else tile_use_value(s, seat, action, turns)


@inlined
def replacement_values(s: State, seat: Int, choices: Choices, values: Values) -> None:
    """B5.13"""
    turns = turns_left(s, seat)
    building = s["building"]
    for i in range(len(choices)):
        number = np.int64(choices[i]) - REPLACE_NUMBER + 1
        slot: Int = np.int64(0)
        while s["bridge"][seat, slot] != number:
            slot += 1
        values[i] = replacement_value(s, seat, building, slot, turns)


@inlined
def mix_values(s: State, seat: Int, choices: Choices, values: Values) -> None:
    """B5.19"""
    turns, hand = turns_left(s, seat), s["hand"][seat]
    a, b, c, d = np.int64(hand[1]), np.int64(hand[2]), np.int64(hand[3]), np.int64(hand[4])
    for i in range(len(choices)):
        mix = MIX[np.int64(choices[i]) - TAKE_MIX]
        values[i] = hand_value(s, seat, a + mix[1], b + mix[2], c + mix[3], d + mix[4], turns)


@inlined
def tile_values(s: State, seat: Int, choices: Choices, values: Values) -> None:
    """B5.17"""
    turns = turns_left(s, seat)
    for i in range(len(choices)):
        tile = np.int64(s["tile_top"][np.int64(choices[i]) - TAKE])
        values[i] = TILE[turns, tile]


@inlined
def lady_values(s: State, seat: Int, choices: Choices, values: Values) -> None:
    """B4.2: a 2 for this round or a later one, or the tile in the end."""
    bids, hand = turns_left(s, seat) + 1, s["hand"][seat]
    a, b, c, d = np.int64(hand[1]), np.int64(hand[2]), np.int64(hand[3]), np.int64(hand[4])
    without = hand_value(s, seat, a, b, c, d, bids) + unused_tile(s)
    for i in range(len(choices)):
        used = choices[i] == USE_LADY
        values[i] = hand_value(s, seat, a, b + 1, c, d, bids) if used else without


# The three answers


@njit
def action_values(s: State, seat: int, choices: Choices, values: Values) -> None:
    """Write the estimated value of each choice in pounds; only differences between them count."""
    phase = s["phase"]
    if phase == TURN:
        turn_values(s, seat, choices, values)
    elif phase == CARDS:
        bid_values(s, seat, choices, values)
    elif phase == TAKE_CARDS:
        mix_values(s, seat, choices, values)
    elif phase == REPLACE:
        replacement_values(s, seat, choices, values)
    elif phase == TAKE_TILE:
        tile_values(s, seat, choices, values)
    elif phase == AFTER:
        after_values(s, seat, choices, values)
    elif phase == RAISE:
        raise_values(s, seat, choices, values)
    else:
        lady_values(s, seat, choices, values)


@njit
def prune(s: State, seat: int, actions: Words) -> None:
    """Remove smaller mixes of cards, and what pays for a building that another way pays for."""
    if s["phase"] == TAKE_CARDS:
        keep_full_mixes(s, actions)
    elif s["phase"] == TURN:
        keep_cheap_ways(s, seat, actions)


@inlined
def keep_full_mixes(s: State, actions: Words) -> None:
    """B5.19: keep the mixes to which no card could be added."""
    strength = np.int64(s["due"])
    for value in range(1, HIGHEST_CARD + 1):
        supply = np.int64(s["supply"][value])
        if supply > 0 and value <= strength:
            for w in range(WORDS):
                short = OF_STRENGTH[strength - value, w] & SUPPLIED[value, supply - 1, w]
                actions[w] &= ~short


@inlined
def keep_cheap_ways(s: State, seat: Int, actions: Words) -> None:
    """B5.3: where the outer space is free and pays, neither the centre nor a tile is paid for."""
    outer = actions[0] >> np.uint64(PLACE) & EACH_TYPE
    outer &= ~(spaces_of_others(s, seat) | X_AT[s["edition"], s["rondel"]])
    actions[0] &= ~(outer << np.uint64(PLACE_CENTRE) | outer << np.uint64(PLACE_FREE))


@njit
def public_action(s: State, seat: int, action: int) -> Int:
    """Return the action: choices made at the same time are all that is ever hidden (B4.3)."""
    return action
