"""A round: marker, ladies, cards and turn order, and its end (section 4 of the rules)."""

import numpy as np

from londinium.bitset import NONE, ONE
from londinium.games.old_london_bridge.board import (
    CARDS_PLAYED,
    EMPTY_STACKS,
    FIRST_EACH_ROUND,
    FOR_BRIDGE,
    FOR_CHAPEL,
    FOR_GATE,
    FOR_INN,
    HIGHEST_CARD_PLAYED,
    LADY,
    LOWEST_NUMBER,
    NO_BUILDING,
    PLUS_ONE,
    ROUNDS,
    TILES,
    TYPES,
)
from londinium.games.old_london_bridge.state import (
    CARDS,
    CARDS_OF,
    ENDED,
    LADIES,
    MARKER,
    MAX_SEATS,
    NO_CARD,
    NO_NUMBER,
    NOBODY,
    NOT_YET,
    NOWHERE,
    PASS,
    PLAY,
    PLAY_TWO,
    RAISE,
    RAISE_CARD,
    TURN,
    USE_LADY,
    State,
)
from londinium.jit import Int, inlined, njit, outlined

FRONT = np.int64(0)  # not a plain number, for which numba would compile seat_of_rank anew


@inlined
def turn_rondel(s: State, outcome: Int) -> None:
    """B4.1: the rondel turns, for pawns and bonus tiles of the last round a new one begins."""
    clear_rondel(s)
    s["round"] += 1
    s["markers"][outcome] -= 1
    turned = s["rondel"] + outcome + 1
    s["rondel"] = turned - len(TYPES) if turned >= len(TYPES) else turned
    s["lowest"] = NO_NUMBER
    s["lowest_by"] = NOBODY
    s["at"] = 0
    ask_for_ladies(s)


@inlined
def clear_rondel(s: State) -> None:
    """B4.7: pawns come back, and bonus tiles that were gained become usable."""
    for seat in range(s["seats"]):
        s["pawn"][seat] = NOWHERE
        for tile in range(len(TILES)):
            s["tiles"][seat, tile] += s["fresh"][seat, tile]
            s["fresh"][seat, tile] = 0


@inlined
def seat_of_rank(s: State, rank: Int) -> Int:
    """Return the seat at a place of the order of B3."""
    seat = 0
    while s["rank"][seat] != rank:
        seat += 1
    return seat


@inlined
def ask_for_ladies(s: State) -> None:
    """B4.2: the next in the order of B3 who has a lady tile, while there is a 2."""
    while s["at"] < s["seats"] and s["supply"][2] > 0:
        seat = seat_of_rank(s, np.int64(s["at"]))
        if s["tiles"][seat, LADY] > 0:
            s["turn"] = seat
            s["phase"] = LADIES
            return
        s["at"] += 1
    s["at"] = 0
    s["phase"] = CARDS


@inlined
def answer_lady(s: State, seat: Int, action: Int) -> None:
    """B4.2: take a 2, or no more."""
    if action == USE_LADY:
        s["tiles"][seat, LADY] -= 1
        s["supply"][2] -= 1
        s["hand"][seat, 2] += 1
    else:
        s["at"] += 1
    ask_for_ladies(s)


# The cards and the order they give


@inlined
def playable(s: State, seat: Int) -> np.uint64:
    """B4.3, B9.2: the cards, or pairs of cards, of a hand."""
    hand, actions = s["hand"][seat], NONE
    if s["seats"] > 2:
        for action in range(PLAY, PLAY_TWO):
            actions |= np.uint64(hand[CARDS_OF[action, 0]] > 0) << np.uint64(action)
        return actions
    for action in range(PLAY_TWO, USE_LADY):
        high, low = CARDS_OF[action, 0], CARDS_OF[action, 1]
        enough = hand[high] > (high == low) and hand[low] > 0
        actions |= np.uint64(enough) << np.uint64(action)
    return actions


@inlined
def choose_card(s: State, seat: Int, action: Int) -> None:
    """B4.3: a seat chooses; when the last has, all cards are revealed."""
    s["choice"][seat] = 1 + action
    for other in range(s["seats"]):
        if s["choice"][other] == NOT_YET:
            return
    reveal_cards(s)


@outlined
def reveal_cards(s: State) -> None:
    """B4.3, B8.11: the cards are on the table."""
    for seat in range(s["seats"]):
        for card in range(CARDS_PLAYED[s["seats"]]):
            value = CARDS_OF[s["choice"][seat] - 1, card]
            s["hand"][seat, value] -= 1
            s["played"][seat, card] = value
        s["choice"][seat] = NOT_YET
    sort_turns(s)
    if s["scoring"][FOR_INN] == HIGHEST_CARD_PLAYED:
        s["money"][s["order"][0]] += 2
    ask_to_raise(s)


