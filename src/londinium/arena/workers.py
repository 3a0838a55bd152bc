"""Matches on all cores of this machine, a process for each."""

import multiprocessing
import signal
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager

from londinium.arena.play import Result, play_match
from londinium.arena.schedule import Pairing, Tournament
from londinium.cores import cores

Play = Callable[[Tournament, Pairing], Result]
ATTEMPTS = 3  # with new processes, after one has died


def play_all(
    tournament: Tournament,
    pairings: Sequence[Pairing],
    processes: int | None = None,
    play: Play = play_match,
) -> Iterator[Result]:
    """Play matches in parallel and yield each result as it comes."""
    missing = {pairing.number: pairing for pairing in pairings}
    for _ in range(ATTEMPTS):
        try:
            for result in _play_in_pool(tournament, list(missing.values()), processes, play):
                del missing[result.number]
                yield result
            return
        except BrokenProcessPool:
            continue
    raise ValueError(
        f"A process that played died {ATTEMPTS} times, of too little memory perhaps; "
        f"{len(missing)} matches are missing."
    )


def _play_in_pool(
    tournament: Tournament,
    pairings: Sequence[Pairing],
    processes: int | None,
    play: Play,
) -> Iterator[Result]:
    wanted = min(processes or cores(), len(pairings))
    # Spawned, not forked: a copy of a process with threads may hang.
    context = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(max(wanted, 1), context)
    try:
        with _sigint_blocked():  # the pool starts its processes with what it is given
            futures = [pool.submit(play, tournament, pairing) for pairing in pairings]
        for future in as_completed(futures):
            yield future.result()
    finally:
        _stop(pool)


@contextmanager
def _sigint_blocked() -> Iterator[None]:
    """Start processes that leave Ctrl-C, which reaches all of a terminal, to this one."""
    if not hasattr(signal, "pthread_sigmask"):  # Windows
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})  # processes inherit it
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _stop(pool: ProcessPoolExecutor) -> None:
    """End the pool at once, matches in play included."""
    for process in list((pool._processes or {}).values()):  # terminate_workers() from Python 3.14
        process.terminate()
    pool.shutdown(cancel_futures=True)  # waits for the thread that waits for the processes
