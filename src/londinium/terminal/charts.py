"""Small charts in text."""

import numpy as np
from numpy.typing import NDArray
from rich.table import Table

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
