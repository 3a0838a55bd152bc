"""The command line: play, simulate, replay, verify, hint, arena, bench."""

import io
import json
import sys
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime
from importlib.metadata import version
from pathlib import Path
from typing import Annotated, Any

import platformdirs
import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from londinium import arena as tournaments
from londinium import bench as benchmark
from londinium import game as rules
from londinium import match_file
from londinium.arena import plot as picture
from londinium.arena import results
from londinium.arena.on_ray import LOCAL
from londinium.bots.budget import Budget
from londinium.bots.hints import hints
from londinium.bots.levels import LEVELS, PLAYERS, find_player
from londinium.game import CHANCE, EVERYONE, GAMES, OVER, Game
from londinium.match import Match, find_game
from londinium.rng import new_rng
from londinium.simulate import Simulation
from londinium.simulate import simulate as simulate_games
from londinium.terminal import DRAW, charts
from londinium.terminal.play import Seating, name_seats
from londinium.terminal.play import play as play_in_terminal

app = typer.Typer(add_completion=False, pretty_exceptions_enable=False)
# Names, files and what people type are printed as they are, not read as markup.
screen = Console(markup=False, highlight=False)
errors = Console(markup=False, highlight=False, stderr=True)
PATIENCE = 1.5  # seconds before a start is explained

GameName = Annotated[str, typer.Argument(help=f"The game: {' or '.join(GAMES)}.")]
Chosen = Annotated[
    list[str] | None,
    typer.Option("--option", help="A choice of the table, NAME=VALUE or a preset; repeatable."),
]
MatchPath = Annotated[Path, typer.Argument(help="A match file.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON object instead of text.")]


def show_version(wanted: bool) -> None:
    """Print the version and leave."""
    if wanted:
        print(f"londinium {version('londinium')}")
        raise typer.Exit


@app.callback()
def options(
    version: Annotated[
        bool, typer.Option("--version", callback=show_version, is_eager=True, help="The version.")
    ] = False,
) -> None:
    """Board games set in London, for people and programs."""


@contextmanager
def starting() -> Iterator[None]:
    """Say what happens if it takes long to begin: the first time, the rules are compiled."""
    sentence = "Preparing the rules; the first time they are compiled, for up to a minute ..."
    timer = threading.Timer(PATIENCE, errors.print, [sentence])
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


def say(sentence: str) -> None:
    """Print a sentence without breaking it."""
    screen.print(sentence, soft_wrap=True)


def show_json(data: Any) -> None:
    """Print plain data as JSON."""
    print(json.dumps(data, ensure_ascii=False))


def read_options(game: Game, texts: list[str] | None) -> dict[str, str]:
    """Return the options that the command line chooses, presets spelled out."""
    chosen: dict[str, str] = {}
    for text in texts or []:
        name, equals, value = text.partition("=")
        if equals:
            chosen[name.strip()] = value.strip()
        elif name in game.presets:
            chosen |= game.presets[name]
        else:
            presets = ", ".join(game.presets) or "none"
            raise ValueError(
                f"Write {text!r} as NAME=VALUE, or name a preset of {game.title}: {presets}."
            )
    return game.settle_options(chosen)


@app.command()
def play(
    game: Annotated[
        str | None, typer.Argument(help=f"The game: {' or '.join(GAMES)}. Without it: asked.")
    ] = None,
    seats: Annotated[int, typer.Option(help="How many play, you included.")] = 3,
    seat: Annotated[int, typer.Option(help="Your seat, from 0.")] = 0,
    opponents: Annotated[
        str | None,
        typer.Option(help=f"Who plays against you: {', '.join(LEVELS)}. Default: medium."),
    ] = None,
    seed: Annotated[int | None, typer.Option(help="A number for a deal that repeats.")] = None,
    file: Annotated[
        Path | None, typer.Option(help="A match file to go on with or to write.")
    ] = None,
    option: Chosen = None,
) -> None:
    """Play a match in the terminal against computer opponents."""
    if opponents:
        find_player(opponents)  # if there is no such player, better said now
    going_on = file if file and file.exists() else None
    if going_on and option:
        raise ValueError(f"{file} has a match with options of its own: leave out --option.")
    name = "" if going_on else game or ask("Which game?", titles())
    if not (opponents or game or going_on):
        opponents = ask("Which opponents?", sentences())
    player = find_player(opponents or "medium")
    chosen = {} if going_on else read_options(find_game(name), option)
    with starting():
        match = go_on(going_on) if going_on else Match.new(name, seats, seed, **chosen)
        if seat not in range(match.seats):
            raise ValueError(f"There is no seat {seat}; choose from 0 to {match.seats - 1}.")
        player.prepare(match)  # so that nothing has to be compiled in mid-game
    file = file or new_file(match)
    match_file.write(match, file, reveal_seed=True)  # if it cannot be written, better said now
    play_in_terminal(Seating(match, seat, player), file, sys.argv[0], screen)


