"""Refuse a position that no game can have, so that the rules can trust the record."""

from itertools import pairwise

import numpy as np

from londinium.game import State
from londinium.games.old_london_bridge.board import (
    CARD_COUNT,
    CARDS_PLAYED,
    CATEGORIES,
    CHAPEL_END,
    CRESTS,
    FIRST_PARK,
    GATE_END,
    HIGHEST_CARD,
    LADY,
    LONGEST_TRACK,
    NO_BUILDING,
    PARK,
    PARKS,
    PLUS_ONE,
    ROUNDS,
    SLOTS,
    STACK,
    TILE_STACKS,
    TILES,
    TYPE,
    TYPES,
)
from londinium.games.old_london_bridge.round import turns
from londinium.games.old_london_bridge.state import (
    AFTER,
    CARDS,
    CARDS_OF,
    ENDED,
    LADIES,
    MARKER,
    NO_CARD,
    NO_RANK,
    NO_TILE,
    NOT_YET,
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
    TAKE_CARDS,
    TAKE_TILE,
    TURN,
)
from londinium.games.old_london_bridge.text import BUILDING_NAMES


def check(s: State) -> None:
    """Raise ValueError with what cannot be."""
    _check_buildings(s)
    _check_bridges(s)
    _check_cards(s)
    _check_tiles(s)
    _check_order(s)
    _check_phase(s)


def _check_buildings(s: State) -> None:
    """B1.2: no building twice, each on its own stack."""
    for kind, top in enumerate(s["top"]):
        if top != NO_BUILDING and TYPE[s["edition"], top] != kind:
            raise ValueError(f"{BUILDING_NAMES[top]} is not of type {TYPES[kind]}.")
        in_set_up = s["round"] == 0 or (s["phase"] == REVEAL and s["stack"] == kind)
        if top == NO_BUILDING and s["left"][kind] and not in_set_up:
            raise ValueError(f"The {TYPES[kind]} stack has tiles, but none on top.")
    seen = [*s["bridge"].ravel().tolist(), *s["top"].tolist(), int(s["building"])]
    for kind in range(PARK):
        for i, number in enumerate(STACK[s["edition"], kind].tolist()):
            if seen.count(number) + (s["hidden"][kind] >> i & 1) > 1:
                raise ValueError(f"The position has building {number} twice.")
    for crest in range(len(CRESTS)):
        if seen.count(FIRST_PARK + crest) + s["parks"][crest] > PARKS[s["edition"], crest]:
            raise ValueError(f"The position has too many {CRESTS[crest]} parks.")


def _check_bridges(s: State) -> None:
    """B5.13, and no more buildings than turns."""
    edition = s["edition"]
    for seat in range(s["seats"]):
        bridge = s["bridge"][seat, : s["built"][seat]].tolist()
        for left, right in pairwise(bridge):
            if right < FIRST_PARK and left < right:
                raise ValueError(f"The numbers of seat {seat} do not fall from {left} to {right}.")
        cards = CARDS_PLAYED[s["seats"]]
        if len(bridge) > max(0, int(s["round"]) - 1) * cards + _turns_built(s, seat):
            raise ValueError(f"Seat {seat} has more buildings than it had turns.")
        if s["chapel"][seat] > CHAPEL_END[edition] or s["gate"][seat] > GATE_END[edition]:
            raise ValueError(f"Seat {seat} has a marker beyond the last space of a track.")


def _turns_built(s: State, seat: int) -> int:
    """Count the turns of this round in which the seat may have built."""
    phase = s["phase"]
    if phase in (MARKER, ENDED):
        return CARDS_PLAYED[s["seats"]]
    if phase < MARKER or phase in (LADIES, CARDS, RAISE):
        return 0
    had = int(np.sum(s["order"][: s["at"]] == seat))
    now = phase in (TAKE_CARDS, AFTER) or (phase in (TAKE_TILE, REVEAL_TILE) and s["then"] == AFTER)
    return had + int(now and s["turn"] == seat)


def _check_cards(s: State) -> None:
    """B1.4, B2.4: all cards are in the supply, in hands or on the table."""
    for value in range(HIGHEST_CARD + 1):
        count = int(s["supply"][value]) + int(s["hand"][:, value].sum(dtype=int))
        count += int(np.sum(s["played"] == value))
        wanted = CARD_COUNT[value] if value else s["seats"] * CARDS_PLAYED[s["seats"]]
        if count != wanted:
            raise ValueError(f"The position has {count} cards of value {value}, not {wanted}.")
    for seat in range(s["seats"]):
        choice = int(s["choice"][seat])
        if choice not in (NOT_YET, SECRET) and not _has_cards(s, seat, choice - 1):
            raise ValueError(f"Seat {seat} has chosen cards that are not in its hand.")
        if choice != NOT_YET and s["phase"] != CARDS:
            raise ValueError(f"Seat {seat} has chosen cards in a phase that asks for none.")


def _has_cards(s: State, seat: int, action: int) -> bool:
    """B4.3, B9.2"""
    values = [int(value) for value in CARDS_OF[action] if value != NO_CARD]
    hand = s["hand"][seat].tolist()
    return len(values) == CARDS_PLAYED[s["seats"]] and all(
        values.count(value) <= hand[value] for value in values
    )


