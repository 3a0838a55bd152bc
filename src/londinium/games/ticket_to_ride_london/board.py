"""The printed material: cards, map, routes and tickets, as the box has them (T1, T3.9, T4.3)."""

from itertools import pairwise
from typing import NamedTuple

import numpy as np

CARDS = ("blue", "green", "black", "pink", "yellow", "orange", "bus")  # names, by card
BLUE, GREEN, BLACK, PINK, YELLOW, ORANGE, BUS = range(7)
COLOURS = BUS  # the cards below BUS are the six colours
GREY = 7  # a route of this colour takes any one colour of cards
CARD_COUNT = np.array([6, 6, 6, 6, 6, 6, 8], dtype=np.uint8)  # by card, T1.2

BUSES = 17  # pieces of each player, T1.1
SPACES = 5  # of the display, T2.1
ROUTE_POINTS = np.array([0, 1, 2, 4, 7], dtype=np.uint8)  # by length, T3.9


class Location(NamedTuple):
    name: str
    district: int
    lat: float
    lon: float
    x: float  # of a rough layout on a board of 1 by 1, y downwards
    y: float


class Route(NamedTuple):
    a: int
    b: int
    colour: int
    length: int


class Ticket(NamedTuple):
    a: int
    b: int
    points: int


LOCATIONS = (
    Location("Regent's Park", 5, 51.5313, -0.157, 0.22, 0.16),
    Location("Baker Street", 5, 51.5226, -0.1571, 0.09, 0.3),
    Location("Hyde Park", 5, 51.5073, -0.1657, 0.13, 0.78),
    Location("King's Cross", 5, 51.5308, -0.1238, 0.44, 0.16),
    Location("British Museum", 1, 51.5194, -0.127, 0.38, 0.36),
    Location("Covent Garden", 1, 51.5117, -0.124, 0.43, 0.5),
    Location("Piccadilly Circus", 2, 51.5101, -0.134, 0.3, 0.55),
    Location("Trafalgar Square", 2, 51.508, -0.1281, 0.38, 0.62),
    Location("Buckingham Palace", 2, 51.5014, -0.1419, 0.25, 0.77),
    Location("Big Ben", 2, 51.5007, -0.1246, 0.42, 0.73),
    Location("Waterloo", 3, 51.5031, -0.1132, 0.52, 0.66),
    Location("Globe Theatre", 3, 51.5081, -0.0972, 0.66, 0.59),
    Location("Elephant & Castle", 3, 51.4943, -0.1005, 0.65, 0.8),
    Location("The Charterhouse", 4, 51.5216, -0.0996, 0.65, 0.3),
    Location("St Paul's", 4, 51.5138, -0.0984, 0.66, 0.46),
    Location("Brick Lane", 4, 51.522, -0.0717, 0.85, 0.32),
    Location("Tower of London", 4, 51.5081, -0.0759, 0.86, 0.58),
)
(
    REGENTS_PARK,
    BAKER_STREET,
    HYDE_PARK,
    KINGS_CROSS,
    BRITISH_MUSEUM,
    COVENT_GARDEN,
    PICCADILLY_CIRCUS,
    TRAFALGAR_SQUARE,
    BUCKINGHAM_PALACE,
    BIG_BEN,
    WATERLOO,
    GLOBE_THEATRE,
    ELEPHANT_AND_CASTLE,
    CHARTERHOUSE,
    ST_PAULS,
    BRICK_LANE,
    TOWER_OF_LONDON,
) = range(len(LOCATIONS))

