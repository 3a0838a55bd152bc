"""Scoring: as printed, and as the expert builders do (sections 7 and 8 of the rules)."""

import numpy as np
from numpy.typing import NDArray

from londinium.games.old_london_bridge.board import (
    AHEAD_OF_LAST,
    BY_STEPS,
    CARD_SETS,
    CARDS_IN_HAND,
    CATEGORIES,
    CHAPEL,
    COINS_AGAIN,
    COINS_AGAIN_AT,
    FIRST_PARK,
    FOR_BRIDGE,
    FOR_CHAPEL,
    FOR_GATE,
    FOR_INN,
    FULL_SETS,
    GATE,
    HAND_MONEY,
    HIGHEST_CARD,
    INN,
    LAST_RANKED,
    LONGEST_RUN,
    MOST_BUILT,
    PAY,
    PRINTED,
    RANKED,
    SLOTS,
    STEPS_MONEY,
    TILES,
    TILES_MONEY,
    TYPE,
    TYPES,
    UNUSED_TILES,
    UP_TO_30,
)
from londinium.games.old_london_bridge.state import MAX_SEATS, State
from londinium.jit import Int, njit, outlined

# By seat: the parts of its score.
Sheet = NDArray[np.int32]
SCORE_PARTS = ("money", "chapel", "gate", "inn", "bridge", "empty_slots", "tiles")
PAID = len(SCORE_PARTS)  # one more column, to work in
SHEET = (MAX_SEATS, len(SCORE_PARTS) + 1)
OF_CHAPEL, OF_GATE, OF_INN = np.int64(CHAPEL), np.int64(GATE), np.int64(INN)
IN_MONEY, IN_CHAPEL, IN_GATE, IN_INN, IN_BRIDGE, IN_EMPTY_SLOTS, IN_TILES = range(7)


@outlined
def pay_places(s: State, sheet: Sheet, part: int) -> None:
    """B7.1: turn a column of the sheet into the pay of its places.

    Where it counts steps, cards or buildings of a type, 0 is not paid (B7.2 to B7.4).
    """
    least = 0 if part == IN_BRIDGE else 1
    for seat in range(s["seats"]):
        ahead = 0
        for other in range(s["seats"]):
            more = np.int64(sheet[other, part]) - sheet[seat, part]
            ahead += more > 0 or (more == 0 and s["rank"][other] < s["rank"][seat])
        sheet[seat, PAID] = RANKED[s["seats"], ahead] if sheet[seat, part] >= least else 0
    for seat in range(s["seats"]):
        sheet[seat, part] = sheet[seat, PAID]


@outlined
def of_type(s: State, seat: Int, kind: Int) -> Int:
    """Count the buildings of a type on a bridge."""
    count: Int = 0
    for slot in range(s["built"][seat]):
        count += TYPE[s["edition"], s["bridge"][seat, slot]] == kind
    return count


@outlined
def score_chapel(s: State, sheet: Sheet) -> None:
    """B7.2, B8.2, B8.4, B8.5; B8.3 was paid in each round."""
    scoring = s["scoring"][FOR_CHAPEL]
    fewest = s["chapel"][0]
    for seat in range(s["seats"]):
        fewest = min(fewest, s["chapel"][seat])
    for seat in range(s["seats"]):
        steps = s["chapel"][seat]
        money: Int = 0
        if scoring == PRINTED:
            money = steps
        elif scoring == MOST_BUILT:
            money = of_type(s, seat, OF_CHAPEL)
        elif scoring == AHEAD_OF_LAST:
            money = np.int64(steps) - fewest
        elif scoring == COINS_AGAIN:
            money = COINS_AGAIN_AT[s["edition"], steps]
        sheet[seat, IN_CHAPEL] = money


@outlined
def score_gate(s: State, sheet: Sheet) -> None:
    """B7.3, B8.6, B8.8; B8.7 was paid in each round, B8.9 is in score_tiles."""
    scoring = s["scoring"][FOR_GATE]
    for seat in range(s["seats"]):
        money: Int = 0
        if scoring == PRINTED:
            money = s["gate"][seat]
        elif scoring == MOST_BUILT:
            money = of_type(s, seat, OF_GATE)
        elif scoring == BY_STEPS:
            money = STEPS_MONEY[s["gate"][seat]]
        sheet[seat, IN_GATE] = money


