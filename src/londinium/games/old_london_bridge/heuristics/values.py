"""What tracks, cards, buildings and bonus tiles are worth to a seat, in pounds."""

from typing import Any

import numpy as np

from londinium.bitset import ONE
from londinium.games.old_london_bridge.board import (
    ALL_CRESTS,
    CARD_SETS,
    CARDS_IN_HAND,
    CARDS_PLAYED,
    CHAPEL,
    CHAPEL_END,
    CREST,
    FIRST_EACH_ROUND,
    FOR_BRIDGE,
    FOR_CHAPEL,
    FOR_GATE,
    FOR_INN,
    FULL_SETS,
    GATE,
    GATE_END,
    HAND_MONEY,
    HIGHEST_CARD,
    INN,
    LONGEST_RUN,
    LOWEST_NUMBER,
    MOST_BUILT,
    NUMBERS,
    PARK,
    PRINTED,
    ROUNDS,
    SHOP,
    SLOTS,
    TYPE,
    UNUSED_TILES,
    UP_TO_30,
)
from londinium.games.old_london_bridge.heuristics.tables import (
    BEAT,
    BRIDGE_AT,
    CHAPEL_AT,
    EMPTY,
    FIRST_OF_SET,
    GATE_AT,
    GROWTH,
    GUILD_AT,
    HAND_BEAT,
    INITIATIVE,
    INN_AT,
    LEAD,
    LOWEST_BUILT,
    PARK_IN_RUN,
    PLACE_PAY,
    SECOND_OF_SET,
    SURE,
    TILE,
    TYPE_SCORED,
    UNUSED_TILE,
    USE,
)
from londinium.games.old_london_bridge.state import (
    MAX_TURNS,
    TURN,
    State,
)
from londinium.games.old_london_bridge.turn import fits_at_end, replaceable
from londinium.jit import Int, inlined, lsb, outlined

Pounds = Any  # a number of compiled code

NEW, STANDING = np.int64(0), np.int64(1)  # a building that is not yet, or is, on the bridge


# How much of the game is left


@inlined
def turns_left(s: State, seat: Int) -> Int:
    """Count the turns that a seat will have after the next, or the present one."""
    rounds = np.int64(ROUNDS[s["seats"]]) - s["round"]
    if s["seats"] > 2:
        return rounds
    later = np.int64(0)
    if s["phase"] >= TURN:
        for turn in range(s["at"] + 1, MAX_TURNS):
            later += s["order"][turn] == seat
    else:
        later += 1
    return 2 * rounds + later


# The tracks


@outlined
def chapel_value(s: State, seat: Int, steps: Int, turns: Int) -> Pounds:
    """Return the value of chapel steps: coins, what they lead to, and the order of B3."""
    edition, scoring = s["edition"], s["scoring"][FOR_CHAPEL]
    start = np.int64(s["chapel"][seat])
    space = min(start + steps, np.int64(CHAPEL_END[edition]))
    if space == start:
        return 0.0
    table = CHAPEL_AT[edition, scoring, turns]
    lead = 0.0
    for other in range(s["seats"]):
        if other != seat:
            gap = 2 * (space - np.int64(s["chapel"][other]))
            ahead = s["rank"][seat] < s["rank"][other]
            lead += BEAT[turns, LEAD + gap + 1]
            lead -= BEAT[turns, LEAD + gap - 2 * (space - start) + (1 if ahead else -1)]
    pay = INITIATIVE * turns
    if scoring == PRINTED:
        pay += PLACE_PAY[s["seats"]]
    elif scoring == FIRST_EACH_ROUND:
        pay += rounds_to_score(s) / (s["seats"] - 1.0)
    return table[space] - table[start] + pay * lead


@inlined
def rounds_to_score(s: State) -> Pounds:
    """B8.18: the rounds that are not over."""
    return 1.0 + ROUNDS[s["seats"]] - s["round"]


@outlined
def gate_value(s: State, seat: Int, steps: Int, turns: Int) -> Pounds:
    """Return the value of gate steps: bonus tiles, what they lead to, and the ranking."""
    edition, scoring = s["edition"], s["scoring"][FOR_GATE]
    start = np.int64(s["gate"][seat])
    space = min(start + steps, np.int64(GATE_END[edition]))
    if space == start:
        return 0.0
    table = GATE_AT[edition, scoring, turns]
    value = table[space] - table[start]
    if scoring == PRINTED:
        return value + PLACE_PAY[s["seats"]] * gate_lead(s, seat, start, space, turns)
    if scoring == FIRST_EACH_ROUND:
        pay = rounds_to_score(s) / (s["seats"] - 1.0)
        return value + pay * gate_lead(s, seat, start, space, turns)
    return value


