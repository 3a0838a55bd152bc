"""What speaks for a place of the pawn, and for the building that goes: track, bridge, crests."""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from londinium.game import Reason
from londinium.games.old_london_bridge.board import (
    ALL_CRESTS,
    BONUSES,
    CATEGORIES,
    CHAPEL,
    CHAPEL_END,
    COINS,
    CREST,
    CRESTS,
    FOR_BRIDGE,
    GATE,
    GATE_END,
    GATE_END_MONEY,
    INN,
    MONEY_AT,
    MOST_BUILT,
    PARK,
    SCORINGS,
    SHOP,
    TYPE,
    TYPES,
    X,
)
from londinium.games.old_london_bridge.heuristics.parts import (
    BRIDGE,
    CRESTS_TO_COME,
    DENIAL,
    EFFECT,
    PARTS,
    SCORING,
    building_parts,
)
from londinium.games.old_london_bridge.heuristics.tables import INITIATIVE
from londinium.games.old_london_bridge.state import PLACE, PLACE_CENTRE, State
from londinium.games.old_london_bridge.turn import fits_at_end, replaceable

Merit = tuple[float, Reason]  # what it weighs, in pounds


def weigh_buildings(known: State, seat: int) -> tuple[NDArray[np.float64], int]:
    """Return by stack and part what its top is worth, and the turns left after this one."""
    parts = np.zeros((len(TYPES), PARTS))
    return parts, int(building_parts(known, seat, parts))


def others_of(known: State, seat: int) -> list[int]:
    """Return the other seats."""
    return [other for other in range(int(known["seats"])) if other != seat]


def of_placing(known: State, seat: int, action: int) -> Iterator[Merit]:
    """B5.3 to B5.8"""
    stack, edition = (action - PLACE) % len(TYPES), known["edition"]
    parts, _ = weigh_buildings(known, seat)
    building = int(known["top"][stack])
    money = int(MONEY_AT[edition, known["rondel"], stack])
    if action < PLACE_CENTRE and money not in (0, X):
        yield float(money), Reason("space_money", {"money": money})
    strength = _strength(known, seat, building)
    yield from _of_effect(known, seat, stack, strength, float(parts[stack, EFFECT]))
    yield from _of_bridge(known, seat, stack, parts)
    yield from _of_crest(known, seat, building, float(parts[stack, CRESTS_TO_COME]))
    yield from _of_scoring(known, building, float(parts[stack, SCORING]))
    if parts[stack, DENIAL] > 0:
        following = int(known["order"][known["at"] + 1])
        yield float(parts[stack, DENIAL]), Reason("denies", {"seat": following})


def _strength(known: State, seat: int, building: int) -> int:
    """Return the strength that a building can have (B5.15): what it replaces may have its crest."""
    crest = int(CREST[known["edition"], building])
    if crest == ALL_CRESTS:
        return 0
    strength = int(known["crests"][seat, crest]) + 1
    if fits_at_end(known, seat, building):
        return strength
    covered = [_crest_at(known, seat, slot) for slot in _slots(known, seat, building)]
    return strength - all(old in (crest, ALL_CRESTS) for old in covered)


def _slots(known: State, seat: int, building: int) -> list[int]:
    slots = int(replaceable(known, seat, building))
    return [slot for slot in range(int(known["built"][seat])) if slots >> slot & 1]


def _crest_at(known: State, seat: int, slot: int) -> int:
    return int(CREST[known["edition"], known["bridge"][seat, slot]])


def _of_effect(known: State, seat: int, kind: int, strength: int, worth: float) -> Iterator[Merit]:
    """B5.16 to B5.20"""
    if kind == SHOP:
        yield worth, Reason("shop_money", {"money": strength})
    elif kind == INN:
        yield worth, Reason("inn_cards", {"n": strength})
    elif kind in (CHAPEL, GATE):
        yield from of_steps(known, seat, kind, strength, worth)


