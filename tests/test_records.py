"""Records: what mypy knows of their fields, and a layout that stored positions depend on."""

import hashlib
import os
import subprocess
import sys
from pathlib import Path

import pytest

import londinium
from londinium.game import GAMES

SNIPPET = """
from londinium.games.{game}.state import State

def cards(s: State) -> int:
    return int(s["{field}"][0].sum())
"""


def mypy(script: Path) -> str:
    """Return what mypy says of a script; in a process of its own, since it sets Python's limits."""
    return subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--follow-imports=silent", str(script)],
        env=os.environ | {"MYPYPATH": str(Path(londinium.__file__).parents[1])},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    ).stdout


@pytest.mark.parametrize("game", ["old_london_bridge", "ticket_to_ride_london"])
def test_mypy_finds_a_misspelt_field(game: str, tmp_path: Path) -> None:
    found = {}
    for field in ("hand", "hnad"):
        script = tmp_path / f"{game}_{field}.py"  # mypy's cache tells files by name, size and time
        script.write_text(SNIPPET.format(game=game, field=field))
        found[field] = mypy(script)
    assert found["hand"].startswith("Success")
    assert '"State" has no key "hnad"' in found["hnad"]


@pytest.mark.parametrize(
    ("game", "size", "digest"),
    [
        ("old_london_bridge", 270, "743a6c910668e91c"),
        ("ticket_to_ride_london", 400, "1b13d60d20e407fe"),
    ],
)
def test_the_layout_of_records_stays_as_positions_were_stored(
    game: str, size: int, digest: str
) -> None:
    """Snapshots hold the bytes of records; the names of the fields are not stored."""
    layout = GAMES[game].state
    assert layout.fields is not None
    fields = [(str(kind[0]), kind[1]) for kind in layout.fields.values()]
    assert layout.itemsize == size
    assert hashlib.sha256(repr(fields).encode()).hexdigest()[:16] == digest
