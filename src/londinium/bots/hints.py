"""Advice for a person: the best moves of a position as their seat knows it."""

from typing import NamedTuple

from londinium.bots.budget import Budget
from londinium.bots.search import SearchBot
from londinium.cores import cores
from londinium.game import State, game_of
from londinium.rng import Rng

SECOND = Budget(milliseconds=1000)


class Hint(NamedTuple):
    """A move, the chance of winning with it, and the share of the search that went into it."""

    action: int
    text: str
    win_chance: float
    share: float


def hints(
    known: State,
    seat: int,
    rng: Rng,
    budget: Budget = SECOND,
    most: int = 3,
    threads: int | None = None,
) -> list[Hint]:
    """Return the best moves of a seat that may act, given its redacted record, the best first.

    Without a number of threads it searches on all cores.
    """
    bot = SearchBot(threads=threads or cores())
    candidates = bot.candidates(known, seat, budget, rng)
    visits = sum(candidate.visits for candidate in candidates)
    show = game_of(known).show_action
    return [
        Hint(best.action, show(best.action), best.win_chance, best.visits / max(visits, 1))
        for best in candidates[:most]
        if best.visits
    ]