# The two lanes of a double route follow each other.
ROUTES = (
    Route(REGENTS_PARK, BAKER_STREET, BLUE, 2),
    Route(REGENTS_PARK, KINGS_CROSS, GREEN, 3),
    Route(REGENTS_PARK, BRITISH_MUSEUM, YELLOW, 3),
    Route(BAKER_STREET, BRITISH_MUSEUM, ORANGE, 4),
    Route(BAKER_STREET, HYDE_PARK, BLACK, 4),
    Route(BAKER_STREET, PICCADILLY_CIRCUS, GREY, 4),
    Route(KINGS_CROSS, BRITISH_MUSEUM, BLACK, 2),
    Route(KINGS_CROSS, CHARTERHOUSE, PINK, 3),
    Route(BRITISH_MUSEUM, CHARTERHOUSE, BLUE, 4),
    Route(BRITISH_MUSEUM, PICCADILLY_CIRCUS, GREY, 2),
    Route(BRITISH_MUSEUM, COVENT_GARDEN, GREY, 1),
    Route(BRITISH_MUSEUM, COVENT_GARDEN, GREY, 1),
    Route(PICCADILLY_CIRCUS, COVENT_GARDEN, GREEN, 1),
    Route(PICCADILLY_CIRCUS, COVENT_GARDEN, YELLOW, 1),
    Route(PICCADILLY_CIRCUS, TRAFALGAR_SQUARE, BLUE, 1),
    Route(PICCADILLY_CIRCUS, TRAFALGAR_SQUARE, ORANGE, 1),
    Route(PICCADILLY_CIRCUS, HYDE_PARK, GREY, 2),
    Route(PICCADILLY_CIRCUS, HYDE_PARK, GREY, 2),
    Route(PICCADILLY_CIRCUS, BUCKINGHAM_PALACE, PINK, 2),
    Route(COVENT_GARDEN, TRAFALGAR_SQUARE, BLACK, 1),
    Route(COVENT_GARDEN, TRAFALGAR_SQUARE, PINK, 1),
    Route(COVENT_GARDEN, ST_PAULS, GREY, 3),
    Route(COVENT_GARDEN, ST_PAULS, GREY, 3),
    Route(TRAFALGAR_SQUARE, BIG_BEN, GREY, 1),
    Route(TRAFALGAR_SQUARE, WATERLOO, GREY, 2),
    Route(TRAFALGAR_SQUARE, BUCKINGHAM_PALACE, GREY, 2),
    Route(BUCKINGHAM_PALACE, BIG_BEN, GREEN, 2),
    Route(HYDE_PARK, BUCKINGHAM_PALACE, YELLOW, 1),
    Route(HYDE_PARK, BUCKINGHAM_PALACE, ORANGE, 1),
    Route(BIG_BEN, WATERLOO, BLUE, 1),
    Route(BIG_BEN, ELEPHANT_AND_CASTLE, YELLOW, 3),
    Route(CHARTERHOUSE, BRICK_LANE, GREEN, 3),
    Route(CHARTERHOUSE, ST_PAULS, BLACK, 1),
    Route(ST_PAULS, BRICK_LANE, ORANGE, 3),
    Route(ST_PAULS, TOWER_OF_LONDON, YELLOW, 3),
    Route(ST_PAULS, TOWER_OF_LONDON, PINK, 3),
    Route(ST_PAULS, GLOBE_THEATRE, GREY, 1),
    Route(ST_PAULS, GLOBE_THEATRE, GREY, 1),
    Route(BRICK_LANE, TOWER_OF_LONDON, BLUE, 3),
    Route(WATERLOO, GLOBE_THEATRE, PINK, 2),
    Route(WATERLOO, ELEPHANT_AND_CASTLE, ORANGE, 2),
    Route(GLOBE_THEATRE, ELEPHANT_AND_CASTLE, GREEN, 2),
    Route(GLOBE_THEATRE, TOWER_OF_LONDON, GREY, 3),
    Route(ELEPHANT_AND_CASTLE, TOWER_OF_LONDON, BLACK, 4),
)

TICKETS = (
    Ticket(BAKER_STREET, TOWER_OF_LONDON, 11),
    Ticket(BRICK_LANE, BUCKINGHAM_PALACE, 9),
    Ticket(REGENTS_PARK, ELEPHANT_AND_CASTLE, 9),
    Ticket(KINGS_CROSS, TOWER_OF_LONDON, 7),
    Ticket(BIG_BEN, TOWER_OF_LONDON, 6),
    Ticket(COVENT_GARDEN, TOWER_OF_LONDON, 6),
    Ticket(HYDE_PARK, ST_PAULS, 6),
    Ticket(KINGS_CROSS, BUCKINGHAM_PALACE, 6),
    Ticket(BAKER_STREET, TRAFALGAR_SQUARE, 5),
    Ticket(BUCKINGHAM_PALACE, ELEPHANT_AND_CASTLE, 5),
    Ticket(REGENTS_PARK, PICCADILLY_CIRCUS, 5),
    Ticket(CHARTERHOUSE, BIG_BEN, 5),
    Ticket(BRICK_LANE, GLOBE_THEATRE, 4),
    Ticket(BRITISH_MUSEUM, ST_PAULS, 4),
    Ticket(BRITISH_MUSEUM, WATERLOO, 4),
    Ticket(TRAFALGAR_SQUARE, GLOBE_THEATRE, 4),
    Ticket(TRAFALGAR_SQUARE, ST_PAULS, 4),
    Ticket(COVENT_GARDEN, HYDE_PARK, 3),
    Ticket(PICCADILLY_CIRCUS, WATERLOO, 3),
    Ticket(BRITISH_MUSEUM, PICCADILLY_CIRCUS, 2),
)

DISTRICTS = 5  # numbered 1 to 5; the number is also the bonus, T4.3

NO_ROUTE = len(ROUTES)


def _twin(route: int) -> int:
    for other in (route - 1, route + 1):
        if 0 <= other < len(ROUTES) and ROUTES[other][:2] == ROUTES[route][:2]:
            return other
    return NO_ROUTE


ENDS = np.array([(r.a, r.b) for r in ROUTES], dtype=np.uint8)  # by route
LENGTH = np.array([r.length for r in ROUTES], dtype=np.uint8)  # by route
TWIN = np.array([_twin(r) for r in range(len(ROUTES))], dtype=np.uint8)  # other lane, by route

TICKET_ENDS = np.array([(t.a, t.b) for t in TICKETS], dtype=np.uint8)  # by ticket
TICKET_POINTS = np.array([t.points for t in TICKETS], dtype=np.uint8)  # by ticket


def _links(district: int) -> list[tuple[int, int]]:
    places = [i for i, place in enumerate(LOCATIONS) if place.district == district]
    return list(pairwise(places))


# Pairs of places of a district: if the places of each pair are joined, the district is.
DISTRICT_LINKS = np.array(
    [link for district in range(1, DISTRICTS + 1) for link in _links(district)], dtype=np.uint8
)
DISTRICT_ENDS = np.cumsum([len(_links(d)) for d in range(1, DISTRICTS + 1)])  # in DISTRICT_LINKS
