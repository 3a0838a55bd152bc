"""Advice for a person: the best moves of a position as their seat knows it, and what they gain."""

from typing import Any, NamedTuple

from londinium.bots.budget import Budget
from londinium.bots.search import Candidate, SearchBot
from londinium.cores import cores
from londinium.game import Reason, State, game_of
from londinium.rng import Rng

SECOND = Budget(milliseconds=1000)
MOST_REASONS = 2  # of a hint
TRUSTED = 0.05  # of the visits of the most visited move: with fewer a chance is hardly known


class Hint(NamedTuple):
    """A move, the chance of winning with it, and what speaks for it.

    The move is named by the things it is about. `behind` is how much less its chance is than the
    best one's, `share` the share of the search that went into it.
    """

    action: int
    text: str
    win_chance: float
    behind: float
    share: float
    reasons: list[Reason]


def hints(
    known: State,
    seat: int,
    rng: Rng,
    budget: Budget = SECOND,
    most: int = 3,
    threads: int | None = None,
) -> list[Hint]:
    """Return the best moves of a seat that may act, given its redacted record.

    They are the most visited of the search, in the order of their chances. Without a number of
    threads it searches on all cores.
    """
    bot = SearchBot(threads=threads or cores())
    candidates = bot.candidates(known, seat, budget, rng)
    visits = sum(candidate.visits for candidate in candidates)
    found = ranked_by_chance(candidates[:most])
    best = found[0].win_chance if found else 0.0
    return [
        Hint(
            action=one.action,
            text=name_action(known, seat, one.action),
            win_chance=one.win_chance,
            behind=best - one.win_chance,
            share=one.visits / max(visits, 1),
            reasons=reasons_for(known, seat, one.action),
        )
        for one in found
    ]


def ranked_by_chance(candidates: list[Candidate]) -> list[Candidate]:
    """Return the candidates whose chance is known well enough, the highest chance first."""
    enough = TRUSTED * max((candidate.visits for candidate in candidates), default=0)
    trusted = [one for one in candidates if one.visits and one.visits >= enough]
    return sorted(trusted, key=lambda one: (-one.win_chance, -one.visits))


def reasons_for(known: State, seat: int, action: int) -> list[Reason]:
    """Return what speaks most for an action; nothing where the game gives no advice."""
    advice = game_of(known).part("advice")
    return [] if advice is None else advice.merits(known, seat, action)[:MOST_REASONS]


def name_action(known: State, seat: int, action: int) -> str:
    """Write an action by the things it is about, where the game can."""
    advice = game_of(known).part("advice")
    if advice is None:
        return game_of(known).show_action(action)
    return str(advice.name_action(known, seat, action))


def show_reasons(known: State, reasons: list[Reason]) -> list[str]:
    """Say what speaks for an action, in English."""
    advice = game_of(known).part("advice")
    return [] if advice is None else [advice.show_merit(reason) for reason in reasons]


def show_hint(known: State, hint: Hint) -> dict[str, Any]:
    """Return a hint as plain data; each reason has its code, its values and its text."""
    texts = show_reasons(known, hint.reasons)
    reasons = [
        {"code": reason.code, "values": dict(reason.values), "text": text}
        for reason, text in zip(hint.reasons, texts, strict=True)
    ]
    return {**hint._asdict(), "reasons": reasons}
