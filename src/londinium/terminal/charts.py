"""Small charts as text."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from rich.table import Table
from rich.text import Text

BAR = 40  # characters of the longest bar


def histogram(values: NDArray[np.int32], title: str, bins: int = 12) -> Table:
    """Draw how often values fall into ranges of equal width."""
    width = max(1, int(np.ceil((values.max() - values.min() + 1) / bins)))
    edges = np.arange(values.min(), values.max() + width + 1, width)
    counts, _ = np.histogram(values, edges)
    table = Table.grid(padding=(0, 1))
    table.title = title
    for low, count in zip(edges, counts, strict=False):
        label = f"{low} to {low + width - 1}" if width > 1 else str(low)
        share = count / len(values)
        table.add_row(label, "█" * round(BAR * count / counts.max()), f"{share:.1%}")
    return table


def intervals(
    rows: Sequence[tuple[str, float, float, float]],
    title: str,
    form: str = ".1f",
    mark: float | None = None,
) -> Table:
    """Draw values between their low and high bounds on one scale, as `├──●──┤`.

    A row is a label, the value and both bounds; `mark` draws a line at a value to compare with.
    """
    bounds = [bound for _, *numbers in rows for bound in numbers]
    bounds += [] if mark is None else [mark]
    least, span = min(bounds), max(bounds) - min(bounds) or 1.0

    def column(value: float) -> int:
        return round((BAR - 1) * (value - least) / span)

    table = Table.grid(padding=(0, 1))
    table.title = title
    for label, value, low, high in rows:
        line = [" "] * BAR
        if mark is not None:
            line[column(mark)] = "┊"
        line[column(low) : column(high) + 1] = "─" * (column(high) - column(low) + 1)
        line[column(low)], line[column(high)], line[column(value)] = "├┤●"
        numbers = f"{value:{form}}", f"({low:{form}} to {high:{form}})"
        table.add_row(Text(label), "".join(line), *numbers)
    return table
