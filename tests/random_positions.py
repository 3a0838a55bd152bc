"""Positions of random matches in which a seat has to decide, as that seat knows them."""

from collections.abc import Iterator

from londinium.bitset import to_list
from londinium.conformance import random_action, random_options
from londinium.game import GAMES, State, game_of, legal
from londinium.match import Match
from londinium.rng import below, new_rng

MAX_DECISIONS = 90


def random_positions(name: str, count: int, key: str) -> Iterator[tuple[State, int]]:
    """Yield redacted records and the seat to move, over all numbers of seats and options."""
    game = GAMES[name]
    number = 0
    while count > 0:
        rng = new_rng(key, name, number)
        seats = game.seats[number % len(game.seats)]
        match = Match.new(name, seats, number, **random_options(game, rng))
        number += 1
        for _ in range(int(below(rng, MAX_DECISIONS))):
            match.play(random_action(match, match.to_move, rng))
            if match.is_over:
                break
        else:
            count -= 1
            yield match.known(match.to_move), match.to_move


def legal_actions(known: State, seat: int) -> list[int]:
    """The legal actions of a seat that may act."""
    actions = game_of(known).empty_actions()
    legal(known, seat, actions)
    return to_list(actions)
