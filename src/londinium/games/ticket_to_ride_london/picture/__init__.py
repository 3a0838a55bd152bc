"""A picture of Ticket to Ride: London: the map, and beside it cards, seats and tickets."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from math import atan2, degrees, hypot
from typing import Any
from xml.sax.saxutils import escape

from londinium.drawing.svg import (
    BOLD_WHITE,
    INK,
    PALE,
    SEAT_COLOURS,
    SEAT_LETTERS,
    badge,
    box,
    circle,
    document,
    element,
    end,
    middle,
    moved,
    path,
    prompt_line,
    text,
    viewer_line,
    waited_for,
)
from londinium.game import Game
from londinium.games.ticket_to_ride_london.picture.pieces import (
    COLOURS,
    GREY,
    ON_PAINT,
    PAINT,
    SHAPES,
    chip,
    chips,
)

View = dict[str, Any]
Material = dict[str, Any]
Point = tuple[float, float]

GROUND, PANEL, HALO = "#f3ead4", "#fffaf0", "#fffaf0"
THAMES = "#9ccbe4"
ROAD, DONE, ASKED = "#b3a88c", "#1f6b33", "#ffe08a"
DISTRICT_PAINT = ("#f7d77c", "#f3b39b", "#c3d68f", "#c6bfe8", "#e4dc8c")  # by district - 1

# The map on the sheet, and the river in parts of its width and height.
LEFT, RIGHT, TOP, BOTTOM = 76, 738, 124, 722
RIVER_X = (0.40, 0.45, 0.48, 0.49, 0.60, 0.75, 0.88, 0.98, 1.05, 1.3)
RIVER_Y = (1.2, 0.98, 0.86, 0.74, 0.61, 0.57, 0.65, 0.77, 0.74, 0.6)
PLACE = 13  # the radius of a place
SLOT, LONGEST = 18, 38  # the width of a slot, and the most of its length
LANES, PITCH = 20, 45  # the distance of lanes, and the most of slots
# Where a name stands from its place: across, down, the end of it that is held, its lines.
NAMES = {
    "Regent's Park": (0, -20, "middle", 1),
    "Baker Street": (-18, -2, "end", 2),
    "Hyde Park": (-18, 0, "end", 2),
    "King's Cross": (0, -20, "middle", 1),
    "British Museum": (18, 27, "start", 1),
    "Covent Garden": (16, 34, "start", 1),
    "Piccadilly Circus": (-19, 5, "end", 1),
    "Trafalgar Square": (18, -13, "start", 1),
    "Buckingham Palace": (46, 32, "middle", 1),
    "Big Ben": (-8, 30, "middle", 1),
    "Waterloo": (20, 7, "start", 1),
    "Globe Theatre": (16, 30, "start", 1),
    "Elephant & Castle": (20, 14, "start", 1),
    "The Charterhouse": (-2, -20, "start", 1),
    "St Paul's": (-14, -24, "end", 1),
    "Brick Lane": (0, -20, "middle", 1),
    "Tower of London": (26, 30, "middle", 2),
}
ABOVE = (0, -20, "middle", 1)  # of a place that is not listed
LINE = 15  # from one line of text to the next
PANEL_LEFT, PANEL_RIGHT = 816, 1184
COUNTS = (("buses", "buses"), ("cards", "cards"), ("tickets", "ticket_count"))
SEAT = 66  # the height of what is told of a seat, without its tickets


def draw(game: Game, view: View) -> str:
    """Return the picture of a position."""
    material = game.material()
    words = [
        text(16, 34, game.title, 24, font_weight="bold"),
        text(350, 34, viewer_line(view), 14, fill=PALE),
        text(16, 58, prompt_line(game, view), 15),
    ]
    if view["last_turns"]:
        words.append(text(16, 78, f"The last round: {view['last_turns']} turns to go.", 15))
    return document(
        f"{game.title}, {viewer_line(view)}",
        GROUND,
        _river(),
        *_map(material, view),
        *words,
        _legend(),
        *_panel(material, view),
    )


# The map


def _spots(material: Material) -> list[Point]:
    """Return where the places are drawn: the map is stretched to its part of the sheet."""
    across = [place["x"] for place in material["places"]]
    down = [place["y"] for place in material["places"]]
    return [
        (
            LEFT + (x - min(across)) / (max(across) - min(across)) * (RIGHT - LEFT),
            TOP + (y - min(down)) / (max(down) - min(down)) * (BOTTOM - TOP),
        )
        for x, y in zip(across, down, strict=True)
    ]


def _river() -> str:
    """Draw the Thames, a curve that bends towards each of its points."""
    parts = zip(RIVER_X, RIVER_Y, strict=True)
    points = [(LEFT + x * (RIGHT - LEFT), TOP + y * (BOTTOM - TOP)) for x, y in parts]
    outline = "M{:.0f} {:.0f}".format(*points[0])
    for (x, y), (next_x, next_y) in pairwise(points[1:]):
        outline += f"Q{x:.0f} {y:.0f} {(x + next_x) / 2:.0f} {(y + next_y) / 2:.0f}"
    return path(outline, fill="none", stroke=THAMES, stroke_width=34)


def _map(material: Material, view: View) -> Iterable[str]:
    spots = _spots(material)
    for number, route in enumerate(material["routes"]):
        yield _route(number, route, view, [spots[place] for place in route["ends"]])
    for place, (x, y) in zip(material["places"], spots, strict=True):
        paint = DISTRICT_PAINT[(place["district"] - 1) % len(DISTRICT_PAINT)]
        yield circle(x, y, PLACE, fill=paint, stroke=INK, stroke_width=2)
        yield middle(x, y, place["district"], 14, font_weight="bold")
        yield _name(place["name"], x, y)


def _name(name: str, x: float, y: float) -> str:
    """Draw the name of a place near it; on two lines, the last word is the second."""
    dx, dy, anchor, lines = NAMES.get(name, ABOVE)
    words = [name] if lines == 1 else name.rsplit(" ", 1)
    written = [
        element("tspan", escape(part), x=x + dx, y=y + dy + i * LINE)
        for i, part in enumerate(words)
    ]
    halo = {"stroke": HALO, "stroke_width": 4, "paint_order": "stroke", "stroke_linejoin": "round"}
    how = {"text_anchor": anchor, "font_size": 14, "font_weight": "bold"}
    return element("text", " ".join(written), **how, **halo)


def _route(number: int, route: Mapping[str, Any], view: View, ends: Sequence[Point]) -> str:
    """Draw a row of slots between two places; next to the other lane of a double route."""
    (x0, y0), (x1, y1) = sorted(ends)
    long, turn = hypot(x1 - x0, y1 - y0), degrees(atan2(y1 - y0, x1 - x0))
    twin = route["twin"]
    lane = 0.0 if twin is None else LANES / 2 if twin > number else -LANES / 2
    pitch = min(PITCH, (long - 2 * PLACE - 12) / route["length"])
    slot = element("g", *_slot(number, route, view, min(LONGEST, pitch - 3), turn))
    road = path(f"M{-long / 2:.0f} 0H{long / 2:.0f}", stroke=ROAD, stroke_width=2)
    slots = [
        moved((i - (route["length"] - 1) / 2) * pitch, lane, slot) for i in range(route["length"])
    ]
    return moved((x0 + x1) / 2, (y0 + y1) / 2, road, *slots, turn=turn)


def _slot(
    number: int, route: Mapping[str, Any], view: View, length: float, turn: float
) -> Iterable[str]:
    """Draw a slot: its colour with the shape of that, or the colour and the letter of its owner."""
    colour, owner = route["colour"] or GREY, view["routes"][number]
    outline = {"x": -length / 2, "y": -SLOT / 2, "width": length, "height": SLOT}
    if owner is not None:
        yield box(**outline, fill=SEAT_COLOURS[owner], stroke=INK, stroke_width=2.5, rx=8)
        yield moved(0, 0, middle(0, 0, SEAT_LETTERS[owner], 15, **BOLD_WHITE), turn=-turn)
    elif number in view["closed"]:
        yield box(
            **outline, fill=PAINT[colour], fill_opacity=0.25, stroke=INK, stroke_dasharray="3 3"
        )
    else:
        yield box(**outline, fill=PAINT[colour], stroke=INK)
        yield moved(0, 0, path(SHAPES[colour], fill=ON_PAINT[colour]), turn=-turn, scale=0.55)


def _legend() -> str:
    """Say what colours and signs mean."""
    drawn = [text(16, 786, "In a place: its district.")]
    for i, colour in enumerate([*COLOURS, GREY]):
        x = 170 + i * 76
        drawn += [chip(x, 772, colour), text(x + 27, 786, "any" if colour == GREY else colour)]
    return element("g", *drawn, text(702, 786, "dashed: closed"))


# The panel


def _panel(material: Material, view: View) -> Iterable[str]:
    yield box(PANEL_LEFT - 12, 0, 400, 800, rx=0, fill=PANEL)
    yield from _display(view)
    y = 138
    for seat, player in enumerate(view["players"]):
        tickets = _held(player)
        drawn = [*_seat(view, seat, player, y), *_tickets(material, tickets, y + SEAT)]
        yield element("g", *drawn, class_=f"seat-{seat}")
        y += SEAT + LINE * len(tickets) + 9
    below = [(ticket, "under the deck") for ticket in view["under_deck"] if ticket is not None]
    yield from _tickets(material, below, y)


def _display(view: View) -> Iterable[str]:
    """Draw the face-up cards and the piles."""
    for i, card in enumerate(view["display"]):
        x = PANEL_LEFT - 6 + i * 77
        if card is None:
            yield box(x, 10, 72, 44, fill="none", stroke=INK, stroke_dasharray="3 3")
            continue
        yield box(x, 10, 72, 44, fill=PAINT[card], stroke=INK)
        yield moved(x + 36, 25, path(SHAPES[card], fill=ON_PAINT[card]), scale=0.8)
        yield middle(x + 36, 44, card, 13, fill=ON_PAINT[card], font_weight="bold")
    yield text(PANEL_LEFT, 75, f"Deck: {view['deck']} cards", 14, font_weight="bold")
    yield text(PANEL_LEFT + 160, 75, f"Tickets: {view['ticket_deck']}", 14, font_weight="bold")
    for y, name, cards in ((83, "Discards", view["discards"]), (106, "Not seen", view["unseen"])):
        yield text(PANEL_LEFT, y + 14, name if cards else f"{name}: none")
        yield from chips(PANEL_LEFT + 70, y, cards)


def _seat(view: View, seat: int, player: Mapping[str, Any], y: float) -> Iterable[str]:
    """Draw the points, buses and cards of a seat, and how many tickets it has."""
    is_asked = seat in waited_for(view)
    yield box(PANEL_LEFT - 6, y, 380, SEAT - 3, fill=ASKED if is_asked else GROUND)
    yield badge(PANEL_LEFT + 10, y + 14, seat, 11)
    name = f"Seat {seat}" + (" (viewer)" if seat == view["seat"] else "")
    yield text(PANEL_LEFT + 28, y + 19, name, 15, font_weight="bold")
    place = f"place {player['place']}, " if player["place"] else ""
    total = sum(player["score"].values())
    points = f"{place}{total} point{'s' * (abs(total) != 1)}"
    yield end(PANEL_RIGHT, y + 19, points, 15, font_weight="bold")
    counts = ", ".join(f"{what} {player[key]}" for what, key in COUNTS)
    yield text(PANEL_LEFT, y + 37, counts)
    parts = ", ".join(f"{part} {points}" for part, points in player["score"].items())
    yield end(PANEL_RIGHT, y + 37, parts)
    yield from chips(PANEL_LEFT, y + 42, player["hand"])
    hidden = player["cards"] - sum(player["hand"].values())
    told = [f"cards not seen {hidden}"] if hidden else []
    if player["offered_count"]:
        told.append(
            "has chosen" if player["chosen"] else f"tickets offered {player['offered_count']}"
        )
    yield end(PANEL_RIGHT, y + 56, ", ".join(told))


def _held(player: Mapping[str, Any]) -> list[tuple[int, str]]:
    """Return the tickets of a seat that the viewer sees, and what is known of each."""
    choice = player["choice"] or ()
    held = [(t["ticket"], "completed" if t["completed"] else "open") for t in player["tickets"]]
    return held + [(t, "chosen" if t in choice else "offered") for t in player["offered"]]


def _tickets(material: Material, tickets: Sequence[tuple[int, str]], y: float) -> Iterable[str]:
    """Draw tickets, one per line: the places, what is known of it, the points."""
    for i, (number, told) in enumerate(tickets):
        ticket, at = material["tickets"][number], y + i * LINE + 12
        a, b = (material["places"][place]["name"] for place in ticket["ends"])
        is_completed = told == "completed"
        mark = "✓ " if is_completed else ""
        yield text(PANEL_LEFT, at, f"{a} to {b}")
        yield end(PANEL_RIGHT - 24, at, f"{mark}{told}", fill=DONE if is_completed else PALE)
        yield end(PANEL_RIGHT, at, ticket["points"], font_weight="bold")
