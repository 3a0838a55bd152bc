"""Estimates with their 95 % intervals: shares of first places, and ratings."""

from collections.abc import Iterable, Sequence
from math import sqrt
from statistics import fmean
from typing import NamedTuple

import numpy as np
from openskill.models import PlackettLuce

from londinium.arena.play import Result
from londinium.game import win_shares

Z = 1.96  # standard deviations either side that hold 95 % of a normal distribution


class Estimate(NamedTuple):
    """A number that was measured, and between which bounds it lies with 95 % confidence."""

    value: float
    low: float
    high: float

    def scaled(self, factor: float) -> "Estimate":
        """Return the estimate in another unit."""
        return Estimate(*(factor * bound for bound in self))


def wilson_interval(successes: float, trials: int) -> Estimate:
    """Estimate a probability by Wilson's interval, which is sound for few trials too."""
    if trials < 1:
        return Estimate(0.0, 0.0, 1.0)
    p, weight = successes / trials, Z * Z / trials
    middle = (p + weight / 2) / (1 + weight)
    reach = sqrt(weight * (p * (1 - p) + weight / 4)) / (1 + weight)
    return Estimate(p, max(middle - reach, 0.0), min(middle + reach, 1.0))


def first_places(places: Sequence[int]) -> list[float]:
    """Return each seat's part of the first place, which the winners share."""
    shares = np.zeros(len(places))
    win_shares(np.array(places, np.int32), len(places), shares)
    return shares.tolist()


def ratings(names: Iterable[str], results: Iterable[Result]) -> dict[str, Estimate]:
    """Rate players by the results in their order, with the Plackett-Luce model of openskill.

    Each seat is rated as a player of its own, and a player that has several seats of a match moves
    by the mean of their changes: rated by its best seat alone, it would be overrated.
    """
    # Bots do not learn, so nothing (tau) is added to the doubt between matches. In simulations with
    # known skills the intervals held the truth in 95 to 100 % of cases, from 40 matches on.
    model = PlackettLuce(tau=0.0)
    rated = dict.fromkeys(names, (model.mu, model.sigma))
    for result in results:
        teams = [[model.rating(*rated[name])] for name in result.seating]
        changed = model.rate(teams, ranks=[float(place) for place in result.places])
        for name in set(result.seating):
            own = [team[0] for team, at in zip(changed, result.seating, strict=True) if at == name]
            rated[name] = fmean(new.mu for new in own), fmean(new.sigma for new in own)
    return {
        name: Estimate(mu, mu - Z * sigma, mu + Z * sigma) for name, (mu, sigma) in rated.items()
    }