def titles() -> dict[str, str]:
    """Return what the games are called."""
    return {name: game.title for name, game in GAMES.items()}


def sentences() -> dict[str, str]:
    """Return what the levels are like."""
    return {level: f"{level}: {PLAYERS[level].sentence}" for level in LEVELS}


def ask(question: str, choices: Mapping[str, str]) -> str:
    """Let the person choose by number or name; the choices come with what they are."""
    names = list(choices)
    for number, sentence in enumerate(choices.values(), start=1):
        say(f"({number}) {sentence}")
    while True:
        try:
            answer = screen.input(f"{question} ").strip()
        except EOFError as error:
            raise typer.Abort from error
        if answer in choices:
            return answer
        if answer.isdecimal() and 1 <= int(answer) <= len(names):
            return names[int(answer) - 1]


def go_on(file: Path) -> Match:
    """Read a match that is to go on."""
    match = match_file.read(file)
    if match.dealer is None:
        raise ValueError(f"{file} cannot go on: it does not have the dealer's seed.")
    if match.commitment != match.dealer.commitment:
        raise ValueError(f"{file} cannot go on: its seed is not the one committed to.")
    return match


def new_file(match: Match) -> Path:
    """Return where a match is saved when the person has not said where."""
    time = datetime.now().strftime("%Y-%m-%d-%H%M%S")
    return platformdirs.user_data_path("londinium") / "matches" / f"{match.game.name}-{time}.json"


