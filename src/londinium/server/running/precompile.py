"""Compiling the rules and the bots, or loading them from the cache, before the first request."""

from collections.abc import Callable

from londinium.bots.budget import Budget
from londinium.bots.hints import hints
from londinium.bots.levels import find_player
from londinium.game import GAMES
from londinium.jit import CACHE_DIRECTORY
from londinium.match import Match
from londinium.rng import new_rng

MARKER = "prepared"  # a file in the cache: everything has been compiled
LEVELS = ("medium", "hard")  # common sense, and search: the other levels are one of these


def precompile(report: Callable[[str, int, int], None]) -> None:
    """Compile all rules and bots; `report` is called with each step, its number and their count."""
    games = [game for game in GAMES.values() if game.problem is None]
    steps = [(game.name, level) for level in (None, *LEVELS) for game in games]
    for number, (name, level) in enumerate(steps):
        title = GAMES[name].title
        report(
            f"the rules of {title}" if level is None else f"{title}, {level}", number, len(steps)
        )
        match = Match.new(name, seed=0)
        if level:
            find_player(level).prepare(match)
        else:
            use_rules(match)
        if level == LEVELS[-1]:
            seat = match.to_move
            hints(match.known(seat), seat, new_rng("hint"), Budget(iterations=1), threads=1)
    if CACHE_DIRECTORY:
        (CACHE_DIRECTORY / MARKER).touch()


def is_precompiled() -> bool:
    """Return whether everything is in the cache: loading it takes a second, compiling minutes."""
    return CACHE_DIRECTORY is not None and (CACHE_DIRECTORY / MARKER).exists()


def use_rules(match: Match) -> None:
    """Call all rules that a table needs."""
    match.play(match.legal()[0])
    match.view(0)
    list(match.events(0))
    match.rewind(len(match.moves) - 1)
