"""A picture of a tournament: ratings, and shares of first places by line-up."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

from londinium.arena.estimates import Estimate
from londinium.arena.summary import LineUpSummary, Summary
from londinium.match import find_game
from londinium.plot_style import COLOURS, INK, PAPER, new_picture

if TYPE_CHECKING:
    from matplotlib.axes import Axes

HEADING: dict[str, Any] = {"fontsize": 9, "fontstyle": "italic"}
ROW = 0.34  # inches


def draw(summary: Summary, path: Path) -> None:
    """Write the picture as PNG."""
    rows = [len(summary.players), sum(len(one.standings) + 1 for one in summary.line_ups)]
    with new_picture(8, 2.6 + ROW * sum(rows), path) as figure:
        above, below = figure.subplots(2, 1, height_ratios=[rows[0] + 1, rows[1] + 1])
        _draw_ratings(above, summary)
        _draw_line_ups(below, summary)
        game = find_game(summary.tournament.game)
        title = f"{game.title}, {summary.tournament.seats} seats, {summary.matches:,} matches"
        figure.suptitle(title, fontsize=13, fontweight="bold")


def _colours(summary: Summary) -> dict[str, str]:
    names = dict.fromkeys(summary.tournament.players)
    return {name: COLOURS[i % len(COLOURS)] for i, name in enumerate(names)}


def _draw_ratings(axes: "Axes", summary: Summary) -> None:
    colours = _colours(summary)
    for row, player in enumerate(summary.players):
        _draw_estimate(
            axes, row, player.rating, colours[player.player], f"{player.rating.value:.1f}"
        )
    axes.set_yticks(range(len(summary.players)), [player.player for player in summary.players])
    axes.set_ylim(len(summary.players) - 0.4, -0.6)
    axes.margins(x=0.12)
    axes.set_title("Ratings")
    axes.set_xlabel("rating (Plackett-Luce, starting at 25), with 95 % interval")


def _draw_line_ups(axes: "Axes", summary: Summary) -> None:
    colours, row, ticks = _colours(summary), 0, []
    for line_up in summary.line_ups:
        axes.text(0, row + 0.1, _title(line_up), va="center", backgroundcolor=PAPER, **HEADING)
        for standing in line_up.standings:
            row += 1
            wins = standing.win_share_per_seat
            _draw_estimate(axes, row, wins, colours[standing.player], f"{wins.value:.0%}")
            ticks.append((row, standing.player))
        row += 1
    equal = 1 / summary.tournament.seats
    axes.axvline(equal, color=INK, linewidth=1, linestyle=(0, (4, 3)), label="equal chances")
    axes.set_yticks([at for at, _ in ticks], [name for _, name in ticks])
    axes.set_ylim(row - 0.4, -0.7)
    axes.set_xlim(0, 1)
    axes.xaxis.set_major_formatter(lambda value, position: f"{value:.0%}")
    axes.set_title("First places by line-up")
    axes.set_xlabel("share of first places per seat, with 95 % interval")
    axes.legend(
        loc="lower right", bbox_to_anchor=(1, 1), frameon=False, fontsize=9, borderaxespad=0
    )


def _draw_estimate(axes: "Axes", row: int, estimate: Estimate, colour: str, text: str) -> None:
    value, low, high = estimate
    look: dict[str, Any] = {"color": colour, "clip_on": False, "zorder": 3}
    axes.plot([low, high], [row, row], linewidth=2, solid_capstyle="butt", **look)
    axes.plot([low, high], [row, row], "|", markersize=9, markeredgewidth=2, **look)
    axes.plot([value], [row], "o", markersize=8, **look)
    label = axes.annotate(text, (high, row), (9, 0), textcoords="offset points", va="center")
    label.set(fontsize=9, bbox={"facecolor": PAPER, "edgecolor": "none", "pad": 1})


def _title(line_up: LineUpSummary) -> str:
    parts = [
        f"{standing.seats} {standing.player}" if standing.seats > 1 else standing.player
        for standing in line_up.standings
    ]
    return f"{', '.join(parts)}: {line_up.matches:,} matches"
