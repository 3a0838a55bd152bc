"""The example game, installed once for all processes that test it."""

import fcntl
import os
import tomllib
from pathlib import Path

import pytest

from tests.example_game.installed import ROOT, Installed, install


@pytest.fixture(scope="session")
def example_source() -> Path:
    """The folder of the package in `examples`."""
    (found,) = (ROOT / "examples").glob("*/pyproject.toml")
    return found.parent


@pytest.fixture(scope="session")
def example_name(example_source: Path) -> str:
    """The name of the game, as its entry point says it."""
    project = tomllib.loads((example_source / "pyproject.toml").read_text(encoding="utf-8"))[
        "project"
    ]
    (game,) = project["entry-points"]["londinium.games"]
    return str(game)


@pytest.fixture(scope="session")
def example_installed(example_source: Path, tmp_path_factory: pytest.TempPathFactory) -> Installed:
    """Install the game; the processes of pytest -n share it, and what is compiled with it."""
    shared = tmp_path_factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        shared = shared.parent
    folder = shared / "example_game"
    with (shared / "example_game.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if folder.exists():
            return Installed(folder / "site", folder / "cache")
        return install(example_source, folder)
