import multiprocessing
from collections.abc import Generator
from functools import partial
from pathlib import Path
from typing import cast

import pytest

from londinium import arena
from londinium.arena import Tournament, run, workers
from londinium.arena.play import Result, play_match
from londinium.arena.schedule import pairings
from tests.arena import plays

TOURNAMENT = Tournament("ticket_to_ride_london", ("random", "greedy"), 2, 8, seed=3)
PAIRINGS = list(pairings(TOURNAMENT))


def digests(results: list[Result]) -> list[str]:
    assert sorted(result.number for result in results) == [pairing.number for pairing in PAIRINGS]
    return [result.digest for result in sorted(results, key=lambda result: result.number)]


def test_two_processes_play_the_same_matches_as_one() -> None:
    here = [play_match(TOURNAMENT, pairing) for pairing in PAIRINGS]
    there = list(workers.play_all(TOURNAMENT, PAIRINGS, processes=2))
    assert digests(there) == digests(here)
    assert not multiprocessing.active_children()


def test_a_process_that_dies_loses_nothing(tmp_path: Path) -> None:
    play = partial(plays.play_and_die_once, tmp_path / "died")
    there = list(workers.play_all(TOURNAMENT, PAIRINGS, 2, play))
    assert (tmp_path / "died").exists()
    assert digests(there) == digests([play_match(TOURNAMENT, pairing) for pairing in PAIRINGS])


def test_processes_that_always_die_are_given_up() -> None:
    with pytest.raises(ValueError, match=r"died 3 times, .*; 8 matches are missing"):
        list(workers.play_all(TOURNAMENT, PAIRINGS, 1, plays.play_and_die))


def test_stopping_ends_matches_in_play() -> None:
    played = workers.play_all(TOURNAMENT, PAIRINGS, 2, plays.play_first_and_stall)
    assert next(played).number == 0
    cast(Generator[Result, None, None], played).close()
    assert not multiprocessing.active_children()


def test_a_run_uses_all_cores_and_counts(tmp_path: Path) -> None:
    progress: list[int] = []
    summary = run(TOURNAMENT, tmp_path / "results.jsonl", progress=progress.append)
    assert summary.matches == sum(progress) == 8
    again = arena.run(TOURNAMENT, tmp_path / "results.jsonl")
    assert again == summary