@outlined
def score_inn(s: State, sheet: Sheet) -> None:
    """B7.4, B8.10, B8.12, B8.13; B8.11 was paid in each round."""
    scoring = s["scoring"][FOR_INN]
    for seat in range(s["seats"]):
        hand = s["hand"][seat]
        money: Int = 0
        if scoring == PRINTED:
            for value in range(HIGHEST_CARD + 1):
                money += value * hand[value]
        elif scoring == MOST_BUILT:
            money = of_type(s, seat, OF_INN)
        elif scoring == CARDS_IN_HAND:
            cards = 0
            for value in range(HIGHEST_CARD + 1):
                cards += hand[value]
            money = HAND_MONEY[min(cards, 8)]
        elif scoring == CARD_SETS:
            pairs = min(np.int64(hand[1]), np.int64(hand[2]))
            threes = min(pairs, np.int64(hand[3]))
            money = 5 * (pairs + threes + min(threes, np.int64(hand[4])))
        sheet[seat, IN_INN] = money


@outlined
def score_bridge(s: State, sheet: Sheet) -> None:
    """B7.5, B8.14, B8.16, B8.17; B8.15 was paid in each round."""
    scoring = s["scoring"][FOR_BRIDGE]
    for seat in range(s["seats"]):
        money: Int = 0
        if scoring == PRINTED:
            money = s["built"][seat]
        elif scoring == LONGEST_RUN:
            money = longest_run(s, seat)
        elif scoring == UP_TO_30:
            for slot in range(s["built"][seat]):
                money += 2 * (s["bridge"][seat, slot] <= 30)
        elif scoring == FULL_SETS:
            sets = SLOTS
            for kind in range(len(TYPES)):
                sets = min(sets, of_type(s, seat, kind))
            money = 10 * sets
        sheet[seat, IN_BRIDGE] = money


@njit
def longest_run(s: State, seat: int) -> Int:
    """B8.14: the most buildings without a park among them."""
    longest = run = 0
    for slot in range(s["built"][seat]):
        run = run + 1 if s["bridge"][seat, slot] < FIRST_PARK else 0
        longest = max(longest, run)
    return longest


@outlined
def score_tiles(s: State, sheet: Sheet) -> None:
    """B7.7, or B8.9 in its place."""
    for seat in range(s["seats"]):
        tiles = 0
        for tile in range(len(TILES)):
            tiles += s["tiles"][seat, tile] + s["fresh"][seat, tile]
        squares = s["scoring"][FOR_GATE] == UNUSED_TILES
        sheet[seat, IN_TILES] = TILES_MONEY[min(tiles, 4)] if squares else tiles


@njit
def score_sheet(s: State, sheet: Sheet) -> None:
    """Write the parts of each seat's score as if the game ended now."""
    for seat in range(s["seats"]):
        sheet[seat, IN_MONEY] = s["money"][seat]
        sheet[seat, IN_EMPTY_SLOTS] = -np.int64(PAY[s["edition"], SLOTS - s["built"][seat]])
    score_chapel(s, sheet)
    score_gate(s, sheet)
    score_inn(s, sheet)
    score_bridge(s, sheet)
    for category in range(len(CATEGORIES)):
        if s["scoring"][category] <= LAST_RANKED:
            pay_places(s, sheet, IN_CHAPEL + category)
    score_tiles(s, sheet)


@njit
def scores(s: State, out: NDArray[np.int32]) -> None:
    """B7.8: write each seat's money with the final scoring, as if the game ended now."""
    sheet = np.empty(SHEET, np.int32)
    score_sheet(s, sheet)
    for seat in range(s["seats"]):
        total: Int = 0
        for part in range(len(SCORE_PARTS)):
            total += sheet[seat, part]
        out[seat] = total


@njit
def places(s: State, out: NDArray[np.int32]) -> None:
    """B7.8: write each seat's place; the order of B3 breaks every tie."""
    totals = np.empty(MAX_SEATS, np.int32)
    scores(s, totals)
    for seat in range(s["seats"]):
        out[seat] = 1
        for other in range(s["seats"]):
            more = totals[other] > totals[seat]
            tied = totals[other] == totals[seat]
            out[seat] += more or (tied and s["rank"][other] < s["rank"][seat])
