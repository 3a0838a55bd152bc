"""What the tables of all games are drawn with: seats in their colours, names, panels."""

from rich.console import RenderableType
from rich.panel import Panel
from rich.style import Style
from rich.table import Table
from rich.text import Text

SEAT_COLOURS = ("#ff5f5f", "#00d7d7", "#ffffff", "#af87ff")  # by seat
LONGEST_NAME = 14


def seat_style(seat: int) -> Style:
    """Return how the number of a seat looks."""
    return Style(color=SEAT_COLOURS[seat], bgcolor="#000000", bold=True, reverse=True)


def seat_number(seat: int) -> Text:
    """Return the number of a seat in its colour."""
    return Text(f" {seat} ", seat_style(seat))


def short_name(name: str) -> str:
    """Return a name, cut if it is long."""
    shown = Text(name)
    shown.truncate(LONGEST_NAME, overflow="ellipsis")
    return shown.plain


def panel(
    content: RenderableType, title: str | Text, border: str = "dim", width: int | None = None
) -> Panel:
    """Frame a part of the table."""
    return Panel(content, title=title, title_align="left", border_style=border, width=width)


def side_by_side(left: RenderableType, right: RenderableType, left_width: int) -> Table:
    """Lay out two parts of the table beside each other, the left one of a fixed width."""
    grid = Table.grid(expand=True)
    grid.add_column(width=left_width)
    grid.add_column(ratio=1)
    grid.add_row(left, right)
    return grid
