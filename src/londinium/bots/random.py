"""A bot that plays any legal action, each equally likely."""

from londinium import game
from londinium.bitset import pick, size
from londinium.bots.budget import Budget
from londinium.game import State
from londinium.rng import Rng, below


class RandomBot:
    """Plays uniformly random actions."""

    def choose(self, known: State, seat: int, budget: Budget, rng: Rng) -> int:
        """Pick one of the legal actions."""
        actions = game.game_of(known).empty_actions()
        game.legal(known, seat, actions)
        return int(pick(actions, int(below(rng, int(size(actions))))))
