"""Commands on a match file: replay, verify, hint."""

import re
from typing import Annotated

import typer
from rich.table import Table

from londinium import game as rules
from londinium import match_file
from londinium.bots.budget import Budget
from londinium.bots.hints import hints, show_hint, show_reasons
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
    move: Annotated[int | None, typer.Option(help="Stop after this many moves.")] = None,
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
def verify(
    file: MatchPath,
    commitment: Annotated[
        str | None, typer.Option(help="The commitment you were shown before the start.")
    ] = None,
    contribution: Annotated[
        list[str] | None,
        typer.Option(
            help="What a seat contributed or committed to, as you saved it: SEAT=HEX; repeatable."
        ),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Check that all of a match was dealt by the seed, and with the contributions, committed to."""
    kept = dict(map(read_contribution, contribution or []))
    with starting():
        match = match_file.read(file)
    wrong = match_file.compare(match, commitment, kept) or match_file.verify(match)
    if as_json:
        data = match_file.to_json(match)
        shown = {"commitment": match.commitment, "contributions": data.get("contributions", [])}
        show_json({"verified": wrong is None, "problem": wrong} | shown)
    elif wrong is None:
        say_verified(match, commitment is not None, set(kept))
    else:
        errors.print(f"The deal is not verified: {wrong}", style="red", soft_wrap=True)
    if wrong is not None:
        raise typer.Exit(1)


def read_contribution(text: str) -> tuple[int, str]:
    """Return the seat and the hex digits of a contribution as a player kept it."""
    seat, _, digits = text.partition("=")
    if not seat.isdecimal() or not re.fullmatch(r"[0-9a-fA-F]{32}|[0-9a-fA-F]{64}", digits):
        raise ValueError(
            f"Write {text!r} as SEAT=HEX: 32 digits of a contribution, or 64 of its commitment."
        )
    return int(seat), digits


def say_verified(match: Match, knows_commitment: bool, known_seats: set[int]) -> None:
    """Say what was checked of an honest deal, and what the player still has to compare."""
    draws = sum(move.seat == CHANCE for move in match.moves)
    say(f"Commitment: the revealed seed is the one committed to by {match.commitment}.")
    for one in match.contributions:
        if one.revealed is None:
            say(f"Seat {one.seat}: committed to a contribution and never revealed it.")
        else:
            say(f"Seat {one.seat}: revealed {one.revealed.hex()}, as it had committed to.")
    if not match.contributions:
        say("Contributions: no seat has added to the seed.")
    by = "and what the seats revealed " if any(one.revealed for one in match.contributions) else ""
    say(f"Draws: The revealed seed {by}dealt all of the match, {draws} draws.")
    if not knows_commitment:
        say("If that is the commitment you were shown before the start, the deal was honest.")
    elif match.contributions and not known_seats:
        say("That is the commitment you kept. Compare your own contribution too.")
    else:
        say("That is what you kept, so the deal was honest.")


@app.command()
def hint(
    file: MatchPath,
    seat: Annotated[
        int | None, typer.Option(help="The seat to advise; default: the seat to move.")
    ] = None,
    move: Annotated[int | None, typer.Option(help="After this many moves; default: all.")] = None,
    seconds: Annotated[float, typer.Option(min=0.05, max=600, help="Thinking time.")] = 1.0,
    most: Annotated[int, typer.Option(min=1, help="Number of moves to show.")] = 3,
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
        moves = [show_hint(known, advice) for advice in found]
        show_json({"seat": asked, "move": end, "hints": moves})
        return
    table = Table("move", "why", "wins", "less", "searched", title=f"advice for seat {asked}")
    for advice in found:
        why = "\n".join(show_reasons(known, advice.reasons))
        shares = (advice.win_chance, advice.behind, advice.share)
        table.add_row(advice.text, why, *(f"{share:.0%}" for share in shares))
    screen.print(table)


def seat_to_advise(match: Match, moves: int, seat: int | None) -> int:
    """Return the seat to advise after a number of moves."""
    state = match.at(moves)
    mover = int(rules.to_move(state))
    if mover == OVER:
        raise ValueError("The game is over, so there is no move to advise: go back with --move.")
    if mover == CHANCE:
        raise ValueError(f"After move {moves} chance deals: choose another --move.")
    if seat is None:
        return mover
    if seat not in range(match.seats) or not rules.may_act(state, seat):
        raise ValueError(f"Seat {seat} is not to move then: seat {mover} is.")
    return seat
