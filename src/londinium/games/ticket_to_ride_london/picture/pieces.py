"""The cards of Ticket to Ride: London: a colour each, and a shape beside it."""

from collections.abc import Mapping

from londinium.drawing.svg import INK, WHITE, box, element, middle, moved, path

PAINT = {  # of cards and routes
    "blue": "#2767c4",
    "green": "#2f8a45",
    "black": "#26262b",
    "pink": "#ee93b8",
    "yellow": "#f6c62f",
    "orange": "#f0802c",
    "bus": "#b3122e",
    "grey": "#bdb7a8",
}
ON_PAINT = dict.fromkeys(PAINT, WHITE) | dict.fromkeys(("pink", "yellow", "orange", "grey"), INK)
# A shape beside each colour, within a circle of radius 10.
SHAPES = {
    "blue": "M0-8.5A8.5 8.5 0 1 1 0 8.5A8.5 8.5 0 1 1 0-8.5Z",
    "green": "M0-9.5L9.5 7.5H-9.5Z",
    "black": "M-7.5-7.5H7.5V7.5H-7.5Z",
    "pink": "M0-10.5L9 0L0 10.5L-9 0Z",
    "yellow": "M0-10.5L2.9-3.6L10.2-3.1L4.6 1.7L6.4 9L0 5L-6.4 9L-4.6 1.7L-10.2-3.1L-2.9-3.6Z",
    "orange": "M-3.4-9.5H3.4V-3.4H9.5V3.4H3.4V9.5H-3.4V3.4H-9.5V-3.4H-3.4Z",
    "bus": "M-10-8H10V6H7V9H3V6H-3V9H-7V6H-10Z",
    "grey": "",
}
COLOURS = ("blue", "green", "black", "pink", "yellow", "orange")
GREY = "grey"  # of routes for any colour


def chip(x: float, y: float, colour: str, count: int | None = None) -> str:
    """Draw a small card with the shape of its colour, and how many there are."""
    ink = ON_PAINT[colour]
    drawn = [
        box(x, y, 36 if count else 22, 19, fill=PAINT[colour], stroke=INK),
        moved(x + 11, y + 9.5, path(SHAPES[colour], fill=ink), scale=0.6),
    ]
    if count:
        drawn.append(middle(x + 27, y + 9.5, count, 13, font_weight="bold", fill=ink))
    return element("g", *drawn, class_="card")


def chips(x: float, y: float, cards: Mapping[str, int]) -> list[str]:
    """Draw cards side by side, by their colour."""
    return [chip(x + i * 40, y, card, count) for i, (card, count) in enumerate(cards.items())]
