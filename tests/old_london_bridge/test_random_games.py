"""Thousands of random games, sound after every move, and their scores counted a second time."""

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from londinium.conformance import random_options
from londinium.game import GAMES, State, places, scores
from londinium.games.old_london_bridge.board import (
    ALL_CRESTS,
    CARD_COUNT,
    CARDS_PLAYED,
    CENTRE_COST,
    CHAPEL_END,
    COINS,
    CREST,
    CRESTS,
    FIRST_EACH_ROUND,
    FIRST_PARK,
    FOR_BRIDGE,
    FOR_CHAPEL,
    FOR_GATE,
    FOR_INN,
    FREE_CENTRE,
    GATE_END,
    GATE_END_MONEY,
    HIGHEST_CARD,
    HIGHEST_CARD_PLAYED,
    LOWEST_NUMBER,
    MARKERS,
    MONEY_AT,
    NO_BUILDING,
    NUMBERS,
    OF_A_TILE,
    PARK,
    PARKS,
    ROUNDS,
    SHOP,
    SLOTS,
    STACK,
    TILE_STACKS,
    TILES,
    TYPE,
    TYPES,
)
from londinium.games.old_london_bridge.state import (
    CARDS,
    CENTRE,
    ENDED,
    MARKER,
    NO_CARD,
    NO_TILE,
    REVEAL,
    REVEAL_TILE,
    STAIRS,
    TURN,
)
from londinium.games.old_london_bridge.view import view
from londinium.jit import COMPILED, Int, njit
from londinium.rng import new_rng
from tests.old_london_bridge import literal_scorer
from tests.random_games import SOUND, RandomGames, problem

GAME = GAMES["old_london_bridge"]
GAMES_EACH = 7000 if COMPILED else 6  # for each number of seats
CARDS_LOST, BUILDINGS_LOST, TILES_LOST, COINS_LOST, BRIDGE_WRONG, ORDER_WRONG, TIME_WRONG = range(
    1, 8
)


@njit
def cards_add_up(s: State) -> bool:
    for value in range(HIGHEST_CARD + 1):
        count: Int = np.int64(s["supply"][value])
        for seat in range(s["seats"]):
            count += s["hand"][seat, value]
            count += s["played"][seat, 0] == value
            count += s["played"][seat, 1] == value
        zeros = s["seats"] * CARDS_PLAYED[s["seats"]]
        dealt = s["phase"] > STAIRS or value == 0
        if dealt and count != (zeros if value == 0 else CARD_COUNT[value]):
            return False
    return True


@njit
def times_seen(s: State, building: int) -> Int:
    """Count where a building is to be seen: on bridges, open on its stack, or in hand."""
    count: Int = np.int64(s["building"] == building)
    for kind in range(len(TYPES)):
        count += s["top"][kind] == building
    for seat in range(s["seats"]):
        for slot in range(SLOTS):
            count += s["bridge"][seat, slot] == building
    return count


@njit
def buildings_add_up(s: State, before: State) -> bool:
    """No building is there twice, and none goes but one that is replaced."""
    gone: Int = np.int64(0)
    for kind in range(len(TYPES)):
        hidden: Int = np.int64(0)
        for place in range(4 if kind == PARK else 12):
            building = STACK[s["edition"], kind, place]
            now: Int = times_seen(s, building)
            was: Int = times_seen(before, building)
            if kind == PARK:
                hidden += s["parks"][place]
                now += s["parks"][place]
                was += before["parks"][place]
                if now > PARKS[s["edition"], place] or now != was:
                    return False
            else:
                hidden += s["hidden"][kind] >> place & 1
                now += s["hidden"][kind] >> place & 1
                was += before["hidden"][kind] >> place & 1
                if now > 1 or now > was:
                    return False
                gone += was - now
        if hidden != s["left"][kind]:
            return False
    return bool(gone <= 1)