@app.command()
def simulate(
    game: GameName,
    seats: Annotated[int, typer.Option(help="How many play.")] = 4,
    games: Annotated[int, typer.Option(min=1, max=10**7, help="How many games.")] = 10_000,
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
    screen.print(f"decisions a game: {summary['decisions_mean']:.1f} on average, {low} to {high}")


@app.command()
def replay(
    file: MatchPath,
    seat: Annotated[int | None, typer.Option(help="Through whose eyes; default: all open.")] = None,
    move: Annotated[int | None, typer.Option(help="Stop after so many moves.")] = None,
    as_json: AsJson = False,
) -> None:
    """Tell a match move by move and show where it ended."""
    with starting():
        match = match_file.read(file)
    if seat is not None and seat not in range(match.seats):
        raise ValueError(f"There is no seat {seat}; choose from 0 to {match.seats - 1}.")
    end = len(match.moves) if move is None else move
    if end not in range(len(match.moves) + 1):
        raise ValueError(f"The match has {len(match.moves)} moves, not {move}.")
    states = [match.at(n) if seat is None else match.known(seat, n) for n in range(end + 1)]
    viewer = EVERYONE if seat is None else seat
    if as_json:
        show_json({"move": end, "view": match.game.view(states[-1], viewer)})
        return
    names = [f"Seat {other}" for other in range(match.seats)]
    for number in range(end):
        for event in match.game.events(states[number], states[number + 1]):
            sentence = name_seats(match.game.show_event(event), names)
            say(f"{number + 1:4}  {sentence}")
    screen.print(DRAW[match.game.name](match.game.view(states[-1], viewer), names))


@app.command()
def verify(file: MatchPath, as_json: AsJson = False) -> None:
    """Check that the revealed seed is the one committed to and dealt all of a match."""
    with starting():
        match = match_file.read(file)
    wrong = match_file.verify(match)
    if as_json:
        show_json({"verified": wrong is None, "problem": wrong, "commitment": match.commitment})
    elif wrong is None:
        say(f"The revealed seed dealt all of the match, and its commitment is {match.commitment}.")
        say("If that is the commitment you were shown at the start, the deal was honest.")
    else:
        errors.print(f"The deal is not verified: {wrong}", style="red", soft_wrap=True)
    if wrong is not None:
        raise typer.Exit(1)


@app.command()
def hint(
    file: MatchPath,
    seat: Annotated[int | None, typer.Option(help="For whom; default: the seat to move.")] = None,
    move: Annotated[int | None, typer.Option(help="After so many moves; default: all.")] = None,
    seconds: Annotated[float, typer.Option(min=0.05, max=600, help="Time to think.")] = 1.0,
    most: Annotated[int, typer.Option(min=1, help="How many moves to show.")] = 3,
    as_json: AsJson = False,
) -> None:
    """Advise a seat: the best moves with their chances to win, as far as the seat can know."""
    with starting():
        match = match_file.read(file)
    end = len(match.moves) if move is None else move
    asked = asked_seat(match, end, seat)
    known, rng = match.known(asked, end), new_rng("hint", end)
    with starting():
        hints(known, asked, rng, Budget(iterations=1))  # compiles, before the clock is started
    with errors.status("Thinking ..."):
        found = hints(known, asked, rng, Budget(milliseconds=1000 * seconds), most)
    if as_json:
        moves = [advice._asdict() for advice in found]
        show_json({"seat": asked, "move": end, "hints": moves})
        return
    table = Table("move", "wins", "searched", title=f"advice for seat {asked}")
    for advice in found:
        table.add_row(advice.text, f"{advice.win_chance:.0%}", f"{advice.share:.0%}")
    screen.print(table)


def asked_seat(match: Match, moves: int, seat: int | None) -> int:
    """Return the seat that is to be advised after a number of moves."""
    state = match.at(moves)
    mover = int(rules.to_move(state))
    if mover == OVER:
        raise ValueError("The game is over, there is nothing to advise: go back with --move.")
    if mover == CHANCE:
        raise ValueError(f"After move {moves} chance deals: choose another --move.")
    if seat is None:
        return mover
    if seat not in range(match.seats) or not rules.may_act(state, seat):
        raise ValueError(f"Seat {seat} is not asked then: seat {mover} is.")
    return seat


@app.command()
def arena(
    game: GameName,
    players: Annotated[list[str], typer.Argument(help="Who plays: easy, hard, search@500ms ...")],
    seats: Annotated[int, typer.Option(help="How many play a match.")] = 2,
    matches: Annotated[
        int, typer.Option(min=1, max=10**6, help="Matches of each line-up, at least.")
    ] = 100,
    seed: Annotated[int, typer.Option(help="The same seed gives the same matches.")] = 0,
    ladder: Annotated[
        bool, typer.Option("--ladder", help="Each player against the one before it.")
    ] = False,
    file: Annotated[
        Path | None, typer.Option(help="Results, match by match: written, or gone on with.")
    ] = None,
    plot: Annotated[Path | None, typer.Option(help="A PNG picture to write.")] = None,
    ray: Annotated[
        str | None, typer.Option(help="On a Ray cluster: HOST:PORT or auto; without: a new one.")
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
    with errors.status("Measuring, for about a minute ..."):
        figures = benchmark.measure(chosen, options)
    if as_json:
        show_json(figures)
        return
    table = Table("figure", "value", title=f"{chosen.title}, random play, 4 seats, one core")
    for name, value in figures.items():
        table.add_row(name, benchmark.show(value))
    screen.print(table)


def main() -> None:
    """Run a command; what goes wrong is said in one sentence."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # a terminal may lack a sign, not fail for it
    try:
        sys.exit(app(spelled_out(sys.argv[1:]) or ["--help"], standalone_mode=False))
    except typer.TyperException as error:
        problem = getattr(error, "format_message", error.__str__)()
        fail(f"{problem.rstrip('.')}; londinium --help shows how.", 2)
    except ValueError as error:
        fail(str(error), 1)
    except OSError as error:
        fail(f"{error.filename or 'The output'} cannot be used: {error.strerror}.", 1)
    except (typer.Abort, KeyboardInterrupt):
        fail("Stopped.", 130)


def spelled_out(arguments: list[str]) -> list[str]:
    """Give `--ray` its value where it has none: typer knows no optional values."""
    spelled: list[str] = []
    for number, argument in enumerate(arguments):
        spelled.append(argument)
        following = arguments[number + 1 : number + 2]
        if argument == "--ray" and (not following or following[0].startswith("-")):
            spelled.append(LOCAL)
    return spelled


def fail(sentence: str, code: int) -> None:
    """Print what is wrong and leave."""
    errors.print(sentence, style="red", soft_wrap=True)
    sys.exit(code)
