"""A second scorer, literally from section 4 of the rules, with its own copy of the material."""

from collections import deque
from typing import Any

LOCATIONS = (  # name, district
    ("Regent's Park", 5),
    ("Baker Street", 5),
    ("Hyde Park", 5),
    ("King's Cross", 5),
    ("British Museum", 1),
    ("Covent Garden", 1),
    ("Piccadilly Circus", 2),
    ("Trafalgar Square", 2),
    ("Buckingham Palace", 2),
    ("Big Ben", 2),
    ("Waterloo", 3),
    ("Globe Theatre", 3),
    ("Elephant & Castle", 3),
    ("The Charterhouse", 4),
    ("St Paul's", 4),
    ("Brick Lane", 4),
    ("Tower of London", 4),
)
ROUTES = (  # ends, length
    ("Regent's Park", "Baker Street", 2),
    ("Regent's Park", "King's Cross", 3),
    ("Regent's Park", "British Museum", 3),
    ("Baker Street", "British Museum", 4),
    ("Baker Street", "Hyde Park", 4),
    ("Baker Street", "Piccadilly Circus", 4),
    ("King's Cross", "British Museum", 2),
    ("King's Cross", "The Charterhouse", 3),
    ("British Museum", "The Charterhouse", 4),
    ("British Museum", "Piccadilly Circus", 2),
    ("British Museum", "Covent Garden", 1),
    ("British Museum", "Covent Garden", 1),
    ("Piccadilly Circus", "Covent Garden", 1),
    ("Piccadilly Circus", "Covent Garden", 1),
    ("Piccadilly Circus", "Trafalgar Square", 1),
    ("Piccadilly Circus", "Trafalgar Square", 1),
    ("Piccadilly Circus", "Hyde Park", 2),
    ("Piccadilly Circus", "Hyde Park", 2),
    ("Piccadilly Circus", "Buckingham Palace", 2),
    ("Covent Garden", "Trafalgar Square", 1),
    ("Covent Garden", "Trafalgar Square", 1),
    ("Covent Garden", "St Paul's", 3),
    ("Covent Garden", "St Paul's", 3),
    ("Trafalgar Square", "Big Ben", 1),
    ("Trafalgar Square", "Waterloo", 2),
    ("Trafalgar Square", "Buckingham Palace", 2),
    ("Buckingham Palace", "Big Ben", 2),
    ("Hyde Park", "Buckingham Palace", 1),
    ("Hyde Park", "Buckingham Palace", 1),
    ("Big Ben", "Waterloo", 1),
    ("Big Ben", "Elephant & Castle", 3),
    ("The Charterhouse", "Brick Lane", 3),
    ("The Charterhouse", "St Paul's", 1),
    ("St Paul's", "Brick Lane", 3),
    ("St Paul's", "Tower of London", 3),
    ("St Paul's", "Tower of London", 3),
    ("St Paul's", "Globe Theatre", 1),
    ("St Paul's", "Globe Theatre", 1),
    ("Brick Lane", "Tower of London", 3),
    ("Waterloo", "Globe Theatre", 2),
    ("Waterloo", "Elephant & Castle", 2),
    ("Globe Theatre", "Elephant & Castle", 2),
    ("Globe Theatre", "Tower of London", 3),
    ("Elephant & Castle", "Tower of London", 4),
)
TICKETS = (  # ends, points
    ("Baker Street", "Tower of London", 11),
    ("Brick Lane", "Buckingham Palace", 9),
    ("Regent's Park", "Elephant & Castle", 9),
    ("King's Cross", "Tower of London", 7),
    ("Big Ben", "Tower of London", 6),
    ("Covent Garden", "Tower of London", 6),
    ("Hyde Park", "St Paul's", 6),
    ("King's Cross", "Buckingham Palace", 6),
    ("Baker Street", "Trafalgar Square", 5),
    ("Buckingham Palace", "Elephant & Castle", 5),
    ("Regent's Park", "Piccadilly Circus", 5),
    ("The Charterhouse", "Big Ben", 5),
    ("Brick Lane", "Globe Theatre", 4),
    ("British Museum", "St Paul's", 4),
    ("British Museum", "Waterloo", 4),
    ("Trafalgar Square", "Globe Theatre", 4),
    ("Trafalgar Square", "St Paul's", 4),
    ("Covent Garden", "Hyde Park", 3),
    ("Piccadilly Circus", "Waterloo", 3),
    ("British Museum", "Piccadilly Circus", 2),
)
ROUTE_POINTS = {1: 1, 2: 2, 3: 4, 4: 7}  # by length
DISTRICTS = (1, 2, 3, 4, 5)  # each is worth its number


