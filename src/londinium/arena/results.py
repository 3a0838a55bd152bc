"""The results of a tournament as a file that survives being cut off anywhere.

Lines of JSON: the first says which tournament it is, each other one is a match. Lines are only ever
added. A last line that was not written to its end is dropped, and its match is played again.
"""

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from londinium.arena.play import Result, digest_of_code
from londinium.arena.schedule import Tournament
from londinium.match import find_game

FORMAT = 1


class BadResultFile(ValueError):
    """A file that is damaged or of another tournament; the message says what is wrong."""


def header(tournament: Tournament) -> dict[str, Any]:
    """Return all that the results depend on; the number of matches may grow from run to run."""
    return {
        "format": "londinium arena",
        "format_version": FORMAT,
        "game": tournament.game,
        "rules_version": find_game(tournament.game).rules_version,
        "code": digest_of_code(),
        "players": list(tournament.players),
        "seats": tournament.seats,
        "seed": tournament.seed,
        "options": dict(tournament.options),
        "ladder": tournament.ladder,
    }


def read(path: Path, tournament: Tournament) -> dict[int, Result]:
    """Return the results that a file holds, by number; none if there is no file yet."""
    lines = _whole_lines(path)
    if not lines:
        return {}
    _check_header(path, _parse(path, 1, lines[0]), tournament)
    results = [_result(path, i, line) for i, line in enumerate(lines[1:], start=2)]
    return {result.number: result for result in results}


@contextmanager
def open_results(path: Path, tournament: Tournament) -> Iterator[Callable[[Result], None]]:
    """Open the file and give the function that adds a result to it, at once and for good."""
    path.parent.mkdir(parents=True, exist_ok=True)
    whole = "".join(line + "\n" for line in _whole_lines(path)).encode()
    with path.open("ab") as file:
        file.truncate(len(whole))  # without the line that was being written at the end

        def write(data: dict[str, Any]) -> None:
            file.write(json.dumps(data, separators=(",", ":")).encode() + b"\n")
            file.flush()

        if not whole:
            write(header(tournament))
        yield lambda result: write(result._asdict())


def _whole_lines(path: Path) -> list[str]:
    if not path.exists():
        return []
    try:
        return path.read_bytes().decode().split("\n")[:-1]
    except ValueError as error:
        raise BadResultFile(f"{path} is not a file of arena results.") from error


def _parse(path: Path, number: int, line: str) -> dict[str, Any]:
    try:
        data = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise BadResultFile(f"Line {number} of {path} is damaged: it is not JSON.") from error
    if not isinstance(data, dict):
        raise BadResultFile(f"Line {number} of {path} is damaged: it is not a JSON object.")
    return data


def _check_header(path: Path, found: dict[str, Any], tournament: Tournament) -> None:
    wanted = header(tournament)
    if found.get("format") != wanted["format"]:
        raise BadResultFile(f"{path} is not a file of arena results.")
    for name in ("rules_version", "code"):
        if found.get(name) != wanted[name]:
            raise BadResultFile(f"{path} was played with other rules or bots; name another file.")
    for name, value in wanted.items():
        if found.get(name) != value:
            here, there = json.dumps(value), json.dumps(found.get(name))
            raise BadResultFile(
                f"{path} is from another tournament, with {name} {there} and not {here}; "
                "name another file."
            )


def _result(path: Path, number: int, line: str) -> Result:
    data = _parse(path, number, line)
    try:
        lists = {name: tuple(data[name]) for name in ("seating", "scores", "places")}
        thinking = tuple(tuple(times) for times in data["thinking"])
        return Result(**(data | lists | {"thinking": thinking}))
    except (KeyError, TypeError) as error:
        raise BadResultFile(f"Line {number} of {path} is damaged: it is not a match.") from error