@inlined
def gate_lead(s: State, seat: Int, start: Int, space: Int, turns: Int) -> Pounds:
    """Return how many more of the others one stays ahead of."""
    lead = 0.0
    for other in range(s["seats"]):
        if other != seat:
            tie = 1 if s["rank"][seat] < s["rank"][other] else -1
            gap = LEAD + tie - 2 * np.int64(s["gate"][other])
            lead += BEAT[turns, gap + 2 * space] - BEAT[turns, gap + 2 * start]
    return lead


# Cards


@inlined
def hand_total(s: State, seat: Int) -> Int:
    """B7.4: the values of the cards together."""
    hand = s["hand"][seat]
    value = np.int64(0)
    for card in range(1, HIGHEST_CARD + 1):
        value += np.int64(hand[card]) * card
    return value


@outlined
def hand_lead(s: State, seat: Int, value: Int, turns: Int) -> Pounds:
    """Return how many of the others have less in hand than that value, once the game is over."""
    lead = 0.0
    for other in range(s["seats"]):
        if other != seat:
            tie = 1 if s["rank"][seat] < s["rank"][other] else -1
            gap = 2 * (value - hand_total(s, other)) + tie
            lead += HAND_BEAT[turns, LEAD + max(-LEAD, min(LEAD, gap))]
    return lead


@outlined
def hand_value(s: State, seat: Int, a: Int, b: Int, c: Int, d: Int, turns: Int) -> Pounds:
    """Return what a hand, by the number of cards of each value, is worth later and at the end."""
    left, use = turns, USE[s["seats"]]
    fours = min(d, left)
    left -= fours
    threes = min(c, left)
    left -= threes
    twos = min(b, left)
    left -= twos
    value = fours * use[4] + threes * use[3] + twos * use[2] + min(a, left) * use[1]
    scoring = s["scoring"][FOR_INN]
    if scoring == PRINTED:
        total = a + 2 * b + 3 * c + 4 * d
        value += PLACE_PAY[s["seats"]] * hand_lead(s, seat, total, turns)
    elif scoring == CARDS_IN_HAND:
        cards = a + b + c + d + np.int64(CARDS_PLAYED[s["seats"]])
        value += SURE[turns] * HAND_MONEY[min(cards, 8)]
    elif scoring == CARD_SETS:
        pairs = min(a, b)
        triples = min(pairs, c)
        value += SURE[turns] * 5 * (pairs + triples + min(triples, d))
    return value


@outlined
def inn_value(s: State, seat: Int, strength: Int, turns: Int) -> Pounds:
    """Return what the cards that an inn gives are worth."""
    hand = s["hand"][seat]
    free = max(turns - np.int64(hand[2]) - np.int64(hand[3]) - np.int64(hand[4]), 0)
    value = INN_AT[s["seats"], free, min(strength, np.int64(SLOTS))]
    scoring = s["scoring"][FOR_INN]
    if scoring == PRINTED:
        total = hand_total(s, seat)
        gain = hand_lead(s, seat, total + strength, turns) - hand_lead(s, seat, total, turns)
        value += PLACE_PAY[s["seats"]] * gain
    elif scoring in (CARDS_IN_HAND, CARD_SETS):
        value += SURE[turns] * strength
    return value


# Buildings


@outlined
def building_value(s: State, seat: Int, building: Int, turns: Int) -> Pounds:
    """Return what it is worth to build a building now."""
    edition = s["edition"]
    kind, crest = TYPE[edition, building], CREST[edition, building]
    strength = np.int64(s["crests"][seat, crest & 3]) + 1  # of no use to a guild hall
    if fits_at_end(s, seat, building):
        built = np.int64(s["built"][seat]) + 1
        value = rest_value(s, built, np.int64(building), turns)
    else:
        value = best_replacement(s, seat, building, turns)
    value += crest_growth(crest, turns)
    value += scored(s, seat, kind, building, NEW) + lowest_value(s, building)
    return value + effect_value(s, seat, kind, strength, turns)


