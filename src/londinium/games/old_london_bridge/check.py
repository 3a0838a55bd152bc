"""Refuse a position that no game can have, so that the rules can trust the record.

All counts are compared as Python's own integers: those of the record are bytes, and would wrap. The
first checks make sure that what the later ones look up is there.
"""

from itertools import pairwise

import numpy as np

from londinium.game import SPECTATOR, Fields, as_dict
from londinium.games.old_london_bridge.board import (
    CARD_COUNT,
    CARDS_PLAYED,
    CATEGORIES,
    CRESTS,
    EDITIONS,
    EMPTY_STACKS,
    FIRST_PARK,
    HIGHEST_CARD,
    LADY,
    LONGEST_TRACK,
    MARKER_KINDS,
    MARKERS,
    NO_BUILDING,
    NUMBERS,
    PLUS_ONE,
    ROUNDS,
    SLOTS,
    START_HAND,
    START_MONEY,
    TILE_STACKS,
    TILES,
    TYPE,
    TYPES,
)
from londinium.games.old_london_bridge.check_material import (
    SETUP_PHASES,
    check_material,
    is_in_turn,
    is_set_up,
    refuse,
    refuse_phase,
    turn_count,
)
from londinium.games.old_london_bridge.knowledge import redact
from londinium.games.old_london_bridge.state import (
    AFTER,
    CARDS,
    ENDED,
    LADIES,
    MARKER,
    MAX_SEATS,
    NO_CARD,
    NO_NUMBER,
    NO_RANK,
    NO_TILE,
    NOBODY,
    NOT_YET,
    NOWHERE,
    PHASES,
    RAISE,
    RANDOM,
    REPLACE,
    REVEAL,
    REVEAL_TILE,
    RONDEL,
    SCORING,
    SECRET,
    STAIRS,
    STATE,
    TAKE_CARDS,
    TAKE_TILE,
    TURN,
    State,
)

REVEALS = SETUP_PHASES.index(REVEAL)
EMPTY_SEAT = {  # the fields of a seat that nobody takes
    "money": 0,
    "hand": [0] * len(CARD_COUNT),
    "bridge": [NO_BUILDING] * SLOTS,
    "built": 0,
    "crests": [0] * len(CRESTS),
    "chapel": 0,
    "gate": 0,
    "rank": NO_RANK,
    "tiles": [0] * len(TILES),
    "fresh": [0] * len(TILES),
    "choice": NOT_YET,
    "played": [NO_CARD] * 2,
    "raised": [0] * 2,
    "pawn": NOWHERE,
}


def check(s: State) -> None:
    """Raise ValueError, with one sentence, if no game can have the record, full or redacted."""
    k = as_dict(s)
    _check_table(k)
    _check_seats(k)
    _check_turns(k)
    check_material(k)
    _check_ranks(k)
    _check_phase(k)
    _check_viewer(s, k)


def check_full(s: State) -> None:
    """Raise ValueError if no game can have the record, or if it hides something."""
    check(s)
    for seat, choice in enumerate(s["choice"].tolist()):
        if choice == SECRET:
            refuse(f"The position does not say which cards seat {seat} has chosen.")


def _check_table(k: Fields) -> None:
    """Refuse numbers that stand for nothing."""
    seats = k["seats"]
    if seats not in range(2, MAX_SEATS + 1):
        refuse(f"The position has {seats} seats; the game is for 2 to {MAX_SEATS}.")
    if k["edition"] >= len(EDITIONS):
        refuse("The position is of an edition that is not loaded.")
    if k["open_hands"] > 1 or any(scoring > RANDOM for scoring in k["scoring"]):
        refuse("The position has a scoring, or a way of hands, that the game does not have.")
    if k["phase"] >= len(PHASES) or k["then"] not in (TURN, AFTER):
        refuse("The position has a phase, or one to follow, which it cannot be in.")
    if k["phase"] not in SETUP_PHASES if is_set_up(k) else k["phase"] in SETUP_PHASES[:3]:
        refuse_phase(k)
    if k["turn"] >= seats or k["round"] > ROUNDS[seats]:
        refuse("The position has a turn, or a round, that the game does not have.")
    if max(k["rondel"], k["stack"]) >= len(TYPES) or k["tile_stack"] >= TILE_STACKS:
        refuse("The position has a stack, or a place of the rondel, that the game does not have.")
    if any(n > MARKERS for n in k["markers"]) or (
        sum(k["markers"]) + k["round"] != MARKERS * MARKER_KINDS
    ):
        refuse(f"The position has {sum(k['markers'])} markers left in round {k['round']} (B2.3).")
    number, by = k["lowest"], k["lowest_by"]
    if not (number == NO_NUMBER and by == NOBODY) and not (1 <= number <= NUMBERS and by < seats):
        refuse("The lowest number of the round is not one that a seat built.")


def _check_seats(k: Fields) -> None:
    for seat in range(k["seats"]):
        if k["pawn"][seat] > NOWHERE:
            refuse(f"The pawn of seat {seat} is at a space that the game does not have.")
    for seat in range(k["seats"], MAX_SEATS):
        if any(k[name][seat] != value for name, value in EMPTY_SEAT.items()):
            refuse(f"The position has something of seat {seat}, which nobody takes.")


def _check_turns(k: Fields) -> None:
    """B4.5, B9.2: the order of turns names seats and cards that are there."""
    cards, turns = CARDS_PLAYED[k["seats"]], turn_count(k)
    order = list(zip(k["order"], k["order_card"], strict=True))
    if any(seat >= k["seats"] or card >= cards for seat, card in order):
        refuse("The order of turns has a seat, or a second card, that is not in the game.")
    if any(turn != (0, 0) for turn in order[turns:]):
        refuse(f"The order has a turn beyond the {turns} of a round.")
    if k["at"] > max(turns, len(CATEGORIES)):
        refuse(f"The position says at: {k['at']}, but a round has {turns} turns.")


