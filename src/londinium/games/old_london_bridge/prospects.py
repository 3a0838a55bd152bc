"""What a building would be on a seat's bridge, and what it would give (B5.12 to B5.20)."""

from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from londinium.bitset import NONE, ONE
from londinium.game import Fields, States
from londinium.games.old_london_bridge.board import (
    ALL_CRESTS,
    BONUSES,
    CHAPEL,
    COINS,
    CREST,
    GATE,
    GATE_END,
    GATE_END_MONEY,
    GUILD,
    INN,
    NO_BUILDING,
    PARK,
    SHOP,
    SLOTS,
    TYPE,
    TYPES,
)
from londinium.games.old_london_bridge.state import (
    NO_CARD,
    NO_TILE,
    REPLACE,
    TURN,
    State,
)
from londinium.games.old_london_bridge.turn import fits_at_end, replaceable
from londinium.jit import Int, lsb, njit

# What is written of each place that a building may take: whether there is one, the building that
# it replaces if any, its strength if it has one, and its effects.
POSSIBLE, REPLACES, STRENGTH, STEPS, MONEY, BONUS_TILES, CARD_VALUES, WIDTH = range(8)
EFFECTS = ("steps", "money", "tiles", "cards")
# By type of the open tiles, and behind them the building that was taken and is not yet built.
Prospects = NDArray[np.uint8]
PROSPECTS = (len(TYPES) + 1, SLOTS, WIDTH)

Prospect = dict[str, Any] | None


def prospects(states: States, k: Fields, seat: int) -> tuple[dict[str, Prospect] | None, Prospect]:
    """Return what the open tiles, and the building to place, would be on the viewer's bridge.

    Nothing if the bridge is full; no building if the viewer need not choose its place.
    """
    if seat < 0 or k["built"][seat] == SLOTS:
        return None, None
    written = np.zeros(PROSPECTS, np.uint8)
    write_prospects(states, seat, written)
    replacing = k["phase"] == REPLACE and k["turn"] == seat
    return _of_tops(written[:-1].tobytes()), _prospect(written[-1].tobytes()) if replacing else None


@lru_cache(4096)
def _of_tops(written: bytes) -> dict[str, Prospect]:
    size = len(written) // len(TYPES)
    return {name: _prospect(written[i * size :][:size]) for i, name in enumerate(TYPES)}


@lru_cache(4096)
def _prospect(written: bytes) -> Prospect:
    """Return what a building would be, as plain data.

    `replaces` lists the numbers it may replace, empty if it goes to the end; `strengths` those it
    can have; `effects` what it gives, in place of each of them or at the end.
    """
    rows = [written[i : i + WIDTH] for i in range(0, len(written), WIDTH) if written[i]]
    if not rows:
        return None
    return {
        "replaces": [row[REPLACES] for row in rows if row[REPLACES]],
        "strengths": sorted({row[STRENGTH] for row in rows if row[STRENGTH]}),
        "effects": [dict(zip(EFFECTS, row[STEPS:], strict=True)) for row in rows],
    }


@njit
def write_prospects(states: States, seat: int, out: Prospects) -> None:
    """B5.12 to B5.14: write all places that the buildings may take, and what they give there.

    On the first record of an array: that is quicker to hand over than a record.
    """
    s = states[0]
    for kind in range(len(TYPES) + 1):
        new = s["top"][kind] if kind < len(TYPES) else s["building"]
        if new == NO_BUILDING:
            continue
        slots = NONE if fits_at_end(s, seat, new) else replaceable(s, seat, new)
        if slots == NONE:
            write_prospect(s, seat, new, NO_BUILDING, out[kind, 0])
        place = 0
        while slots != NONE:
            old = s["bridge"][seat, lsb(slots)]
            write_prospect(s, seat, new, old, out[kind, place])
            slots &= slots - ONE
            place += 1


@njit
def write_prospect(s: State, seat: Int, new: Int, old: Int, out: Prospects) -> None:
    """B5.14, B5.15: write what a building is in place of another, or at the end."""
    edition = s["edition"]
    kind = TYPE[edition, new]
    out[POSSIBLE], out[REPLACES] = 1, old
    if kind in (GUILD, PARK):
        return
    crest, gone = CREST[edition, new], CREST[edition, old]
    loses = (old != NO_BUILDING) & ((gone == crest) | (gone == ALL_CRESTS))
    out[STRENGTH] = s["crests"][seat, crest] + 1 - loses
    write_effects(s, seat, kind, np.int64(out[STRENGTH]), out)


@njit
def write_effects(s: State, seat: Int, kind: Int, strength: Int, out: Prospects) -> None:
    """B5.16 to B5.20: write steps, money, bonus tiles, and what cards may be worth."""
    edition = s["edition"]
    if kind == CHAPEL:
        start = np.int64(s["chapel"][seat])
        space = min(start + strength, COINS.shape[1] - 1)
        out[STEPS], out[MONEY] = space - start, COINS[edition, space] - COINS[edition, start]
    elif kind == GATE:
        start, end = np.int64(s["gate"][seat]), np.int64(GATE_END[edition])
        space = min(start + strength, end)
        out[STEPS] = space - start
        out[MONEY] = GATE_END_MONEY[edition] if start < end == space else 0
        out[BONUS_TILES] = min(BONUSES[edition, space] - BONUSES[edition, start], tiles_left(s))
    elif kind == SHOP:
        out[MONEY] = strength
    elif kind == INN and lowest_card(s, seat) <= strength:
        out[CARD_VALUES] = strength


@njit
def tiles_left(s: State) -> Int:
    """Return how many bonus tiles are left."""
    tiles = 0
    for stack in range(len(s["tile_left"])):
        tiles += s["tile_left"][stack] + (s["tile_top"][stack] != NO_TILE)
    return tiles


@njit
def lowest_card(s: State, seat: Int) -> Int:
    """Return the lowest card of the supply, where the viewer's own goes first (B5.2)."""
    lowest: Int = 1
    while lowest < NO_CARD and s["supply"][lowest] == 0:
        lowest += 1
    if s["phase"] == TURN and s["turn"] == seat and s["kept"] == 0:
        own = np.int64(s["played"][seat, s["order_card"][s["at"]]])
        if 0 < own < lowest:  # a 0 is kept
            lowest = own
    return lowest
