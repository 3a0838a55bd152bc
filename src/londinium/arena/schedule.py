"""The schedule of a tournament: which deal is played by whom, sitting where.

Every deal of a line-up is played once in each rotation of its seats, so no player gains by its seat
or by its luck. Deals come first in the order, line-ups second: a tournament that is cut short is
still balanced, and one that is given more matches begins with those it had.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import combinations
from typing import NamedTuple

from londinium.bots.levels import find_player
from londinium.match import find_game
from londinium.rng import new_rng

LineUp = tuple[str, ...]  # a player's name for each seat, before rotation


class Pairing(NamedTuple):
    """A match to be played."""

    number: int
    line_up: int  # an index of the tournament's line-ups
    deal: int  # the dealer's seed
    seating: tuple[str, ...]  # a player's name by seat


@dataclass(frozen=True)
class Tournament:
    """What is played: the results follow from it, but for thinking times and timed players."""

    game: str
    players: tuple[str, ...]
    seats: int = 2
    matches: int = 100  # of each line-up, rounded up to whole deals
    seed: int = 0
    options: Mapping[str, str] = field(default_factory=dict)
    ladder: bool = False  # each player against the one before it

    def __post_init__(self) -> None:
        game = find_game(self.game)
        game.check_seats(self.seats)
        object.__setattr__(self, "options", game.settle_options(self.options))
        object.__setattr__(self, "players", tuple(self.players))
        if self.matches < 1:
            raise ValueError(f"A tournament needs at least one match, not {self.matches}.")
        for name in self.players:
            find_player(name)
        self._check_names()

    def _check_names(self) -> None:
        names = set(self.players)
        if len(names) < 2:
            named = ", ".join(self.players) or "none"
            raise ValueError(f"A tournament needs at least two different players, not: {named}.")
        once = self.ladder or len(self.players) > self.seats
        if once and len(names) < len(self.players):
            twice = next(name for name in self.players if self.players.count(name) > 1)
            raise ValueError(f"Player {twice} is named twice; name each player once.")

    @property
    def line_ups(self) -> list[LineUp]:
        """Who plays against whom: all choices of players, or each against the one before it."""
        if self.ladder:
            pairs = zip(self.players[1:], self.players, strict=False)
            return [(upper, *[lower] * (self.seats - 1)) for upper, lower in pairs]
        filled = [self.players[-1]] * (self.seats - len(self.players))
        return list(combinations((*self.players, *filled), self.seats))

    @property
    def deals(self) -> int:
        """How many deals each line-up plays."""
        return -(-self.matches // self.seats)


def pairings(tournament: Tournament) -> Iterator[Pairing]:
    """List all matches of a tournament, every line-up on the same deals."""
    number = 0
    for index in range(tournament.deals):
        deal = int(new_rng("deal", tournament.seed, index)[0]) >> 32  # short enough to be typed
        for line_up, names in enumerate(tournament.line_ups):
            for shift in range(tournament.seats):
                seating = (*names[-shift:], *names[:-shift]) if shift else names
                yield Pairing(number, line_up, deal, seating)
                number += 1
