"""Positions as text, and back.

A position is a list of `name: value` lines. What is not written follows from the rest: buildings,
cards and bonus tiles that are nowhere else are face down or in the supply, and the order of B3
follows from the chapel track; so a position for a test takes few lines, and every position reads
back as it was.
"""

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from londinium.games.old_london_bridge.board import (
    ALL_CRESTS,
    CARD_COUNT,
    CARDS_PLAYED,
    CATEGORIES,
    CREST,
    CRESTS,
    EDITIONS,
    FIRST_PARK,
    HIGHEST_CARD,
    MARKER_KINDS,
    MARKERS,
    NO_BUILDING,
    NUMBERS,
    OF_A_TILE,
    OF_A_TYPE,
    PARK,
    PARKS,
    SCORINGS,
    SLOTS,
    STACK,
    START_MONEY,
    TILE_PLACES,
    TILE_STACKS,
    TILES,
    TYPES,
    count_tiles,
)
from londinium.games.old_london_bridge.check import check
from londinium.games.old_london_bridge.check_material import MAX_MONEY
from londinium.games.old_london_bridge.round import turns
from londinium.games.old_london_bridge.state import (
    AFTER,
    MAX_SEATS,
    MAX_TURNS,
    NO_CARD,
    NO_NUMBER,
    NO_RANK,
    NOBODY,
    NOT_YET,
    NOWHERE,
    PHASES,
    RAISE,
    REVEAL,
    REVEAL_TILE,
    SECRET,
    STATE,
    TAKE_TILE,
    TURN,
    State,
)
from londinium.games.old_london_bridge.text import (
    ACTION_NAMES,
    BUILDING_NAMES,
    parse_action,
    x_stack_name,
)
from londinium.parsing import Lines, find_name, is_number, quote

RANDOMLY = "random"  # a scoring that chance has still to draw
SPACES = (*TYPES, "centre", "nowhere")  # names, by pawn
CARD_PLACES = ("first", "second")


def _show_list(parts: Iterable[Any]) -> str:
    return ", ".join(str(part) for part in parts) or "none"


def _parse_list(text: str) -> list[str]:
    return [] if text == "none" else [part.strip() for part in text.split(",")]


def _show_tiles(counts: Any) -> str:
    return _show_list([TILES[tile] for tile in range(len(TILES)) for _ in range(counts[tile])])


def show_state(s: State) -> str:
    """Write a position, full or redacted."""
    edition = int(s["edition"])
    scorings = [(*SCORINGS[i], RANDOMLY)[s["scoring"][i]] for i in range(len(CATEGORIES))]
    lowest = "none" if s["lowest_by"] == NOBODY else f"{s['lowest']} by {s['lowest_by']}"
    lines = [
        f"seats: {s['seats']}",
        f"edition: {EDITIONS[edition].key}",
        f"scoring: {_show_list(scorings)}",
        f"hands: {'open' if s['open_hands'] else 'closed'}",
        f"phase: {PHASES[s['phase']]}",
        f"then: {PHASES[s['then']]}",
        f"round: {s['round']}",
        f"turn: {s['turn']}",
        f"at: {s['at']}",
        f"rondel: x at {x_stack_name(edition, int(s['rondel']))}",
        f"markers: {_show_list(s['markers'])}",
        f"tops: {_show_list([BUILDING_NAMES[top] for top in s['top']])}",
        *(f"hidden {TYPES[kind]}: {_show_hidden(s, kind)}" for kind in range(len(TYPES))),
        f"stack: {TYPES[s['stack']]}",
        f"tile tops: {_show_list([(*TILES, '-')[tile] for tile in s['tile_top']])}",
        *(f"hidden tiles {i + 1}: {_show_hidden_tiles(s, i)}" for i in range(TILE_STACKS)),
        f"tile stack: {s['tile_stack'] + 1}",
        f"supply: {_show_list(s['supply'][1:])}",
        f"order: {_show_order(s)}",
        f"kept: {s['kept']}",
        f"building: {BUILDING_NAMES[s['building']]}",
        f"due: {s['due']}",
        f"lowest: {lowest}",
    ]
    for seat in range(s["seats"]):
        lines += _show_seat(s, seat)
    return "\n".join(lines) + "\n"


def _show_hidden(s: State, kind: int) -> str:
    if kind == PARK:
        return _show_list([f"{n} {crest}" for n, crest in zip(s["parks"], CRESTS, strict=True)])
    stack = STACK[s["edition"], kind]
    return _show_list([n for i, n in enumerate(stack) if s["hidden"][kind] >> i & 1])


def _show_hidden_tiles(s: State, stack: int) -> str:
    return _show_tiles(count_tiles(s["edition"], stack, int(s["tile_hidden"][stack])))