def own_routes(view: dict[str, Any], seat: int) -> list[tuple[str, str, int]]:
    return [route for route, owner in zip(ROUTES, view["routes"], strict=True) if owner == seat]


def own_tickets(view: dict[str, Any], seat: int) -> list[tuple[str, str, int]]:
    return [TICKETS[ticket["ticket"]] for ticket in view["players"][seat]["tickets"]]


def reachable(start: str, routes: list[tuple[str, str, int]]) -> set[str]:
    """The places joined to a place by these routes, itself included."""
    found = {start}
    waiting = deque([start])
    while waiting:
        place = waiting.popleft()
        for a, b, _ in routes:
            for here, there in ((a, b), (b, a)):
                if here == place and there not in found:
                    found.add(there)
                    waiting.append(there)
    return found


def is_completed(ticket: tuple[str, str, int], routes: list[tuple[str, str, int]]) -> bool:
    """T4.2: its two places are joined by a path of own routes."""
    a, b, _ = ticket
    return b in reachable(a, routes)


def is_joined(district: int, routes: list[tuple[str, str, int]]) -> bool:
    """T4.3: all its places are joined to one another, perhaps through others."""
    places = {name for name, number in LOCATIONS if number == district}
    return all(places <= reachable(place, routes) for place in places)


def route_score(view: dict[str, Any], seat: int) -> int:
    return sum(ROUTE_POINTS[length] for _, _, length in own_routes(view, seat))


def ticket_score(view: dict[str, Any], seat: int) -> int:
    routes = own_routes(view, seat)
    score = 0
    for ticket in own_tickets(view, seat):
        points = ticket[2]
        score += points if is_completed(ticket, routes) else -points
    return score


def district_score(view: dict[str, Any], seat: int) -> int:
    routes = own_routes(view, seat)
    return sum(district for district in DISTRICTS if is_joined(district, routes))


def district_progress(view: dict[str, Any], seat: int) -> list[dict[str, int]]:
    """Return how many places of each district are joined to one another; 0 if no two are."""
    routes, progress = own_routes(view, seat), []
    for district in DISTRICTS:
        places = {name for name, number in LOCATIONS if number == district}
        most = max(len(places & reachable(place, routes)) for place in places)
        joined = most if most > 1 else 0
        progress.append({"district": district, "joined": joined, "of": len(places)})
    return progress


def completed_tickets(view: dict[str, Any], seat: int) -> int:
    routes = own_routes(view, seat)
    return sum(is_completed(ticket, routes) for ticket in own_tickets(view, seat))


def final_scores(view: dict[str, Any]) -> list[int]:
    """The score of each seat of a finished game."""
    return [
        route_score(view, seat) + ticket_score(view, seat) + district_score(view, seat)
        for seat in range(view["seats"])
    ]


def final_places(view: dict[str, Any]) -> list[int]:
    """T4.4: one more than the number of seats with a better score or, level, more tickets."""
    scores = final_scores(view)
    keys = [(scores[seat], completed_tickets(view, seat)) for seat in range(view["seats"])]
    return [1 + sum(other > key for other in keys) for key in keys]
