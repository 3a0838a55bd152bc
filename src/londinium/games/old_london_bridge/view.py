"""A redacted record as plain data, for clients and people."""

from functools import cache, lru_cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from londinium.game import EVERYONE, Fields, State, States, read_fields
from londinium.games.old_london_bridge.board import (
    ALL_CRESTS,
    BONUSES,
    CARDS_PLAYED,
    CATEGORIES,
    CHAPEL,
    COINS,
    CREST,
    CRESTS,
    EDITIONS,
    FIRST_PARK,
    GATE,
    GATE_END,
    GATE_END_MONEY,
    GUILD,
    INN,
    MONEY_AT,
    NO_BUILDING,
    PARK,
    ROUNDS,
    SCORINGS,
    SHOP,
    SLOTS,
    TILES,
    TYPE,
    TYPES,
)
from londinium.games.old_london_bridge.rules import to_move
from londinium.games.old_london_bridge.score import (
    PAID,
    SCORE_PARTS,
    SHEET,
    Sheet,
    places,
    score_sheet,
)
from londinium.games.old_london_bridge.state import (
    CARDS,
    CENTRE,
    ENDED,
    LADIES,
    MARKER,
    MAX_SEATS,
    NO_CARD,
    NO_TILE,
    NOBODY,
    NOT_YET,
    NOWHERE,
    PAIRS,
    PHASES,
    PLAY_TWO,
    RAISE,
    RANDOM,
    REPLACE,
    SECRET,
    TURN,
)
from londinium.games.old_london_bridge.turn import fits_at_end, replaceable
from londinium.jit import Int, njit

# Tables as lists, which Python reads faster.
TYPE_OF, CREST_OF = TYPE.tolist(), CREST.tolist()  # by edition and building
MONEY = MONEY_AT.tolist()  # by edition, spaces the rondel is turned, and type
COINS_AT, TILES_AT = COINS.tolist(), BONUSES.tolist()  # by edition and steps, all on the way
GATES_END, GATES_MONEY = GATE_END.tolist(), GATE_END_MONEY.tolist()  # by edition
MOST_TILES = int(BONUSES.max())  # that one building can give
TURNS = [seats * cards for seats, cards in enumerate(CARDS_PLAYED)]  # of a round, by seats

# The fields of a record that are a player's, each by seat.
OF_A_PLAYER = (
    "money",
    "hand",
    "bridge",
    "built",
    "crests",
    "chapel",
    "gate",
    "rank",
    "tiles",
    "fresh",
    "choice",
    "played",
    "raised",
    "pawn",
)


def view(known: State, seat: int) -> dict[str, Any]:
    """Return a redacted record as plain data: types, crests, tiles and scorings by name.

    Most of it is as it was before the last move, so parts are kept and shared between views.
    """
    k = read_fields(known)
    mover = int(mover_of(known.reshape(1)))
    edition = k["edition"]
    prospects, replacing = _prospects(known, k, seat)
    nobodys = k["round"] == 0 or k["phase"] in (MARKER, CARDS, ENDED)
    return {
        "seat": seat if seat >= 0 else None,
        "seats": k["seats"],
        "edition": EDITIONS[edition].key,
        "scoring": {**_scoring(k["scoring"])},
        "hands": "open" if k["open_hands"] else "closed",
        "phase": PHASES[k["phase"]],
        "to_move": mover if mover >= 0 else None,
        "turn": None if nobodys else k["turn"],
        "round": k["round"],
        "rounds": ROUNDS[k["seats"]],
        "markers": [*k["markers"]],
        "rondel": _rondel(edition, k["rondel"]),
        "stacks": _stacks(edition, k["top"], k["left"]),
        "prospects": prospects,
        "tile_stacks": _tile_stacks(k["tile_top"], k["tile_left"]),
        "supply": _cards(k["supply"]),
        "order": _order(k),
        "building": _building(edition, k["building"]),
        "replacing": replacing,
        "due": k["due"],
        "kept": bool(k["kept"]),
        "lowest": k["lowest"] if k["lowest_by"] != NOBODY else None,
        "lowest_by": k["lowest_by"] if k["lowest_by"] != NOBODY else None,
        "tracks": _tracks(edition),
        "players": _players(known, k, seat),
    }


@cache
def _scoring(chosen: bytes) -> dict[str, str | None]:
    return {
        category: SCORINGS[i][n] if (n := chosen[i]) != RANDOM else None
        for i, category in enumerate(CATEGORIES)
    }


@cache
def _rondel(edition: int, turned: int) -> list[dict[str, Any]]:
    return [
        {"stack": TYPES[kind], "money": MONEY[edition][turned][kind] or None}
        for kind in EDITIONS[edition].stacks
    ]


