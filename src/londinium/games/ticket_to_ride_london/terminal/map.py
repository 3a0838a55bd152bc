"""The map of Ticket to Ride: London in characters."""

from itertools import pairwise
from typing import Any, NamedTuple

from rich.panel import Panel
from rich.style import Style
from rich.text import Text

from londinium.drawing.terminal import SEAT_COLOURS, seat_style
from londinium.games.ticket_to_ride_london.board import LOCATIONS, ROUTES

View = dict[str, Any]
Point = tuple[int, int]  # column and row on the canvas

COLUMNS, ROWS = 78, 30  # of the canvas; framed it is as wide as a terminal of 80


class Paint(NamedTuple):
    """How a colour looks: a sign that tells it without colour, on a route and on a card."""

    sign: str
    route: str
    card: str


PAINTS = (  # by card, then GREY
    Paint("B", "#5fafff", "#000000 on #5fafff"),
    Paint("G", "#5fd75f", "#000000 on #5fd75f"),
    Paint("K", "#ffffff", "#ffffff on #303030"),
    Paint("P", "#ff87d7", "#000000 on #ff87d7"),
    Paint("Y", "#ffff5f", "#000000 on #ffff5f"),
    Paint("O", "#ff8700", "#000000 on #ff8700"),
    Paint("*", "#d70000", "#ffffff on #d70000"),
    Paint("x", "#9e9e9e", "#000000 on #9e9e9e"),
)

# The map has its own background, so that its colours can be told apart on any terminal.
LAND = "#12161c"
WATER = "#16304a"
PLACE = Style.parse("bold #ffffff on #3a4552")
DISTRICT_SIGNS = "⁰¹²³⁴⁵"  # by district
THAMES = ((30, 29), (34, 23), (43, 19), (52, 18), (62, 19), (77, 20))  # its bends
BRUSH: Point = (4, 2)  # columns and rows of the river at each point

NAMES_AT: tuple[Point, ...] = (  # the first letter of each location
    (10, 0),  # Regent's Park
    (0, 5),  # Baker Street
    (0, 22),  # Hyde Park
    (38, 0),  # King's Cross
    (26, 8),  # British Museum
    (29, 12),  # Covent Garden
    (8, 15),  # Piccadilly Circus
    (26, 18),  # Trafalgar Square
    (2, 26),  # Buckingham Palace
    (25, 23),  # Big Ben
    (38, 23),  # Waterloo
    (56, 23),  # Globe Theatre
    (52, 29),  # Elephant & Castle
    (55, 4),  # The Charterhouse
    (56, 12),  # St Paul's
    (67, 8),  # Brick Lane
    (62, 16),  # Tower of London
)

# The middle of the first and of the last slot of each route.
SLOTS_AT: tuple[tuple[Point, Point], ...] = (
    ((12, 2), (9, 3)),  # Regent's Park - Baker Street
    ((27, 0), (35, 0)),  # Regent's Park - King's Cross
    ((20, 2), (26, 6)),  # Regent's Park - British Museum
    ((15, 5), (23, 8)),  # Baker Street - British Museum
    ((1, 8), (1, 20)),  # Baker Street - Hyde Park
    ((8, 7), (14, 13)),  # Baker Street - Piccadilly Circus
    ((40, 3), (38, 5)),  # King's Cross - British Museum
    ((52, 1), (60, 3)),  # King's Cross - The Charterhouse
    ((43, 7), (52, 4)),  # British Museum - The Charterhouse
    ((23, 10), (20, 13)),  # British Museum - Piccadilly Circus
    ((32, 10), (32, 10)),  # British Museum - Covent Garden
    ((36, 10), (36, 10)),
    ((25, 13), (25, 13)),  # Piccadilly Circus - Covent Garden
    ((29, 14), (29, 14)),
    ((27, 16), (27, 16)),  # Piccadilly Circus - Trafalgar Square
    ((23, 17), (23, 17)),
    ((7, 17), (5, 20)),  # Piccadilly Circus - Hyde Park
    ((11, 17), (9, 20)),
    ((16, 19), (14, 22)),  # Piccadilly Circus - Buckingham Palace
    ((34, 15), (34, 15)),  # Covent Garden - Trafalgar Square
    ((38, 15), (38, 15)),
    ((45, 12), (53, 12)),  # Covent Garden - St Paul's
    ((45, 13), (53, 13)),
    ((29, 20), (29, 20)),  # Trafalgar Square - Big Ben
    ((38, 20), (40, 21)),  # Trafalgar Square - Waterloo
    ((23, 20), (18, 23)),  # Trafalgar Square - Buckingham Palace
    ((20, 25), (23, 24)),  # Buckingham Palace - Big Ben
    ((3, 24), (3, 24)),  # Hyde Park - Buckingham Palace
    ((7, 24), (7, 24)),
    ((35, 23), (35, 23)),  # Big Ben - Waterloo
    ((32, 25), (46, 28)),  # Big Ben - Elephant & Castle
    ((70, 5), (74, 7)),  # The Charterhouse - Brick Lane
    ((61, 8), (61, 8)),  # The Charterhouse - St Paul's
    ((66, 11), (72, 9)),  # St Paul's - Brick Lane
    ((67, 13), (73, 15)),  # St Paul's - Tower of London
    ((63, 13), (69, 15)),
    ((56, 17), (56, 17)),  # St Paul's - Globe Theatre
    ((60, 17), (60, 17)),
    ((76, 10), (76, 14)),  # Brick Lane - Tower of London
    ((49, 23), (53, 23)),  # Waterloo - Globe Theatre
    ((47, 25), (51, 27)),  # Waterloo - Elephant & Castle
    ((61, 25), (61, 27)),  # Globe Theatre - Elephant & Castle
    ((68, 21), (72, 17)),  # Globe Theatre - Tower of London
    ((71, 27), (76, 18)),  # Elephant & Castle - Tower of London
)


