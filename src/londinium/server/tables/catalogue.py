"""The games that can be played here, and what each is made of."""

from functools import cache
from typing import Any

import orjson

from londinium.game import GAMES
from londinium.match import find_game
from londinium.server.errors import NotFound


def most_seats() -> int:
    """Return the largest number of seats that any game has."""
    return max(game.seats[-1] for game in GAMES.values())


def fewest_seats() -> int:
    """Return the smallest number of seats that any game has."""
    return min(game.seats[0] for game in GAMES.values())


@cache
def material(name: str) -> bytes:
    """Return what is printed of a game, as JSON."""
    try:
        game = find_game(name)
    except ValueError as error:
        raise NotFound("no_such_game", str(error)) from error
    return orjson.dumps(game.material())


def games() -> list[dict[str, Any]]:
    """Return the games that can be played here."""
    return [
        {
            "name": game.name,
            "title": game.title,
            "rules_version": game.rules_version,
            "seats": list(game.seats),
            "options": [
                {"name": option.name, "values": list(option.values)} for option in game.options
            ],
            "presets": game.presets,
        }
        for game in GAMES.values()
        if game.problem is None
    ]
