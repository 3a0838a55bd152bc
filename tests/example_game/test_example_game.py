"""The package in `examples` is installed, and its game works everywhere without being named."""

import json
import re
import shutil
from pathlib import Path

import pytest

from londinium.game import GAMES
from tests.example_game.installed import ROOT, Installed

HERE = Path(__file__).parent
# Tests that run for each game of GAMES.
OF_EVERY_GAME = (
    "arena/test_play.py",
    "envs",
    "test_bots.py",
    "test_game.py",
    "test_search.py",
)
BUILT = {"__pycache__", "node_modules", "static", "build", "dist"}  # folders
SCORES = """
import sys
from londinium.game import GAMES
from londinium.simulate import simulate
result = simulate(GAMES[sys.argv[1]], seats=2, games=20, seed=1, options={})
print(sorted(set(result.scores.ravel().tolist())))
"""
OTHER_SCORES = """

from londinium.jit import njit


@njit
def scores(s, out):
    for seat in range(s["seats"]):
        out[seat] = 77
"""


def test_it_is_not_known_to_this_process(example_name: str) -> None:
    assert example_name not in GAMES


@pytest.mark.parametrize("jit_off", ["0", "1"], ids=["compiled", "plain"])
def test_the_tests_that_the_package_brings_pass(example_installed: Installed, jit_off: str) -> None:
    example_source = example_installed.site.parent / "source"
    assert "passed" in example_installed.pytest(
        "tests", folder=example_source, NUMBA_DISABLE_JIT=jit_off
    )


def test_what_holds_for_every_game_holds_for_it(
    example_installed: Installed, example_name: str
) -> None:
    """Bots, search, hints, arena, PettingZoo, Gymnasium, OpenSpiel and vectors."""
    files = [ROOT / "tests" / file for file in OF_EVERY_GAME]
    passed = re.search(r"(\d+) passed", example_installed.pytest("-k", example_name, *files))
    assert passed is not None
    assert int(passed[1]) > 100


def test_it_is_played_at_a_table_of_the_server(example_installed: Installed) -> None:
    assert "1 passed" in example_installed.pytest(HERE / "check_serving.py")


def test_it_is_played_in_the_terminal_to_its_end_and_replayed(
    example_installed: Installed, example_name: str, tmp_path: Path
) -> None:
    file = tmp_path / "match.json"
    options = ("--seats", 3, "--opponents", "easy", "--seed", 1, "--file", file)
    left = example_installed.londinium("play", example_name, *options, typed="rules\nhint\n1\n")
    assert "wins about" in left
    assert "You left the table" in left
    going_on = example_installed.londinium(
        "play", "--file", file, "--opponents", "easy", typed="1\n" * 500
    )
    assert "won. See it again" in going_on
    assert "The revealed seed dealt all" in example_installed.londinium("verify", file)
    told = example_installed.londinium("replay", file)
    assert "Seat 0" in told
    advised = example_installed.londinium(
        "hint", file, "--move", after_deal(file), "--seconds", 0.1
    )
    assert "advice for seat" in advised


def after_deal(file: Path) -> int:
    """Return after how many moves of a match file the first seat was asked."""
    moves = json.loads(file.read_text(encoding="utf-8"))["moves"]
    return next(number for number, move in enumerate(moves) if not move.startswith("deal "))


def test_it_is_simulated(example_installed: Installed, example_name: str) -> None:
    summary = json.loads(
        example_installed.londinium("simulate", example_name, "--games", 200, "--json")
    )
    assert summary["games"] == 200
    assert sum(summary["win_share"]) == pytest.approx(1, abs=0.01)


def test_better_players_win_in_the_arena(example_installed: Installed, example_name: str) -> None:
    """Without heuristics all levels search, with random playouts."""
    options = ("--ladder", "--matches", 60, "--json")
    told = example_installed.londinium(
        "arena", example_name, "random", "easy", "medium", "hard", *options
    )
    line_ups = json.loads(told)["line_ups"]
    won = {line_up["players"][0]: line_up["standings"][0] for line_up in line_ups}
    assert set(won) == {"easy", "medium", "hard"}
    for player, standing in won.items():
        assert standing["player"] == player
        assert standing["win_share"]["low"] > 0.5, standing


def test_an_edit_of_the_installed_rules_is_seen_although_they_were_compiled(
    example_installed: Installed, example_name: str, tmp_path: Path
) -> None:
    before = example_installed.run("-c", SCORES, example_name).stdout
    assert "77" not in before
    shutil.copytree(example_installed.site, tmp_path / "site")
    edited = Installed(tmp_path / "site", example_installed.cache)
    with (edited.site / example_name / "rules.py").open("a", encoding="utf-8") as rules:
        rules.write(OTHER_SCORES)
    assert edited.run("-c", SCORES, example_name).stdout == "[77]\n"
    assert example_installed.run("-c", SCORES, example_name).stdout == before


def test_no_file_outside_its_folder_names_it(example_source: Path, example_name: str) -> None:
    """But for prose."""
    title = example_name.replace("_", " ")
    spellings = [
        example_name,
        example_name.replace("_", "-"),
        title,
        title.title().replace(" ", ""),
    ]
    files = [path for path in ROOT.iterdir() if path.is_file()]
    for folder in ("bench", "client", "docs", "examples", "src", "tests"):
        files += [path for path in (ROOT / folder).rglob("*") if path.is_file()]
    naming = [
        path
        for path in files
        if not BUILT.intersection(path.parts)
        and not path.is_relative_to(example_source)
        and path.suffix != ".md"
        and any(said.encode() in path.read_bytes() for said in spellings)
    ]
    assert naming == []
