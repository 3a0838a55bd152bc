"""Elements of SVG as text, and the signs that the pictures of all games share."""

from typing import Any
from xml.sax.saxutils import escape, quoteattr

from londinium.game import Game

WIDTH, HEIGHT = 1200, 800
FONT = "Cabin, 'Gill Sans', 'Helvetica Neue', Arial, 'DejaVu Sans', sans-serif"
SEAT_COLOURS = ("#c4202b", "#7443b5", "#00747a", "#8a5320")  # by seat; white is read on each
SEAT_LETTERS = "ABCD"
INK, PALE, WHITE = "#22202a", "#5a5548", "#ffffff"
SMALL = 12  # the least size of text


def element(name: str, *children: str, **attributes: object) -> str:
    """Return an element; attributes are named as in SVG, with _ for - and class_ for class."""
    written = "".join(
        f" {key.rstrip('_').replace('_', '-')}={quoteattr(number(value))}"
        for key, value in attributes.items()
    )
    return f"<{name}{written}>{''.join(children)}</{name}>" if children else f"<{name}{written}/>"


def number(value: object) -> str:
    """Return a value as text, a fraction with one digit."""
    return f"{value:.1f}".removesuffix(".0") if isinstance(value, float) else str(value)


def text(x: float, y: float, words: object, size: int = SMALL, **attributes: object) -> str:
    """Return a line of text that begins at a point; `text_anchor` aligns it otherwise."""
    if not str(words):
        return ""
    return element("text", escape(str(words)), x=x, y=y, font_size=size, **attributes)


def middle(x: float, y: float, words: object, size: int = SMALL, **attributes: object) -> str:
    """Return a line of text whose middle is at a point, across and up."""
    return text(x, y + size * 0.36, words, size, text_anchor="middle", **attributes)


def end(x: float, y: float, words: object, size: int = SMALL, **attributes: object) -> str:
    """Return a line of text that ends at a point."""
    return text(x, y, words, size, text_anchor="end", **attributes)


def box(x: float, y: float, width: float, height: float, **attributes: object) -> str:
    """Return a rectangle with round corners."""
    return element("rect", x=x, y=y, width=width, height=height, **{"rx": 4, **attributes})


def circle(x: float, y: float, radius: float, **attributes: object) -> str:
    """Return a circle around a point."""
    return element("circle", cx=x, cy=y, r=radius, **attributes)


def path(outline: str, **attributes: object) -> str:
    """Return a shape by its outline."""
    return element("path", d=outline, **attributes)


def moved(x: float, y: float, *children: str, turn: float = 0, scale: float = 1) -> str:
    """Return elements drawn around another origin, turned by degrees and scaled."""
    moves = f"translate({number(x)} {number(y)})"
    if turn:
        moves += f" rotate({number(turn)})"
    if scale != 1:
        moves += f" scale({scale})"
    return element("g", *children, transform=moves)


def badge(x: float, y: float, seat: int, radius: float = 10) -> str:
    """Return the sign of a seat: its letter on its colour."""
    return element(
        "g",
        circle(x, y, radius, fill=SEAT_COLOURS[seat], stroke=WHITE, stroke_width=1.5),
        middle(x, y, SEAT_LETTERS[seat], max(SMALL, round(radius * 1.3)), **BOLD_WHITE),
        class_="badge",
    )


BOLD_WHITE = {"font_weight": "bold", "fill": WHITE}


def waited_for(view: dict[str, Any]) -> list[int]:
    """Return the seats that have yet to act; where all choose at once, those that have not."""
    if view["to_move"] is None:
        return []
    if view["phase"] not in ("choose", "cards"):
        return [view["to_move"]]
    return [seat for seat, player in enumerate(view["players"]) if not player["chosen"]]


def prompt_line(game: Game, view: dict[str, Any]) -> str:
    """Say in a sentence whom the table waits for, and for what."""
    if view["phase"] == "ended":
        return "The game is over."
    if view["to_move"] is None:
        whose = "" if view["turn"] is None else f" in the turn of seat {view['turn']}"
        return f"Chance{whose}: {view['phase']}."
    seats = [str(seat) for seat in waited_for(view)]
    who = f"Seat{'s' if len(seats) > 1 else ''} {', '.join(seats)}"
    return f"{who} ({view['phase']}): {game.prompts[view['phase']]}"


def viewer_line(view: dict[str, Any]) -> str:
    """Say whose view it is."""
    return "seen by a spectator" if view["seat"] is None else f"seen by seat {view['seat']}"


def document(title: str, ground: str, *children: str, height: int = HEIGHT) -> str:
    """Return a whole picture."""
    root = {
        "xmlns": "http://www.w3.org/2000/svg",
        "viewBox": f"0 0 {WIDTH} {height}",
        "width": WIDTH,
        "height": height,
        "font_family": FONT,
        "fill": INK,
        "role": "img",
    }
    sheet = box(0, 0, WIDTH, height, rx=0, fill=ground)
    return element("svg", element("title", escape(title)), sheet, *children, **root)
