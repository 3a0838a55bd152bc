"""The arena on a Ray cluster of two nodes on this machine."""

import shutil
import signal
import sys
import tempfile
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from londinium.arena import Tournament, on_ray, run
from londinium.arena.play import Result, play_match
from londinium.arena.schedule import pairings
from tests.arena import plays

TOURNAMENT = Tournament("ticket_to_ride_london", ("random", "greedy"), 2, 30, seed=3)
PAIRINGS = list(pairings(TOURNAMENT))
LONGEST = 300  # seconds for all tests here


@pytest.fixture(scope="module", autouse=True)
def deadline() -> Iterator[None]:
    """End tests that hang, and what they started with them."""

    def give_up(*_: object) -> None:
        raise TimeoutError(f"{LONGEST} seconds have passed.")

    before = signal.signal(signal.SIGALRM, give_up)
    signal.alarm(LONGEST)
    yield
    signal.alarm(0)
    signal.signal(signal.SIGALRM, before)


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    """A cluster of two nodes with a core each, which listen on the loopback interface alone."""
    folder = tempfile.mkdtemp(prefix="ray-")  # short: the path of a socket has at most 107 bytes
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("RAY_USAGE_STATS_ENABLED", "0")
        patch.setenv("RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER", "0")
        # Ray keeps its address in the "ray" of this folder, and does not make that by itself.
        patch.setenv("RAY_TMPDIR", folder)
        from ray.cluster_utils import Cluster

        settings = {"num_cpus": 1, "include_dashboard": False, "temp_dir": f"{folder}/ray"}
        made: Any = Cluster(initialize_head=True, head_node_args=settings)
        try:
            made.add_node(num_cpus=1)
            yield made
        finally:
            made.shutdown()
            shutil.rmtree(folder, ignore_errors=True)


def digests(results: list[Result]) -> list[str]:
    assert sorted(result.number for result in results) == [pairing.number for pairing in PAIRINGS]
    return [result.digest for result in sorted(results, key=lambda result: result.number)]


@pytest.fixture(scope="module")
def here() -> list[str]:
    """The digests of all matches, played in this process."""
    return digests([play_match(TOURNAMENT, pairing) for pairing in PAIRINGS])


def test_a_worker_that_is_killed_loses_nothing(
    cluster: Any, here: list[str], tmp_path: Path
) -> None:
    assert cluster.address.startswith("127.0.0.1:")
    play = partial(plays.play_and_die_once, tmp_path / "died")
    there = list(on_ray.play_all(TOURNAMENT, PAIRINGS, cluster.address, play))
    assert (tmp_path / "died").exists()
    assert digests(there) == here


def test_a_machine_that_is_lost_loses_nothing(cluster: Any, here: list[str]) -> None:
    there: list[Result] = []
    for result in on_ray.play_all(TOURNAMENT, PAIRINGS, cluster.address):
        there.append(result)
        if len(there) == 5:
            (node,) = cluster.worker_nodes
            cluster.remove_node(node, allow_graceful=False)
    assert digests(there) == here


def test_a_machine_with_other_bots_is_refused(
    cluster: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(on_ray, "digest_of_code", lambda: "other")
    with pytest.raises(
        ValueError, match=r"^A machine in the Ray cluster runs a different version of Londinium.$"
    ):
        run(TOURNAMENT, ray=cluster.address)


def test_without_ray_it_is_said_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(ValueError, match=r"Ray is not installed: pip install 'londinium\[ray\]'."):
        run(TOURNAMENT, ray="local")


@pytest.mark.parametrize(
    ("address", "sentence"),
    [
        ("127.0.0.1:1", "There is no Ray cluster at '127.0.0.1:1'."),
        ("127.0.0.1:99999", "There is no Ray cluster at"),
        ("nowhere", "The address of a Ray cluster is HOST:PORT, not 'nowhere'."),
    ],
)
def test_a_cluster_that_is_not_there_is_refused(address: str, sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        run(TOURNAMENT, ray=address)
