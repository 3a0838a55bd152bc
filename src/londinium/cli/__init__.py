"""The command line; a command is a function in one of these files."""

import io
import sys
from importlib.metadata import version
from typing import Annotated

import typer

from londinium.arena.on_ray import LOCAL
from londinium.cli import experiments, matches, play, serve, train
from londinium.cli.common import app, errors

__all__ = ["app", "experiments", "main", "matches", "play", "serve", "train"]


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