def _check_ranks(k: Fields) -> None:
    """B2.5, B3: one rank for each seat, along the chapel track."""
    seats = range(k["seats"])
    ranks = sorted(k["rank"][: k["seats"]])
    before = {SCORING: 0, RONDEL: 0, STAIRS: int(k["at"])}  # all seats have one
    given = before.get(k["phase"], int(k["seats"]))
    if ranks != [*range(given), *[NO_RANK] * (k["seats"] - given)]:
        refuse("The ranks of the position are not 0, 1, 2 ..., one for each seat.")
    in_order = sorted(seats, key=lambda seat: k["rank"][seat])
    if any(k["chapel"][a] < k["chapel"][b] for a, b in pairwise(in_order)):
        refuse("The ranks of the position do not follow the chapel track.")


def _check_phase(k: Fields) -> None:
    """Refuse a phase that waits for what cannot come."""
    phase = k["phase"]
    good = k["kept"] == 0 or (k["kept"] == 1 and is_in_turn(k))
    good &= phase == SCORING or RANDOM not in k["scoring"]
    good &= (k["building"] != NO_BUILDING) == (is_in_turn(k) and phase in (REVEAL, REPLACE))
    if phase in (TAKE_CARDS, TAKE_TILE):
        good &= k["due"] > 0
    elif phase != REVEAL_TILE or is_set_up(k):
        good &= k["due"] == 0
    if not good or not (_waits_in_set_up(k) if is_set_up(k) else _waits(k)):
        refuse_phase(k)


def _waits_in_set_up(k: Fields) -> bool:
    """B2"""
    at, phase = k["at"], k["phase"]
    begun = SETUP_PHASES.index(phase)
    if (k["stack"] and begun < REVEALS) or (k["tile_stack"] and begun <= REVEALS):
        return False  # the first stack is revealed first
    if not _is_untouched(k):
        return False
    if phase == SCORING:
        drawn = k["scoring"][:at]
        return at < len(CATEGORIES) and k["scoring"][at] == RANDOM and RANDOM not in drawn
    if phase == STAIRS:
        return bool(at + 1 < k["seats"])
    return bool(at == 0)


def _is_untouched(k: Fields) -> bool:
    """B1.1, B2.4 to B2.8: return whether nobody has more than the set-up gives."""
    for seat in range(k["seats"]):
        rank = k["rank"][seat]
        dealt = [0] * HIGHEST_CARD if rank == NO_RANK else START_HAND[k["edition"], rank].tolist()
        empty = EMPTY_SEAT | {
            "money": START_MONEY,
            "hand": [CARDS_PLAYED[k["seats"]], *dealt],
            "rank": rank,
        }
        if any(k[name][seat] != value for name, value in empty.items()):
            return False
    return bool(k["lowest_by"] == NOBODY)


def _waits(k: Fields) -> bool:
    """B4, B5"""
    phase, turn, at = k["phase"], k["turn"], k["at"]
    if phase in (MARKER, ENDED):
        empty = k["top"].count(NO_BUILDING)
        over = k["round"] == ROUNDS[k["seats"]] or empty >= EMPTY_STACKS
        return bool(over == (phase == ENDED))
    if phase in (LADIES, CARDS, RAISE) and k["lowest_by"] != NOBODY:
        return False
    if phase == CARDS:
        return at == 0 and NOT_YET in k["choice"][: k["seats"]]
    if phase == LADIES:
        return bool(k["rank"][turn] == at and k["tiles"][turn][LADY] > 0 and k["supply"][2] > 0)
    return _is_order(k) and at < turn_count(k) and k["order"][at] == turn and _waits_in_turn(k)


def _is_order(k: Fields) -> bool:
    """B4.5: a turn for each card of each seat."""
    order = list(zip(k["order"], k["order_card"], strict=True))[: turn_count(k)]
    cards = range(CARDS_PLAYED[k["seats"]])
    return set(order) == {(seat, card) for seat in range(k["seats"]) for card in cards}


def _waits_in_turn(k: Fields) -> bool:
    phase, turn = k["phase"], k["turn"]
    card = k["played"][turn][k["order_card"][k["at"]]]
    last = k["bridge"][turn][max(k["built"][turn], 1) - 1]
    possible = {
        RAISE: k["tiles"][turn][PLUS_ONE] > 0,
        REVEAL: k["left"][k["stack"]] > 0 and TYPE[k["edition"], k["building"]] == k["stack"],
        REVEAL_TILE: k["tile_left"][k["tile_stack"]] > 0 and k["due"] <= LONGEST_TRACK,
        REPLACE: last < k["building"] < FIRST_PARK and k["built"][turn] > 0,
        TAKE_CARDS: k["due"] <= SLOTS,
        TAKE_TILE: k["due"] <= LONGEST_TRACK and any(top != NO_TILE for top in k["tile_top"]),
    }
    return (k["kept"] == 0 or card != 0) and bool(possible.get(phase, True))


def _check_viewer(s: State, k: Fields) -> None:
    """B10.1: refuse a record that is neither full nor what one seat, or a spectator, may know."""
    if SECRET not in k["choice"]:
        return
    known = np.zeros(1, STATE)
    for viewer in (*range(k["seats"]), SPECTATOR):
        redact(s, viewer, known)
        if known[0] == s and (viewer == SPECTATOR or k["choice"][viewer] != SECRET):
            return
    refuse("The position hides some chosen cards and shows others, as nobody sees it.")
