"""Computer players. A bot sees what its seat may know and nothing else."""

from typing import Protocol

from londinium.bots.budget import Budget
from londinium.game import State
from londinium.rng import Rng


class Bot(Protocol):
    """A player that is a program."""

    def choose(self, known: State, seat: int, budget: Budget, rng: Rng) -> int:
        """Return a legal action of the seat, given its redacted record and time to think."""
