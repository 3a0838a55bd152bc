"""Refuse a position whose pieces are not those of the box (section 1 of the rules).

Called by check.py, which has made sure that phases, seats and turns are there.
"""

from itertools import pairwise
from typing import NoReturn

from londinium.game import Fields
from londinium.games.old_london_bridge.board import (
    ALL_CRESTS,
    CARD_COUNT,
    CARDS_PLAYED,
    CHAPEL_END,
    CREST,
    CRESTS,
    EDITIONS,
    FIRST_PARK,
    GATE_END,
    HIGHEST_CARD,
    IN_A_STACK,
    NO_BUILDING,
    OF_A_TILE,
    OF_A_TYPE,
    PARK,
    PARKS,
    SLOTS,
    STACK,
    TILE_STACKS,
    TILES,
    TYPE,
    TYPES,
    count_tiles,
)
from londinium.games.old_london_bridge.state import (
    AFTER,
    CARDS,
    CARDS_OF,
    ENDED,
    LADIES,
    MARKER,
    NO_CARD,
    NO_TILE,
    NOT_YET,
    PHASES,
    RAISE,
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

MAX_MONEY = 9999  # of a seat: more than any edition has to give
SETUP_PHASES = (SCORING, RONDEL, STAIRS, REVEAL, REVEAL_TILE, MARKER)  # in their order (B2)


def check_material(k: Fields) -> None:
    """Raise ValueError if pieces are missing, too many, or where they cannot be."""
    _check_stacks(k)
    _check_buildings(k)
    _check_bridges(k)
    _check_cards(k)
    _check_played(k)
    _check_tiles(k)


def refuse(sentence: str) -> NoReturn:
    raise ValueError(sentence)


def refuse_phase(k: Fields) -> NoReturn:
    refuse(f"The position is in phase {PHASES[k['phase']]!r}, which it cannot be in.")


def is_set_up(k: Fields) -> bool:
    """B2: return whether the first round is still to come."""
    return bool(k["round"] == 0)


def is_in_turn(k: Fields) -> bool:
    """B5: return whether a seat has its turn."""
    phase = k["phase"]
    return not is_set_up(k) and (TURN <= phase < ENDED or phase in (REVEAL, REVEAL_TILE))


def turn_count(k: Fields) -> int:
    """Count the turns of a round (B4.6, B9.2)."""
    return int(k["seats"]) * CARDS_PLAYED[k["seats"]]


def _check_stacks(k: Fields) -> None:
    """B2.2, B2.7: what is hidden is counted, and the top of a stack that is not empty is open."""
    for kind, name in enumerate(TYPES):
        hidden, left = k["hidden"][kind], k["left"][kind]
        if hidden >> (0 if kind == PARK else OF_A_TYPE):
            refuse(f"The {name} stack has a tile that the game does not have.")
        if left != (sum(k["parks"]) if kind == PARK else hidden.bit_count()):
            refuse(f"The {name} stack has {left} tiles, but others are hidden in it.")
        is_revealed = is_set_up(k) and _is_revealed(k, REVEAL, kind)
        waits = k["phase"] == REVEAL and k["stack"] == kind
        is_open = k["top"][kind] != NO_BUILDING
        _check_top(k, f"The {name} stack", is_open, left, OF_A_TYPE, is_revealed, waits)


def _check_top(
    k: Fields, name: str, is_open: bool, left: int, whole: int, is_revealed: bool, waits: bool
) -> None:
    """B2.2, B2.7, B5.9, B5.17: the top is open, unless the stack is empty or waits for chance."""
    if is_set_up(k):
        if is_open != is_revealed or left + is_open != whole:
            refuse(f"{name} is not as it is in the set-up.")
    elif waits:
        if is_open:
            refuse(f"{name} has a tile on top that is still to be revealed.")
    elif left and not is_open:
        refuse(f"{name} has tiles, but none on top.")


def _is_revealed(k: Fields, phase: int, stack: int) -> bool:
    """Return whether the set-up has revealed the top of a stack; `phase` is when it does."""
    if k["phase"] == phase:
        return bool(stack < k["stack" if phase == REVEAL else "tile_stack"])
    return SETUP_PHASES.index(k["phase"]) > SETUP_PHASES.index(phase)


def _check_buildings(k: Fields) -> None:
    """B1.2: no building twice, each on its own stack."""
    edition = k["edition"]
    seen = [*(building for bridge in k["bridge"] for building in bridge), *k["top"], k["building"]]
    if any(building >= FIRST_PARK + len(CRESTS) for building in seen):
        refuse("The position has a building that the game does not have.")
    for kind, top in enumerate(k["top"]):
        if top != NO_BUILDING and TYPE[edition, top] != kind:
            refuse(f"{BUILDING_NAMES[top]} is not of type {TYPES[kind]}.")
    for kind in range(PARK):
        for i, number in enumerate(STACK[edition, kind].tolist()):
            if seen.count(number) + (k["hidden"][kind] >> i & 1) > 1:
                refuse(f"The position has building {number} twice.")
    for crest, name in enumerate(CRESTS):
        if seen.count(FIRST_PARK + crest) + k["parks"][crest] > PARKS[edition, crest]:
            refuse(f"The position has too many {name} parks.")


def _check_bridges(k: Fields) -> None:
    """B5.13, B5.15, and no more buildings than turns."""
    edition = k["edition"]
    for seat in range(k["seats"]):
        built = k["built"][seat]
        bridge, rest = k["bridge"][seat][:built], k["bridge"][seat][built:]
        if built > SLOTS or NO_BUILDING in bridge or any(rest):
            refuse(f"The bridge of seat {seat} does not have {built} buildings in a row.")
        for left, right in pairwise(bridge):
            if right < FIRST_PARK and left < right:
                refuse(f"The numbers of seat {seat} do not fall from {left} to {right}.")
        earlier = max(0, k["round"] - 1) * CARDS_PLAYED[k["seats"]]
        if built > earlier + _turns_built(k, seat):
            refuse(f"Seat {seat} has more buildings than it had turns.")
        crests = [CREST[edition, building] for building in bridge]
        for colour, name in enumerate(CRESTS):
            if k["crests"][seat][colour] != sum(c in (colour, ALL_CRESTS) for c in crests):
                refuse(f"The {name} crests of seat {seat} are not those of its bridge.")
        if k["chapel"][seat] > CHAPEL_END[edition] or k["gate"][seat] > GATE_END[edition]:
            refuse(f"Seat {seat} has a marker beyond the last space of a track.")
        if not 0 <= k["money"][seat] <= MAX_MONEY:
            refuse(f"Seat {seat} has {k['money'][seat]} pounds, not 0 to {MAX_MONEY}.")


def _turns_built(k: Fields, seat: int) -> int:
    """Count the turns of this round in which the seat may have built."""
    phase = k["phase"]
    if phase in (MARKER, ENDED):
        return CARDS_PLAYED[k["seats"]]
    if phase < MARKER or phase in (LADIES, CARDS, RAISE):
        return 0
    had = k["order"][: k["at"]].count(seat)
    now = phase in (TAKE_CARDS, AFTER) or (phase in (TAKE_TILE, REVEAL_TILE) and k["then"] == AFTER)
    return int(had) + int(now and k["turn"] == seat)


def _check_cards(k: Fields) -> None:
    """B1.4, B2.4: all cards are in the supply, in hands or on the table."""
    played = [card for cards in k["played"] for card in cards]
    if k["supply"][0]:
        refuse("The position has 0 cards in the supply.")
    for value in range(HIGHEST_CARD + 1):
        count = k["supply"][value] + sum(hand[value] for hand in k["hand"]) + played.count(value)
        wanted = CARD_COUNT[value] if value else k["seats"] * CARDS_PLAYED[k["seats"]]
        if count != wanted:
            refuse(f"The position has {count} cards of value {value}, not {wanted}.")
    for seat in range(k["seats"]):
        if k["hand"][seat][0] + k["played"][seat].count(0) != CARDS_PLAYED[k["seats"]]:
            refuse(f"Seat {seat} does not have its own 0 cards.")
        choice = k["choice"][seat]
        if choice > SECRET or (choice not in (NOT_YET, SECRET) and not _holds(k, seat, choice - 1)):
            refuse(f"Seat {seat} has chosen cards that are not in its hand.")
        if choice != NOT_YET and k["phase"] != CARDS:
            refuse(f"Seat {seat} has chosen cards in a phase that asks for none.")


def _holds(k: Fields, seat: int, action: int) -> bool:
    """B4.3, B9.2"""
    values = [value for value in CARDS_OF[action].tolist() if value != NO_CARD]
    return len(values) == CARDS_PLAYED[k["seats"]] and all(
        values.count(value) <= k["hand"][seat][value] for value in values
    )


def _check_played(k: Fields) -> None:
    """B4.3, B4.4, B5.2: the cards of turns to come lie on the table, and no others."""
    lie = _cards_on_the_table(k)
    for seat in range(k["seats"]):
        for card, value in enumerate(k["played"][seat]):
            if value > NO_CARD or (value == NO_CARD) == ((seat, card) in lie):
                refuse_phase(k)
            if k["raised"][seat][card] and value == NO_CARD:
                refuse(f"Seat {seat} has raised a card that does not lie on the table.")
    if sum(sum(cards) for cards in k["raised"]) > OF_A_TILE:
        refuse(f"More cards are raised than the {OF_A_TILE} plus one tiles can.")


def _cards_on_the_table(k: Fields) -> set[tuple[int, int]]:
    """Return the seats and cards of turns that are to come, or whose card is not yet returned."""
    phase = k["phase"]
    order = list(zip(k["order"], k["order_card"], strict=True))[: turn_count(k)]
    if phase == RAISE:
        return set(order)
    if not is_in_turn(k):
        return set()
    tiles_first = phase in (TAKE_TILE, REVEAL_TILE) and k["then"] == TURN
    lies = phase == TURN or tiles_first or k["kept"] == 1
    return set(order[k["at"] + (not lies) :])


def _tiles_of(k: Fields, tile: int) -> int:
    """Count the bonus tiles of an action that have not left the game."""
    held = sum(tiles[tile] for tiles in (*k["tiles"], *k["fresh"]))
    stacks = enumerate(k["tile_hidden"])
    hidden = sum(count_tiles(k["edition"], stack, left)[tile] for stack, left in stacks)
    return int(held + hidden + k["tile_top"].count(tile))


def _check_tiles(k: Fields) -> None:
    """B1.5: no more tiles in a stack than it had, and no more than there are."""
    for stack in range(TILE_STACKS):
        top, left = k["tile_top"][stack], k["tile_left"][stack]
        hidden = k["tile_hidden"][stack]
        name = f"Bonus stack {stack + 1}"
        if top > NO_TILE or left != hidden.bit_count():
            refuse(f"{name} has {left} tiles, but others are hidden in it or on top.")
        whole = EDITIONS[k["edition"]].bonus_stacks[stack]
        for tile, count in enumerate(count_tiles(k["edition"], stack, hidden)):
            if (here := count + (tile == top)) > whole[tile]:
                refuse(f"{name} has {here} {TILES[tile]} tiles, not {whole[tile]}.")
        is_revealed = is_set_up(k) and _is_revealed(k, REVEAL_TILE, stack)
        waits = k["phase"] == REVEAL_TILE and k["tile_stack"] == stack
        _check_top(k, name, top != NO_TILE, left, IN_A_STACK, is_revealed, waits)
    for tile, name in enumerate(TILES):
        if _tiles_of(k, tile) > OF_A_TILE:
            refuse(f"The position has {_tiles_of(k, tile)} {name} tiles, not {OF_A_TILE}.")
