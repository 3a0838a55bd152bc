"""A match in the terminal: one person against bots."""

import os
import re
import shlex
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from rich.console import Console
from rich.text import Text

from londinium import match_file
from londinium.bots.hints import hints, show_reasons
from londinium.bots.levels import Player
from londinium.jit import EDITION
from londinium.match import Match
from londinium.rng import new_rng
from londinium.terminal import draw, short_rules

HELP = "Type what is in brackets or the move itself; or: table, rules, hint, undo, help, quit."
PAYS = " for "  # parts an action from its payment, in the text of any game


class Leave(Exception):
    """The person has left the table."""


class Seating(NamedTuple):
    """A match, the seat of the person, and who plays in all others."""

    match: Match
    seat: int
    opponents: Player


def play(seating: Seating, file: Path, program: str, console: Console) -> None:
    """Play a match to its end, or until the person leaves; the file always has it as it is."""
    match, seat, opponents = seating
    names = [f"Bot {other}" if other != seat else "You" for other in range(match.seats)]
    rng = new_rng("terminal", match.commitment or "")
    say(console, f"{match.game.title}: you are seat {seat} of {match.seats}. {HELP}")
    say(console, f"The dealer commits to {match.commitment}.")
    told = len(match.moves) if any(move.seat >= 0 for move in match.moves) else 0
    where = shlex.quote(str(file))
    try:
        while not match.is_over:
            if match.to_move == seat:
                console.print(draw(match.game, match.view(seat), names))
                told = tell(match, seat, names, told, console)
                ask(match, seat, names, console)
                told = min(told, len(match.moves))  # a move may have been taken back
            else:
                opponents.play(match, rng)
            match_file.write(match, file, reveal_seed=True)
    except (Leave, EOFError, KeyboardInterrupt):
        who = f"--seat {seat} --opponents {opponents.name}"
        again = f"{settings()}{program} play --file {where} {who}"
        say(console, f"\nYou left the table. Go on with: {again}")
        return
    tell(match, seat, names, told, console)
    console.print(draw(match.game, match.view(seat), names))
    won = " and ".join(names[winner] for winner in match.winners)
    say(console, f"{won} won. See it again: {settings()}{program} replay {where}")


def settings() -> str:
    """Return the settings without which the match could not be read again, for a command line."""
    editions = {name: value for name, value in os.environ.items() if EDITION.fullmatch(name)}
    return "".join(f"{name}={shlex.quote(value)} " for name, value in editions.items())


def say(console: Console, sentence: str) -> None:
    """Print a sentence without breaking it, so that a command in it can be copied."""
    console.print(Text(sentence, "bold"), soft_wrap=True)


def tell(match: Match, seat: int, names: Sequence[str], since: int, console: Console) -> int:
    """Say what happened since a number of moves, as the seat saw it; return the number now."""
    for event in match.events(seat, since):
        sentence = name_seats(match.game.show_event(event), names)
        console.print(Text(f"  {sentence[0].upper()}{sentence[1:]}.", "dim"))
    return len(match.moves)


def name_seats(sentence: str, names: Sequence[str]) -> str:
    """Put names in the place of seat numbers."""
    return re.sub(r"\bseat (\d)", lambda found: names[int(found[1])], sentence)


def ask(match: Match, seat: int, names: Sequence[str], console: Console) -> None:
    """Ask for a move until a legal one is given, and play it."""
    actions = sorted(match.legal(seat), key=lambda action: PAYS in match.game.show_action(action))
    keys = keys_of(match, actions)
    menu(match, keys, console)
    while True:
        answer = console.input(Text("Your move: ", "bold")).strip()
        word = answer.casefold()
        try:
            if word in ("quit", "q", "exit"):
                raise Leave
            if word == "undo":
                match.undo(seat)
                return
            if word not in ("", "help", "?", "rules", "table", "hint"):
                match.play(chosen(match, keys, answer), seat)
                return
            if word == "hint":
                advise(match, seat, console)
            elif word == "table":
                console.print(draw(match.game, match.view(seat), names))
            else:
                console.print(short_rules(match.game) if word == "rules" else HELP)
            menu(match, keys, console)
        except ValueError as refusal:
            console.print(Text(name_seats(str(refusal), names), "red"))


def advise(match: Match, seat: int, console: Console) -> None:
    """Say what a strong player would do, as far as the seat can know."""
    known = match.known(seat)
    for hint in hints(known, seat, new_rng("hint", len(match.moves))):
        why = "; ".join(show_reasons(known, hint.reasons))
        said = f"  {hint.text}: wins about {hint.win_chance:.0%}" + (f" ({why})" if why else "")
        console.print(Text(said, "green"))


def keys_of(match: Match, actions: Sequence[int]) -> dict[str, int]:
    """Return what to type for each action: its number in the list, or the number it is about."""
    labels = [match.game.show_action(action).partition(" ")[2] for action in actions]
    if all(label.isdecimal() for label in labels) and len(set(labels)) == len(labels):
        return dict(zip(labels, actions, strict=True))
    return {str(number): action for number, action in enumerate(actions, start=1)}


def chosen(match: Match, keys: Mapping[str, int], answer: str) -> int:
    """Return the action that an answer means: a key of the menu, or text."""
    key = answer.strip("(). ")
    if key in keys:
        return keys[key]
    if not (key.isascii() and key.isdigit()):
        return match.game.parse_action(answer)
    raise ValueError(f"There is no move {answer} in the list: it has {', '.join(keys)}.")


def menu(match: Match, keys: Mapping[str, int], console: Console) -> None:
    """List the legal moves with their keys; those that differ in the payment share a line."""
    groups: dict[str, Text] = {}
    for key, action in keys.items():
        name, pays, payment = match.game.show_action(action).partition(PAYS)
        head = name if pays else name.partition(" ")[0]
        rest = payment if pays else name.partition(" ")[2]
        line = groups.setdefault(head, Text(f"{head}:"))
        label = "" if rest == key else f" {rest}".replace(" ", "\u00a0")
        line.append("  ").append(f"({key})", "bold cyan").append(label.rstrip())
    for line in groups.values():
        console.print(line)
