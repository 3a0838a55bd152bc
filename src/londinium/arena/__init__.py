"""The arena: tournaments of computer players, with ratings and 95 % confidence intervals."""

from collections.abc import Callable, Generator, Sequence
from contextlib import closing, nullcontext
from pathlib import Path
from typing import Any

from londinium.arena import on_ray, results, workers
from londinium.arena.play import Result, prepare
from londinium.arena.schedule import Pairing, Tournament, pairings
from londinium.arena.summary import Summary, summarize

__all__ = ["Summary", "Tournament", "prepare", "run"]


def run(
    tournament: Tournament,
    file: Path | None = None,
    ray: str | None = None,
    progress: Callable[[int], None] = lambda done: None,
) -> Summary:
    """Play what is missing of a tournament, on all cores or a Ray cluster, and sum it all up."""
    kept = results.read(file, tournament) if file else {}
    planned = list(pairings(tournament))
    done = [kept[pairing.number] for pairing in planned if pairing.number in kept]
    missing = [pairing for pairing in planned if pairing.number not in kept]
    progress(len(done))
    opened: Any = (
        results.open_results(file, tournament) if file else nullcontext(lambda result: None)
    )
    with opened as keep, closing(_play_all(tournament, missing, ray)) as played:
        for result in played:
            keep(result)
            done.append(result)
            progress(1)
    return summarize(tournament, done)


def _play_all(
    tournament: Tournament, missing: Sequence[Pairing], ray: str | None
) -> Generator[Result, None, None]:
    if not missing:
        return
    if ray is not None:
        yield from on_ray.play_all(tournament, missing, ray)
        return
    prepare(tournament)  # compiled once, here: the processes load it from the cache
    yield from workers.play_all(tournament, missing)
