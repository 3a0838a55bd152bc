"""Matches on a Ray cluster of many machines. Nothing else in the package knows of Ray."""

import logging
import os
import socket
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import islice
from typing import Any

from londinium.arena.play import Result, digest_of_code, play_match
from londinium.arena.schedule import Pairing, Tournament
from londinium.arena.workers import Play

LOCAL = "local"  # instead of an address: a cluster of this machine alone, for this run
RETRIES = 5  # of a match whose worker or machine died
IN_FLIGHT_PER_CORE = 2  # matches under way for each core, so that none waits for the next


def play_all(
    tournament: Tournament,
    pairings: Sequence[Pairing],
    address: str = LOCAL,
    play: Play = play_match,
) -> Iterator[Result]:
    """Play matches on a cluster and yield each result as it comes."""
    with _connected(address) as ray:
        task = ray.remote(_play_remotely).options(
            num_cpus=1, max_retries=RETRIES, scheduling_strategy="SPREAD"
        )
        waiting = iter(pairings)
        under_way: set[Any] = set()
        while True:
            room = IN_FLIGHT_PER_CORE * int(ray.cluster_resources().get("CPU", 1)) - len(under_way)
            for pairing in islice(waiting, max(room, 0)):
                under_way.add(task.remote(tournament, pairing, play, digest_of_code()))
            if not under_way:
                return
            done, _ = ray.wait(list(under_way))
            under_way -= set(done)
            try:
                results = ray.get(done)
            except ray.exceptions.RayTaskError as error:
                raise error.cause from error  # one sentence, not a traceback
            yield from results


def _play_remotely(tournament: Tournament, pairing: Pairing, play: Play, code: str) -> Result:
    """Play a match on a machine of the cluster, which must have the same rules and bots."""
    if digest_of_code() != code:
        raise ValueError("A machine in the Ray cluster runs a different version of Londinium.")
    return play(tournament, pairing)


def _check_address(address: str) -> None:
    """Refuse an address where nobody answers, for which Ray would wait more than a minute."""
    if address in (LOCAL, "auto") or "://" in address:
        return
    host, _, port = address.rpartition(":")
    if not host or not port.isdecimal():
        raise ValueError(f"The address of a Ray cluster is HOST:PORT, not {address!r}.")
    try:
        socket.create_connection((host, int(port)), timeout=5).close()
    except (OSError, OverflowError) as error:
        raise ValueError(f"There is no Ray cluster at {address!r}.") from error


@contextmanager
def _connected(address: str) -> Iterator[Any]:
    """Connect to a cluster, or start one of this machine; a connection that is there is used."""
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    if address == LOCAL:
        # Read when Ray is imported, on every system: without it Ray listens on all interfaces.
        os.environ.setdefault("RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER", "0")
    try:
        import ray
    except ImportError as error:
        raise ValueError("Ray is not installed: pip install 'londinium[ray]'.") from error
    if ray.is_initialized():
        yield ray
        return
    _check_address(address)
    try:
        ray.init(
            address=address,
            log_to_driver=False,
            logging_level=logging.ERROR,
            include_dashboard=False if address == LOCAL else None,
        )
    except ConnectionError as error:
        raise ValueError(f"There is no Ray cluster at {address!r}.") from error
    try:
        yield ray
    finally:
        ray.shutdown()
