"""`londinium` with games that the client has no folder for: rules we have, under other names."""

from dataclasses import replace
from typing import Final

from londinium.cli import main
from londinium.game import GAMES
from londinium.match import Match

CITY_BUSES: Final = "city_buses"
STONE_HOUSES: Final = "stone_houses"
TITLES: Final = {CITY_BUSES: "City Buses", STONE_HOUSES: "Stone Houses"}
SAME_RULES: Final = {CITY_BUSES: "ticket_to_ride_london", STONE_HOUSES: "old_london_bridge"}


def add_games() -> None:
    """Make the games known."""
    for name, known in SAME_RULES.items():
        GAMES[name] = replace(Match.new(known).game, name=name, title=TITLES[name])


if __name__ == "__main__":
    add_games()
    main()