@inlined
def rest_value(s: State, built: Int, last: Int, turns: Int) -> Pounds:
    """Return what the rest of a bridge with this many buildings, `last` at its end, will bring."""
    missed: Int = max(SLOTS - built - turns, 0)
    return BRIDGE_AT[s["edition"], turns, missed, min(last, EMPTY)]


@inlined
def pass_value(s: State, seat: Int, turns: Int) -> Pounds:
    """B5.8: nothing is built, so a slot stays empty."""
    built = np.int64(s["built"][seat])
    last = np.int64(s["bridge"][seat, built - 1] if built > 0 else EMPTY)
    return rest_value(s, built, last, turns)


@inlined
def crest_growth(crest: Int, turns: Int) -> Pounds:
    """Return what a crest adds to the strength of later buildings."""
    return GUILD_AT[turns] if crest == ALL_CRESTS else GROWTH[turns]


@inlined
def effect_value(s: State, seat: Int, kind: Int, strength: Int, turns: Int) -> Pounds:
    """B5.16 to B5.20"""
    if kind == SHOP:
        return float(strength)
    if kind == CHAPEL:
        return chapel_value(s, seat, strength, turns)
    if kind == GATE:
        return gate_value(s, seat, strength, turns)
    if kind == INN:
        return inn_value(s, seat, strength, turns)
    return 0.0


@outlined
def best_replacement(s: State, seat: Int, building: Int, turns: Int) -> Pounds:
    """B5.13: as below, of the slot that is best for it."""
    slots = replaceable(s, seat, building)
    best = -1e6
    while slots != 0:
        slot = np.int64(lsb(slots))
        best = max(best, replacement_value(s, seat, building, slot, turns))
        slots &= slots - ONE
    return best


@outlined
def replacement_value(s: State, seat: Int, building: Int, slot: Int, turns: Int) -> Pounds:
    """Return what the rest of the bridge is worth with the building in that slot."""
    edition, built = s["edition"], np.int64(s["built"][seat])
    old = s["bridge"][seat, slot]
    last = np.int64(building if slot == built - 1 else s["bridge"][seat, built - 1])
    crest = CREST[edition, old]
    value = rest_value(s, built, last, turns) - crest_growth(crest, turns)
    if crest == CREST[edition, building] or crest == ALL_CRESTS:
        value -= 1.0  # the strength of the new one
    return value - scored(s, seat, TYPE[edition, old], old, STANDING)


@inlined
def scored(s: State, seat: Int, kind: Int, building: Int, standing: Int) -> Pounds:
    """Return what the expert builders pay in the end for a building, new or standing."""
    value = 0.0
    if kind <= INN and s["scoring"][kind] == MOST_BUILT:
        value += TYPE_SCORED
    scoring = s["scoring"][FOR_BRIDGE]
    if scoring == UP_TO_30 and building <= 30:
        value += 2.0
    elif scoring == LONGEST_RUN and kind == PARK:
        value -= PARK_IN_RUN
    elif scoring == FULL_SETS:
        value += set_value(s, seat, kind, standing)
    return value


@outlined
def set_value(s: State, seat: Int, kind: Int, standing: Int) -> Pounds:
    """B8.17: the fewer others of a type there are, the more of a set it makes."""
    others = -standing
    for slot in range(s["built"][seat]):
        others += TYPE[s["edition"], s["bridge"][seat, slot]] == kind
    return FIRST_OF_SET if others == 0 else SECOND_OF_SET if others == 1 else 0.0


@inlined
def lowest_value(s: State, building: Int) -> Pounds:
    """B8.15: the lower the lowest number of the round, the more likely it stays so."""
    if s["scoring"][FOR_BRIDGE] != LOWEST_NUMBER or building >= s["lowest"]:
        return 0.0
    return LOWEST_BUILT * (1.0 - building / NUMBERS)


# Bonus tiles


@inlined
def tile_value(s: State, seat: Int, tile: Int, turns: Int) -> Pounds:
    """Return what a bonus tile is worth that is not used now."""
    if s["scoring"][FOR_GATE] == UNUSED_TILES:
        return TILE[turns, tile] + UNUSED_TILE - 1.0
    return TILE[turns, tile]


@inlined
def unused_tile(s: State) -> Pounds:
    """B7.7, B8.9: what a tile that is never used is worth."""
    return UNUSED_TILE if s["scoring"][FOR_GATE] == UNUSED_TILES else 1.0