def _check_tiles(s: State) -> None:
    """B1.5: each tile once in a stack, and no more than there are."""
    for stack in range(TILE_STACKS):
        top = int(s["tile_top"][stack])
        if top != NO_TILE and s["tile_hidden"][stack] >> top & 1:
            raise ValueError(f"Bonus stack {stack + 1} has a {TILES[top]} tile twice.")
        waits = s["round"] == 0 or (s["phase"] == REVEAL_TILE and s["tile_stack"] == stack)
        if top == NO_TILE and s["tile_left"][stack] and not waits:
            raise ValueError(f"Bonus stack {stack + 1} has tiles, but none on top.")
    for tile in range(len(TILES)):
        count = int(s["tiles"][:, tile].sum()) + int(s["fresh"][:, tile].sum())
        count += sum(int(hidden) >> tile & 1 for hidden in s["tile_hidden"])
        count += int(np.sum(s["tile_top"] == tile))
        if count > TILE_STACKS:
            raise ValueError(f"The position has {count} {TILES[tile]} tiles, not {TILE_STACKS}.")


def _check_order(s: State) -> None:
    """B3: one rank for each seat, along the chapel track."""
    seats = range(s["seats"])
    if s["phase"] > STAIRS:
        if sorted(s["rank"][seat] for seat in seats) != list(seats):
            raise ValueError("The ranks of the position are not 0, 1, 2 ..., one for each seat.")
        in_order = sorted(seats, key=lambda seat: int(s["rank"][seat]))
        if any(s["chapel"][a] < s["chapel"][b] for a, b in pairwise(in_order)):
            raise ValueError("The ranks of the position do not follow the chapel track.")
    if s["turn"] >= s["seats"] or s["round"] > ROUNDS[s["seats"]]:
        raise ValueError("The position has a turn, or a round, that the game does not have.")


def _check_phase(s: State) -> None:
    """Refuse a phase that waits for what cannot come."""
    phase = int(s["phase"])
    set_up = phase < MARKER or (phase in (MARKER, REVEAL, REVEAL_TILE) and s["round"] == 0)
    good = s["then"] in (TURN, AFTER) and s["kept"] <= 1
    good &= s["round"] == 0 if set_up else s["round"] > 0
    good &= phase == SCORING or RANDOM not in s["scoring"].tolist()
    good &= (s["building"] == NO_BUILDING) == (set_up or phase not in (REVEAL, REPLACE))
    good &= (s["due"] == 0) == (phase not in (TAKE_CARDS, TAKE_TILE) and not _tiles_to_come(s))
    if not good or not (_waits_in_set_up(s) if set_up else _waits(s)):
        raise ValueError(f"The position is in phase {PHASES[phase]!r}, which it cannot be in.")


def _tiles_to_come(s: State) -> bool:
    return bool(s["phase"] == REVEAL_TILE and s["due"] > 0)


def _waits_in_set_up(s: State) -> bool:
    """B2"""
    at = int(s["at"])
    possible = {
        SCORING: at < len(CATEGORIES) and s["scoring"][at % len(CATEGORIES)] == RANDOM,
        RONDEL: at == 0,
        STAIRS: at + 1 < s["seats"] and at == int(np.sum(s["rank"] < NO_RANK)),
        MARKER: True,
        REVEAL: s["left"][s["stack"]] > 0,
        REVEAL_TILE: s["tile_left"][s["tile_stack"]] > 0,
    }
    return bool(possible[int(s["phase"])])


def _waits(s: State) -> bool:
    """B4, B5"""
    phase, turn, at = int(s["phase"]), int(s["turn"]), int(s["at"])
    if phase in (MARKER, ENDED):
        over = s["round"] == ROUNDS[s["seats"]]
        return bool(phase == ENDED or (not over and s["markers"].sum() > 0))
    if phase == CARDS:
        waiting = [s["choice"][seat] == NOT_YET for seat in range(s["seats"])]
        return any(waiting) and bool(np.all(s["played"] == NO_CARD))
    if phase == LADIES:
        asked = s["rank"][turn] == at and s["tiles"][turn, LADY] > 0 and s["supply"][2] > 0
        return bool(asked and np.all(s["played"] == NO_CARD))
    return _is_order(s) and at < turns(s) and s["order"][at] == turn and _waits_in_turn(s)


def _is_order(s: State) -> bool:
    """B4.5: a turn for each card of each seat."""
    n = int(turns(s))
    order = set(zip(s["order"][:n].tolist(), s["order_card"][:n].tolist(), strict=True))
    cards = range(CARDS_PLAYED[s["seats"]])
    return order == {(seat, card) for seat in range(s["seats"]) for card in cards}


def _waits_in_turn(s: State) -> bool:
    phase, turn = int(s["phase"]), int(s["turn"])
    card = s["played"][turn, s["order_card"][s["at"]]]
    last = s["bridge"][turn, max(int(s["built"][turn]), 1) - 1]
    keeps = s["kept"] == 1
    lies = card != NO_CARD
    tiles_first = phase in (TAKE_TILE, REVEAL_TILE) and s["then"] == TURN
    possible = {
        RAISE: s["tiles"][turn, PLUS_ONE] > 0 and not keeps,
        REVEAL: s["left"][s["stack"]] > 0,
        REVEAL_TILE: s["tile_left"][s["tile_stack"]] > 0,
        REPLACE: last < s["building"] < FIRST_PARK and s["built"][turn] > 0,
        TAKE_CARDS: s["due"] <= SLOTS,
        TAKE_TILE: s["due"] <= LONGEST_TRACK and np.any(s["tile_top"] != NO_TILE),
    }
    if lies != (phase in (RAISE, TURN) or tiles_first or keeps) or (keeps and card == 0):
        return False
    return bool(possible.get(phase, True))