def of_steps(known: State, seat: int, kind: int, steps: int, worth: float) -> Iterator[Merit]:
    """B5.16, B5.17: what is passed on a track, and who is overtaken."""
    edition = known["edition"]
    is_chapel = kind == CHAPEL
    end, passed = (CHAPEL_END, COINS) if is_chapel else (GATE_END, BONUSES)
    start = int((known["chapel"] if is_chapel else known["gate"])[seat])
    space = min(start + steps, int(end[edition]))
    gained, n = int(passed[edition, space]) - int(passed[edition, start]), space - start
    if n == 0:
        return
    if is_chapel:
        coins = Reason("chapel_coins", {"n": n, "money": gained})
        yield worth, coins if gained else Reason("chapel_steps", {"n": n})
        yield from _of_order(known, seat, space)
        return
    tiles = Reason("gate_tiles", {"n": n, "tiles": gained})
    yield worth, tiles if gained else Reason("gate_steps", {"n": n})
    if space == end[edition]:
        money = int(GATE_END_MONEY[edition])
        yield float(money), Reason("gate_end", {"money": money})


def _of_order(known: State, seat: int, space: int) -> Iterator[Merit]:
    """B3: a marker that comes to a space lies on top, but for the last."""
    turns, end = weigh_buildings(known, seat)[1], int(CHAPEL_END[known["edition"]])
    before = [other for other in others_of(known, seat) if _rank(known, other) < _rank(known, seat)]
    for other in sorted(before, key=lambda other: _rank(known, other)):
        theirs = int(known["chapel"][other])
        if theirs < space or (theirs == space and space != end):
            yield INITIATIVE * turns, Reason("overtakes", {"seat": other})
            return


def _rank(known: State, seat: int) -> int:
    return int(known["rank"][seat])


def _of_bridge(known: State, seat: int, stack: int, parts: NDArray[np.float64]) -> Iterator[Merit]:
    """B5.11 to B5.13: what the rest of the bridge is worth more than after the other buildings."""
    building = int(known["top"][stack])
    others = [
        float(parts[other, BRIDGE])
        for other in range(len(TYPES))
        if other != stack and known["top"][other]
    ]
    more = float(parts[stack, BRIDGE]) - (sum(others) / len(others) if others else 0.0)
    if more <= 0 or not fits_at_end(known, seat, building):
        return
    if TYPE[known["edition"], building] == PARK:
        yield more, Reason("any_number_next", {})
        return
    yield more, Reason("room_below", {"number": building})
    yield 0.1, Reason("longer_bridge", {"n": int(known["built"][seat]) + 1})


def _of_crest(known: State, seat: int, building: int, worth: float) -> Iterator[Merit]:
    crest = int(CREST[known["edition"], building])
    if crest == ALL_CRESTS:
        yield worth, Reason("every_crest", {})
    elif worth > 0 and fits_at_end(known, seat, building):
        n = int(known["crests"][seat, crest]) + 1
        yield worth, Reason("crest", {"n": n, "crest": CRESTS[crest]})


def _of_scoring(known: State, building: int, worth: float) -> Iterator[Merit]:
    """B8: an expert scoring that the building counts for."""
    if worth <= 0:
        return
    kind = int(TYPE[known["edition"], building])
    category = FOR_BRIDGE
    if kind <= INN and known["scoring"][kind] == MOST_BUILT:
        category = kind
    scoring = SCORINGS[category][known["scoring"][category]]
    yield worth, Reason("counts_for", {"category": CATEGORIES[category], "scoring": scoring})


def of_replacing(known: State, seat: int, number: int) -> Iterator[Merit]:
    """B5.13: what the new building keeps, against the other buildings that could go."""
    building = int(known["building"])
    crest = int(CREST[known["edition"], building])
    bridge = known["bridge"][seat].tolist()
    slot, slots = bridge.index(number), _slots(known, seat, building)
    old = _crest_at(known, seat, slot)
    if crest != ALL_CRESTS:
        clashes = [_crest_at(known, seat, one) in (crest, ALL_CRESTS) for one in slots]
        if any(clashes) and not clashes[slots.index(slot)]:
            strength = int(known["crests"][seat, crest]) + 1
            yield 1.0, Reason("full_strength", {"n": strength})
    last = int(known["built"][seat]) - 1
    if slot == last:
        yield 0.5, Reason("room_below", {"number": building})
    elif last in slots:
        yield 0.5, Reason("end_stays", {"number": bridge[last]})
    if old != ALL_CRESTS:
        left = int(known["crests"][seat, old]) - 1 + (old == crest)
        if left > 0:
            yield 0.2, Reason("crests_left", {"crest": CRESTS[old], "n": left})
