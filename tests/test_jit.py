"""The compile cache: it never runs stale rules, it is found again, and it may lie elsewhere."""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

import londinium
from londinium.jit import (
    CACHE_DIRECTORY,
    AtomicCounter,
    atomic_add,
    atomic_load,
    atomic_store,
    digest_of_sources,
    njit,
)

SOURCE = Path(londinium.__file__).parent

SCORE = """
from numba.core import event
compiled = event.RecordingListener()
event.register("numba:compile", compiled)
import numpy as np
from londinium import jit
from londinium.game import GAMES, apply, to_move
game = GAMES["ticket_to_ride_london"]
states = np.zeros(1, game.state)
states[0] = game.parse_state("seats: 2\\nseat 0\\n  hand: 1 blue")
apply(states[0], 0, game.parse_action("claim Big Ben - Waterloo for 1 blue"))
print(states[0]["points"][0], len(compiled.buffer), jit.CACHE_DIRECTORY)
"""


OTHERS = """
from londinium.jit import njit
@njit
def three():
    return 3
print(three(), type(three._cache).__name__)
"""


def run(package: Path, **environment: str) -> tuple[int, int, Path]:
    """Claim a route of one space in another process: its points, functions compiled, cache."""
    settings = {k: v for k, v in os.environ.items() if k != "LONDINIUM_CACHE_DIR"}
    settings |= {"PYTHONPATH": str(package.parent), **environment}
    done = subprocess.run(
        [sys.executable, "-c", SCORE],
        env=settings,
        capture_output=True,
        text=True,
        timeout=300,
        cwd=package.parent,
    )
    assert done.returncode == 0, done.stderr
    points, compiled, cache = done.stdout.split(maxsplit=2)
    return int(points), int(compiled), Path(cache.strip())


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """A copy of the package that can be edited."""
    copy = tmp_path / "site" / "londinium"
    shutil.copytree(SOURCE, copy, ignore=shutil.ignore_patterns("__pycache__"))
    return copy


def test_an_edited_table_is_seen_although_the_rules_were_compiled_before(package: Path) -> None:
    points, compiled, cache = run(package)
    assert points == 1
    assert compiled > 0
    assert cache.is_relative_to(package)
    again = run(package)
    assert again == (1, 0, cache), "the second start finds everything compiled"
    board = package / "games" / "ticket_to_ride_london" / "board.py"
    text = board.read_text(encoding="utf-8")
    edited = text.replace("np.array([0, 1, 2, 4, 7]", "np.array([0, 5, 2, 4, 7]")
    assert edited != text
    board.write_text(edited, encoding="utf-8")
    points, compiled, elsewhere = run(package)
    assert points == 5
    assert elsewhere != cache


def test_a_read_only_package_is_cached_in_the_users_cache_directory(
    package: Path, tmp_path: Path
) -> None:
    # A file where the directory should be: no user, not even root, can write a cache there.
    (package / "__pycache__").write_text("", encoding="utf-8")
    points, compiled, cache = run(package, XDG_CACHE_HOME=str(tmp_path / "home"))
    assert points == 1
    assert compiled > 0
    assert cache.is_relative_to(tmp_path / "home" / "londinium")
    assert run(package, XDG_CACHE_HOME=str(tmp_path / "home")) == (1, 0, cache)


def test_without_any_writable_place_the_rules_still_run(package: Path, tmp_path: Path) -> None:
    (package / "__pycache__").write_text("", encoding="utf-8")
    (tmp_path / "file").write_text("", encoding="utf-8")
    points, _, cache = run(package, XDG_CACHE_HOME=str(tmp_path / "file"))
    assert points == 1
    assert str(cache) == "None"


def test_the_cache_directory_can_be_set(package: Path, tmp_path: Path) -> None:
    _, _, cache = run(package, LONDINIUM_CACHE_DIR=str(tmp_path / "mine"))
    assert cache.parent == tmp_path / "mine"


def test_the_digest_sees_the_rules_but_not_caches_and_what_is_never_compiled(package: Path) -> None:
    before = digest_of_sources(package)
    (package / "cli" / "__init__.py").write_text("", encoding="utf-8")
    assert digest_of_sources(package) == before
    (package / "__pycache__").mkdir(exist_ok=True)
    (package / "__pycache__" / "old.py").write_text("", encoding="utf-8")
    assert digest_of_sources(package) == before
    (package / "rng.py").write_text("", encoding="utf-8")
    assert digest_of_sources(package) != before


def test_the_digest_sees_all_of_an_installed_game_but_its_drawings(tmp_path: Path) -> None:
    game = tmp_path / "my_game"
    (game / "terminal").mkdir(parents=True)
    digests = []
    for name in ("rules.py", "cores.py", "terminal/__init__.py"):
        (game / name).write_text("", encoding="utf-8")
        digests.append(digest_of_sources(installed=[game]))
    assert digests[0] != digests[1], "another package may name its modules as it likes"
    assert digests[1] == digests[2]


def test_an_installed_game_may_be_one_module(tmp_path: Path) -> None:
    module = tmp_path / "my_game.py"
    module.write_text("", encoding="utf-8")
    before = digest_of_sources(installed=[module])
    module.write_text("ONE = 1", encoding="utf-8")
    assert digest_of_sources(installed=[module]) != before


def test_the_code_of_old_sources_is_forgotten(package: Path, tmp_path: Path) -> None:
    for number in range(20):
        (tmp_path / "mine" / f"compiled-{number:016x}").mkdir(parents=True)
        (tmp_path / "mine" / f"compiled-report-{number}").mkdir()
    _, _, cache = run(package, LONDINIUM_CACHE_DIR=str(tmp_path / "mine"))
    assert cache.exists()
    left = [path.name for path in (tmp_path / "mine").iterdir()]
    assert sum("report" in name for name in left) == 20, "what is not ours stays"
    assert len(left) == 20 + 8


def test_the_code_of_other_packages_is_not_cached(package: Path) -> None:
    """Their sources are not in the digest, so an edit of theirs could meet old code."""
    done = subprocess.run(
        [sys.executable, "-c", OTHERS],
        env={**os.environ, "PYTHONPATH": str(package.parent)},
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.stdout.split() == ["3", "NullCache"], done.stderr


def test_the_cache_in_use_is_the_one_of_these_sources() -> None:
    assert CACHE_DIRECTORY is not None
    assert CACHE_DIRECTORY.name == f"compiled-{digest_of_sources()}"


def count_up(counter: AtomicCounter, seen: NDArray[np.int64]) -> None:
    """Add ones and keep what the counter was."""
    for i in range(len(seen)):
        seen[i] = atomic_add(counter, 1)


@pytest.mark.parametrize("count", [count_up, njit(count_up)], ids=["plain", "compiled"])
def test_threads_count_together_without_a_number_lost_or_seen_twice(
    count: Callable[[AtomicCounter, NDArray[np.int64]], None],
) -> None:
    counter, seen = np.zeros(1, np.int64), np.zeros((4, 20_000), np.int64)
    atomic_store(counter, 5)
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(count, [counter] * 4, seen))
    assert atomic_load(counter) == 5 + seen.size
    assert sorted(seen.ravel()) == list(range(5, 5 + seen.size))


def test_a_counter_is_put_and_read_alike_in_compiled_code() -> None:
    @njit
    def put_and_read(counter: AtomicCounter, number: int) -> int:
        atomic_store(counter, number)
        return atomic_load(counter)

    counter = np.zeros(2, np.int64)
    assert put_and_read(counter, -7) == -7 == atomic_load(counter)
    assert counter.tolist() == [-7, 0]
