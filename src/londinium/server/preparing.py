"""Preparing: what is compiled, or loaded from the cache, before the first request comes."""

from collections.abc import Callable

from londinium.bots.levels import find_player
from londinium.game import GAMES
from londinium.jit import CACHE_DIRECTORY
from londinium.match import Match

DONE = "prepared"  # a file in the cache: all of it has been compiled
PREPARED = ("medium", "hard")  # common sense, and search: the other levels are one of these


def prepare(tell: Callable[[str, int, int], None]) -> None:
    """Make all rules and bots ready; `tell` hears what is next, its number, and of how many."""
    games = [game for game in GAMES.values() if game.problem is None]
    steps = [(game.name, level) for level in (None, *PREPARED) for game in games]
    for number, (name, level) in enumerate(steps):
        title = GAMES[name].title
        tell(f"the rules of {title}" if level is None else f"{title}, {level}", number, len(steps))
        match = Match.new(name, seed=0)
        if level:
            find_player(level).prepare(match)
        else:
            show(match)
    if CACHE_DIRECTORY:
        (CACHE_DIRECTORY / DONE).touch()


def is_prepared() -> bool:
    """Say whether all is in the cache, so that to prepare takes a second and not minutes."""
    return CACHE_DIRECTORY is not None and (CACHE_DIRECTORY / DONE).exists()


def show(match: Match) -> None:
    """Use all rules that a table uses."""
    match.play(match.legal()[0])
    match.view(0)
    list(match.events(0))
    match.rewind(len(match.moves) - 1)