@cache
def _tracks(edition: int) -> dict[str, Any]:
    return {
        "chapel": [*EDITIONS[edition].chapel_coins],
        "gate": [*EDITIONS[edition].gate_bonuses],
        "gate_end": EDITIONS[edition].gate_end,
    }


def building(edition: int, number: int) -> dict[str, Any] | None:
    """Return a building as plain data."""
    if number == NO_BUILDING:
        return None
    crest = CREST_OF[edition][number]
    return {
        "type": TYPES[TYPE_OF[edition][number]],
        "number": number if number < FIRST_PARK else None,
        "crests": [*CRESTS] if crest == ALL_CRESTS else [CRESTS[crest]],
    }


_building = cache(building)


@lru_cache(4096)
def _stacks(edition: int, tops: bytes, left: bytes) -> dict[str, Any]:
    return {
        name: {"top": _building(edition, top), "left": count}
        for name, top, count in zip(TYPES, tops, left, strict=True)
    }


@lru_cache(4096)
def _tile_stacks(tops: bytes, left: bytes) -> list[dict[str, Any]]:
    return [
        {"top": TILES[tile] if tile != NO_TILE else None, "left": count}
        for tile, count in zip(tops, left, strict=True)
    ]


# Compiled, on the first record of an array: that is quicker to hand over than a record.
@njit
def mover_of(states: States) -> Int:
    """Return who is to move."""
    return to_move(states[0])


@njit
def score_and_rank(states: States, sheet: Sheet, ranking: NDArray[np.int32]) -> None:
    """Write what each seat has scored, and its place."""
    score_sheet(states[0], sheet)
    places(states[0], ranking)


@njit
def replaceable_by_tops(states: States, seat: int, out: NDArray[np.uint64]) -> None:
    """B5.12 to B5.14: write the slots each open tile may replace, none if it goes to the end.

    Behind them are those of the building that was taken and is not yet built, if there is one.
    """
    known = states[0]
    for kind in range(len(TYPES) + 1):
        new = known["top"][kind] if kind < len(TYPES) else known["building"]
        if not fits_at_end(known, seat, new):
            out[kind] = replaceable(known, seat, new)


class Own(NamedTuple):
    """All that decides what a building would give a seat."""

    edition: int
    bridge: bytes
    crests: bytes
    chapel: int
    gate: int
    lowest_card: int  # of the supply
    tiles: int  # bonus tiles that are left, as far as one building can give them


Prospects = tuple[dict[str, Any] | None, dict[str, Any] | None]


def _prospects(known: State, k: Fields, seat: int) -> Prospects:
    """Return what the open tiles, and the building to place, would be on the viewer's bridge.

    Nothing if the bridge is full; no building if the viewer need not choose its place.
    """
    if seat < 0 or k["built"][seat] == SLOTS:
        return None, None
    slots = np.zeros(len(TYPES) + 1, np.uint64)
    replaceable_by_tops(known.reshape(1), seat, slots)
    *of_tops, of_building = slots.tolist()
    tiles = sum(k["tile_left"]) + sum(top != NO_TILE for top in k["tile_top"])
    own = Own(
        k["edition"],
        k["bridge"][seat],
        k["crests"][seat],
        k["chapel"][seat],
        k["gate"][seat],
        _lowest_card(k, seat),
        min(tiles, MOST_TILES),
    )
    by_type = {
        name: _prospect(own, top, at)
        for name, top, at in zip(TYPES, k["top"], of_tops, strict=True)
    }
    replacing = k["phase"] == REPLACE and k["turn"] == seat
    return by_type, _prospect(own, k["building"], of_building) if replacing else None


def _lowest_card(k: Fields, seat: int) -> int:
    """Return the lowest card of the supply, where the viewer's own goes first (B5.2)."""
    cards = [value for value, count in enumerate(k["supply"]) if value and count]
    if k["phase"] == TURN and k["turn"] == seat and not k["kept"]:
        cards.append(k["played"][seat][k["order_card"][k["at"]]] or NO_CARD)  # a 0 is kept
    return min(cards, default=NO_CARD)


@lru_cache(4096)
def _prospect(own: Own, new: int, slots: int) -> dict[str, Any] | None:
    """Return what a building would be on the viewer's bridge (B5.12 to B5.20).

    `replaces` lists the numbers it may replace, empty if it goes to the end; `strengths` those it
    can have; `effects` what it gives, in place of each of them or at the end.
    """
    if new == NO_BUILDING:
        return None
    replaces = [old for slot, old in enumerate(own.bridge) if slots >> slot & 1]
    crests, kind = CREST_OF[own.edition], TYPE_OF[own.edition][new]
    crest = crests[new]
    lost = [crests[old] in (crest, ALL_CRESTS) for old in replaces] or [False]
    has_strength = kind not in (GUILD, PARK)
    strengths = [own.crests[crest] + 1 - gone if has_strength else 0 for gone in lost]
    return {
        "replaces": replaces,
        "strengths": sorted(set(strengths)) if has_strength else [],
        "effects": [_effect(own, kind, strength) for strength in strengths],
    }


