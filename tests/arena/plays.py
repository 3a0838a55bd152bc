"""Ways to play a match that go wrong, for the tests of workers."""

import os
import signal
import time
from pathlib import Path

from londinium.arena.play import Result, play_match
from londinium.arena.schedule import Pairing, Tournament


def play_and_die_once(marker: Path, tournament: Tournament, pairing: Pairing) -> Result:
    """Play a match, but kill the process that plays match 3 the first time."""
    if pairing.number == 3 and not marker.exists():
        marker.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return play_match(tournament, pairing)


def play_and_die(tournament: Tournament, pairing: Pairing) -> Result:
    """Kill the process that plays, always."""
    os.kill(os.getpid(), signal.SIGKILL)
    raise AssertionError("the process is dead")


def play_first_and_stall(tournament: Tournament, pairing: Pairing) -> Result:
    """Play match 0, and think about all others for very long."""
    if pairing.number:
        time.sleep(300)
    return play_match(tournament, pairing)
