"""A turn: tiles, placing the pawn, building, effects (section 5 of the rules)."""

import numpy as np

from londinium.bitset import NONE, ONE
from londinium.games.old_london_bridge.board import (
    ALL_CRESTS,
    CENTRE_COST,
    CHAPEL_STEPS,
    CREST,
    CRESTS,
    FIRST_PARK,
    FREE_CENTRE,
    GATE_STEPS,
    KEEP_CARD,
    MONEY_AT,
    NO_BUILDING,
    SHARE,
    STEPS,
    TYPES,
    X_AT,
    X_SPACE,
    X,
)
from londinium.games.old_london_bridge.effects import (
    climb,
    go_on,
    have_effect,
    next_tile,
    pass_gates,
)
from londinium.games.old_london_bridge.round import clear_card, end_turn, turn_card
from londinium.games.old_london_bridge.state import (
    AFTER,
    CENTRE,
    PASS,
    PLACE,
    PLACE_CENTRE,
    PLACE_FREE,
    REPLACE,
    REVEAL,
    USE_CHAPEL_STEPS,
    USE_KEEP_CARD,
    State,
)
from londinium.jit import Int, inlined, lsb, njit, outlined

# Not plain numbers, for each of which numba would compile the functions they go to anew.
TILE_STEPS = np.int64(STEPS)
BUILT, GONE = np.int64(1), np.int64(-1)


# Tiles and the pawn


@inlined
def can_keep_card(s: State, seat: Int) -> bool:
    """B5.10: a card that is not a 0, and once."""
    return s["tiles"][seat, KEEP_CARD] > 0 and s["kept"] == 0 and turn_card(s) != 0


@inlined
def use_steps(s: State, seat: Int, action: Int) -> None:
    """B5.1, B5.22, B5.23: two steps; the window of the turn then stays open."""
    s["then"] = s["phase"]
    if action == USE_CHAPEL_STEPS:
        s["tiles"][seat, CHAPEL_STEPS] -= 1
        climb(s, seat, TILE_STEPS)
        go_on(s)
    else:
        s["tiles"][seat, GATE_STEPS] -= 1
        pass_gates(s, seat, TILE_STEPS)
        next_tile(s)


@inlined
def open_stacks(s: State) -> np.uint64:
    """Return the types whose stack has a tile, as bits."""
    stacks = NONE
    for kind in range(len(TYPES)):
        stacks |= np.uint64(s["top"][kind] != NO_BUILDING) << np.uint64(kind)
    return stacks


@inlined
def spaces_of_others(s: State, seat: Int) -> np.uint64:
    """Return the spaces where other players' pawns stand, as bits."""
    spaces = NONE
    for other in range(s["seats"]):
        spaces |= np.uint64(other != seat) << np.uint64(s["pawn"][other])
    return spaces


@inlined
def placements(s: State, seat: Int) -> np.uint64:
    """B5.3 to B5.8: where the pawn may go, tiles spent where they are needed; or pass."""
    tiles, stacks, at_x = s["tiles"][seat], open_stacks(s), X_AT[s["edition"], s["rondel"]]
    taken = spaces_of_others(s, seat)
    own = ONE << np.uint64(s["pawn"][seat])
    outer: Int = stacks & ~own
    if tiles[SHARE] == 0:
        outer &= ~taken
    if tiles[X_SPACE] == 0:
        outer &= ~at_x
    centre_bit = ONE << np.uint64(CENTRE)
    centre_open = own != centre_bit and (taken & centre_bit == 0 or tiles[SHARE] > 0)
    affordable = s["money"][seat] >= CENTRE_COST
    centre = stacks if centre_open and affordable else NONE
    free = stacks if centre_open and tiles[FREE_CENTRE] > 0 else NONE
    actions = (
        outer << np.uint64(PLACE)
        | centre << np.uint64(PLACE_CENTRE)
        | free << np.uint64(PLACE_FREE)
    )
    without_tile = outer & ~taken & ~at_x
    if taken & centre_bit == 0:
        without_tile |= centre
    return actions if without_tile != 0 else actions | ONE << np.uint64(PASS)


