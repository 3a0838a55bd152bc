"""Copies of environments: each plays on alone, and just as its original would have."""

import copy
import pickle
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from londinium.envs.batch import Batch
from londinium.envs.gymnasium import SoloEnv
from londinium.envs.pettingzoo import ParallelEnv, TurnEnv
from londinium.envs.vector import VectorEnv
from londinium.game import GAMES

of_both = pytest.mark.parametrize("name", GAMES)
in_each_way = pytest.mark.parametrize(
    "copied", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))], ids=["copy", "pickle"]
)
Copied = Callable[[Any], Any]
START = 5  # decisions before the copy is made


def answer(mask: np.ndarray[Any, Any], number: int) -> int:
    """Choose a legal action, another with every number."""
    legal = np.flatnonzero(mask)
    return int(legal[number % len(legal)])


def play_in_turn(env: TurnEnv, most: int = 10_000) -> list[Any]:
    """Play on; return what was seen."""
    seen: list[Any] = []
    while env.agents and len(seen) < most:
        observation, reward, over, cut, _ = env.last()
        seen.append((observation["observation"].tobytes(), reward, over))
        env.step(None if over or cut else answer(observation["action_mask"], len(seen)))
    assert most < 10_000 or seen[-1][2]
    return seen


def play_together(env: ParallelEnv, most: int = 10_000) -> list[Any]:
    """Play on; return what was seen."""
    seen: list[Any] = []
    masks = {agent: env.batch.mask(seat) for seat, agent in enumerate(env.agents)}
    while env.agents and len(seen) < most:
        observations, rewards, *_ = env.step(
            {agent: answer(mask, len(seen)) for agent, mask in masks.items() if mask.any()}
        )
        masks = {agent: told["action_mask"] for agent, told in observations.items()}
        told = [observed["observation"].tobytes() for observed in observations.values()]
        seen.append((told, rewards))
    return seen


def play_against_bots(env: SoloEnv, most: int = 10_000) -> list[Any]:
    """Play on; return what was seen."""
    seen: list[Any] = []
    over = False
    while not over and len(seen) < most:
        action = answer(env.action_masks(), len(seen))
        observation, reward, over, _, info = env.step(action)
        seen.append((observation.tobytes(), reward, info["action_mask"].tobytes()))
    return seen


def play_batch(batch: Batch, most: int = 300) -> list[Any]:
    """Play on; return what was seen."""
    seen = []
    for _ in range(most):
        batch.step(batch.any_legal())
        seen.append((batch.observations.tobytes(), batch.masks.tobytes(), batch.rewards.tobytes()))
    return seen


def play_vector(env: VectorEnv, most: int = 300) -> list[Any]:
    """Play on; return what was seen."""
    seen = []
    for _ in range(most):
        observations, rewards, ended, _, info = env.step(env.any_legal())
        told = (observations, rewards, ended, info["action_mask"], info["seat"], info["rewards"])
        seen.append([array.tobytes() for array in told])
    return seen


@of_both
@in_each_way
@pytest.mark.parametrize(
    ("make", "play"),
    [
        (lambda name: TurnEnv(name, 3), play_in_turn),
        (lambda name: ParallelEnv(name, 3), play_together),
        (lambda name: SoloEnv(name, ["random", "easy"]), play_against_bots),
        (lambda name: Batch(name, 5, 4), play_batch),
        (lambda name: VectorEnv(name, 5, 4, threads=1), play_vector),
        (lambda name: VectorEnv(name, 300, 4, threads=3), play_vector),
    ],
    ids=["in turn", "together", "against bots", "batch", "vector", "threads"],
)
def test_a_copy_plays_on_alone(
    name: str, copied: Copied, make: Callable[[str], Any], play: Callable[..., list[Any]]
) -> None:
    env = make(name)
    env.reset(seed=5)
    play(env, START)
    first, second = copied(env), copied(env)
    seen = play(first)
    assert play(env) == seen
    assert play(second) == seen
