"""A match in the terminal: one person against bots."""

import re
from collections.abc import Sequence
from pathlib import Path

from rich.console import Console

from londinium import match_file
from londinium.bots import Bot, play_bot
from londinium.match import Match
from londinium.rng import new_rng
from londinium.terminal import DRAW

HELP = "Type the number of a move or the move itself; help, rules and quit are there too."


class Leave(Exception):
    """The person has left the table."""


def play(match: Match, seat: int, bot: Bot, file: Path, console: Console) -> None:
    """Play a match to its end, or until the person leaves; it is saved in either case."""
    names = [f"Bot {other}" if other != seat else "You" for other in range(match.seats)]
    rng = new_rng("terminal", match.commitment or "")
    told = 0
    say(console, f"{match.game.title}: you are seat {seat} of {match.seats}. {HELP}")
    try:
        while not match.is_over:
            told = tell(match, seat, names, told, console)
            if match.to_move == seat:
                console.print(DRAW[match.game.name](match.view(seat), names))
                ask(match, seat, console)
            else:
                play_bot(match, bot, rng)
    except (Leave, EOFError, KeyboardInterrupt):
        save(match, file)
        say(console, f"\nYou left the table. Go on with: londinium play --file {file}")
        return
    tell(match, seat, names, told, console)
    console.print(DRAW[match.game.name](match.view(seat), names))
    won = " and ".join(names[winner] for winner in match.winners)
    save(match, file)
    say(console, f"{won} won. See it again: londinium replay {file}")


def say(console: Console, sentence: str) -> None:
    """Print a sentence without breaking it, so that a command in it can be copied."""
    console.print(sentence, style="bold", highlight=False, soft_wrap=True)


def save(match: Match, file: Path) -> None:
    """Write the match file, with the seed, so that it can go on or be verified."""
    file.parent.mkdir(parents=True, exist_ok=True)
    match_file.write(match, file, reveal_seed=True)


def tell(match: Match, seat: int, names: Sequence[str], since: int, console: Console) -> int:
    """Say what happened since a number of moves, as the seat saw it; return the number now."""
    for event in match.events(seat, since):
        sentence = name_seats(match.game.show_event(event), names)
        console.print(f"  {sentence}.", style="dim", highlight=False)
    return len(match.moves)


def name_seats(sentence: str, names: Sequence[str]) -> str:
    """Put names in the place of seat numbers."""
    return re.sub(r"\bseat (\d)", lambda found: names[int(found[1])], sentence)


def ask(match: Match, seat: int, console: Console) -> None:
    """Ask for a move until a legal one is given, and play it."""
    actions = match.legal(seat)
    menu(match, actions, console)
    while True:
        answer = console.input("[bold]Your move:[/] ").strip()
        try:
            if answer in ("quit", "q", "exit"):
                raise Leave
            if answer in ("", "help", "?"):
                console.print(HELP)
            elif answer == "rules":
                console.print(f"The rules are in docs/rules/{match.game.name}.md.")
            else:
                match.play(chosen(match, actions, answer), seat)
                return
        except ValueError as refusal:
            console.print(str(refusal), style="red", highlight=False)


def chosen(match: Match, actions: Sequence[int], answer: str) -> int:
    """Return the action that an answer means: a number of the menu, or text."""
    if not answer.isdigit():
        return match.game.parse_action(answer)
    if int(answer) not in range(1, len(actions) + 1):
        raise ValueError(
            f"There is no move {answer} in the list: it goes from 1 to {len(actions)}."
        )
    return actions[int(answer) - 1]


def menu(match: Match, actions: Sequence[int], console: Console) -> None:
    """List the legal moves with their numbers; those that differ in the payment share a line."""
    groups: dict[str, list[str]] = {}
    for number, action in enumerate(actions, start=1):
        name, pays, payment = match.game.show_action(action).partition(" for ")
        head = name if pays else name.partition(" ")[0]
        rest = payment if pays else name.partition(" ")[2]
        groups.setdefault(head, []).append(f"[bold cyan]({number})[/] {rest}".rstrip())
    for head, choices in groups.items():
        console.print(f"{head}:  " + "   ".join(choices), highlight=False)