def _show_order(s: State) -> str:
    cards = zip(s["order"], s["order_card"], strict=True)
    return _show_list([f"{seat} {CARD_PLACES[card]}" for seat, card in cards])


def _show_choice(choice: int) -> str:
    special = {NOT_YET: "not yet", SECRET: "secret"}
    return special.get(choice) or ACTION_NAMES[choice - 1].removeprefix("play ")


def _show_played(s: State, seat: int) -> str:
    parts = []
    for value, raised in zip(s["played"][seat], s["raised"][seat], strict=True):
        name = "-" if value == NO_CARD else str(value)
        parts.append(f"{name} raised {raised}" if raised else name)
    return _show_list(parts)


def _show_seat(s: State, seat: int) -> list[str]:
    hand = [value for value in range(HIGHEST_CARD + 1) for _ in range(s["hand"][seat, value])]
    bridge = s["bridge"][seat, : s["built"][seat]]
    return [
        f"seat {seat}",
        f"  money: {s['money'][seat]}",
        f"  hand: {_show_list(hand)}",
        f"  bridge: {_show_list([BUILDING_NAMES[building] for building in bridge])}",
        f"  chapel: {s['chapel'][seat]}",
        f"  gate: {s['gate'][seat]}",
        f"  rank: {'-' if s['rank'][seat] == NO_RANK else s['rank'][seat]}",
        f"  tiles: {_show_tiles(s['tiles'][seat])}",
        f"  fresh: {_show_tiles(s['fresh'][seat])}",
        f"  choice: {_show_choice(int(s['choice'][seat]))}",
        f"  played: {_show_played(s, seat)}",
        f"  pawn: {SPACES[s['pawn'][seat]]}",
    ]


def parse_state(text: str) -> State:
    """Read what show_state writes; lines that follow from others may be left out."""
    lines = Lines(text)
    s: State = np.zeros(1, STATE)[0]
    seats = lines.number("seats", 4)
    if seats not in range(2, MAX_SEATS + 1):
        raise ValueError(f"The position has {seats} seats; the game is for 2 to {MAX_SEATS}.")
    s["seats"] = seats
    _parse_table(s, lines)
    _parse_order(s, lines)
    _parse_seats(s, lines)
    _parse_stacks(s, lines)
    _parse_tile_stacks(s, lines)
    _parse_supply(s, lines)
    lines.finish()
    check(s)
    return s


def _parse_table(s: State, lines: Lines) -> None:
    keys = [edition.key for edition in EDITIONS]
    s["edition"] = find_name(keys, lines.text("edition", keys[0]), "loaded edition")
    scorings = _parse_list(lines.text("scoring", "printed, printed, printed, printed"))
    if len(scorings) != len(CATEGORIES):
        raise ValueError(f"The position has {len(scorings)} scorings, not {len(CATEGORIES)}.")
    for i, name in enumerate(scorings):
        what = f"scoring of the {CATEGORIES[i]}"
        s["scoring"][i] = find_name((*SCORINGS[i], RANDOMLY), name, what)
    s["open_hands"] = find_name(("closed", "open"), lines.text("hands", "closed"), "way of hands")
    s["phase"] = find_name(PHASES, lines.text("phase", PHASES[TURN]), "phase")
    s["then"] = find_name(PHASES, lines.text("then", PHASES[TURN]), "phase")
    s["round"] = lines.number("round", 1)
    s["turn"] = lines.number("turn", 0)
    s["at"] = lines.number("at", 0)
    places = [f"x at {x_stack_name(int(s['edition']), turned)}" for turned in range(len(TYPES))]
    s["rondel"] = find_name(places, lines.text("rondel", places[0]), "place of the x")
    turned_up = int(s["round"])  # of each kind in turn, unless the position says which
    left = [
        MARKERS - (turned_up + MARKER_KINDS - 1 - i) // MARKER_KINDS for i in range(MARKER_KINDS)
    ]
    s["markers"][:] = _numbers(lines, "markers", MARKER_KINDS, [max(0, count) for count in left])


def _parse_order(s: State, lines: Lines) -> None:
    seats = int(s["seats"])
    default = [f"{turn % seats} {CARD_PLACES[turn // seats]}" for turn in range(MAX_TURNS)]
    if seats == 3:
        default[3] = "0 first"  # there is no such turn
    parts = _parse_list(lines.text("order", _show_list(default)))
    for i in range(MAX_TURNS):
        seat, _, card = parts[i].partition(" ") if len(parts) == MAX_TURNS else ("", "", "")
        if not is_number(seat, seats - 1):
            raise ValueError("The position's order is four turns like '2 first'.")
        s["order"][i] = int(seat)
        s["order_card"][i] = find_name(CARD_PLACES, card, "card of a turn")
    s["kept"] = lines.number("kept", 0)
    s["due"] = lines.number("due", 0)
    number, _, seat = lines.text("lowest", "none").partition(" by ")
    s["lowest"], s["lowest_by"] = NO_NUMBER, NOBODY
    if number != "none":
        if not is_number(number, NUMBERS) or not is_number(seat, seats - 1):
            raise ValueError("The position's lowest number is 'none' or like '6 by 2'.")
        s["lowest"] = _parse_building(number)
        s["lowest_by"] = int(seat)


