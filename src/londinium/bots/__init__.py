"""Computer players. A bot sees what its seat may know and nothing else."""

from typing import Protocol

from londinium.bots.random import RandomBot
from londinium.bots.sampler import SamplerBot
from londinium.game import State
from londinium.match import Match
from londinium.rng import Rng


class Bot(Protocol):
    """A player that is a program."""

    def choose(self, known: State, seat: int, rng: Rng) -> int:
        """Return a legal action of the seat, given its redacted record."""


BOTS: dict[str, Bot] = {"random": RandomBot(), "simple": SamplerBot()}


def play_bot(match: Match, bot: Bot, rng: Rng) -> None:
    """Let a bot make the move of the seat to move."""
    seat = match.to_move
    match.play(bot.choose(match.known(seat), seat, rng), seat)
