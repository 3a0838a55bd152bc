"""Common sense of Old London Bridge: what each action seems worth, in pounds of the final score."""

import numpy as np
from numpy.typing import NDArray

from londinium.bitset import ONE, Words
from londinium.game import State
from londinium.games.old_london_bridge.board import (
    CARDS_PLAYED,
    CENTRE_COST,
    FOR_INN,
    FREE_CENTRE,
    HIGHEST_CARD,
    HIGHEST_CARD_PLAYED,
    KEEP_CARD,
    MONEY_AT,
    NO_BUILDING,
    PLUS_ONE,
    SHARE,
    STEPS,
    TYPES,
    X_AT,
    X_SPACE,
    X,
)
from londinium.games.old_london_bridge.heuristics.values import (
    CARD_CHANCE,
    DENIED,
    EMPTY,
    TILE,
    USE,
    WAIT,
    Pounds,
    building_worth,
    chapel_worth,
    gate_worth,
    hand_worth,
    replacement_worth,
    rest_worth,
    tile_worth,
    turns_left,
    unused_tile,
)
from londinium.games.old_london_bridge.round import turn_card
from londinium.games.old_london_bridge.round import turns as turns_of_round
from londinium.games.old_london_bridge.state import (
    AFTER,
    CARDS,
    CARDS_OF,
    CENTRE,
    MIX,
    NO_CARD,
    NOWHERE,
    OF_STRENGTH,
    PASS,
    PLACE,
    PLACE_CENTRE,
    PLACE_FREE,
    RAISE,
    RAISE_CARD,
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
)
from londinium.games.old_london_bridge.turn import (
    spaces_of_others,
)
from londinium.jit import Int, inlined, njit, outlined

Choices = NDArray[np.uint16]
Worth = NDArray[np.float32]
Prospects = tuple[Pounds, Pounds, Pounds, Pounds, Pounds]

EACH_TYPE = np.uint64((1 << len(TYPES)) - 1)  # as bits
NO_PLACE = -5.0  # pounds: of a place there is not
TILE_STEPS = np.int64(STEPS)


# A turn


@inlined
def judge_turn(s: State, seat: Int, choices: Choices, worth: Worth) -> None:
    """B5.1 to B5.8: tiles first where they gain, and then the best building."""
    turns = turns_left(s, seat)
    best = -1e6
    wanted, loss = np.int64(NOWHERE), 0.0
    following = np.int64(s["at"]) + 1
    if following < turns_of_round(s) and s["order"][following] != seat:
        wanted, loss = favourite(s, np.int64(s["order"][following]))
    for i in range(len(choices)):
        action = np.int64(choices[i])
        if action >= PLACE:
            value = placement_worth(s, seat, action, turns)
            if (action - PLACE) % len(TYPES) == wanted:
                value += DENIED[s["seats"]] * loss
            worth[i] = value
            best = max(best, value)
    for i in range(len(choices)):
        action = np.int64(choices[i])
        if action < PLACE:
            worth[i] = best + tile_use_worth(s, seat, action, turns)


@outlined
def favourite(s: State, seat: Int) -> tuple[Int, Pounds]:
    """The stack that the seat would take next, and how much less its second choice is worth."""
    turns, taken = turns_left(s, seat), spaces_of_others(s, seat)
    passed = pass_worth(s, seat, turns)
    wanted, best, second = np.int64(NOWHERE), passed, passed
    for kind in range(len(TYPES)):
        building = s["top"][kind]
        if building != NO_BUILDING:
            value = building_worth(s, seat, building, turns)
            money = MONEY_AT[s["edition"], s["rondel"], kind]
            pays = money != X and taken >> np.uint64(kind) & ONE == 0
            value += money if pays else -CENTRE_COST
            if value > best:
                wanted, second, best = np.int64(kind), best, value
            elif value > second:
                second = value
    return wanted, best - second


@outlined
def placement_worth(s: State, seat: Int, action: Int, turns: Int) -> Pounds:
    """B5.3 to B5.8: the building, the money, and the tiles spent."""
    if action == PASS:
        return pass_worth(s, seat, turns)
    kind = (action - PLACE) % len(TYPES)
    worth = building_worth(s, seat, s["top"][kind], turns)
    space = kind if action < PLACE_CENTRE else CENTRE
    for other in range(s["seats"]):
        if other != seat and s["pawn"][other] == space:
            worth -= tile_worth(s, seat, SHARE, turns)
            break
    if action >= PLACE_FREE:
        return worth - tile_worth(s, seat, FREE_CENTRE, turns)
    if action >= PLACE_CENTRE:
        return worth - CENTRE_COST
    money = MONEY_AT[s["edition"], s["rondel"], kind]
    return worth - tile_worth(s, seat, X_SPACE, turns) if money == X else worth + money