def _on_the_table(s: State, seat: int) -> list[str]:
    """Return the cards of a seat's turns to come: 0 cards, unless the position says which."""
    phase = s["phase"]
    in_round = s["round"] > 0 and (RAISE <= phase <= AFTER or phase in (REVEAL, REVEAL_TILE))
    now = phase in (RAISE, TURN) or (phase in (TAKE_TILE, REVEAL_TILE) and s["then"] == TURN)
    cards = ["-"] * len(CARD_PLACES)
    for turn in range(int(s["at"]) + (not now), int(turns(s)) if in_round else 0):
        if s["order"][turn] == seat:
            cards[s["order_card"][turn]] = "0"
    return cards


def _numbers(lines: Lines, name: str, count: int, default: Sequence[int]) -> list[int]:
    parts = _parse_list(lines.text(name, _show_list(default)))
    if len(parts) != count or not all(is_number(part, 255) for part in parts):
        said = quote(_show_list(parts))[1:-1]
        raise ValueError(f"The position says {name}: {said}; write {count} numbers.")
    return [int(part) for part in parts]


def _parse_building(text: str) -> int:
    return find_name(BUILDING_NAMES, text, "building")


def _parse_seats(s: State, lines: Lines) -> None:
    s["rank"][:] = NO_RANK
    s["played"][:] = NO_CARD
    s["pawn"][:] = NOWHERE
    for seat in range(s["seats"]):
        _parse_seat(s, seat, lines)
    ahead = sorted(range(s["seats"]), key=lambda seat: -int(s["chapel"][seat]))
    for seat in range(s["seats"]):
        rank = lines.text(f"seat {seat} rank", str(ahead.index(seat)))
        if rank != "-" and not is_number(rank, int(s["seats"]) - 1):
            raise ValueError(f"The position has a rank {quote(rank)} of seat {seat}.")
        s["rank"][seat] = NO_RANK if rank == "-" else int(rank)


def _parse_seat(s: State, seat: int, lines: Lines) -> None:
    name = f"seat {seat} "
    money = lines.text(name + "money", str(START_MONEY))
    if not is_number(money, MAX_MONEY):
        raise ValueError(f"The position has {quote(money)} for the money of seat {seat}.")
    s["money"][seat] = int(money)
    on_the_table = _show_list(_on_the_table(s, seat))
    _parse_played(s, seat, _parse_list(lines.text(name + "played", on_the_table)))
    default = ["0"] * (CARDS_PLAYED[s["seats"]] - s["played"][seat].tolist().count(0))
    hand = [
        _parse_value(value) for value in _parse_list(lines.text(name + "hand", _show_list(default)))
    ]
    s["hand"][seat] = _counts(hand, HIGHEST_CARD + 1, f"cards of seat {seat}")
    bridge = [_parse_building(part) for part in _parse_list(lines.text(name + "bridge", "none"))]
    if len(bridge) > SLOTS or NO_BUILDING in bridge:
        raise ValueError(f"The bridge of seat {seat} is not a list of up to {SLOTS} buildings.")
    s["bridge"][seat, : len(bridge)] = bridge
    s["built"][seat] = len(bridge)
    for building in bridge:
        crest = CREST[s["edition"], building]
        s["crests"][seat] += [crest in (colour, ALL_CRESTS) for colour in range(len(CRESTS))]
    s["chapel"][seat] = lines.number(name + "chapel", 0)
    s["gate"][seat] = lines.number(name + "gate", 0)
    for field in ("tiles", "fresh"):
        tiles = _parse_tiles(lines.text(name + field, "none"))
        s[field][seat] = _counts(tiles, len(TILES), f"bonus tiles of seat {seat}")
    choice = lines.text(name + "choice", "not yet")
    special = {"not yet": NOT_YET, "secret": SECRET}
    s["choice"][seat] = special[choice] if choice in special else 1 + parse_action(f"play {choice}")
    s["pawn"][seat] = find_name(SPACES, lines.text(name + "pawn", "nowhere"), "space")


def _parse_tiles(text: str) -> list[int]:
    return [find_name(TILES, name, "bonus tile") for name in _parse_list(text)]


def _counts(found: list[int], kinds: int, what: str) -> list[int]:
    """Count what a list names by kind, in a byte each."""
    if len(found) > 255:
        raise ValueError(f"The position has too many {what}.")
    return [found.count(kind) for kind in range(kinds)]


