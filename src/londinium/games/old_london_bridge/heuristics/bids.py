"""Bids: what the turns are worth that a card brings, against the cards for later rounds."""

import numpy as np
from numpy.typing import NDArray

from londinium.games.old_london_bridge.board import (
    CARDS_PLAYED,
    CENTRE_COST,
    FOR_INN,
    HIGHEST_CARD,
    HIGHEST_CARD_PLAYED,
    MONEY_AT,
    NO_BUILDING,
    PLUS_ONE,
    TYPES,
    X,
)
from londinium.games.old_london_bridge.heuristics.tables import (
    CARD_CHANCE,
    WAIT,
)
from londinium.games.old_london_bridge.heuristics.values import (
    Pounds,
    building_value,
    hand_value,
    pass_value,
    tile_value,
    turns_left,
)
from londinium.games.old_london_bridge.state import (
    CARDS_OF,
    NO_CARD,
    PASS,
    RAISE_CARD,
    State,
)
from londinium.jit import Int, inlined, outlined

Choices = NDArray[np.uint16]
Values = NDArray[np.float32]
Prospects = tuple[Pounds, Pounds, Pounds, Pounds, Pounds]

NO_PLACE = -5.0  # pounds: of a place there is not


@outlined
def prospects(s: State, seat: Int, turns: Int) -> Prospects:
    """Return what the best five places for a pawn are worth more than passing, the best first."""
    a = b = c = d = e = centre = NO_PLACE
    passed = pass_value(s, seat, turns)
    for kind in range(len(TYPES) + 1):
        value = centre - CENTRE_COST
        if kind < len(TYPES):
            if s["top"][kind] == NO_BUILDING:
                continue
            value = building_value(s, seat, s["top"][kind], turns) - passed
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
    """Return what a turn is worth after this many turns of others."""
    chances = WAIT[seats, before]
    value = best[0] * chances[0] + best[1] * chances[1] + best[2] * chances[2]
    return value + best[3] * chances[3] + best[4] * chances[4]


@outlined
def after_about(seats: Int, before: Pounds, best: Prospects) -> Pounds:
    """Return what a turn is worth when this many turns of others are expected to come first."""
    whole = min(np.int64(before), np.int64(2))
    earlier, later = after_others(seats, whole, best), after_others(seats, whole + 1, best)
    return earlier + (before - whole) * (later - earlier)


@outlined
def expected_before(s: State, seat: Int, card: Int) -> Pounds:
    """Return how many cards of others come before a card, if they play any of their hand."""
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
def bid_values(s: State, seat: Int, choices: Choices, values: Values) -> None:
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
        value = hand_value(s, seat, a_left, b_left, c_left, d_left, bids)
        value += bid_value(s, seat, high, low, best)
        values[i] = value + 2 * max(0.0, 1 - expected_before(s, seat, high)) if pays else value


@inlined
def bid_value(s: State, seat: Int, high: Int, low: Int, best: Prospects) -> Pounds:
    """Return what the turns are worth that a card or a pair of cards brings."""
    before, seats = expected_before(s, seat, high), s["seats"]
    if low == NO_CARD:
        return after_about(seats, before, best)
    rest = best[1], best[2], best[3], best[4], best[4]
    second = 2 * expected_before(s, seat, low)
    return after_about(seats, 2 * before, best) + after_about(seats, second, rest)


@inlined
def cards_before(s: State, seat: Int, value: Int) -> Pounds:
    """Return how many cards of others come before a card of that value."""
    before = 0.0
    for other in range(s["seats"]):
        if other != seat:
            tie = s["rank"][other] < s["rank"][seat]
            for card in range(CARDS_PLAYED[s["seats"]]):
                theirs = np.int64(s["played"][other, card]) + s["raised"][other, card]
                before += theirs > value or (theirs == value and tie)
    return before


@inlined
def raise_values(s: State, seat: Int, choices: Choices, values: Values) -> None:
    """B4.4, B9.3"""
    turns, seats = turns_left(s, seat), s["seats"]
    best = prospects(s, seat, turns)
    for i in range(len(choices)):
        if choices[i] == PASS:
            values[i] = tile_value(s, seat, PLUS_ONE, turns)
        else:
            card = np.int64(choices[i]) - RAISE_CARD
            value = np.int64(s["played"][seat, card]) + s["raised"][seat, card]
            now, then = cards_before(s, seat, value), cards_before(s, seat, value + 1)
            values[i] = after_about(seats, then, best) - after_about(seats, now, best)