@inlined
def pass_worth(s: State, seat: Int, turns: Int) -> Pounds:
    """B5.8: nothing is built, so a slot stays empty."""
    built = np.int64(s["built"][seat])
    last = np.int64(s["bridge"][seat, built - 1] if built > 0 else EMPTY)
    return rest_worth(s, built, last, turns)


@outlined
def tile_use_worth(s: State, seat: Int, action: Int, turns: Int) -> Pounds:
    """B6.2: what the tiles for a turn gain."""
    if action == USE_CHAPEL_STEPS:
        return chapel_worth(s, seat, TILE_STEPS, turns) - unused_tile(s)
    if action == USE_GATE_STEPS:
        return gate_worth(s, seat, TILE_STEPS, turns) - unused_tile(s)
    card = turn_card(s)
    return USE[s["seats"], card] * (turns > 0) - tile_worth(s, seat, KEEP_CARD, turns)


@inlined
def judge_after(s: State, seat: Int, choices: Choices, worth: Worth) -> None:
    """B5.23"""
    turns = turns_left(s, seat)
    for i in range(len(choices)):
        action = np.int64(choices[i])
        worth[i] = 0.0 if action == PASS else tile_use_worth(s, seat, action, turns)


@inlined
def judge_replacements(s: State, seat: Int, choices: Choices, worth: Worth) -> None:
    """B5.13"""
    turns = turns_left(s, seat)
    building = s["building"]
    for i in range(len(choices)):
        number = np.int64(choices[i]) - REPLACE_NUMBER + 1
        slot: Int = np.int64(0)
        while s["bridge"][seat, slot] != number:
            slot += 1
        worth[i] = replacement_worth(s, seat, building, slot, turns)


@inlined
def judge_mixes(s: State, seat: Int, choices: Choices, worth: Worth) -> None:
    """B5.19"""
    turns, hand = turns_left(s, seat), s["hand"][seat]
    a, b, c, d = np.int64(hand[1]), np.int64(hand[2]), np.int64(hand[3]), np.int64(hand[4])
    for i in range(len(choices)):
        mix = MIX[np.int64(choices[i]) - TAKE_MIX]
        worth[i] = hand_worth(s, seat, a + mix[1], b + mix[2], c + mix[3], d + mix[4], turns)


@inlined
def judge_tiles(s: State, seat: Int, choices: Choices, worth: Worth) -> None:
    """B5.17"""
    turns = turns_left(s, seat)
    for i in range(len(choices)):
        tile = np.int64(s["tile_top"][np.int64(choices[i]) - TAKE])
        worth[i] = TILE[turns, tile]


@inlined
def judge_ladies(s: State, seat: Int, choices: Choices, worth: Worth) -> None:
    """B4.2: a 2 for this round or a later one, or the tile in the end."""
    bids, hand = turns_left(s, seat) + 1, s["hand"][seat]
    a, b, c, d = np.int64(hand[1]), np.int64(hand[2]), np.int64(hand[3]), np.int64(hand[4])
    without = hand_worth(s, seat, a, b, c, d, bids) + unused_tile(s)
    for i in range(len(choices)):
        used = choices[i] == USE_LADY
        worth[i] = hand_worth(s, seat, a, b + 1, c, d, bids) if used else without


# Bids


@outlined
def prospects(s: State, seat: Int, turns: Int) -> Prospects:
    """What the best five places for a pawn are worth more than passing, the best first."""
    a = b = c = d = e = centre = NO_PLACE
    passed = pass_worth(s, seat, turns)
    for kind in range(len(TYPES) + 1):
        value = centre - CENTRE_COST
        if kind < len(TYPES):
            if s["top"][kind] == NO_BUILDING:
                continue
            value = building_worth(s, seat, s["top"][kind], turns) - passed
            centre = max(centre, value)
            money = MONEY_AT[s["edition"], s["rondel"], kind]
            if money == X:
                continue
            value += money
        a, value = max(a, value), min(a, value)
        b, value = max(b, value), min(b, value)
        c, value = max(c, value), min(c, value)
        d, value = max(d, value), min(d, value)
        e = max(e, value)
    return a, b, c, d, e


@inlined
def after_others(seats: Int, before: Int, best: Prospects) -> Pounds:
    """What a turn is worth after so many turns of others."""
    chances = WAIT[seats, before]
    worth = best[0] * chances[0] + best[1] * chances[1] + best[2] * chances[2]
    return worth + best[3] * chances[3] + best[4] * chances[4]


