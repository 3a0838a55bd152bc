"""A picture of a training: what the network has learned, round by round."""

from collections.abc import Sequence
from pathlib import Path

from londinium.learning.training import Progress
from londinium.plot_style import COLOURS, RULE, new_picture


def draw(title: str, history: Sequence[Progress], path: Path) -> None:
    """Write the learning curves as PNG."""
    rounds = [progress.round for progress in history]
    with new_picture(8, 6, path) as figure:
        above, below = figure.subplots(2, 1, sharex=True)
        for colour, seats in zip(COLOURS, history[-1].brier, strict=False):
            share = [one.brier[seats] / one.mean_brier[seats] for one in history]
            above.plot(rounds, share, color=colour, label=f"{seats} seats")
        above.axhline(1, color=RULE)
        above.set_title("Brier score, of who always says the mean = 1")
        above.legend()
        below.plot(rounds, [one.margin_error for one in history], color=COLOURS[0])
        below.set_title("Error of the margin, in points")
        below.set_xlabel("round")
        figure.suptitle(title, fontsize=13, fontweight="bold")
