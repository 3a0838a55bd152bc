"""The examples of docs/research.md run as they are, at a small size."""

import importlib.util
import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parents[2] / "examples"


def run(example: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run an example as a user would."""
    return subprocess.run(
        [sys.executable, EXAMPLES / example, *arguments],
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )


@pytest.mark.parametrize("game", ["old_london_bridge", "ticket_to_ride_london"])
def test_random_games(game: str) -> None:
    done = run("random_games.py", "--game", game, "--games", "40", "--side-by-side", "16")
    assert done.returncode == 0, done.stderr
    assert "steps a second" in done.stdout
    assert done.stdout.count("mean reward") == 4


def test_self_play() -> None:
    sizes = ("--updates", "1", "--side-by-side", "8", "--steps", "10")
    done = run("self_play.py", "--game", "old_london_bridge", "--seats", "3", *sizes)
    assert done.returncode == 0, done.stderr
    assert "updates 1: mean reward" in done.stdout


def test_maskable_ppo_trains_or_says_what_it_takes() -> None:
    done = run("maskable_ppo.py", "--steps", "64", "--games", "2")
    if importlib.util.find_spec("sb3_contrib"):
        assert done.returncode == 0, done.stderr
        assert "after:  mean reward" in done.stdout
    else:
        assert done.returncode == 1
        assert done.stderr == "This takes sb3-contrib and PyTorch: pip install sb3-contrib\n"
