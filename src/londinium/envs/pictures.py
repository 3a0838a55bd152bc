"""Still pictures of positions, as SVG: all that a view says, on one sheet."""

from typing import Any

from londinium.drawing import fields, svg
from londinium.game import Game

LINE, MARGIN, SIZE = 18, 40, 14
PAPER = "#f6f1e4"
COLUMN = 380  # width
LINES_PER_COLUMN = (svg.HEIGHT - 3 * MARGIN) // LINE


def draw(game: Game, view: dict[str, Any]) -> str:
    """Return an SVG document of a position, as `game.view` shows it to a seat or a spectator."""
    part = game.part("picture")
    return part.draw(game, view) if part is not None else draw_fields(game, view)


def draw_fields(game: Game, view: dict[str, Any]) -> str:
    """Return a picture of the fields of a view, in columns."""
    texts = [svg.text(MARGIN, MARGIN, game.title, 24)]
    for number, line in enumerate(fields.lines(view)):
        column, row = divmod(number, LINES_PER_COLUMN)
        depth = len(line) - len(line.lstrip())
        x = MARGIN + column * COLUMN + 6 * depth
        texts.append(svg.text(x, 2 * MARGIN + row * LINE, line.strip(), SIZE))
    return svg.document(game.title, PAPER, *texts)
