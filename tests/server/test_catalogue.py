"""The server takes all that it knows of games from the games."""

from pathlib import Path

import londinium
from londinium.game import GAMES
from londinium.server.http.request_models import LAST_SEAT
from londinium.server.running.openapi import openapi
from londinium.server.tables.catalogue import fewest_seats, most_seats
from tests.server.in_process_server import async_test

SOURCE = Path(londinium.__path__[0])


def test_the_seats_of_a_table_are_those_that_some_game_has() -> None:
    assert most_seats() == max(max(game.seats) for game in GAMES.values()) == LAST_SEAT + 1
    assert fewest_seats() == min(min(game.seats) for game in GAMES.values())


@async_test
async def test_the_interface_allows_as_many_seats_as_the_largest_game() -> None:
    schema = await openapi()
    seats = schema["components"]["schemas"]["NewTable"]["properties"]["seats"]
    assert (seats["minItems"], seats["maxItems"]) == (fewest_seats(), most_seats())
    for path, operations in schema["paths"].items():
        for operation in operations.values():
            for parameter in operation.get("parameters", []):
                if parameter["name"] == "seat":
                    kinds = parameter["schema"].get("anyOf", [parameter["schema"]])
                    assert kinds[0]["maximum"] == LAST_SEAT, path


def test_neither_server_nor_store_names_a_game() -> None:
    files = [path for part in ("server", "store") for path in (SOURCE / part).rglob("*.py")]
    assert len(files) > 50
    for path in files:
        text = path.read_text(encoding="utf-8").lower()
        for game in GAMES.values():
            assert game.name not in text, path
            assert game.title.lower() not in text, path
