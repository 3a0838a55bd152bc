"""The material, as the documentation lists it."""

from pathlib import Path

from londinium.games.ticket_to_ride_london.board import CARDS, LOCATIONS, ROUTES, TICKETS
from londinium.games.ticket_to_ride_london.text import ROUTE_NAMES, TICKET_NAMES

DOCS = Path(__file__).parent.parent.parent / "docs" / "games" / "ticket_to_ride_london.md"


def test_the_documentation_lists_every_route_ticket_and_district() -> None:
    colours = (*CARDS, "grey")
    rows = [
        f"| {i} | {ROUTE_NAMES[i]} | {colours[route.colour]} | {route.length} |"
        for i, route in enumerate(ROUTES)
    ]
    rows += [f"| {i} | {TICKET_NAMES[i]} | {t.points} |" for i, t in enumerate(TICKETS)]
    for district in range(1, 6):
        places = [place.name for place in LOCATIONS if place.district == district]
        rows.append(f"| {district} | {', '.join(places)} |")
    text = DOCS.read_text(encoding="utf-8").splitlines()
    assert [row for row in rows if row not in text] == []


def test_a_ticket_is_worth_the_length_of_the_shortest_way_between_its_places() -> None:
    """T4.2: a check on the transcription of the board."""
    for ticket in TICKETS:
        distance = {ticket.a: 0}
        for _ in LOCATIONS:
            for route in ROUTES:
                for a, b in ((route.a, route.b), (route.b, route.a)):
                    if a in distance:
                        way = distance[a] + route.length
                        distance[b] = min(distance.get(b, way), way)
        assert distance[ticket.b] == ticket.points
