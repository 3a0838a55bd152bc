"""A program that has everything loaded and forks servers: each starts at once, and can be killed.

It reads one JSON object a line, {"settings": by environment variable, "log": a path}, and writes
"ready PID URL" when a server answers and "gone PID " when one has ended. With its input, it ends.
"""

import asyncio
import json
import os
import signal
import sys
from types import FrameType
from typing import Any

from londinium.bots.levels import find_player
from londinium.game import GAMES
from londinium.match import Match
from londinium.rng import new_rng
from londinium.server.running.serving import listen, serve
from londinium.server.settings import Settings

_living: set[int] = set()


def say(line: str) -> None:
    """Write a line at once and whole."""
    os.write(sys.stdout.fileno(), f"{line}\n".encode())


def load() -> None:
    """Load the compiled rules, which every server would otherwise do for itself."""
    for game in GAMES.values():
        match, rng = Match.new(game.name, 2, seed=0), new_rng("server_forker")
        while not match.is_over:
            find_player("easy").play(match, rng)


def run(settings: dict[str, str], log: str) -> None:
    """Be a server."""
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    os.dup2(os.open(log, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600), sys.stderr.fileno())
    os.dup2(os.open(os.devnull, os.O_RDONLY), sys.stdin.fileno())
    asyncio.run(
        serve(
            Settings.from_environment(settings),
            listen("127.0.0.1", 0),
            lambda url: say(f"ready {os.getpid()} {url}"),
        )
    )


def fork(request: dict[str, Any]) -> None:
    """Start a server."""
    # Blocked meanwhile: a server that ends at once must be known before it is missed.
    signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGCHLD])
    pid = os.fork()
    if pid == 0:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGCHLD])
        try:
            run(**request)
        except BaseException as error:
            sys.stderr.write(f"{error!r}\n")
        finally:
            sys.stderr.flush()
            os._exit(0)
    _living.add(pid)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGCHLD])


def reap(_signal: int, _frame: FrameType | None) -> None:
    """Say which servers have ended."""
    for pid in list(_living):
        if os.waitpid(pid, os.WNOHANG)[0]:
            _living.discard(pid)
            say(f"gone {pid} ")


def main() -> None:
    """Start servers as long as somebody asks."""
    load()
    signal.signal(signal.SIGCHLD, reap)
    try:
        for line in sys.stdin:
            fork(json.loads(line))
    finally:
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        for pid in _living:
            os.kill(pid, signal.SIGKILL)


if __name__ == "__main__":
    main()
