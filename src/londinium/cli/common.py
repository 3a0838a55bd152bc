"""What all commands share: the screen, the ways to say things, common options."""

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console

from londinium.game import GAMES, Game

app = typer.Typer(add_completion=False, pretty_exceptions_enable=False)
# Names, files and what people type are printed as they are, not read as markup.
screen = Console(markup=False, highlight=False)
errors = Console(markup=False, highlight=False, stderr=True)
PATIENCE = 1.5  # seconds before a start is explained

GameName = Annotated[str, typer.Argument(help=f"The game: {' or '.join(GAMES)}.")]
Chosen = Annotated[
    list[str] | None,
    typer.Option("--option", help="An option of the game, NAME=VALUE or a preset; repeatable."),
]
MatchPath = Annotated[Path, typer.Argument(help="A match file.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON object instead of text.")]


@contextmanager
def starting() -> Iterator[None]:
    """Say what happens if it takes long to begin: the first time, the rules are compiled."""
    sentence = "Preparing the rules (the first run compiles them, for up to a minute) ..."
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
