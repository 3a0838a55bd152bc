"""What happened between two records that the same eyes saw: typed events for logs and animation.

Both records are redacted for the viewer, so an event cannot tell more than the viewer may know.
Events with `money` tell all that a seat earned and paid, so that it can be followed.
"""

from typing import Any

import numpy as np

from londinium.game import State
from londinium.games.old_london_bridge.board import (
    CATEGORIES,
    CENTRE_COST,
    COINS,
    CRESTS,
    FIRST_EACH_ROUND,
    FOR_BRIDGE,
    FOR_CHAPEL,
    FOR_GATE,
    FOR_INN,
    FREE_CENTRE,
    GATE_END,
    GATE_END_MONEY,
    HIGHEST_CARD_PLAYED,
    LOWEST_NUMBER,
    MONEY_AT,
    SCORINGS,
    SHOP,
    TILE_STACKS,
    TILES,
    TYPE,
    TYPES,
)
from londinium.games.old_london_bridge.edition import STAIRS as STAIR_NAMES
from londinium.games.old_london_bridge.knowledge import building
from londinium.games.old_london_bridge.round import first_at_the_gates, turns
from londinium.games.old_london_bridge.state import (
    CARDS,
    CENTRE,
    ENDED,
    LADIES,
    MARKER,
    NO_CARD,
    NO_RANK,
    NO_TILE,
    NOBODY,
    NOT_YET,
    RAISE,
    REVEAL,
    REVEAL_TILE,
    RONDEL,
    SCORING,
    TAKE_CARDS,
    TURN,
)
from londinium.games.old_london_bridge.text import x_stack_name

Event = dict[str, Any]


def events(before: State, after: State) -> list[Event]:
    """Return the events of one move or one chance outcome, in the order in which they happened."""
    return [
        *_set_up(before, after),
        *_revealed(before, after),
        *_uses(before, after),
        *_cards(before, after),
        *_placed(before, after),
        *_built(before, after),
        *_steps(before, after),
        *_taken(before, after),
        *_round_end(before, after),
    ]


def _set_up(before: State, after: State) -> list[Event]:
    """B2, B8.1"""
    if before["phase"] == SCORING:
        category = int(before["at"])
        scoring = SCORINGS[category][after["scoring"][category]]
        return [{"event": "scoring", "category": CATEGORIES[category], "scoring": scoring}]
    if before["phase"] == RONDEL:
        return [
            {"event": "rondel", "x_at": x_stack_name(int(after["edition"]), int(after["rondel"]))}
        ]
    new = [seat for seat in range(after["seats"]) if before["rank"][seat] == NO_RANK]
    on_stairs = [seat for seat in new if after["rank"][seat] != NO_RANK]
    return [
        {"event": "stair", "seat": seat, "stair": STAIR_NAMES[after["rank"][seat]]}
        for seat in sorted(on_stairs, key=lambda seat: int(after["rank"][seat]))
    ]


def _revealed(before: State, after: State) -> list[Event]:
    """B4.1, B5.9, B5.17: what chance has turned up."""
    if before["phase"] == MARKER:
        spaces = 1 + int(np.argmax(before["markers"] != after["markers"]))
        return [{"event": "marker", "round": int(after["round"]), "spaces": spaces}]
    if before["phase"] == REVEAL:
        kind = before["stack"]
        top = building(after, after["top"][kind])
        return [{"event": "top", "stack": TYPES[kind], "building": top}]
    if before["phase"] == REVEAL_TILE:
        stack = int(before["tile_stack"])
        tile = int(before["tile_hidden"][stack] ^ after["tile_hidden"][stack]).bit_length() - 1
        return [{"event": "tile_top", "stack": stack + 1, "tile": TILES[tile]}]
    return []