@njit
def turns(s: State) -> int:
    """Count the turns of a round."""
    return s["seats"] * CARDS_PLAYED[s["seats"]]


@inlined
def precedence(s: State, seat: Int, card: Int) -> Int:
    """B4.5, B9.2: the greater goes first: by value, then B3, then printed value, then the first."""
    printed = np.int64(s["played"][seat, card])
    value = printed + s["raised"][seat, card]
    return value << 6 | (MAX_SEATS - 1 - s["rank"][seat]) << 4 | printed << 1 | 1 - card


@outlined
def sort_turns(s: State) -> None:
    """B4.5: each card's turn comes after as many others as have precedence."""
    cards = CARDS_PLAYED[s["seats"]]
    for seat in range(s["seats"]):
        for card in range(cards):
            mine = precedence(s, seat, card)
            before = 0
            for other in range(s["seats"]):
                for theirs in range(cards):
                    before += precedence(s, other, theirs) > mine
            s["order"][before] = seat
            s["order_card"][before] = card


@outlined
def ask_to_raise(s: State) -> None:
    """B4.4, B9.3: the next in the revealed order who has a plus-one tile; then the turns begin."""
    while s["at"] < turns(s):
        seat = s["order"][s["at"]]
        if s["tiles"][seat, PLUS_ONE] > 0 and not was_asked(s, seat):
            s["turn"] = seat
            s["phase"] = RAISE
            return
        s["at"] += 1
    sort_turns(s)
    s["at"] = 0
    start_turn(s)


@inlined
def was_asked(s: State, seat: Int) -> bool:
    for turn in range(s["at"]):
        if s["order"][turn] == seat:
            return True
    return False


@inlined
def raisable(s: State, seat: Int) -> np.uint64:
    """B4.4, B9.3: the played card or cards; of two alike only the first."""
    actions = ONE << np.uint64(PASS) | ONE << np.uint64(RAISE_CARD)
    played, raised = s["played"][seat], s["raised"][seat]
    alike = played[0] == played[1] and raised[0] == raised[1]
    if played[1] != NO_CARD and not alike:
        actions |= ONE << np.uint64(RAISE_CARD + 1)
    return actions


@inlined
def answer_raise(s: State, seat: Int, action: Int) -> None:
    """B4.4: raise a card, or no more."""
    if action == PASS:
        s["at"] += 1
    else:
        s["tiles"][seat, PLUS_ONE] -= 1
        s["raised"][seat, action - RAISE_CARD] += 1
        if s["tiles"][seat, PLUS_ONE] > 0:
            return
    ask_to_raise(s)


# Turns, and the end of the round


@inlined
def start_turn(s: State) -> None:
    """B4.6"""
    s["turn"] = s["order"][s["at"]]
    s["kept"] = 0
    s["phase"] = TURN


@inlined
def turn_card(s: State) -> Int:
    """Return the value of the card whose turn it is."""
    return s["played"][s["turn"], s["order_card"][s["at"]]]


@inlined
def clear_card(s: State, seat: Int) -> None:
    card = s["order_card"][s["at"]]
    s["played"][seat, card] = NO_CARD
    s["raised"][seat, card] = 0


@outlined
def end_turn(s: State) -> None:
    """B5.2: a card laid aside comes back; the next card has its turn."""
    seat = s["turn"]
    if s["kept"] == 1:
        s["hand"][seat, turn_card(s)] += 1
        clear_card(s, seat)
        s["kept"] = 0
    s["at"] += 1
    if s["at"] < turns(s):
        start_turn(s)
    else:
        end_round(s)


@outlined
def end_round(s: State) -> None:
    """B4.8"""
    score_round(s)
    empty = 0
    for kind in range(len(TYPES)):
        empty += s["top"][kind] == NO_BUILDING
    over = s["round"] == ROUNDS[s["seats"]] or empty >= EMPTY_STACKS
    s["phase"] = ENDED if over else MARKER


@outlined
def score_round(s: State) -> None:
    """B8.3, B8.7, B8.15: what the expert builders score each round."""
    if s["scoring"][FOR_CHAPEL] == FIRST_EACH_ROUND:
        s["money"][seat_of_rank(s, FRONT)] += 1
    if s["scoring"][FOR_GATE] == FIRST_EACH_ROUND:
        s["money"][first_at_the_gates(s)] += 1
    if s["scoring"][FOR_BRIDGE] == LOWEST_NUMBER and s["lowest_by"] != NOBODY:
        s["money"][s["lowest_by"]] += 2


@njit
def first_at_the_gates(s: State) -> Int:
    """B8.7: the seat with the most gate steps, ties by B3."""
    first = 0
    for seat in range(1, s["seats"]):
        more = s["gate"][seat] > s["gate"][first]
        tied = s["gate"][seat] == s["gate"][first]
        first = seat if more or (tied and s["rank"][seat] < s["rank"][first]) else first
    return first
