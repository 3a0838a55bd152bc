"""What happened between two records seen by the same viewer: typed events for logs and animation.

Both records are redacted for the viewer, so an event cannot reveal more than the viewer may know.
Events with `money` tell all that a seat earned and paid, so that it can be followed.
"""

from collections.abc import Sequence
from typing import Any

from londinium.game import Fields, State, read_fields
from londinium.games.old_london_bridge.board import (
    CATEGORIES,
    CENTRE_COST,
    CRESTS,
    FIRST_EACH_ROUND,
    FOR_BRIDGE,
    FOR_CHAPEL,
    FOR_GATE,
    FOR_INN,
    FREE_CENTRE,
    HIGHEST_CARD_PLAYED,
    LOWEST_NUMBER,
    SCORINGS,
    SHOP,
    TILE_STACKS,
    TILES,
    TYPES,
    count_tiles,
)
from londinium.games.old_london_bridge.edition import STAIRS as STAIR_NAMES
from londinium.games.old_london_bridge.round import first_at_the_gates
from londinium.games.old_london_bridge.state import (
    CARDS,
    CENTRE,
    ENDED,
    LADIES,
    MARKER,
    NO_CARD,
    NO_RANK,
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
from londinium.games.old_london_bridge.view import (
    COINS_AT,
    GATES_END,
    GATES_MONEY,
    MONEY,
    TURNS,
    TYPE_OF,
    building,
)

Event = dict[str, Any]

# Tables as lists, which Python reads faster.


def events(before: State, after: State) -> list[Event]:
    """Return the events of one move or one chance outcome, in the order in which they happened."""
    b, a = read_fields(before), read_fields(after)
    return [
        *_set_up(b, a),
        *_revealed(b, a),
        *_uses(b, a),
        *_cards(b, a),
        *_placed(b, a),
        *_built(b, a),
        *_steps(b, a),
        *_taken(b, a),
        *_round_end(b, a, after),
    ]


def _changed(before: Sequence[int], after: Sequence[int]) -> list[int]:
    """Return the places where two lists differ."""
    if before == after:
        return []
    return [i for i, value in enumerate(after) if value != before[i]]


def _set_up(before: Fields, after: Fields) -> list[Event]:
    """B2, B8.1"""
    if before["phase"] == SCORING:
        category = before["at"]
        scoring = SCORINGS[category][after["scoring"][category]]
        return [{"event": "scoring", "category": CATEGORIES[category], "scoring": scoring}]
    if before["phase"] == RONDEL:
        return [{"event": "rondel", "x_at": x_stack_name(after["edition"], after["rondel"])}]
    moved = _changed(before["rank"], after["rank"])
    on_stairs = [seat for seat in moved if before["rank"][seat] == NO_RANK]
    return [
        {"event": "stair", "seat": seat, "stair": STAIR_NAMES[after["rank"][seat]]}
        for seat in sorted(on_stairs, key=lambda seat: after["rank"][seat])
    ]


def _revealed(before: Fields, after: Fields) -> list[Event]:
    """B4.1, B5.9, B5.17: what chance has turned up."""
    if before["phase"] == MARKER:
        spaces = 1 + _changed(before["markers"], after["markers"])[0]
        return [{"event": "marker", "round": after["round"], "spaces": spaces}]
    if before["phase"] == REVEAL:
        kind = before["stack"]
        top = building(after["edition"], after["top"][kind])
        return [{"event": "top", "stack": TYPES[kind], "building": top}]
    if before["phase"] == REVEAL_TILE:
        stack = before["tile_stack"]
        tile = _changed(_hidden_tiles(before, stack), _hidden_tiles(after, stack))[0]
        return [{"event": "tile_top", "stack": stack + 1, "tile": TILES[tile]}]
    return []


def _cards(before: Fields, after: Fields) -> list[Event]:
    """B4.3 to B4.5, B8.11: cards chosen, revealed, raised, and the order they give."""
    if before["phase"] not in (CARDS, RAISE):
        return []
    found: list[Event] = []
    revealed = before["phase"] == CARDS != after["phase"]
    for seat in range(after["seats"]):
        chose = after["choice"][seat] != NOT_YET or revealed
        if before["phase"] == CARDS and chose and before["choice"][seat] == NOT_YET:
            found.append({"event": "choose", "seat": seat})
    if revealed:
        cards = [
            [value for value in after["played"][seat] if value != NO_CARD]
            for seat in range(after["seats"])
        ]
        found.append({"event": "reveal", "cards": cards})
        if after["scoring"][FOR_INN] == HIGHEST_CARD_PLAYED:
            # The order is that of the printed cards: no tile can have raised one yet.
            found.append(_earn(after["order"][0], 2, SCORINGS[FOR_INN][HIGHEST_CARD_PLAYED]))
    if before["phase"] == RAISE:
        found += _raised(before, after)
    if after["phase"] == TURN:
        found.append({"event": "order", "seats": [*after["order"][: TURNS[after["seats"]]]]})
    return found


def _raised(before: Fields, after: Fields) -> list[Event]:
    """B4.4"""
    return [
        {
            "event": "raise",
            "seat": seat,
            "card": after["played"][seat][card],
            "by": after["raised"][seat][card],
        }
        for seat in range(after["seats"])
        for card in _changed(before["raised"][seat], after["raised"][seat])
    ]


def _earn(seat: int, money: int, reason: str) -> Event:
    return {"event": "earn", "seat": seat, "money": money, "for": reason}


def _tiles_taken(before: Fields, after: Fields) -> list[tuple[int, int]]:
    """Return the bonus tiles that left their stacks, as stack and tile."""
    taken: list[tuple[int, int]] = []
    if all(before[part] == after[part] for part in ("tile_top", "tile_hidden")):
        return taken
    for stack in range(TILE_STACKS):
        had, has = _tiles_of(before, stack), _tiles_of(after, stack)
        taken += [(stack, t) for t in range(len(TILES)) for _ in range(had[t] - has[t])]
    return taken


def _tiles_of(k: Fields, stack: int) -> list[int]:
    """Return how many of each bonus tile a stack has, the open one included."""
    top = k["tile_top"][stack]
    return [count + (tile == top) for tile, count in enumerate(_hidden_tiles(k, stack))]


def _hidden_tiles(k: Fields, stack: int) -> list[int]:
    return count_tiles(k["edition"], stack, k["tile_hidden"][stack])


def _used(before: Fields, after: Fields, seat: int) -> list[int]:
    """Return the bonus tiles that a seat spent."""
    had, has = _tiles_with(before, seat), _tiles_with(after, seat)
    if before["turn"] == seat:
        had += [tile for _, tile in _tiles_taken(before, after)]
    return [t for t in range(len(TILES)) for _ in range(had.count(t) - has.count(t))]


def _tiles_with(k: Fields, seat: int) -> list[int]:
    """A seat's bonus tiles."""
    counts = zip(k["tiles"][seat], k["fresh"][seat], strict=True)
    return [tile for tile, (old, new) in enumerate(counts) for _ in range(old + new)]


def _uses(before: Fields, after: Fields) -> list[Event]:
    """B6"""
    if all(before[part] == after[part] for part in ("tiles", "fresh", "tile_top", "tile_hidden")):
        return []
    return [
        {"event": "use", "seat": seat, "tile": TILES[tile]}
        for seat in range(after["seats"])
        for tile in _used(before, after, seat)
    ]


def _placed(before: Fields, after: Fields) -> list[Event]:
    """B5.2 to B5.8: the card goes back, the pawn is placed or the turn passed."""
    if before["phase"] != TURN or (after["phase"] == TURN and after["at"] == before["at"]):
        return []
    seat = before["turn"]
    kinds = _changed(before["top"], after["top"])
    if not kinds:
        takes_tiles = after["at"] == before["at"]  # gate steps were used
        return [] if takes_tiles else [*_returned(before, after), {"event": "pass", "seat": seat}]
    kind = kinds[0]
    space = after["pawn"][seat]
    if space == CENTRE:
        money = 0 if FREE_CENTRE in _used(before, after, seat) else -CENTRE_COST
    else:
        money = MONEY[after["edition"]][after["rondel"]][kind]
    place = {
        "event": "place",
        "seat": seat,
        "space": "centre" if space == CENTRE else TYPES[kind],
        "stack": TYPES[kind],
        "money": money,
    }
    returned = [] if before["kept"] else _returned(before, after)
    return [*returned, place]


def _returned(before: Fields, after: Fields) -> list[Event]:
    """B5.2: the card of the turn went to the supply, or to the hand if it is a 0 or kept."""
    seat, card = before["turn"], before["order_card"][before["at"]]
    value = before["played"][seat][card]
    if value == NO_CARD or after["played"][seat][card] != NO_CARD:
        return []
    to = "hand" if value == 0 or before["kept"] else "supply"
    return [{"event": "return", "seat": seat, "card": value, "to": to}]


def _built(before: Fields, after: Fields) -> list[Event]:
    """B5.11 to B5.15"""
    seat, edition = before["turn"], after["edition"]
    slots = _changed(before["bridge"][seat], after["bridge"][seat])
    if not slots:
        return []
    slot = slots[0]
    number = after["bridge"][seat][slot]
    new = building(edition, number)
    assert new is not None
    strength = None
    if len(new["crests"]) == 1 and new["type"] != "park":
        strength = after["crests"][seat][CRESTS.index(new["crests"][0])]
    event = {
        "event": "build",
        "seat": seat,
        "building": new,
        "slot": slot,
        "replaced": building(edition, before["bridge"][seat][slot]),
        "strength": strength,
    }
    is_shop = TYPE_OF[edition][number] == SHOP
    return [event, *([_earn(seat, strength or 0, "shop")] if is_shop else [])]


def _steps(before: Fields, after: Fields) -> list[Event]:
    """B5.16, B5.17, B5.21"""
    found: list[Event] = []
    if before["chapel"] == after["chapel"] and before["gate"] == after["gate"]:
        return found
    edition = after["edition"]
    for seat in range(after["seats"]):
        start, end = before["chapel"][seat], after["chapel"][seat]
        if start != end:
            money = COINS_AT[edition][end] - COINS_AT[edition][start]
            found.append(_step("chapel", seat, start, end, money))
        start, end = before["gate"][seat], after["gate"][seat]
        if start != end:
            money = GATES_MONEY[edition] if end == GATES_END[edition] else 0
            found.append(_step("gate", seat, start, end, money))
    return found


def _step(track: str, seat: int, start: int, end: int, money: int) -> Event:
    return {"event": track, "seat": seat, "from": start, "to": end, "money": money}


def _taken(before: Fields, after: Fields) -> list[Event]:
    """B4.2, B5.17, B5.19: bonus tiles and cards."""
    seat = before["turn"]
    found: list[Event] = [
        {"event": "take_tile", "seat": seat, "stack": stack + 1, "tile": TILES[tile]}
        for stack, tile in _tiles_taken(before, after)
        if before["round"] > 0
    ]
    supply = after["supply"]
    if before["phase"] == TAKE_CARDS or (before["phase"] == LADIES and before["supply"] != supply):
        had = enumerate(before["supply"])
        cards = [value for value, count in had for _ in range(count - supply[value])]
        found.append({"event": "take_cards", "seat": seat, "cards": cards})
    return found


def _round_end(before: Fields, after: Fields, s: State) -> list[Event]:
    """B5.2, B4.7, B8.3, B8.7, B8.15: a kept card comes back; what is scored each round; the end."""
    found: list[Event] = []
    passed = before["phase"] == TURN and before["top"] == after["top"]
    if before["kept"] and not passed:
        found += _returned(before, after)
    ended = after["phase"] in (MARKER, ENDED) and before["phase"] not in (MARKER, ENDED)
    if not ended or before["round"] == 0:
        return found
    scoring = after["scoring"]
    if scoring[FOR_CHAPEL] == FIRST_EACH_ROUND:
        ranks = after["rank"][: after["seats"]]
        found.append(_earn(ranks.index(min(ranks)), 1, "first_on_chapel_track"))
    if scoring[FOR_GATE] == FIRST_EACH_ROUND:
        found.append(_earn(int(first_at_the_gates(s)), 1, "first_on_gate_track"))
    if scoring[FOR_BRIDGE] == LOWEST_NUMBER and after["lowest_by"] != NOBODY:
        found.append(_earn(after["lowest_by"], 2, SCORINGS[FOR_BRIDGE][LOWEST_NUMBER]))
    found.append({"event": "end_round", "round": after["round"]})
    if after["phase"] == ENDED:
        found.append({"event": "end"})
    return found