def _parse_value(text: str) -> int:
    return find_name([str(value) for value in range(HIGHEST_CARD + 1)], text, "card")


def _parse_played(s: State, seat: int, parts: list[str]) -> None:
    if len(parts) > len(CARD_PLACES):
        raise ValueError(f"Seat {seat} has more than two cards on the table.")
    for card, part in enumerate(parts):
        value, _, raised = part.partition(" raised ")
        s["played"][seat, card] = NO_CARD if value == "-" else _parse_value(value)
        if raised and not is_number(raised, OF_A_TILE):
            raise ValueError(f"{quote(part)} is not a card like '3' or '3 raised 1'.")
        s["raised"][seat, card] = int(raised or 0)


def _parse_stacks(s: State, lines: Lines) -> None:
    tops = [_parse_building(part) for part in _parse_list(lines.text("tops", "-, -, -, -, -, -"))]
    if len(tops) != len(TYPES):
        raise ValueError(f"The position has {len(tops)} tops; write {len(TYPES)}, '-' for none.")
    s["top"][:] = tops
    s["building"] = _parse_building(lines.text("building", "-"))
    s["stack"] = find_name(TYPES, lines.text("stack", TYPES[0]), "stack")
    seen = [*s["bridge"].ravel().tolist(), *tops, int(s["building"])]
    for kind in range(PARK):
        rest = [int(n) for n in STACK[s["edition"], kind] if n not in seen]
        for part in _parse_list(lines.text(f"hidden {TYPES[kind]}", _show_list(rest))):
            number = _parse_building(part)
            if number not in STACK[s["edition"], kind]:
                raise ValueError(f"{BUILDING_NAMES[number]} is not of type {TYPES[kind]}.")
            s["hidden"][kind] |= 1 << int(np.argmax(STACK[s["edition"], kind] == number))
        s["left"][kind] = int(s["hidden"][kind]).bit_count()
    parks = [int(PARKS[s["edition"], c]) - seen.count(FIRST_PARK + c) for c in range(len(CRESTS))]
    default = _show_list([f"{n} {crest}" for n, crest in zip(parks, CRESTS, strict=True)])
    for part in _parse_list(lines.text("hidden park", default)):
        count, _, crest = part.partition(" ")
        if not is_number(count, OF_A_TYPE):
            raise ValueError(f"{quote(part)} is not a number of parks like '2 blue'.")
        s["parks"][find_name(CRESTS, crest, "crest")] = int(count)
    s["left"][PARK] = s["parks"].sum()


def _parse_tile_stacks(s: State, lines: Lines) -> None:
    tops = _parse_list(lines.text("tile tops", "-, -, -"))
    if len(tops) != TILE_STACKS:
        raise ValueError(f"The position has {len(tops)} tile tops; write three, '-' for none.")
    s["tile_top"][:] = [find_name((*TILES, "-"), top, "bonus tile") for top in tops]
    stack = lines.number("tile stack", 1)
    if stack not in range(1, TILE_STACKS + 1):
        raise ValueError(f"There is no bonus stack {stack}.")
    s["tile_stack"] = stack - 1
    held = s["tiles"].sum(axis=0, dtype=int) + s["fresh"].sum(axis=0, dtype=int)
    for i in range(TILE_STACKS):
        whole = EDITIONS[s["edition"]].bonus_stacks[i]
        rest = list(whole)
        for tile in range(len(TILES)):
            rest[tile] -= rest[tile] > 0 and tile == s["tile_top"][i]
            out = min(rest[tile], held[tile])
            rest[tile] -= out
            held[tile] -= out
        hidden = _parse_tiles(lines.text(f"hidden tiles {i + 1}", _show_tiles(rest)))
        for tile, places in enumerate(TILE_PLACES[s["edition"], i].tolist()):
            if (count := hidden.count(tile)) > whole[tile]:
                raise ValueError(
                    f"Bonus stack {i + 1} has {count} {TILES[tile]} tiles, not {whole[tile]}."
                )
            for _ in range(whole[tile] - count):  # the first places are the first to be revealed
                places &= places - 1
            s["tile_hidden"][i] |= places
        s["tile_left"][i] = len(hidden)


def _parse_supply(s: State, lines: Lines) -> None:
    out = s["hand"].sum(axis=0, dtype=int)
    for value in s["played"].ravel():
        out[value % NO_CARD] += value != NO_CARD
    left = [CARD_COUNT[value] - int(out[value]) for value in range(1, HIGHEST_CARD + 1)]
    if min(left) < 0:
        raise ValueError(f"The position has too many cards of value {1 + left.index(min(left))}.")
    s["supply"][1:] = _numbers(lines, "supply", HIGHEST_CARD, left)
