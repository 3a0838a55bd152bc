"""What things are worth in Old London Bridge: estimates in pounds, and the tables made of them.

The constants were tuned by playing versions of greedy play against each other. "Turns" are those
that a seat has left after the present one.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from londinium.bitset import ONE
from londinium.game import State
from londinium.games.old_london_bridge.board import (
    AHEAD_OF_LAST,
    ALL_CRESTS,
    BONUSES,
    BY_STEPS,
    CARD_SETS,
    CARDS_IN_HAND,
    CARDS_PLAYED,
    CHAPEL,
    CHAPEL_END,
    COINS,
    COINS_AGAIN,
    COINS_AGAIN_AT,
    CREST,
    EDITIONS,
    FIRST_EACH_ROUND,
    FIRST_PARK,
    FOR_BRIDGE,
    FOR_CHAPEL,
    FOR_GATE,
    FOR_INN,
    FULL_SETS,
    GATE,
    GATE_END,
    GATE_END_MONEY,
    HAND_MONEY,
    HIGHEST_CARD,
    INN,
    LONGEST_RUN,
    LONGEST_TRACK,
    LOWEST_NUMBER,
    MOST_BUILT,
    NUMBERS,
    PARK,
    PAY,
    PRINTED,
    RANKED,
    ROUNDS,
    SCORINGS,
    SHOP,
    SLOTS,
    STEPS_MONEY,
    TILES,
    TYPE,
    UNUSED_TILES,
    UP_TO_30,
)
from londinium.games.old_london_bridge.state import (
    MIXES,
    MOST_TURNS,
    TURN,
)
from londinium.games.old_london_bridge.turn import (
    fits_at_end,
    replaceable,
)
from londinium.jit import Int, inlined, lsb, outlined

Table = NDArray[np.float64]
Pounds = Any  # a number of compiled code

NEW, STANDING = np.int64(0), np.int64(1)  # a building that is not yet, or is, on the bridge

TURNS = SLOTS + 1  # a game has at most 12 turns for each seat
EMPTY = FIRST_PARK  # in place of the last number: a bridge that any number fits on

# In pounds.
MISSED_SLOT = 1.9  # for the ranking by buildings, besides the pay for the slot
TYPICAL_EFFECT = (1.4, 3.0, 6.8)  # of a building one may take, each as likely
PARK_EFFECT = 0.4  # of a park one may take
CREST_GROWTH = 0.16  # of one more crest, for each turn left
GUILD_GROWTH = 0.9  # of a guild hall, for each turn left
INITIATIVE = 0.19  # of being ahead of a seat in the order of B3, for each turn left
BONUS_TILE = 2.0  # of a tile to be gained on the gate track
TILE_EARLY = (2.6, 1.8, 1.0, 2.0, 3.8, 2.8, 2.2, 2.0)  # by tile, with many turns left
TILE_LATE = 1.0  # of any tile, with no turn left (B7.7)
CARD_USE = (0.0, 0.33, 1.6, 2.0, 2.2)  # by value: of a card to play in a later round
TYPE_SCORED = 1.5  # of a building whose type is ranked (B8.2, B8.6, B8.10)
UNUSED_TILE = 4.1  # B8.9: of a tile one keeps
PARK_IN_RUN = 1.5  # B8.14: the loss of a run that a park breaks
LOWEST_BUILT = 2.0  # B8.15: of the lowest number so far, the lower the more
FIRST_OF_SET, SECOND_OF_SET = 3.0, 1.1  # B8.17: of the first and second building of a type
# In shares, counts and steps.
CARD_SCALE = (0.0, 0.0, 0.74, 1.0, 1.0)  # by seats: how much the turn order matters
OFFERS = 4  # buildings that a seat can choose from in a typical turn
OFFERED = 0.26  # how often a good building for one of the tracks is among them
FIRST_STRENGTH, LAST_STRENGTH = 0.74, 6.0  # of the buildings one takes, in the first and last turn
BEATEN_SPREAD = 0.9  # steps that a lead can shrink, times the root of the turns left
HAND_SPREAD = 3.6  # as above, of the values of the cards in hand
FADE_TURNS = 4  # left, for a tile to be worth all of it
SCORED_FADE = 0.3  # for each turn left, what is scored in the end becomes this much less certain
LIKELY = (2.0, 0.74, 1.0, 1.0, 1.0)  # by value: how likely others play a card of their hand
TAKEN = (0.0, 0.0, 0.28, 0.47, 0.35)  # by seats: how likely a turn of another takes one's favourite
GONE_FALL = 0.94  # how much less likely than one's favourite the next of one's list is taken
DENIAL = (0.0, 0.0, 0.65, 0.5, 0.3)  # by seats: how much of the loss of the next is one's gain

LEAD = 2 * LONGEST_TRACK + 1  # the most there is in BEAT
LISTED = 5  # places that a seat thinks of when it bids

PLACE_PAY = np.array(  # by seats: for each other seat that one is ahead of in a ranking
    [0.0, 0.0, *(RANKED[n, 0] / (n - 1) for n in (2, 3, 4))]
)


def strength(turns: int) -> int:
    """A typical strength of the building that is built when so many turns are left."""
    return round(LAST_STRENGTH + (FIRST_STRENGTH - LAST_STRENGTH) * turns / SLOTS)


def _best_of_offers(values: Table, chances: Table) -> Table:
    """The mean of the best of some offers, for each row of values."""
    order = np.argsort(values, axis=1)
    below = np.cumsum(chances[order], axis=1) ** OFFERS
    return np.sum(np.take_along_axis(values, order, 1) * np.diff(below, axis=1, prepend=0), axis=1)


def _bridge(edition: int) -> Table:
    """By turns, slots that stay empty and last number: what the rest of the bridge will bring."""
    most = SLOTS + 1
    pay = PAY[edition].astype(np.float64)
    at = np.zeros((TURNS, most + 1, EMPTY + 1))
    missed = np.arange(most + 1)
    at[0] = -(pay[np.minimum(missed, SLOTS)] + MISSED_SLOT * missed)[:, None]
    numbers, lasts = np.arange(1, NUMBERS + 1), np.arange(EMPTY + 1)
    park_chance = 1 / 6
    one = (1 - park_chance) / NUMBERS / len(TYPICAL_EFFECT)
    chances = np.array([one] * NUMBERS * len(TYPICAL_EFFECT) + [park_chance])
    fits = numbers[None, :] < lasts[:, None]
    for turns in range(1, TURNS):
        before = at[turns - 1]
        for lost in range(most + 1):
            built = np.where(fits, before[lost][numbers], before[min(lost + 1, most)][:, None])
            park = np.full((EMPTY + 1, 1), before[lost, EMPTY] + PARK_EFFECT)
            values = np.hstack([*(built + effect for effect in TYPICAL_EFFECT), park])
            at[turns, lost] = _best_of_offers(values, chances)
    return at


def _track(money: Table, end: int) -> Table:
    """By turns and steps: the money so far and what the steps to come will bring beyond a shop."""
    at = np.zeros((TURNS, LONGEST_TRACK + 1))
    at[0] = money
    spaces = np.arange(LONGEST_TRACK + 1)
    for turns in range(1, TURNS):
        steps = strength(turns - 1)
        onward = at[turns - 1][np.minimum(spaces + steps, end)] - steps
        at[turns] = at[turns - 1] + OFFERED * np.maximum(0, onward - at[turns - 1])
    return at


def _chapel_money(edition: int, scoring: int) -> Table:
    money = COINS[edition].astype(np.float64)
    if scoring == COINS_AGAIN:
        money += COINS_AGAIN_AT[edition]
    elif scoring == AHEAD_OF_LAST:
        money += np.minimum(np.arange(LONGEST_TRACK + 1), CHAPEL_END[edition])
    return money


def _gate_money(edition: int, scoring: int) -> Table:
    tile = UNUSED_TILE if scoring == UNUSED_TILES else BONUS_TILE
    money = tile * BONUSES[edition].astype(np.float64)
    spaces = np.arange(LONGEST_TRACK + 1)
    money[spaces >= GATE_END[edition]] += float(GATE_END_MONEY[edition])
    if scoring == BY_STEPS:
        money += STEPS_MONEY[np.minimum(np.minimum(spaces, GATE_END[edition]), 30)]
    return money


def _beat(steps: float) -> Table:
    """By turns and twice the lead, plus or minus one for a tie: the chance to stay ahead."""
    leads = np.arange(-LEAD, LEAD + 1)
    spread = 1 + 2 * steps * np.sqrt(np.arange(TURNS))
    return 0.5 + 0.5 * np.clip(leads[None, :] / spread[:, None], -1, 1)


def _faded(early: tuple[float, ...], late: tuple[float, ...]) -> Table:
    """By turns: from what a thing is worth at the end to what it is worth in mid-game."""
    part = np.minimum(np.arange(TURNS) / FADE_TURNS, 1)[:, None]
    return np.array(late) + part * (np.array(early) - np.array(late))


def _spent(seats: int, mix: tuple[int, ...], turns: int) -> float:
    """What the cards of a mix are worth in so many bids: the highest are played."""
    worth = 0.0
    for value in range(HIGHEST_CARD, 0, -1):
        cards = min(mix[value - 1], turns)
        worth += cards * CARD_SCALE[seats] * CARD_USE[value]
        turns -= cards
    return worth


def _inn(seats: int) -> Table:
    """By turns and strength: the best mix of cards."""
    totals = np.array([sum((i + 1) * n for i, n in enumerate(mix)) for mix in MIXES])
    worths = np.array([[_spent(seats, mix, turns) for mix in MIXES] for turns in range(TURNS)])
    return np.array([[w[totals <= most].max() for most in range(SLOTS + 1)] for w in worths])


def _waits(seats: int) -> Table:
    """By seats before one's turn and place in one's own list: the chance to get just that."""
    chances = np.zeros((4, LISTED))
    for before in range(4):
        gone = 1 - (1 - TAKEN[seats]) ** before
        left = 1.0
        for place in range(LISTED):
            part = left * (1 - gone) if place < LISTED - 1 else left
            chances[before, place] = part
            left -= part
            gone *= GONE_FALL
    return chances


_E, _S = range(len(EDITIONS)), range(len(SCORINGS[0]))
# By edition, turns, slots that must stay empty, and the last number (EMPTY for none or a park).
BRIDGE_AT = np.array([_bridge(e) for e in _E])
# By edition, scoring, turns and steps.
CHAPEL_AT = np.array([[_track(_chapel_money(e, k), int(CHAPEL_END[e])) for k in _S] for e in _E])
GATE_AT = np.array([[_track(_gate_money(e, k), int(GATE_END[e])) for k in _S] for e in _E])
# By turns and LEAD + twice the lead, plus or minus 1 for a tie.
BEAT = _beat(BEATEN_SPREAD)
HAND_BEAT = _beat(HAND_SPREAD)
USE = np.outer(CARD_SCALE, CARD_USE)  # by seats and value
INN_AT = np.array([_inn(seats) for seats in range(5)])  # by seats, turns and strength
TILE = _faded(TILE_EARLY, (TILE_LATE,) * len(TILES))  # by turns and tile
WAIT = np.array([_waits(n) for n in range(5)])  # by seats, turns before, place in one's list
GROWTH = CREST_GROWTH * np.arange(TURNS)  # by turns
GUILD_AT = GUILD_GROWTH * np.arange(TURNS)  # by turns
SURE = 1 / (1 + SCORED_FADE * np.arange(TURNS))  # by turns: what is scored in the end, as of now
CARD_CHANCE = np.array(LIKELY)  # by value: how likely a card of the hand is played
DENIED = np.array(DENIAL)  # by seats


# How much of the game is left


@inlined
def turns_left(s: State, seat: Int) -> Int:
    """Count the turns that a seat will have after the next, or the present one."""
    rounds = np.int64(ROUNDS[s["seats"]]) - s["round"]
    if s["seats"] > 2:
        return rounds
    later = np.int64(0)
    if s["phase"] >= TURN:
        for turn in range(s["at"] + 1, MOST_TURNS):
            later += s["order"][turn] == seat
    else:
        later += 1
    return 2 * rounds + later


# The tracks


@outlined
def chapel_worth(s: State, seat: Int, steps: Int, turns: Int) -> Pounds:
    """What steps on the chapel track bring: coins, what they lead to, and the order of B3."""
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
def gate_worth(s: State, seat: Int, steps: Int, turns: Int) -> Pounds:
    """What steps on the gate track bring: bonus tiles, what they lead to, and the ranking."""
    edition, scoring = s["edition"], s["scoring"][FOR_GATE]
    start = np.int64(s["gate"][seat])
    space = min(start + steps, np.int64(GATE_END[edition]))
    if space == start:
        return 0.0
    table = GATE_AT[edition, scoring, turns]
    worth = table[space] - table[start]
    if scoring == PRINTED:
        return worth + PLACE_PAY[s["seats"]] * gate_lead(s, seat, start, space, turns)
    if scoring == FIRST_EACH_ROUND:
        pay = rounds_to_score(s) / (s["seats"] - 1.0)
        return worth + pay * gate_lead(s, seat, start, space, turns)
    return worth


@inlined
def gate_lead(s: State, seat: Int, start: Int, space: Int, turns: Int) -> Pounds:
    """How many more of the others one stays ahead of."""
    lead = 0.0
    for other in range(s["seats"]):
        if other != seat:
            tie = 1 if s["rank"][seat] < s["rank"][other] else -1
            gap = LEAD + tie - 2 * np.int64(s["gate"][other])
            lead += BEAT[turns, gap + 2 * space] - BEAT[turns, gap + 2 * start]
    return lead


# Cards


@inlined
def hand_value(s: State, seat: Int) -> Int:
    """B7.4: the values of the cards together."""
    hand = s["hand"][seat]
    value = np.int64(0)
    for card in range(1, HIGHEST_CARD + 1):
        value += np.int64(hand[card]) * card
    return value


@outlined
def hand_lead(s: State, seat: Int, value: Int, turns: Int) -> Pounds:
    """How many of the others have less in hand than that value, once the game is over."""
    lead = 0.0
    for other in range(s["seats"]):
        if other != seat:
            tie = 1 if s["rank"][seat] < s["rank"][other] else -1
            gap = 2 * (value - hand_value(s, other)) + tie
            lead += HAND_BEAT[turns, LEAD + max(-LEAD, min(LEAD, gap))]
    return lead


@outlined
def hand_worth(s: State, seat: Int, a: Int, b: Int, c: Int, d: Int, turns: Int) -> Pounds:
    """What a hand with so many cards of value 1 to 4 is worth: in later rounds, and in the end."""
    left, use = turns, USE[s["seats"]]
    fours = min(d, left)
    left -= fours
    threes = min(c, left)
    left -= threes
    twos = min(b, left)
    left -= twos
    worth = fours * use[4] + threes * use[3] + twos * use[2] + min(a, left) * use[1]
    scoring = s["scoring"][FOR_INN]
    if scoring == PRINTED:
        value = a + 2 * b + 3 * c + 4 * d
        worth += PLACE_PAY[s["seats"]] * hand_lead(s, seat, value, turns)
    elif scoring == CARDS_IN_HAND:
        cards = a + b + c + d + np.int64(CARDS_PLAYED[s["seats"]])
        worth += SURE[turns] * HAND_MONEY[min(cards, 8)]
    elif scoring == CARD_SETS:
        pairs = min(a, b)
        triples = min(pairs, c)
        worth += SURE[turns] * 5 * (pairs + triples + min(triples, d))
    return worth


@outlined
def inn_worth(s: State, seat: Int, strength: Int, turns: Int) -> Pounds:
    """What the cards that an inn gives are worth."""
    hand = s["hand"][seat]
    free = max(turns - np.int64(hand[2]) - np.int64(hand[3]) - np.int64(hand[4]), 0)
    worth = INN_AT[s["seats"], free, min(strength, np.int64(SLOTS))]
    scoring = s["scoring"][FOR_INN]
    if scoring == PRINTED:
        value = hand_value(s, seat)
        gain = hand_lead(s, seat, value + strength, turns) - hand_lead(s, seat, value, turns)
        worth += PLACE_PAY[s["seats"]] * gain
    elif scoring in (CARDS_IN_HAND, CARD_SETS):
        worth += SURE[turns] * strength
    return worth


# Buildings


@outlined
def building_worth(s: State, seat: Int, building: Int, turns: Int) -> Pounds:
    """What it is worth to build a building now."""
    edition = s["edition"]
    kind, crest = TYPE[edition, building], CREST[edition, building]
    strength = np.int64(s["crests"][seat, crest & 3]) + 1  # of no use to a guild hall
    if fits_at_end(s, seat, building):
        built = np.int64(s["built"][seat]) + 1
        worth = rest_worth(s, built, np.int64(building), turns)
    else:
        worth = best_replacement(s, seat, building, turns)
    worth += crest_growth(crest, turns)
    worth += scored(s, seat, kind, building, NEW) + lowest_worth(s, building)
    return worth + effect_worth(s, seat, kind, strength, turns)


@inlined
def rest_worth(s: State, built: Int, last: Int, turns: Int) -> Pounds:
    """What the rest of a bridge will bring that has so many buildings, `last` at its end."""
    missed: Int = max(SLOTS - built - turns, 0)
    return BRIDGE_AT[s["edition"], turns, missed, min(last, EMPTY)]


@inlined
def crest_growth(crest: Int, turns: Int) -> Pounds:
    """What a crest adds to the strength of later buildings."""
    return GUILD_AT[turns] if crest == ALL_CRESTS else GROWTH[turns]


@inlined
def effect_worth(s: State, seat: Int, kind: Int, strength: Int, turns: Int) -> Pounds:
    """B5.16 to B5.20"""
    if kind == SHOP:
        return float(strength)
    if kind == CHAPEL:
        return chapel_worth(s, seat, strength, turns)
    if kind == GATE:
        return gate_worth(s, seat, strength, turns)
    if kind == INN:
        return inn_worth(s, seat, strength, turns)
    return 0.0


@outlined
def best_replacement(s: State, seat: Int, building: Int, turns: Int) -> Pounds:
    """B5.13: as below, of the slot that is best for it."""
    slots = replaceable(s, seat, building)
    best = -1e6
    while slots != 0:
        slot = np.int64(lsb(slots))
        best = max(best, replacement_worth(s, seat, building, slot, turns))
        slots &= slots - ONE
    return best


@outlined
def replacement_worth(s: State, seat: Int, building: Int, slot: Int, turns: Int) -> Pounds:
    """What the rest of the bridge is worth with the building in that slot, without its crest."""
    edition, built = s["edition"], np.int64(s["built"][seat])
    old = s["bridge"][seat, slot]
    last = np.int64(building if slot == built - 1 else s["bridge"][seat, built - 1])
    crest = CREST[edition, old]
    worth = rest_worth(s, built, last, turns) - crest_growth(crest, turns)
    if crest == CREST[edition, building] or crest == ALL_CRESTS:
        worth -= 1.0  # the strength of the new one
    return worth - scored(s, seat, TYPE[edition, old], old, STANDING)


@inlined
def scored(s: State, seat: Int, kind: Int, building: Int, standing: Int) -> Pounds:
    """What the expert builders pay in the end for a building, new or standing."""
    worth = 0.0
    if kind <= INN and s["scoring"][kind] == MOST_BUILT:
        worth += TYPE_SCORED
    scoring = s["scoring"][FOR_BRIDGE]
    if scoring == UP_TO_30 and building <= 30:
        worth += 2.0
    elif scoring == LONGEST_RUN and kind == PARK:
        worth -= PARK_IN_RUN
    elif scoring == FULL_SETS:
        worth += set_worth(s, seat, kind, standing)
    return worth


@outlined
def set_worth(s: State, seat: Int, kind: Int, standing: Int) -> Pounds:
    """B8.17: the fewer others of a type there are, the more of a set it makes."""
    others = -standing
    for slot in range(s["built"][seat]):
        others += TYPE[s["edition"], s["bridge"][seat, slot]] == kind
    return FIRST_OF_SET if others == 0 else SECOND_OF_SET if others == 1 else 0.0


@inlined
def lowest_worth(s: State, building: Int) -> Pounds:
    """B8.15: the lower the lowest number of the round, the more likely it stays so."""
    if s["scoring"][FOR_BRIDGE] != LOWEST_NUMBER or building >= s["lowest"]:
        return 0.0
    return LOWEST_BUILT * (1.0 - building / NUMBERS)


# Bonus tiles


@inlined
def tile_worth(s: State, seat: Int, tile: Int, turns: Int) -> Pounds:
    """What a bonus tile is worth that is not used now."""
    if s["scoring"][FOR_GATE] == UNUSED_TILES:
        return TILE[turns, tile] + UNUSED_TILE - 1.0
    return TILE[turns, tile]


@inlined
def unused_tile(s: State) -> Pounds:
    """B7.7, B8.9: what a tile that is never used is worth."""
    return UNUSED_TILE if s["scoring"][FOR_GATE] == UNUSED_TILES else 1.0
