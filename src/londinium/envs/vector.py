"""Thousands of games in one call, over all cores, as a Gymnasium vector environment.

All seats are yours: each step does an action for whichever seat is to move in each game, and gives
what the next seat to move observes. For a loop of your own there is `londinium.envs.batch`.

Examples:
    >>> env = VectorEnv("old_london_bridge", num_envs=8, seats=4)
    >>> observations, info = env.reset(seed=1)
    >>> observations, rewards, ended, truncated, info = env.step(env.any_legal())
    >>> info["action_mask"].shape
    (8, 263)
"""

from typing import Any
from weakref import finalize

import gymnasium
import numpy as np
from gymnasium.vector import AutoresetMode
from gymnasium.vector.utils import batch_space
from numpy.typing import ArrayLike, NDArray

from londinium.envs import spaces
from londinium.envs.batch import Batch
from londinium.envs.threads import StepThreads

Floats = NDArray[np.float32]
Truths = NDArray[np.bool_]
NOT_COPIED = ("_threads", "_stop_threads")  # a copy has its own


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
        **options: Any,
    ) -> None:
        """Make the games; unless `copy`, each step writes into the arrays that it gave before."""
        self.batch = Batch(game, num_envs, seats, reward=reward, **options)
        self.num_envs, self.copy = num_envs, copy
        self.single_observation_space = spaces.observation_space(self.batch.game)
        self.single_action_space = spaces.action_space(self.batch.game)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._never = np.zeros(num_envs, np.bool_)
        self.threads = threads
        self._gather()

    def _gather(self) -> None:
        self._threads = StepThreads(self.batch, self.threads)
        self._stop_threads = finalize(self, self._threads.stop)

    def __getstate__(self) -> dict[str, Any]:
        """Be copied without the threads; a copy has its own."""
        return {name: of for name, of in self.__dict__.items() if name not in NOT_COPIED}

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Become a copy."""
        self.__dict__.update(state)
        self._gather()

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Floats, dict[str, Any]]:
        """Start all games: with a seed always the same ones."""
        super().reset(seed=seed)
        with self._threads.lock:
            self.batch.reset(seed=int(self.np_random.integers(2**63)))
        return self._given(self.batch.observations), self._info()

    def step(self, actions: ArrayLike) -> tuple[Floats, Floats, Truths, Truths, dict[str, Any]]:
        """Apply an action in each game, all of them or, if one is not legal, none."""
        with self._threads.lock:
            self._threads.step(self.batch.check(actions))
        ended, info = self._given(self.batch.ended), self._info()
        if np.count_nonzero(ended):
            info |= {
                "final_obs": self._given(self.batch.rows.final_observations),
                "_final_obs": ended,
            }
        rewards = self._given(self.batch.rows.mover_rewards)
        return self._given(self.batch.observations), rewards, ended, self._given(self._never), info

    def any_legal(self) -> NDArray[np.int64]:
        """Return a legal action for each game, each equally likely."""
        with self._threads.lock:
            return self.batch.any_legal()

    def close_extras(self, **_: Any) -> None:
        """Let the threads go."""
        self._stop_threads()

    def _info(self) -> dict[str, Any]:
        return {
            "action_mask": self._given(self.batch.masks),
            "seat": self.batch.to_move.copy(),
            "rewards": self._given(self.batch.rewards),
        }

    def _given(self, array: NDArray[Any]) -> NDArray[Any]:
        return array.copy() if self.copy else array