def _cards(before: State, after: State) -> list[Event]:
    """B4.3 to B4.5, B8.11: cards chosen, revealed, raised, and the order they give."""
    found: list[Event] = []
    revealed = before["phase"] == CARDS != after["phase"]
    for seat in range(after["seats"]):
        chose = after["choice"][seat] != NOT_YET or revealed
        if before["phase"] == CARDS and chose and before["choice"][seat] == NOT_YET:
            found.append({"event": "choose", "seat": seat})
    if revealed:
        cards = [
            [int(value) for value in after["played"][seat] if value != NO_CARD]
            for seat in range(after["seats"])
        ]
        found.append({"event": "reveal", "cards": cards})
        if after["scoring"][FOR_INN] == HIGHEST_CARD_PLAYED:
            # The order is that of the printed cards: no tile can have raised one yet.
            found.append(_earn(after["order"][0], 2, SCORINGS[FOR_INN][HIGHEST_CARD_PLAYED]))
    if before["phase"] == RAISE:
        for seat, card in np.argwhere(before["raised"] != after["raised"]).tolist():
            value = int(after["played"][seat, card])
            by = int(after["raised"][seat, card])
            found.append({"event": "raise", "seat": seat, "card": value, "by": by})
    if before["phase"] in (CARDS, RAISE) and after["phase"] == TURN:
        seats = [int(seat) for seat in after["order"][: turns(after)]]
        found.append({"event": "order", "seats": seats})
    return found


def _earn(seat: int, money: int, reason: str) -> Event:
    return {"event": "earn", "seat": int(seat), "money": money, "for": reason}


def _tiles_taken(before: State, after: State) -> list[tuple[int, int]]:
    """The bonus tiles that left their stacks, as stack and tile."""
    taken = []
    for stack in range(TILE_STACKS):
        gone = _tiles_of(before, stack) & ~_tiles_of(after, stack)
        taken += [(stack, tile) for tile in range(len(TILES)) if gone >> tile & 1]
    return taken


def _tiles_of(s: State, stack: int) -> int:
    top = int(s["tile_top"][stack])
    return int(s["tile_hidden"][stack]) | (0 if top == NO_TILE else 1 << top)


def _used(before: State, after: State, seat: int) -> list[int]:
    """The bonus tiles that a seat spent."""
    had = before["tiles"][seat].astype(int) + before["fresh"][seat]
    has = after["tiles"][seat].astype(int) + after["fresh"][seat]
    if before["turn"] == seat:
        for _, tile in _tiles_taken(before, after):
            had[tile] += 1
    return [tile for tile in range(len(TILES)) for _ in range(had[tile] - has[tile])]


def _uses(before: State, after: State) -> list[Event]:
    """B6"""
    return [
        {"event": "use", "seat": seat, "tile": TILES[tile]}
        for seat in range(after["seats"])
        for tile in _used(before, after, seat)
    ]


def _placed(before: State, after: State) -> list[Event]:
    """B5.2 to B5.8: the card goes back, the pawn is placed or the turn passed."""
    if before["phase"] != TURN or (after["phase"] == TURN and after["at"] == before["at"]):
        return []
    seat = int(before["turn"])
    kinds = np.flatnonzero(before["top"] != after["top"])
    if not len(kinds):
        takes_tiles = after["at"] == before["at"]  # gate steps were used
        return [] if takes_tiles else [*_returned(before, after), {"event": "pass", "seat": seat}]
    kind = int(kinds[0])
    space = int(after["pawn"][seat])
    if space == CENTRE:
        money = 0 if FREE_CENTRE in _used(before, after, seat) else -CENTRE_COST
    else:
        money = int(MONEY_AT[after["edition"], after["rondel"], kind])
    place = {
        "event": "place",
        "seat": seat,
        "space": "centre" if space == CENTRE else TYPES[kind],
        "stack": TYPES[kind],
        "money": money,
    }
    returned = [] if before["kept"] else _returned(before, after)
    return [*returned, place]


