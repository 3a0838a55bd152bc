"""The command that plays."""

import sys
from collections.abc import Mapping
from datetime import datetime
from pathlib import Path
from typing import Annotated

import platformdirs
import typer

from londinium import match_file
from londinium.bots.levels import LEVELS, PLAYERS, find_player
from londinium.cli.common import Chosen, app, read_options, say, screen, starting
from londinium.game import GAMES
from londinium.match import Match, find_game
from londinium.terminal.play import Seating
from londinium.terminal.play import play as play_in_terminal


@app.command()
def play(
    game: Annotated[
        str | None, typer.Argument(help=f"The game: {' or '.join(GAMES)}. Asked for if left out.")
    ] = None,
    seats: Annotated[int, typer.Option(help="Number of players, including you.")] = 3,
    seat: Annotated[int, typer.Option(help="Your seat, from 0.")] = 0,
    opponents: Annotated[
        str | None,
        typer.Option(help=f"Your opponents: {', '.join(LEVELS)}. Default: medium."),
    ] = None,
    seed: Annotated[int | None, typer.Option(help="Seed for a repeatable deal.")] = None,
    file: Annotated[Path | None, typer.Option(help="Match file to continue or to write.")] = None,
    option: Chosen = None,
) -> None:
    """Play a match in the terminal against computer opponents."""
    if opponents:
        find_player(opponents)  # if there is no such player, better said now
    going_on = file if file and file.exists() else None
    if going_on and option:
        raise ValueError(f"{file} has its own options: leave out --option.")
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
    """Read a match to continue."""
    match = match_file.read(file)
    if match.dealer is None:
        raise ValueError(f"{file} cannot be continued: it does not have the dealer's seed.")
    if match.commitment != match.dealer.commitment:
        raise ValueError(f"{file} cannot be continued: its seed is not the one committed to.")
    return match


def new_file(match: Match) -> Path:
    """Return where a match is saved when the person has not said where."""
    time = datetime.now().strftime("%Y-%m-%d-%H%M%S")
    return platformdirs.user_data_path("londinium") / "matches" / f"{match.game.name}-{time}.json"