@njit
def tiles_add_up(s: State, before: State) -> bool:
    """No bonus tile comes from nowhere, and each stack has each at most once."""
    for tile in range(len(TILES)):
        now: Int = np.int64(0)
        was: Int = np.int64(0)
        for stack in range(TILE_STACKS):
            here = (s["tile_hidden"][stack] >> tile & 1) + (s["tile_top"][stack] == tile)
            if here > 1:
                return False
            now += here
            was += before["tile_hidden"][stack] >> tile & 1
            was += before["tile_top"][stack] == tile
        for seat in range(s["seats"]):
            now += np.int64(s["tiles"][seat, tile]) + s["fresh"][seat, tile]
            was += np.int64(before["tiles"][seat, tile]) + before["fresh"][seat, tile]
        if now > was or now > OF_A_TILE:
            return False
    for stack in range(TILE_STACKS):
        waits = s["round"] == 0 or (s["phase"] == REVEAL_TILE and s["tile_stack"] == stack)
        if s["tile_top"][stack] == NO_TILE and s["tile_left"][stack] > 0 and not waits:
            return False
    return True


@njit
def earned(s: State, before: State, seat: int) -> Int:
    """A ledger of its own: what the seat has earned and paid since the record before."""
    edition = s["edition"]
    money: Int = np.int64(COINS[edition, s["chapel"][seat]])
    money -= np.int64(COINS[edition, before["chapel"][seat]])
    if before["gate"][seat] < s["gate"][seat] == GATE_END[edition]:
        money += GATE_END_MONEY[edition]
    for slot in range(SLOTS):
        new = s["bridge"][seat, slot]
        if new != before["bridge"][seat, slot] and TYPE[edition, new] == SHOP:
            money += s["crests"][seat, CREST[edition, new]]
    if before["phase"] == TURN and before["turn"] == seat:
        for kind in range(len(TYPES)):
            if s["top"][kind] != before["top"][kind]:
                if s["pawn"][seat] < CENTRE:
                    money += MONEY_AT[edition, s["rondel"], kind]
                elif s["tiles"][seat, FREE_CENTRE] == before["tiles"][seat, FREE_CENTRE]:
                    money -= CENTRE_COST
    return money + awarded(s, before, seat)


@njit
def is_first(s: State, values: NDArray[Any], seat: int) -> bool:
    for other in range(s["seats"]):
        if values[other] > values[seat]:
            return False
        if values[other] == values[seat] and s["rank"][other] < s["rank"][seat]:
            return False
    return True


@njit
def awarded(s: State, before: State, seat: int) -> Int:
    """What the expert builders pay in each round."""
    money: Int = np.int64(0)
    if before["phase"] == CARDS and s["phase"] != CARDS:
        best = np.zeros(4, np.int64)
        for other in range(s["seats"]):
            for card in range(2):
                value = s["played"][other, card]
                best[other] = max(best[other], value if value != NO_CARD else 0)
        if s["scoring"][FOR_INN] == HIGHEST_CARD_PLAYED and is_first(s, best, seat):
            money += 2
    over = s["phase"] in (MARKER, ENDED) and before["phase"] not in (MARKER, ENDED)
    if over and before["round"] > 0:
        if s["scoring"][FOR_CHAPEL] == FIRST_EACH_ROUND and is_first(s, s["chapel"], seat):
            money += 1
        if s["scoring"][FOR_GATE] == FIRST_EACH_ROUND and is_first(s, s["gate"], seat):
            money += 1
        if s["scoring"][FOR_BRIDGE] == LOWEST_NUMBER and s["lowest_by"] == seat:
            money += 2
    return money


@njit
def coins_add_up(s: State, before: State) -> bool:
    for seat in range(s["seats"]):
        if s["money"][seat] < 0 or s["money"][seat] - before["money"][seat] != earned(
            s, before, seat
        ):
            return False
    return True


