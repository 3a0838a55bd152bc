"""What lies on the table of Old London Bridge: crests, buildings and character cards."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from londinium.drawing.svg import BOLD_WHITE, INK, WHITE, box, element, middle, moved, path

Building = Mapping[str, Any]

TILE, LAWN, CARD = "#fffaf0", "#c3d3a6", "#4f3f6e"
PAINT = {"blue": "#2a5a9c", "orange": "#bf560d", "grey": "#66635f", "green": "#35703c"}  # of crests
SHIELD = "m1 1h22v12c0 8-6 12-11 14-5-2-11-6-11-14z"  # 24 wide, 28 high
CHARGES = {  # a sign beside each colour: moon, star, cross, tree
    "blue": "m16 6.5a7 7 0 1 0 0 12 6 6 0 1 1 0-12z",
    "orange": "m12 4.5 2.3 5 5.5.6-4.1 3.7 1.2 5.4-4.9-2.7-4.9 2.7 1.2-5.4-4.1-3.7 5.5-.6z",
    "grey": "m10 4.5h4v5h5v4h-5v8h-4v-8h-5v-4h5z",
    "green": "m12 4c6 4.5 6.5 10 1 14.5v4.5h-2v-4.5c-5.5-4.5-5-10 1-14.5z",
}
PARK = "♣"  # in the place of a number
HOUSE = (68, 77)  # the size of a building


def card(x: float, y: float, words: object) -> str:
    """Draw a character card by its value."""
    shown = str(words)
    width = 12 + 8 * len(shown)
    drawn = box(x, y, width, 20, fill=CARD, stroke=INK)
    value = middle(x + width / 2, y + 10, shown, 14, **BOLD_WHITE)
    return element("g", drawn, value, class_="card")


def crest(x: float, y: float, colour: str) -> str:
    """Draw a shield of a colour, with its charge."""
    shield = path(SHIELD, fill=PAINT[colour], stroke=WHITE)
    return moved(x, y, shield, path(CHARGES[colour], fill=WHITE), scale=0.7)


def crests(x: float, y: float, colours: Sequence[str]) -> list[str]:
    """Draw shields side by side around a centre."""
    left = x - 8.4 * len(colours)
    return [crest(left + i * 16.8, y, colour) for i, colour in enumerate(colours)]


def house(x: float, y: float, building: Building) -> Iterable[str]:
    """Draw a building in a slot of a bridge."""
    is_park = building["number"] is None
    yield box(x, y, *HOUSE, fill=LAWN if is_park else TILE, stroke=INK)
    yield middle(x + 34, y + 13, building["type"], 13)
    yield middle(x + 34, y + 35, building["number"] or PARK, 24, font_weight="bold")
    yield from crests(x + 34, y + 52, building["crests"])
