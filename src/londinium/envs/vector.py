"""Thousands of games in one call, over all cores, as a Gymnasium vector environment.

All seats are yours: each step does an action for whichever seat is to move in each game, and gives
what the next seat to move observes. For a loop of your own there is `londinium.envs.batch`.

>>> env = VectorEnv("old_london_bridge", num_envs=8, seats=4)
>>> observations, info = env.reset(seed=1)
>>> observations, rewards, ended, truncated, info = env.step(env.any_legal())
>>> info["action_mask"].shape
(8, 263)
"""

import os
from collections.abc import Callable
from itertools import pairwise
from queue import SimpleQueue
from threading import Thread
from typing import Any

import gymnasium
import numpy as np
from gymnasium.vector import AutoresetMode
from gymnasium.vector.utils import batch_space
from numpy.typing import ArrayLike, NDArray

from londinium.envs import spaces
from londinium.envs.batch import Batch, Rows, step_games

LEAST_OF_A_THREAD = 256  # games, below which handing them over takes longer than stepping them
Floats = NDArray[np.float32]
Truths = NDArray[np.bool_]


class Helper(Thread):
    """A thread that steps its part of the games whenever it is given their actions.

    Two queues, since a thread pool takes twice as long to wake a thread and to hear from it.
    """

    def __init__(self, step: Callable[[int, NDArray[np.int64]], None], part: int) -> None:
        """Wait for work on a part."""
        super().__init__(daemon=True)
        self.todo: SimpleQueue[NDArray[np.int64] | None] = SimpleQueue()
        self.done: SimpleQueue[None] = SimpleQueue()
        self._step, self._part = step, part
        self.start()

    def run(self) -> None:
        """Step until there is nothing more to do."""
        while (actions := self.todo.get()) is not None:
            self._step(self._part, actions)
            self.done.put(None)


class VectorEnv(gymnasium.vector.VectorEnv[Floats, NDArray[np.int64], NDArray[Any]]):
    """Games of one kind side by side; where one ends, the same step begins the next."""

    metadata = {"autoreset_mode": AutoresetMode.SAME_STEP}  # noqa: RUF012

    def __init__(
        self,
        game: str,
        num_envs: int = 1024,
        seats: int = 2,
        *,
        reward: str = "win",
        threads: int | None = None,
        copy: bool = False,
        **options: str,
    ) -> None:
        """Make the games; unless `copy`, each step writes into the arrays that it gave before."""
        self.batch = Batch(game, num_envs, seats, reward=reward, options=options)
        self.num_envs, self.copy = num_envs, copy
        self.single_observation_space = spaces.observation_space(self.batch.game)
        self.single_action_space = spaces.action_space(self.batch.game)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        if threads is not None and threads < 1:
            raise ValueError(f"It takes at least one thread, not {threads}.")
        wanted = threads or max(1, min(os.cpu_count() or 1, num_envs // LEAST_OF_A_THREAD))
        edges = np.linspace(0, num_envs, min(wanted, num_envs) + 1).astype(int).tolist()
        self._parts = [
            (part, Rows._make(array[part] for array in self.batch.rows))
            for part in (slice(*edge) for edge in pairwise(edges))
        ]
        self._scratch = [self.batch.scratch() for _ in self._parts]
        self._helpers = [Helper(self._step_part, part) for part in range(1, len(self._parts))]
        self._never = np.zeros(num_envs, np.bool_)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Floats, dict[str, Any]]:
        """Begin all games: with a seed always the same ones."""
        super().reset(seed=seed)
        self.batch.reset(seed=int(self.np_random.integers(2**63)))
        return self._given(self.batch.observations), self._info()

    def step(self, actions: ArrayLike) -> tuple[Floats, Floats, Truths, Truths, dict[str, Any]]:
        """Do an action in each game, all of them or, if one is not legal, none."""
        checked = self.batch.check(actions)
        for helper in self._helpers:
            helper.todo.put(checked)
        self._step_part(0, checked)
        for helper in self._helpers:
            helper.done.get()
        ended, info = self._given(self.batch.ended), self._info()
        if ended.any():
            info |= {"final_obs": self._given(self.batch.rows.final), "_final_obs": ended}
        rewards = self._given(self.batch.rows.gained)
        return self._given(self.batch.observations), rewards, ended, self._given(self._never), info

    def any_legal(self) -> NDArray[np.int64]:
        """Return a legal action for each game, each equally likely."""
        return self.batch.any_legal()

    def close_extras(self, **_: Any) -> None:
        """Let the threads go."""
        for helper in self._helpers:
            helper.todo.put(None)
            helper.join()

    def _step_part(self, number: int, actions: NDArray[np.int64]) -> None:
        part, rows = self._parts[number]
        batch = self.batch
        step_games(rows, actions[part], batch.again, batch.settings, self._scratch[number])

    def _info(self) -> dict[str, Any]:
        return {
            "action_mask": self._given(self.batch.masks),
            "seat": self._given(self.batch.to_move),
            "rewards": self._given(self.batch.rewards),
        }

    def _given(self, array: NDArray[Any]) -> NDArray[Any]:
        return array.copy() if self.copy else array