@njit
def bridges_are_right(s: State) -> bool:
    """Numbers fall between parks, crests are counted, no slot is left out."""
    for seat in range(s["seats"]):
        crests = np.zeros(len(CRESTS), np.int64)
        for slot in range(SLOTS):
            building = s["bridge"][seat, slot]
            if (building == NO_BUILDING) != (slot >= s["built"][seat]):
                return False
            if building == NO_BUILDING:
                continue
            crest = CREST[s["edition"], building]
            for colour in range(len(CRESTS)):
                crests[colour] += crest in (colour, ALL_CRESTS)
            left = s["bridge"][seat, slot - 1] if slot > 0 else np.uint8(FIRST_PARK)
            if building <= NUMBERS and left <= building:
                return False
        for colour in range(len(CRESTS)):
            if crests[colour] != s["crests"][seat, colour]:
                return False
    return True


@njit
def order_is_right(s: State) -> bool:
    """The ranks are a strict order along the chapel track."""
    if s["phase"] <= STAIRS:
        return True
    for seat in range(s["seats"]):
        if s["chapel"][seat] > CHAPEL_END[s["edition"]] or s["rank"][seat] >= s["seats"]:
            return False
        for other in range(s["seats"]):
            if other != seat and s["rank"][seat] == s["rank"][other]:
                return False
            if s["chapel"][seat] > s["chapel"][other] and s["rank"][seat] > s["rank"][other]:
                return False
    return True


@njit
def time_is_right(s: State) -> bool:
    """As many markers are up as rounds began, and the game ends when it should."""
    left: Int = np.int64(s["markers"][0]) + s["markers"][1] + s["markers"][2]
    if left + s["round"] != 3 * MARKERS or s["round"] > ROUNDS[s["seats"]]:
        return False
    empty: Int = np.int64(0)
    for kind in range(len(TYPES)):
        empty += s["top"][kind] == NO_BUILDING and s["left"][kind] == 0
        waits = s["round"] == 0 or (s["phase"] == REVEAL and s["stack"] == kind)
        if s["top"][kind] == NO_BUILDING and s["left"][kind] > 0 and not waits:
            return False
    last = s["round"] == ROUNDS[s["seats"]] or empty >= 3
    if s["phase"] == ENDED:
        return bool(last)
    return bool(s["phase"] != MARKER or s["round"] == 0 or not last)


@njit
def bridge_problem(s: State, before: State) -> int:
    if not cards_add_up(s):
        return CARDS_LOST
    if not buildings_add_up(s, before):
        return BUILDINGS_LOST
    if not tiles_add_up(s, before):
        return TILES_LOST
    if not coins_add_up(s, before):
        return COINS_LOST
    if not bridges_are_right(s):
        return BRIDGE_WRONG
    if not order_is_right(s):
        return ORDER_WRONG
    if not time_is_right(s):
        return TIME_WRONG
    return SOUND


problem.implementations[GAME.state] = bridge_problem


@pytest.mark.parametrize("seats", GAME.seats)
def test_random_games_are_sound_after_every_move_and_scored_right(seats: int) -> None:
    games = RandomGames(GAME, seats)
    counted, ranked = np.zeros(seats, np.int32), np.zeros(seats, np.int32)
    scorings = set()
    for number in range(GAMES_EACH):
        options = random_options(GAME, new_rng("options", seats, number))
        games.play(number, options)
        scores(games.s, counted)
        places(games.s, ranked)
        seen = view(games.s, 0)
        scorings |= set(seen["scoring"].items())
        literal = [sum(parts.values()) for parts in literal_scorer.score(seen)]
        if (literal, literal_scorer.places(seen)) != (counted.tolist(), ranked.tolist()):
            pytest.fail(f"the literal scorer disagrees: {games.save(number)}")
    assert not COMPILED or len(scorings) == 4 * 5


def test_the_same_seed_gives_the_same_games() -> None:
    games = [RandomGames(GAME, 3) for _ in range(2)]
    for one in games:
        one.play(1, GAME.presets["expert"])
    assert games[0].moves == games[1].moves > 0
    assert np.array_equal(games[0].log, games[1].log)