class _Canvas:
    """Characters with their styles; what is written first stays."""

    def __init__(self) -> None:
        self.cells: dict[Point, tuple[str, Style]] = {}
        self.water: set[Point] = set()

    def write(self, at: Point, text: str, style: Style) -> None:
        for i, character in enumerate(text):
            self.cells.setdefault((at[0] + i, at[1]), (character, style))

    def write_line(self, start: Point, end: Point, style: Style) -> None:
        steps = max(abs(end[0] - start[0]) // 2, abs(end[1] - start[1]), 1)
        for point in _between(start, end, steps + 1):
            self.write(point, "·", style)

    def flood(self, start: Point, end: Point) -> None:
        for x, y in _between(start, end, COLUMNS):
            self.water |= {(x + i, y + j) for i in range(BRUSH[0]) for j in range(BRUSH[1])}

    def text(self) -> Text:
        rows = [Text.assemble(*(self._cell((x, y)) for x in range(COLUMNS))) for y in range(ROWS)]
        return Text("\n", no_wrap=True, overflow="crop").join(rows)

    def _cell(self, at: Point) -> tuple[str, Style]:
        character, style = self.cells.get(at, (" ", Style.null()))
        return character, Style(bgcolor=WATER if at in self.water else LAND) + style


def _between(first: Point, last: Point, count: int) -> list[Point]:
    """Return this many points evenly spaced from the first to the last."""
    gaps = max(count - 1, 1)
    dx, dy = last[0] - first[0], last[1] - first[1]
    return [
        (first[0] + round(dx * i / gaps), first[1] + round(dy * i / gaps)) for i in range(count)
    ]


def draw_map(view: View) -> Panel:
    """Draw the places, and every route as its slots along the way between two of them."""
    canvas = _Canvas()
    for start, end in pairwise(THAMES):
        canvas.flood(start, end)
    for location, at in enumerate(NAMES_AT):
        canvas.write(at, _label(location), PLACE)
    for route in range(len(ROUTES)):
        for x, y in _slots(route):
            canvas.write((x - 1, y), *_slot(view, route))
    for route in range(len(ROUTES)):
        _join(canvas, view, route)
    return Panel(canvas.text(), padding=0, width=COLUMNS + 2, border_style="dim")


def _label(location: int) -> str:
    place = LOCATIONS[location]
    return place.name + DISTRICT_SIGNS[place.district]


def _slots(route: int) -> list[Point]:
    return _between(*SLOTS_AT[route], ROUTES[route].length)


def _slot(view: View, route: int) -> tuple[str, Style]:
    """Return how each slot of a route looks: filled if claimed, framed if free, bare if closed."""
    owner = view["routes"][route]
    if owner is not None:
        return f" {owner} ", seat_style(owner)
    paint = PAINTS[ROUTES[route].colour]
    if route in view["closed"]:
        return f" {paint.sign} ", Style(color=paint.route, dim=True)
    return f"[{paint.sign}]", Style(color=paint.route, bold=True)


def _join(canvas: _Canvas, view: View, route: int) -> None:
    """Dot the way from the one name over the slots to the other."""
    a, b, colour, _ = ROUTES[route]
    owner = view["routes"][route]
    style = Style(color=PAINTS[colour].route if owner is None else SEAT_COLOURS[owner])
    slots = _slots(route)
    for start, end in pairwise([_door(a, slots[0]), *slots, _door(b, slots[-1])]):
        canvas.write_line(start, end, style)


def _door(location: int, slot: Point) -> Point:
    """Return the point of a name that is nearest to a slot."""
    x, y = NAMES_AT[location]
    return min(max(slot[0], x), x + len(_label(location)) - 1), y
