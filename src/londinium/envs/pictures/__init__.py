"""Still pictures of positions, as SVG: whatever a view tells, on one sheet."""

from typing import Any

from londinium.envs.pictures import old_london_bridge, ticket_to_ride_london
from londinium.game import Game

DRAW = {
    "old_london_bridge": old_london_bridge.draw,
    "ticket_to_ride_london": ticket_to_ride_london.draw,
}


def draw(game: Game, view: dict[str, Any]) -> str:
    """Return an SVG document of a position, as `game.view` tells it to a seat or a spectator."""
    if game.name not in DRAW:
        raise ValueError(f"{game.title} has no pictures; those that have: {', '.join(DRAW)}.")
    return DRAW[game.name](game, view)
