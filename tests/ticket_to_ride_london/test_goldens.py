"""Short playthroughs that people can read; their diffs are reviewed like code.

A golden is a position, a line `---`, then moves (`> 0: draw blue`, `> deal green`), each followed
by what happened. Lines with `>` are read, the others compared; it ends with what can come next or,
of a finished game, the score. `pytest --update-goldens` writes them anew.
"""

from pathlib import Path

import numpy as np
import pytest

from londinium import game as rules
from londinium.game import CHANCE, OVER
from tests.table import Table

FOLDER = Path(__file__).parent / "goldens"


def replay(text: str) -> str:
    """Play the moves of a golden, and return it as it should read."""
    position, _, story = text.partition("---\n")
    table = Table(position) if "phase" in position else Table.start(int(position.split()[1]))
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
    claims = {move.partition(" for ")[0] for move in table.legal() if move.startswith("claim")}
    others = sorted(move for move in table.legal() if not move.startswith("claim"))
    return [f"to move {mover}: {', '.join(others)}, claims of {len(claims)} routes"]


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.txt")), ids=lambda path: path.stem)
def test_a_playthrough_reads_as_its_golden(path: Path, request: pytest.FixtureRequest) -> None:
    text = path.read_text(encoding="utf-8")
    played = replay(text)
    if request.config.getoption("--update-goldens"):
        path.write_text(played, encoding="utf-8")
    assert played == path.read_text(encoding="utf-8")


def test_there_are_about_ten_goldens() -> None:
    assert len(list(FOLDER.glob("*.txt"))) >= 10
