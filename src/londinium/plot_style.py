"""How pictures of figures look, and the one place that imports matplotlib."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from matplotlib.figure import Figure

INK, PAPER, RULE = "#22303c", "#fbf9f4", "#d9d4c7"
COLOURS = ("#1c5c8c", "#c8452f", "#3f7d4e", "#d99a1c", "#7a4f8f", "#4d9aa3", "#8c6239", "#6b7680")
STYLE: dict[Any, Any] = {  # of matplotlib
    "font.family": "sans-serif",
    "font.size": 10,
    "text.color": INK,
    "axes.edgecolor": RULE,
    "axes.facecolor": PAPER,
    "axes.labelcolor": INK,
    "axes.titlesize": 11,
    "axes.titleweight": "bold",
    "axes.titlelocation": "left",
    "axes.spines.left": False,
    "axes.spines.right": False,
    "axes.spines.top": False,
    "axes.grid": True,
    "axes.grid.axis": "x",
    "axes.axisbelow": True,
    "grid.color": RULE,
    "grid.linewidth": 0.8,
    "xtick.color": INK,
    "ytick.color": INK,
    "ytick.left": False,
    "ytick.major.pad": 8,
    "xtick.bottom": False,
    "figure.facecolor": PAPER,
    "figure.constrained_layout.h_pad": 0.12,
    "figure.constrained_layout.w_pad": 0.2,
}


@contextmanager
def new_picture(width: float, height: float, path: Path) -> Iterator["Figure"]:
    """Give a figure of that many inches to draw on, and write it as PNG."""
    try:
        from matplotlib import rc_context
        from matplotlib.figure import Figure
    except ImportError as error:
        raise ValueError("Plots need matplotlib: pip install 'londinium[plots]'.") from error
    with rc_context(STYLE):
        figure = Figure((width, height), layout="constrained")
        yield figure
        path.parent.mkdir(parents=True, exist_ok=True)
        figure.savefig(path, format="png", dpi=150)
