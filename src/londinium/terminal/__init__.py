"""Playing in the terminal: how the table of any game is drawn."""

from collections.abc import Sequence
from typing import Any

from rich.console import RenderableType
from rich.text import Text

from londinium.drawing import fields
from londinium.drawing.terminal import panel
from londinium.game import Game


def draw(game: Game, view: dict[str, Any], names: Sequence[str]) -> RenderableType:
    """Return the table as `game.view` shows it: the game's own drawing, or the fields in words."""
    part = game.part("terminal")
    if part is not None:
        return part.draw(view, names)
    seats = [f"seat {seat}: {name}" for seat, name in enumerate(names)]
    return panel(Text("\n".join([*seats, *fields.lines(view)])), game.title)


def short_rules(game: Game) -> str:
    """Return the rules in a few sentences."""
    part = game.part("terminal")
    if part is None or not hasattr(part, "RULES"):
        return f"{game.title} has no rules in short: read those that came with it."
    return " ".join(part.RULES.split())
