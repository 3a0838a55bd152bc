"""A redacted record as plain data, for clients and people."""

from functools import cache, lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from londinium.game import EVERYONE, Fields, State, States, read_fields
from londinium.games.old_london_bridge.board import (
    ALL_CRESTS,
    CARDS_PLAYED,
    CATEGORIES,
    COINS,
    CREST,
    CRESTS,
    EDITIONS,
    FIRST_PARK,
    GATE_END,
    GATE_END_MONEY,
    MONEY_AT,
    NO_BUILDING,
    ROUNDS,
    SCORINGS,
    TILES,
    TYPE,
    TYPES,
)
from londinium.games.old_london_bridge.prospects import prospects
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
    SECRET,
)
from londinium.jit import Int, njit

# Tables as lists, which Python reads faster.
TYPE_OF, CREST_OF = TYPE.tolist(), CREST.tolist()  # by edition and building
MONEY = MONEY_AT.tolist()  # by edition, spaces the rondel is turned, and type
COINS_AT = COINS.tolist()  # by edition and steps, all on the way
GATES_END, GATES_MONEY = GATE_END.tolist(), GATE_END_MONEY.tolist()  # by edition
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
    states = known.reshape(1)
    mover = int(mover_of(states))
    edition = k["edition"]
    of_tops, replacing = prospects(states, k, seat)
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
        "prospects": of_tops,
        "shared": _shared(k, seat),
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


def _shared(k: Fields, seat: int) -> list[str | None]:
    """Return the spaces of others' pawns, where the viewer's needs a Share tile (B5.5)."""
    others = {pawn for other, pawn in enumerate(k["pawn"][: k["seats"]]) if other != seat}
    return [_space(pawn) for pawn in sorted(others - {NOWHERE})] if seat >= 0 else []


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
