"""Estimates of Old London Bridge in pounds, and the tables made of them.

The constants were tuned by playing versions of greedy play against each other. "Turns" are those
that a seat has left after the present one.
"""

import numpy as np
from numpy.typing import NDArray

from londinium.games.old_london_bridge.board import (
    AHEAD_OF_LAST,
    BONUSES,
    BY_STEPS,
    CHAPEL_END,
    COINS,
    COINS_AGAIN,
    COINS_AGAIN_AT,
    EDITIONS,
    FIRST_PARK,
    GATE_END,
    GATE_END_MONEY,
    HIGHEST_CARD,
    LONGEST_TRACK,
    NUMBERS,
    PAY,
    RANKED,
    SCORINGS,
    SLOTS,
    STEPS_MONEY,
    TILES,
    UNUSED_TILES,
)
from londinium.games.old_london_bridge.state import (
    MIXES,
)

Table = NDArray[np.float64]

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
    """Return a typical strength of a building built when this many turns are left."""
    return round(LAST_STRENGTH + (FIRST_STRENGTH - LAST_STRENGTH) * turns / SLOTS)


def _best_of_offers(values: Table, chances: Table) -> Table:
    """Return the mean of the best of some offers, for each row of values."""
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
    """Return what the cards of a mix are worth in this many bids: the highest are played."""
    total = 0.0
    for value in range(HIGHEST_CARD, 0, -1):
        cards = min(mix[value - 1], turns)
        total += cards * CARD_SCALE[seats] * CARD_USE[value]
        turns -= cards
    return total


def _inn(seats: int) -> Table:
    """By turns and strength: the best mix of cards."""
    totals = np.array([sum((i + 1) * n for i, n in enumerate(mix)) for mix in MIXES])
    spent = np.array([[_spent(seats, mix, turns) for mix in MIXES] for turns in range(TURNS)])
    return np.array([[w[totals <= most].max() for most in range(SLOTS + 1)] for w in spent])


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
