"""Short playthroughs that people can read; their diffs are reviewed like code.

A golden is a position, a line `---`, then moves (`> 0: draw blue`, `> deal green`), each followed
by what happened. Lines with `>` are read, the others compared; it ends with what can come next or,
of a finished game, the score. `pytest --update-goldens` writes them anew.
"""

from pathlib import Path

import numpy as np
import pytest

from londinium import game as rules
from londinium.game import CHANCE, GAMES, OVER
from tests.table import Table

FOLDERS = {name: Path(__file__).parent / name / "goldens" for name in GAMES}
MOST_LISTED = 8  # actions of one verb


def replay(text: str, name: str) -> str:
    """Play the moves of a golden, and return it as it should read."""
    position, _, story = text.partition("---\n")
    is_start = position.startswith("seats:") and position.count("\n") == 1
    table = Table.start(int(position.split()[1]), name) if is_start else Table(position, name)
    lines = [position.rstrip("\n"), "---"]
    for line in story.splitlines():
        if line.startswith("> "):
            lines += [line, *("    " + event for event in play(table, line.removeprefix("> ")))]
    lines += ["---", *ending(table)]
    return "\n".join(lines) + "\n"


def play(table: Table, move: str) -> list[str]:
    before = np.zeros(1, table.game.state)
    before[0] = table.s
    if move.startswith("deal "):
        table.deal(move.removeprefix("deal "))
    else:
        seat, _, action = move.partition(": ")
        table.play(action, seat=int(seat))
    return [table.game.show_event(event) for event in table.game.events(before[0], table.s)]


def ending(table: Table) -> list[str]:
    mover = int(rules.to_move(table.s))
    if mover == OVER:
        return [f"scores {table.scores}, places {table.places}"]
    if mover == CHANCE:
        return ["chance: " + ", ".join(f"{n} {what}" for what, n in table.chances().items())]
    by_verb: dict[str, list[str]] = {}
    for move in sorted(table.legal()):
        by_verb.setdefault(move.partition(" ")[0], []).append(move)
    for verb, moves in by_verb.items():
        if len(moves) > MOST_LISTED:
            by_verb[verb] = [f"{verb} in {len(moves)} ways"]
    return [f"to move {mover}: {', '.join(move for moves in by_verb.values() for move in moves)}"]


@pytest.mark.parametrize(
    ("name", "path"),
    [(name, path) for name in GAMES for path in sorted(FOLDERS[name].glob("*.txt"))],
    ids=lambda value: getattr(value, "stem", value),
)
def test_a_playthrough_reads_as_its_golden(
    name: str, path: Path, request: pytest.FixtureRequest
) -> None:
    played = replay(path.read_text(encoding="utf-8"), name)
    if request.config.getoption("--update-goldens"):
        path.write_text(played, encoding="utf-8")
    assert played == path.read_text(encoding="utf-8")


@pytest.mark.parametrize("name", GAMES)
def test_there_are_about_ten_goldens_of_each_game(name: str) -> None:
    assert len(list(FOLDERS[name].glob("*.txt"))) >= 10
