"""The printed material and all actions as plain data, for clients that draw the game."""

from typing import Any

from londinium.games.old_london_bridge.board import (
    CARD_COUNT,
    CATEGORIES,
    CENTRE_COST,
    CHAPEL_STEPS,
    CRESTS,
    EDITIONS,
    GATE_STEPS,
    KEEP_CARD,
    NUMBERS,
    ROUNDS,
    SCORINGS,
    SLOTS,
    TILES,
    TYPES,
    X,
)
from londinium.games.old_london_bridge.edition import Edition
from londinium.games.old_london_bridge.state import (
    ACTIONS,
    CARDS_OF,
    MIXES,
    NO_CARD,
    PASS,
    PLACE,
    RAISE_CARD,
    REPLACE_NUMBER,
    TAKE,
    TAKE_MIX,
    USE_CHAPEL_STEPS,
    USE_GATE_STEPS,
    USE_KEEP_CARD,
    USE_LADY,
)
from londinium.games.old_london_bridge.view import building

SPACES = ("outer", "centre", "free centre")  # in the order of the actions that place a pawn
USED = {
    USE_CHAPEL_STEPS: TILES[CHAPEL_STEPS],
    USE_GATE_STEPS: TILES[GATE_STEPS],
    USE_KEEP_CARD: TILES[KEEP_CARD],
}


def move(action: int) -> dict[str, Any]:
    """Return an action as plain data, by its kind and what it is about."""
    if action < USE_LADY:
        return {"kind": "play", "cards": [int(v) for v in CARDS_OF[action] if v != NO_CARD]}
    if action == USE_LADY:
        return {"kind": "use_lady"}
    if action < USE_CHAPEL_STEPS:
        return {"kind": "raise", "which": action - RAISE_CARD}
    if action in USED:
        return {"kind": "use", "tile": USED[action]}
    if action < TAKE:
        space, stack = divmod(action - PLACE, len(TYPES))
        return {"kind": "place", "space": SPACES[space], "stack": TYPES[stack]}
    if action < PASS:
        return {"kind": "take_tile", "stack": action - TAKE}
    if action == PASS:
        return {"kind": "pass"}
    if action < TAKE_MIX:
        return {"kind": "replace", "number": action - REPLACE_NUMBER + 1}
    return {"kind": "take_cards", "counts": list(MIXES[action - TAKE_MIX])}


def material() -> dict[str, Any]:
    """Return what is printed, that of each edition by its name."""
    return {
        "moves": [move(action) for action in range(ACTIONS)],
        "types": list(TYPES),
        "crests": list(CRESTS),
        "tiles": list(TILES),
        "cards": {str(value): count for value, count in enumerate(CARD_COUNT)},
        "scorings": {c: list(s) for c, s in zip(CATEGORIES, SCORINGS, strict=True)},
        "slots": SLOTS,
        "centre_cost": CENTRE_COST,
        "rounds": {str(seats): rounds for seats, rounds in enumerate(ROUNDS) if rounds},
        "editions": {e.key: _printed(number, e) for number, e in enumerate(EDITIONS)},
    }


def _printed(number: int, edition: Edition) -> dict[str, Any]:
    return {
        "spaces": [money if money != X else None for money in edition.spaces],
        "stacks": [TYPES[kind] for kind in edition.stacks],
        "buildings": [building(number, n) for n in range(1, NUMBERS + 1)],
        "parks": dict(zip(CRESTS, edition.parks, strict=True)),
        "chapel": list(edition.chapel_coins),
        "gate": list(edition.gate_bonuses),
        "gate_end": edition.gate_end,
        "hands": [list(hand) for hand in edition.hands],
        "pay": list(edition.pay),
        "bonus_stacks": [dict(zip(TILES, stack, strict=True)) for stack in edition.bonus_stacks],
    }
