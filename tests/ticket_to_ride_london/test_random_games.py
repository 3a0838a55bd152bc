"""Thousands of random games, sound after every move, and their scores counted a second time."""

from typing import Any

import numpy as np
import pytest

from londinium.game import GAMES, State, places, scores, to_move
from londinium.games.ticket_to_ride_london.board import (
    BUS,
    BUSES,
    CARD_COUNT,
    CARDS,
    LENGTH,
    NO_ROUTE,
    ROUTE_POINTS,
    ROUTES,
    SPACES,
    TICKETS,
    TWIN,
)
from londinium.games.ticket_to_ride_london.check import open_claims
from londinium.games.ticket_to_ride_london.state import (
    IN_DECK,
    MAX_SEATS,
    NO_CARD,
    NO_TICKET,
    NOBODY,
    OFFERED,
    UNDER_DECK,
)
from londinium.jit import COMPILED, Int, njit
from londinium.match import Match
from londinium.rng import below, new_rng
from tests.random_games import SOUND, RandomGames, problem
from tests.ticket_to_ride_london.literal_scorer import final_places, final_scores

GAME = GAMES["ticket_to_ride_london"]
GAMES_EACH = 7000 if COMPILED else 6  # for each number of seats
CARDS_LOST, BUSES_LOST, TICKETS_LOST, LANES_WRONG, DISPLAY_WRONG = range(1, 6)


@njit
def cards_add_up(s: State) -> bool:
    for card in range(len(CARDS)):
        count: Int = np.int64(s["deck"][card]) + s["discards"][card]
        for space in range(SPACES):
            count += s["display"][space] == card
        for seat in range(MAX_SEATS):
            count += s["hand"][seat, card]
            if s["seen_by_all"][seat, card] > s["shown"][seat, card]:
                return False
            if s["shown"][seat, card] > s["hand"][seat, card]:
                return False
        if count != CARD_COUNT[card]:
            return False
    for seat in range(MAX_SEATS):
        held: Int = np.int64(0)
        for card in range(len(CARDS)):
            held += s["hand"][seat, card]
        if held != s["hand_size"][seat]:
            return False
    deck: Int = np.int64(0)
    for card in range(len(CARDS)):
        deck += s["deck"][card]
    return bool(deck == s["deck_size"])


@njit
def buses_add_up(s: State) -> bool:
    for seat in range(s["seats"]):
        placed: Int = np.int64(0)
        points: Int = np.int64(0)
        for route in range(len(ROUTES)):
            if s["owner"][route] == seat:
                placed += LENGTH[route]
                points += ROUTE_POINTS[LENGTH[route]]
        if placed + s["buses"][seat] != BUSES or points != s["points"][seat]:
            return False
    return True


@njit
def tickets_add_up(s: State) -> bool:
    counts = np.zeros(10, np.int64)
    for ticket in range(len(TICKETS)):
        counts[s["place"][ticket]] += 1
    for seat in range(MAX_SEATS):
        if counts[seat] != s["tickets"][seat] or counts[OFFERED + seat] != s["offered"][seat]:
            return False
    if counts[IN_DECK] != s["ticket_deck_size"] or counts[UNDER_DECK] != s["under_size"]:
        return False
    for i in range(len(TICKETS)):
        under = i < s["under_size"]
        if under != (s["under"][i] != NO_TICKET) or under != (s["under_by"][i] != NOBODY):
            return False
        if under and s["place"][s["under"][i]] != UNDER_DECK:
            return False
    return True


@njit
def lanes_are_right(s: State) -> bool:
    for route in range(len(ROUTES)):
        twin = TWIN[route]
        owner = s["owner"][route]
        if twin == NO_ROUTE or owner == NOBODY or s["owner"][twin] == NOBODY:
            continue
        if s["seats"] == 2 or s["owner"][twin] == owner:
            return False
    return True


@njit
def display_is_right(s: State) -> bool:
    """When a seat is to move, spaces are empty only for want of cards, and T2.2, T3.5 hold."""
    buses: Int = np.int64(0)
    empty: Int = np.int64(0)
    coloured: Int = np.int64(0)
    left: Int = np.int64(s["deck_size"])
    for space in range(SPACES):
        buses += s["display"][space] == BUS
        empty += s["display"][space] == NO_CARD
        coloured += s["display"][space] < BUS
    for card in range(len(CARDS)):
        left += s["discards"][card]
        if card != BUS:
            coloured += np.int64(s["deck"][card]) + s["discards"][card]
    return bool((empty == 0 or left == 0) and (buses < 3 or coloured < 3))


@njit
def ttr_problem(s: State, before: State) -> int:
    if not cards_add_up(s):
        return CARDS_LOST
    if not buses_add_up(s):
        return BUSES_LOST
    if not tickets_add_up(s):
        return TICKETS_LOST
    if not lanes_are_right(s):
        return LANES_WRONG
    if to_move(s) >= 0 and not display_is_right(s):
        return DISPLAY_WRONG
    return SOUND


problem.implementations[GAME.state] = ttr_problem


def final_view(s: State) -> dict[str, Any]:
    """The few facts that the literal scorer needs."""
    return {
        "seats": int(s["seats"]),
        "routes": [None if owner == NOBODY else owner for owner in s["owner"].tolist()],
        "players": [
            {"tickets": [{"ticket": t} for t in np.flatnonzero(s["place"] == seat).tolist()]}
            for seat in range(s["seats"])
        ],
    }


@pytest.mark.parametrize("seats", GAME.seats)
def test_random_games_are_sound_after_every_move_and_scored_right(seats: int) -> None:
    games = RandomGames(GAME, seats)
    counted, ranked = np.zeros(seats, np.int32), np.zeros(seats, np.int32)
    for number in range(GAMES_EACH):
        games.play(number)
        scores(games.s, counted)
        places(games.s, ranked)
        view = final_view(games.s)
        if (final_scores(view), final_places(view)) != (counted.tolist(), ranked.tolist()):
            pytest.fail(f"the literal scorer disagrees: {games.save(number)}")


@pytest.mark.parametrize("seats", GAME.seats)
def test_the_open_claims_follow_from_the_owners_of_all_routes(seats: int) -> None:
    for number in range(10 if COMPILED else 2):
        match = Match.new(GAME.name, seats, seed=number)
        rng = new_rng("open claims", seats, number)
        while not match.is_over:
            legal_now = match.legal()
            match.play(legal_now[int(below(rng, len(legal_now)))])
            for seat in range(seats):
                owners = match.state["owner"].tolist()
                assert match.state["open"][seat].tolist() == open_claims(owners, seats, seat)


def test_the_same_seed_gives_the_same_games() -> None:
    games = [RandomGames(GAME, 3) for _ in range(2)]
    for one in games:
        one.play(1)
    assert games[0].moves == games[1].moves > 0
    assert np.array_equal(games[0].log, games[1].log)