def _returned(before: State, after: State) -> list[Event]:
    """B5.2: the card of the turn went to the supply, or to the hand if it is a 0 or kept."""
    seat, card = int(before["turn"]), int(before["order_card"][before["at"]])
    value = int(before["played"][seat, card])
    if value == NO_CARD or after["played"][seat, card] != NO_CARD:
        return []
    to = "hand" if value == 0 or before["kept"] else "supply"
    return [{"event": "return", "seat": seat, "card": value, "to": to}]


def _built(before: State, after: State) -> list[Event]:
    """B5.11 to B5.15"""
    seat = int(before["turn"])
    slots = np.flatnonzero(before["bridge"][seat] != after["bridge"][seat])
    if not len(slots):
        return []
    slot = int(slots[0])
    new = building(after, after["bridge"][seat, slot])
    assert new is not None
    strength = None
    if len(new["crests"]) == 1 and new["type"] != "park":
        strength = int(after["crests"][seat, CRESTS.index(new["crests"][0])])
    event = {
        "event": "build",
        "seat": seat,
        "building": new,
        "slot": slot,
        "replaced": building(before, before["bridge"][seat, slot]),
        "strength": strength,
    }
    is_shop = TYPE[after["edition"], after["bridge"][seat, slot]] == SHOP
    return [event, *([_earn(seat, strength or 0, "shop")] if is_shop else [])]


def _steps(before: State, after: State) -> list[Event]:
    """B5.16, B5.17, B5.21"""
    found: list[Event] = []
    edition = after["edition"]
    for seat in range(after["seats"]):
        start, end = int(before["chapel"][seat]), int(after["chapel"][seat])
        if start != end:
            money = int(COINS[edition, end]) - int(COINS[edition, start])
            found.append(_step("chapel", seat, start, end, money))
        start, end = int(before["gate"][seat]), int(after["gate"][seat])
        if start != end:
            money = int(GATE_END_MONEY[edition]) if end == GATE_END[edition] else 0
            found.append(_step("gate", seat, start, end, money))
    return found


def _step(track: str, seat: int, start: int, end: int, money: int) -> Event:
    return {"event": track, "seat": seat, "from": start, "to": end, "money": money}


def _taken(before: State, after: State) -> list[Event]:
    """B4.2, B5.17, B5.19: bonus tiles and cards."""
    seat = int(before["turn"])
    found: list[Event] = [
        {"event": "take_tile", "seat": seat, "stack": stack + 1, "tile": TILES[tile]}
        for stack, tile in _tiles_taken(before, after)
        if before["round"] > 0
    ]
    lost = before["supply"].astype(int) - after["supply"]
    if before["phase"] == TAKE_CARDS or (before["phase"] == LADIES and lost.any()):
        cards = [value for value in range(len(lost)) for _ in range(lost[value])]
        found.append({"event": "take_cards", "seat": seat, "cards": cards})
    return found


def _round_end(before: State, after: State) -> list[Event]:
    """B5.2, B4.7, B8.3, B8.7, B8.15: a kept card comes back; what is scored each round; the end."""
    found: list[Event] = []
    passed = before["phase"] == TURN and not np.any(before["top"] != after["top"])
    if before["kept"] and not passed:
        found += _returned(before, after)
    ended = after["phase"] in (MARKER, ENDED) and before["phase"] not in (MARKER, ENDED)
    if not ended or before["round"] == 0:
        return found
    scoring = after["scoring"]
    if scoring[FOR_CHAPEL] == FIRST_EACH_ROUND:
        first = int(np.argmin(after["rank"][: after["seats"]]))
        found.append(_earn(first, 1, "first_on_chapel_track"))
    if scoring[FOR_GATE] == FIRST_EACH_ROUND:
        found.append(_earn(first_at_the_gates(after), 1, "first_on_gate_track"))
    if scoring[FOR_BRIDGE] == LOWEST_NUMBER and after["lowest_by"] != NOBODY:
        found.append(_earn(after["lowest_by"], 2, SCORINGS[FOR_BRIDGE][LOWEST_NUMBER]))
    found.append({"event": "end_round", "round": int(after["round"])})
    if after["phase"] == ENDED:
        found.append({"event": "end"})
    return found
