"""Commands on a match file: replay, verify, hint."""

from typing import Annotated

import typer
from rich.table import Table

from londinium import game as rules
from londinium import match_file
from londinium.bots.budget import Budget
from londinium.bots.hints import hints
from londinium.cli.common import AsJson, MatchPath, app, errors, say, screen, show_json, starting
from londinium.game import CHANCE, EVERYONE, OVER
from londinium.match import Match
from londinium.rng import new_rng
from londinium.terminal import draw
from londinium.terminal.play import name_seats


@app.command()
def replay(
    file: MatchPath,
    seat: Annotated[
        int | None, typer.Option(help="Show only what this seat may know; default: everything.")
    ] = None,
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
    screen.print(draw(match.game, match.game.view(states[-1], viewer), names))


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
    asked = seat_to_advise(match, end, seat)
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


def seat_to_advise(match: Match, moves: int, seat: int | None) -> int:
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