@inlined
def place_pawn(s: State, seat: Int, action: Int) -> None:
    """B5.2 to B5.7, B5.9: the card goes back, the pawn is placed, a tile is taken."""
    return_card(s, seat)
    outer = action < PLACE_CENTRE
    kind = (action - PLACE) % len(TYPES)
    space = kind if outer else CENTRE
    if spaces_of_others(s, seat) >> np.uint64(space) & ONE != 0:
        s["tiles"][seat, SHARE] -= 1
    s["pawn"][seat] = space
    if outer:
        money = MONEY_AT[s["edition"], s["rondel"], kind]
        s["money"][seat] += money
        s["tiles"][seat, X_SPACE] -= money == X
    elif action < PLACE_FREE:
        s["money"][seat] -= CENTRE_COST
    else:
        s["tiles"][seat, FREE_CENTRE] -= 1
    s["building"] = s["top"][kind]
    s["top"][kind] = NO_BUILDING
    if s["left"][kind] > 0:
        s["stack"] = kind
        s["phase"] = REVEAL
    else:
        build(s)


@inlined
def return_card(s: State, seat: Int) -> None:
    """B5.2: to the supply, a 0 to the hand; one to be kept stays aside."""
    if s["kept"] == 1:
        return
    value = turn_card(s)
    if value == 0:
        s["hand"][seat, 0] += 1
    else:
        s["supply"][value] += 1
    clear_card(s, seat)


# Build


@inlined
def build(s: State) -> None:
    """B5.11, B5.12: the first free slot, or one of the buildings has to go."""
    seat, building = np.int64(s["turn"]), s["building"]
    if fits_at_end(s, seat, building):
        s["built"][seat] += 1
        put(s, seat, np.int64(s["built"][seat]) - 1)
        return
    slots = replaceable(s, seat, building)
    if slots & (slots - ONE) == 0:
        replace(s, seat, np.int64(lsb(slots)))
    else:
        s["phase"] = REPLACE


@njit
def fits_at_end(s: State, seat: Int, building: Int) -> bool:
    """B5.11, B5.12: return whether a building goes to the first free slot."""
    slot = s["built"][seat]
    last: Int = s["bridge"][seat, slot - 1] if slot > 0 else FIRST_PARK
    return building >= FIRST_PARK or last >= FIRST_PARK or building < last


@njit
def replaceable(s: State, seat: Int, new: Int) -> np.uint64:
    """B5.13, B5.14: the slots that a building which does not fit at the end may take, as bits.

    Parks have the highest building numbers and an empty slot has 0: a park or the end of the bridge
    on either side of the slot sets no bound.
    """
    bridge, slots = s["bridge"][seat], NONE
    left = np.uint8(FIRST_PARK)
    for slot in range(s["built"][seat]):
        right = bridge[slot + 1]
        fits = left > new and (right < new or right >= FIRST_PARK) and bridge[slot] < FIRST_PARK
        slots |= np.uint64(fits) << np.uint64(slot)
        left = bridge[slot]
    return slots


@inlined
def replace(s: State, seat: Int, slot: Int) -> None:
    """B5.14: the old building leaves the game with its crest."""
    count_crests(s, seat, s["bridge"][seat, slot], GONE)
    put(s, seat, slot)


@inlined
def replace_number(s: State, seat: Int, number: Int) -> None:
    slot = 0
    while s["bridge"][seat, slot] != number:
        slot += 1
    replace(s, seat, slot)


@inlined
def count_crests(s: State, seat: Int, building: Int, change: Int) -> None:
    """B5.15: a guild hall counts for every colour."""
    crest = CREST[s["edition"], building]
    for colour in range(len(CRESTS)):
        if crest in (colour, ALL_CRESTS):
            s["crests"][seat, colour] += change


@outlined
def put(s: State, seat: Int, slot: Int) -> None:
    """Put the new building on the bridge; its effect follows."""
    building = s["building"]
    s["bridge"][seat, slot] = building
    s["building"] = NO_BUILDING
    count_crests(s, seat, building, BUILT)
    if building < s["lowest"]:  # never a park
        s["lowest"] = building
        s["lowest_by"] = seat
    s["then"] = AFTER
    have_effect(s, seat, building)


@inlined
def take_turn(s: State, seat: Int, action: Int) -> None:
    """B5.1 to B5.8"""
    if action == PASS:
        return_card(s, seat)
        end_turn(s)
    elif action == USE_KEEP_CARD:
        s["tiles"][seat, KEEP_CARD] -= 1
        s["kept"] = 1
    elif action < PLACE:
        use_steps(s, seat, action)
    else:
        place_pawn(s, seat, action)
