"""What common sense says of a position, for any game: the material of greedy play and of search.

Each game has one file here with the three functions below. They may be given a redacted record or a
whole one and must answer alike: they read only what the seat may know.
"""

import numpy as np
from numpy.typing import NDArray

from londinium.bitset import Words
from londinium.bots.policy import old_london_bridge, ticket_to_ride_london
from londinium.game import GAMES, State
from londinium.jit import Int, generic


@generic
def judge(s: State, seat: int, choices: NDArray[np.uint16], worth: NDArray[np.float32]) -> None:
    """Write what each choice, a legal action of the seat, seems worth: points of the final score.

    Only differences between the choices matter.
    """


@generic
def prune(s: State, seat: int, actions: Words) -> None:
    """Take out of the legal actions those that another of them is never worse than."""


@generic
def shown(s: State, seat: int, action: int) -> Int:
    """Return what the others see of an action of the seat: the action itself, or a stand-in."""


POLICY = (judge, prune, shown)

for module in (old_london_bridge, ticket_to_ride_london):
    name = module.__name__.rpartition(".")[2]
    for rule in POLICY:
        rule.own[GAMES[name].state] = getattr(module, rule.__name__)
