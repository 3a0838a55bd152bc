"""Routes that leave a seat a number of buses: buses and points of a position follow from routes."""

from itertools import combinations

from londinium.games.ticket_to_ride_london.board import BUSES, ROUTES
from londinium.games.ticket_to_ride_london.text import ROUTE_NAMES

OUT_OF_THE_WAY = (  # of most tests
    "Elephant & Castle - Tower of London",
    "Baker Street - Hyde Park",
    "Regent's Park - King's Cross",
    "The Charterhouse - Brick Lane",
    "St Paul's - Tower of London lane 1",
    "Regent's Park - British Museum",
    "Waterloo - Elephant & Castle",
)
LENGTHS = {name: route.length for name, route in zip(ROUTE_NAMES, ROUTES, strict=True)}


def routes_leaving(buses: int, *routes: str, without: str = "nowhere") -> str:
    """Return the routes named and others, as a position lists them, that leave so many buses."""
    to_place = BUSES - buses - sum(LENGTHS[route] for route in routes)
    others = [name for name in OUT_OF_THE_WAY if name not in routes and without not in name]
    for count in range(len(others) + 1):
        for more in combinations(others, count):
            if sum(LENGTHS[name] for name in more) == to_place:
                return "; ".join((*routes, *more)) or "none"
    raise AssertionError(f"no routes leave {buses} buses")
