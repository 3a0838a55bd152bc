"""Commands on many matches: simulate, arena, bench."""

from pathlib import Path
from typing import Annotated

import typer
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from londinium import arena as tournaments
from londinium import bench as benchmark
from londinium.arena import plot as picture
from londinium.arena import results
from londinium.cli.common import (
    AsJson,
    Chosen,
    GameName,
    app,
    errors,
    read_options,
    screen,
    show_json,
    starting,
)
from londinium.match import find_game
from londinium.simulate import Simulation
from londinium.simulate import simulate as simulate_games
from londinium.terminal import charts


@app.command()
def simulate(
    game: GameName,
    seats: Annotated[int, typer.Option(help="Number of players.")] = 4,
    games: Annotated[int, typer.Option(min=1, max=10**7, help="Number of games.")] = 10_000,
    seed: Annotated[int, typer.Option(help="The same seed gives the same games.")] = 0,
    option: Chosen = None,
    as_json: AsJson = False,
) -> None:
    """Play many random games: score distribution, length, seat advantage."""
    chosen = find_game(game)
    chosen.check_seats(seats)
    options = read_options(chosen, option)
    columns = (TextColumn("Playing"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with starting():
        simulate_games(chosen, seats, 1, seed, options)
    with Progress(*columns, console=errors, transient=True) as progress:
        task = progress.add_task("", total=games)
        result = simulate_games(
            chosen, seats, games, seed, options, lambda done: progress.advance(task, done)
        )
    if as_json:
        show_json(result.to_json())
    else:
        show_simulation(result)


def show_simulation(result: Simulation) -> None:
    """Print the summary of a simulation as a table and a chart."""
    summary = result.to_json()
    title = f"{result.game.title}: {summary['games']:,} random games, {result.seats} seats"
    table = Table("seat", "score", "sd", "wins", title=title)
    for seat in range(result.seats):
        wins = f"{summary['win_share'][seat]:.1%} ± {summary['win_share_error_95']:.1%}"
        mean, sd = summary["score_mean"][seat], summary["score_sd"][seat]
        table.add_row(str(seat), f"{mean:.1f}", f"{sd:.1f}", wins)
    screen.print(table)
    screen.print(charts.histogram(result.scores.ravel(), "scores"))
    low, high = summary["decisions_min"], summary["decisions_max"]
    screen.print(f"decisions per game: {summary['decisions_mean']:.1f} on average, {low} to {high}")


@app.command()
def arena(
    game: GameName,
    players: Annotated[list[str], typer.Argument(help="Who plays: easy, hard, search@500ms ...")],
    seats: Annotated[int, typer.Option(help="Players per match.")] = 2,
    matches: Annotated[
        int, typer.Option(min=1, max=10**6, help="Matches per line-up, at least.")
    ] = 100,
    seed: Annotated[int, typer.Option(help="The same seed gives the same matches.")] = 0,
    ladder: Annotated[
        bool, typer.Option("--ladder", help="Each player against the previous one.")
    ] = False,
    file: Annotated[
        Path | None, typer.Option(help="Results file, match by match; resumed if it exists.")
    ] = None,
    plot: Annotated[Path | None, typer.Option(help="PNG file for the chart.")] = None,
    ray: Annotated[
        str | None,
        typer.Option(help="Run on a Ray cluster: HOST:PORT or auto; without a value: a new one."),
    ] = None,
    option: Chosen = None,
    as_json: AsJson = False,
) -> None:
    """Let computer players compete: ratings, wins and thinking times, with intervals."""
    options = read_options(find_game(game), option)
    tournament = tournaments.Tournament(game, tuple(players), seats, matches, seed, options, ladder)
    if file:
        results.read(file, tournament)  # of another tournament? better said now
    with starting():
        tournaments.prepare(tournament)
    columns = (TextColumn("Playing"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=errors, transient=True) as progress:
        total = tournament.deals * seats * len(tournament.line_ups)
        task = progress.add_task("", total=total)
        summary = tournaments.run(tournament, file, ray, lambda done: progress.advance(task, done))
    if plot:
        picture.draw(summary, plot)
    if as_json:
        show_json(summary.to_json())
    else:
        show_tournament(summary)


def show_tournament(summary: tournaments.Summary) -> None:
    """Print the players as a table, and charts of ratings and first places."""
    tournament = summary.tournament
    title = f"{find_game(tournament.game).title}: {summary.matches:,} matches"
    table = Table("player", "first places", "score", "place", "rating", "decision", title=title)
    for player in summary.players:
        share = player.win_share
        table.add_row(
            player.player,
            f"{share.value:.1%} ({share.low:.1%} to {share.high:.1%})",
            f"{player.score:.1f}",
            f"{player.place:.2f}",
            f"{player.rating.value:.1f}",
            f"{player.decision_ms:.2g} ms"
            if player.decision_ms < 10
            else f"{player.decision_ms:,.0f} ms",
        )
    screen.print(table)
    screen.print(charts.intervals([(p.player, *p.rating) for p in summary.players], "ratings"))
    for line_up in summary.line_ups:
        rows = [(one.player, *one.win_share_per_seat) for one in line_up.standings]
        title = f"first places of a seat: {', '.join(line_up.players)}"
        screen.print(charts.intervals(rows, title, ".0%", mark=1 / tournament.seats))
    rows = [(f"seat {seat.seat}", *seat.win_share) for seat in summary.seats]
    screen.print(charts.intervals(rows, "first places by seat", ".0%", mark=1 / tournament.seats))


@app.command()
def bench(game: GameName, option: Chosen = None, as_json: AsJson = False) -> None:
    """Measure the speed of a game on this machine, beside OpenSpiel where it is installed."""
    chosen = find_game(game)
    options = read_options(chosen, option)
    with starting():
        benchmark.random_play(chosen, options)
    with errors.status("Measuring (about a minute) ..."):
        figures = benchmark.measure(chosen, options)
    if as_json:
        show_json(figures)
        return
    table = Table("figure", "value", title=f"{chosen.title}, random play, 4 seats, one core")
    for name, value in figures.items():
        table.add_row(name, benchmark.show(value))
    screen.print(table)
