"""Are the chances true? Positions of matches of a level: what is said, and what comes of them.

Chances are said of the seat to move, once by the game's network and once by playouts from random
deals, as hints were before there was a network.

python bench/calibration.py GAME [--level hard] [--seats 2] [--positions 2000] [--plot FILE]
"""

import argparse
import multiprocessing
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from rich.console import Console
from rich.progress import track
from rich.table import Table

from londinium.bots.budget import Budget
from londinium.bots.evaluator import evaluate
from londinium.bots.levels import find_player
from londinium.bots.network import NO_NETWORK
from londinium.bots.search import SearchBot
from londinium.cores import cores
from londinium.match import Match, find_game
from londinium.plot_style import COLOURS, RULE, new_picture
from londinium.rng import below, new_rng

PER_MATCH = 4  # positions
PLAYOUTS = Budget(40)
TENTHS = 10
ENOUGH = 50  # positions, for a tenth to be judged
ALLOWED = 0.04  # between what is said and what comes true, beyond the sampling error


class Position(NamedTuple):
    """What was said of the seat to move, and its share of the victory."""

    by_network: float
    by_playouts: float
    won: float


def play(task: tuple[str, str, int, int]) -> list[Position]:
    """Play a match, and return what was said of some of its positions, each as likely."""
    game, level, seats, seed = task
    player, match = find_player(level), Match.new(game, seats, seed)
    rng, told = new_rng("calibration", seed), list[tuple[int, float, float]]()
    kept = new_rng("kept", seed)
    for number in range(10**6):
        if match.is_over:
            break
        place = number if number < PER_MATCH else int(below(kept, number + 1))
        if place < PER_MATCH:
            told[place : place + 1] = [say(match)]
        player.play(match, rng)
    shares = {seat: 1 / len(match.winners) for seat in match.winners}
    return [Position(one, two, shares.get(seat, 0.0)) for seat, one, two in told]


def say(match: Match) -> tuple[int, float, float]:
    """Return the seat to move, and its chances by the network and by playouts."""
    seat = match.to_move
    known = match.known(seat)
    bot = SearchBot(network=NO_NETWORK)
    best = bot.candidates(known, seat, PLAYOUTS, new_rng("say", len(match.moves)))[0]
    return seat, evaluate(known, seat).chances[seat], best.win_chance


def tenths(
    said: NDArray[np.float64], won: NDArray[np.float64]
) -> list[tuple[int, float, float, float]]:
    """Return by tenth of what was said: positions, the mean said, the share won, its error."""
    rows = []
    for tenth in range(TENTHS):
        inside = (said * TENTHS).astype(int).clip(0, TENTHS - 1) == tenth
        if count := int(inside.sum()):
            share = won[inside].mean()
            error = 1.96 * np.sqrt(max(share * (1 - share), 0.01) / count)
            rows.append((count, float(said[inside].mean()), float(share), float(error)))
    return rows


def losses(said: NDArray[np.float64], won: NDArray[np.float64]) -> tuple[float, float]:
    """Return the Brier score and the logarithmic loss."""
    sure = said.clip(0.005, 0.995)
    logs = -(won * np.log(sure) + (1 - won) * np.log(1 - sure))
    return float(((said - won) ** 2).mean()), float(logs.mean())


def show(title: str, said: NDArray[np.float64], won: NDArray[np.float64]) -> None:
    """Print a table of what was said and what came true."""
    table = Table("positions", "said", "came true", "beyond the sampling error", title=title)
    for count, mean, share, error in tenths(said, won):
        beyond = max(abs(mean - share) - error, 0.0)
        verdict = f"{beyond:.3f}" if count >= ENOUGH else "too few"
        table.add_row(str(count), f"{mean:.3f}", f"{share:.3f} ± {error:.3f}", verdict)
    brier, log_loss = losses(said, won)
    Console().print(table, f"Brier score {brier:.4f}, log loss {log_loss:.4f}")


def draw(
    title: str, rows: dict[str, NDArray[np.float64]], won: NDArray[np.float64], path: Path
) -> None:
    """Write a reliability plot as PNG."""
    with new_picture(6, 6, path) as figure:
        axes = figure.subplots()
        axes.plot([0, 1], [0, 1], color=RULE)
        for colour, (name, said) in zip(COLOURS, rows.items(), strict=False):
            found = [row for row in tenths(said, won) if row[0] >= ENOUGH]
            axes.errorbar(
                [row[1] for row in found],
                [row[2] for row in found],
                [row[3] for row in found],
                color=colour,
                marker="o",
                label=name,
            )
        axes.set(xlabel="said", ylabel="came true", title=title, xlim=(0, 1), ylim=(0, 1))
        axes.legend()


def main() -> None:
    """Play, and print how true the chances are."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--level", default="hard")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--positions", type=int, default=2000)
    parser.add_argument("--plot", type=Path)
    options = parser.parse_args()
    matches = -(-options.positions // PER_MATCH)
    tasks = [(options.game, options.level, options.seats, seed) for seed in range(matches)]
    with multiprocessing.get_context("spawn").Pool(cores()) as pool:
        played = track(pool.imap_unordered(play, tasks), "Playing", len(tasks))
        positions = [position for match in played for position in match]
    won = np.array([position.won for position in positions])
    title = f"{find_game(options.game).title}, {options.seats} seats, matches of {options.level}"
    rows = {
        "network": np.array([position.by_network for position in positions]),
        "playouts": np.array([position.by_playouts for position in positions]),
    }
    for name, said in rows.items():
        show(f"{title}: {name}", said, won)
    if options.plot:
        draw(title, rows, won, options.plot)


if __name__ == "__main__":
    main()