def _effect(own: Own, kind: int, strength: int) -> dict[str, int]:
    """What a building of a strength gives: steps, money, bonus tiles, what cards may be worth."""
    steps = money = tiles = cards = 0
    edition = own.edition
    if kind == CHAPEL:
        space = min(own.chapel + strength, len(COINS_AT[edition]) - 1)
        steps, money = space - own.chapel, COINS_AT[edition][space] - COINS_AT[edition][own.chapel]
    elif kind == GATE:
        end = GATES_END[edition]
        space = min(own.gate + strength, end)
        steps, money = space - own.gate, GATES_MONEY[edition] * (own.gate < end == space)
        tiles = min(TILES_AT[edition][space] - TILES_AT[edition][own.gate], own.tiles)
    elif kind == SHOP:
        money = strength
    elif kind == INN and own.lowest_card <= strength:
        cards = strength
    return {"steps": steps, "money": money, "tiles": tiles, "cards": cards}


@lru_cache(4096)
def _cards(counts: bytes) -> dict[str, int]:
    return {str(value): count for value, count in enumerate(counts) if count}


def _order(k: Fields) -> list[dict[str, Any]]:
    """Return the turns of the round, past ones included; none before the cards are revealed."""
    if k["round"] == 0 or k["phase"] in (MARKER, LADIES, CARDS, ENDED):
        return []
    return [
        {
            "seat": k["order"][turn],
            "card": k["order_card"][turn],
            "over": turn < k["at"] and k["phase"] != RAISE,
        }
        for turn in range(TURNS[k["seats"]])
    ]


def _space(pawn: int) -> str | None:
    return None if pawn == NOWHERE else "centre" if pawn == CENTRE else TYPES[pawn]


def _choice(choice: int) -> list[int] | None:
    """Return the cards that a seat has chosen, if it has and the viewer may see it."""
    if choice in (NOT_YET, SECRET):
        return None
    action = choice - 1
    return [action] if action < PLAY_TWO else [*PAIRS[action - PLAY_TWO]]


def _players(known: State, k: Fields, seat: int) -> list[dict[str, Any]]:
    """Return what the viewer sees of each seat, with its score where everybody may know it."""
    ended = k["phase"] == ENDED
    open_hands = bool(k["open_hands"]) or ended or seat == EVERYONE
    sheet, ranking = np.zeros(SHEET, np.int32), np.zeros(MAX_SEATS, np.int32)
    if open_hands:
        score_and_rank(known.reshape(1), sheet, ranking)
    columns = zip(*[k[name] for name in OF_A_PLAYER], strict=True)
    scores = zip(sheet[:, :PAID].tolist(), ranking.tolist(), columns, strict=True)
    return [
        _player(
            k["edition"],
            open_hands or other == seat,
            tuple(score) if open_hands else None,
            place if ended else None,
            *values,
        )
        for other, (score, place, values) in zip(range(k["seats"]), scores, strict=False)
    ]


@lru_cache(4096)
def _player(
    edition: int, shown: bool, score: tuple[int, ...] | None, place: int | None, *values: Any
) -> dict[str, Any]:
    """Return what lies before one seat; of a closed hand how many cards it has."""
    p = dict(zip(OF_A_PLAYER, values, strict=True))
    return {
        "money": p["money"] if shown else None,
        "cards": sum(p["hand"]),
        "hand": _cards(p["hand"]) if shown else None,
        "bridge": [_building(edition, number) for number in p["bridge"][: p["built"]]],
        "strengths": dict(zip(CRESTS, p["crests"], strict=True)),
        "chapel": p["chapel"],
        "gate": p["gate"],
        "rank": p["rank"],
        "tiles": _tiles(p["tiles"]),
        "fresh": _tiles(p["fresh"]),
        "chosen": p["choice"] != NOT_YET,
        "choice": _choice(p["choice"]),
        "played": [
            {"value": value, "raised": raised} if value != NO_CARD else None
            for value, raised in zip(p["played"], p["raised"], strict=True)
        ],
        "pawn": _space(p["pawn"]),
        "score": dict(zip(SCORE_PARTS, score, strict=True)) if score else None,
        "place": place,
    }


def _tiles(counts: bytes) -> list[str]:
    return [TILES[tile] for tile, count in enumerate(counts) for _ in range(count)]