@outlined
def after_about(seats: Int, before: Pounds, best: Prospects) -> Pounds:
    """What a turn is worth when so many turns of others are expected to come first."""
    whole = min(np.int64(before), np.int64(2))
    earlier, later = after_others(seats, whole, best), after_others(seats, whole + 1, best)
    return earlier + (before - whole) * (later - earlier)


@outlined
def expected_before(s: State, seat: Int, card: Int) -> Pounds:
    """How many cards of others come before a card, if they play any of their hand."""
    before = 0.0
    for other in range(s["seats"]):
        if other != seat:
            total = higher = 0.0
            tie = s["rank"][other] < s["rank"][seat]
            for value in range(HIGHEST_CARD + 1):
                chance = s["hand"][other, value] * CARD_CHANCE[value]
                total += chance
                if value > card or (value == card and tie):
                    higher += chance
            before += higher / total
    return before


@inlined
def judge_cards(s: State, seat: Int, choices: Choices, worth: Worth) -> None:
    """B4.3: an earlier turn, against the cards for later rounds."""
    turns, hand = turns_left(s, seat), s["hand"][seat]
    best = prospects(s, seat, turns)
    pays = s["scoring"][FOR_INN] == HIGHEST_CARD_PLAYED
    a, b, c, d = np.int64(hand[1]), np.int64(hand[2]), np.int64(hand[3]), np.int64(hand[4])
    for i in range(len(choices)):
        high, low = np.int64(CARDS_OF[choices[i], 0]), np.int64(CARDS_OF[choices[i], 1])
        a_left = a - (high == 1) - (low == 1)
        b_left = b - (high == 2) - (low == 2)
        c_left = c - (high == 3) - (low == 3)
        d_left = d - (high == 4) - (low == 4)
        bids = turns - (low != NO_CARD)
        value = hand_worth(s, seat, a_left, b_left, c_left, d_left, bids)
        value += bid_worth(s, seat, high, low, best)
        worth[i] = value + 2 * max(0.0, 1 - expected_before(s, seat, high)) if pays else value


@inlined
def bid_worth(s: State, seat: Int, high: Int, low: Int, best: Prospects) -> Pounds:
    """What the turns are worth that a card or a pair of cards brings."""
    before, seats = expected_before(s, seat, high), s["seats"]
    if low == NO_CARD:
        return after_about(seats, before, best)
    rest = best[1], best[2], best[3], best[4], best[4]
    second = 2 * expected_before(s, seat, low)
    return after_about(seats, 2 * before, best) + after_about(seats, second, rest)


@inlined
def cards_before(s: State, seat: Int, value: Int) -> Pounds:
    """How many cards of others come before a card of that value."""
    before = 0.0
    for other in range(s["seats"]):
        if other != seat:
            tie = s["rank"][other] < s["rank"][seat]
            for card in range(CARDS_PLAYED[s["seats"]]):
                theirs = np.int64(s["played"][other, card]) + s["raised"][other, card]
                before += theirs > value or (theirs == value and tie)
    return before


@inlined
def judge_raises(s: State, seat: Int, choices: Choices, worth: Worth) -> None:
    """B4.4, B9.3"""
    turns, seats = turns_left(s, seat), s["seats"]
    best = prospects(s, seat, turns)
    for i in range(len(choices)):
        if choices[i] == PASS:
            worth[i] = tile_worth(s, seat, PLUS_ONE, turns)
        else:
            card = np.int64(choices[i]) - RAISE_CARD
            value = np.int64(s["played"][seat, card]) + s["raised"][seat, card]
            now, then = cards_before(s, seat, value), cards_before(s, seat, value + 1)
            worth[i] = after_about(seats, then, best) - after_about(seats, now, best)


# The three answers


@njit
def action_values(s: State, seat: int, choices: Choices, worth: Worth) -> None:
    """Write what each choice seems worth in pounds; only differences between them count."""
    phase = s["phase"]
    if phase == TURN:
        judge_turn(s, seat, choices, worth)
    elif phase == CARDS:
        judge_cards(s, seat, choices, worth)
    elif phase == TAKE_CARDS:
        judge_mixes(s, seat, choices, worth)
    elif phase == REPLACE:
        judge_replacements(s, seat, choices, worth)
    elif phase == TAKE_TILE:
        judge_tiles(s, seat, choices, worth)
    elif phase == AFTER:
        judge_after(s, seat, choices, worth)
    elif phase == RAISE:
        judge_raises(s, seat, choices, worth)
    else:
        judge_ladies(s, seat, choices, worth)


@njit
def prune(s: State, seat: int, actions: Words) -> None:
    """Take out smaller mixes of cards, and what pays for a building that another way pays for."""
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
