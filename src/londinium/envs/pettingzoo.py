"""All games as PettingZoo environments: agents take turns, or all answer in every cycle.

Examples:
    >>> from londinium.envs.pettingzoo import old_london_bridge_v0
    >>> env = old_london_bridge_v0.env(seats=3)
    >>> env.reset(seed=1)
    >>> for agent in env.agent_iter():
    ...     observation, reward, termination, truncation, info = env.last()
    ...     over = termination or truncation
    ...     env.step(None if over else env.action_space(agent).sample(info["action_mask"]))
    >>> env.agents
    []
"""

from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import partial
from operator import index
from typing import Any, NamedTuple, cast

import numpy as np
from numpy.typing import NDArray

from londinium.envs import spaces
from londinium.envs.batch import Batch, IllegalAction
from londinium.game import GAMES, OVER

try:
    import pettingzoo
    from gymnasium.spaces import Box, Dict, Discrete
except ImportError as error:
    raise ImportError("PettingZoo is missing: pip install 'londinium[research]'.") from error

VERSION = 0  # raised whenever an agent trained before would play differently
Observation = dict[str, NDArray[Any]]


def check_cycles(most: int | None) -> int | None:
    """Refuse a number of cycles that a game cannot be cut off after."""
    if most is not None and (type(most) is not int or most < 1):
        raise ValueError(f"max_cycles is a whole number from 1, or None, not {most!r}.")
    return most


class TurnEnv(pettingzoo.AECEnv[str, Observation, int | None]):  # type: ignore[misc]
    """A game in which the agents act in turn."""

    def __init__(
        self,
        game: str,
        seats: int = 2,
        *,
        reward: str = "win",
        max_cycles: int | None = None,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        """Set the table: seats, the kind of reward, decisions until truncation, table options."""
        super().__init__()
        self.batch = Batch(game, seats=seats, reward=reward, autoreset=False, **options)
        self.game = self.batch.game
        self.metadata = {
            "name": f"{game}_v{VERSION}",
            "render_modes": list(spaces.RENDER_MODES),
            "is_parallelizable": False,
            "render_fps": 1,
        }
        self.render_mode = spaces.check_render_mode(render_mode)
        self.max_cycles = check_cycles(max_cycles)
        self.possible_agents = [f"seat_{seat}" for seat in range(seats)]
        self.agents: list[str] = []
        self.agent_selection = self.possible_agents[0]
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._observed = {agent: spaces.masked_space(self.game) for agent in self.possible_agents}
        self._acted = {agent: spaces.action_space(self.game) for agent in self.possible_agents}
        self._nothing = np.zeros(self.game.actions, np.int8)
        self._seeds = np.random.default_rng()
        self.state_space = Box(0.0, spaces.MOST, (seats * self.game.observation_size,), np.float32)

    def observation_space(self, agent: str) -> Dict:
        """Return the space of an agent's observations, with the mask of its legal actions."""
        return self._observed[agent]

    def action_space(self, agent: str) -> Discrete:
        """Return the space of an agent's actions."""
        return self._acted[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start a game: with a seed always the same, without one with other cards each time."""
        if seed is not None:
            self._seeds = np.random.default_rng(seed)
        self.batch.reset(seed=int(self._seeds.integers(2**63)))
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {"action_mask": self._nothing} for agent in self.agents}
        self.cycles = 0
        self._ask()

    def step(self, action: int | None) -> None:
        """Apply the action of the agent to move; None for an agent that is done."""
        if not self.agents:
            raise ValueError("No game is being played: reset begins one.")
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self.batch.play(action)
        self.cycles += 1
        self.infos[agent] = {"action_mask": self._nothing}
        self._cumulative_rewards[agent] = 0
        if self.batch.ended[0]:
            self.terminations = dict.fromkeys(self.agents, True)
            for agent, reward in zip(self.agents, self.batch.rewards[0].tolist(), strict=True):
                self.rewards[agent] = reward
                self._cumulative_rewards[agent] += reward
        elif self.cycles == self.max_cycles:
            self.truncations = dict.fromkeys(self.agents, True)
        self._ask()

    def _ask(self) -> None:
        """Turn to the agent whose seat is to move; at the end to each in turn."""
        mover = int(self.batch.to_move[0])
        self.agent_selection = self.possible_agents[max(mover, 0)]
        if mover != OVER:
            self.infos[self.agent_selection] = {"action_mask": self.batch.masks[0].copy()}

    def observe(self, agent: str) -> Observation:
        """Return what an agent knows now, and what it may do if it is asked."""
        self.batch.check_begun()
        seat = self._seats[agent]
        if seat == self.batch.to_move[0]:
            observation = self.batch.observations[0].copy()
        else:
            observation = self.batch.observation(seat)
        return {"observation": observation, "action_mask": self.infos[agent]["action_mask"]}

    def state(self) -> NDArray[np.float32]:
        """Return what all agents observe, one after the other, for training that may see all."""
        self.batch.check_begun()
        return np.concatenate([self.batch.observation(s) for s in range(self.batch.seats)])

    def render(self) -> str:
        """Return the position including all secrets, as text or as an SVG picture."""
        return spaces.render(self.batch, self.render_mode)

    def close(self) -> None:
        """Do nothing: there is nothing to close."""


class ParallelEnv(pettingzoo.ParallelEnv[str, Observation, int | None]):  # type: ignore[misc]
    """A game in which all agents answer in every cycle, asked or not.

    Who is not asked has an empty mask, and the answer does nothing. Where the rules let several
    choose at the same time, one cycle asks them all.
    """

    def __init__(
        self,
        game: str,
        seats: int = 2,
        *,
        illegal: str = "raise",
        max_cycles: int | None = None,
        **settings: Any,
    ) -> None:
        """Set the table; an illegal action raises an error, or any legal one is done instead."""
        super().__init__()
        self.turn_env = TurnEnv(game, seats, **settings)
        self.batch = self.turn_env.batch
        self.metadata = self.turn_env.metadata | {"is_parallelizable": True}
        self.render_mode = self.turn_env.render_mode
        self.illegal = spaces.check_illegal(illegal)
        self.max_cycles = check_cycles(max_cycles)
        self.possible_agents = self.turn_env.possible_agents
        self.agents: list[str] = []
        self.state_space = self.turn_env.state_space
        self.observation_space = self.turn_env.observation_space
        self.action_space = self.turn_env.action_space
        self.state = self.turn_env.state
        self.render = self.turn_env.render
        self.close = self.turn_env.close
        self._substitute = np.random.default_rng()

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, Any]]:
        """Start a game: with a seed always the same, without one with other cards each time."""
        self.turn_env.reset(seed, options)
        if seed is not None:
            self._substitute = np.random.default_rng(seed)
        self.agents = self.possible_agents[:]
        self.cycles = 0
        observations = self._observe()
        return observations, self._infos(observations)

    def step(self, actions: Mapping[str, int | None]) -> tuple[dict[str, Any], ...]:
        """Apply the actions of all agents that are to move; none of them if one is illegal."""
        if not self.agents:
            raise ValueError("No game is being played: reset begins one.")
        if not isinstance(actions, Mapping):
            raise IllegalAction(f"Give a dict with an action for each agent, not {actions!r}.")
        masks = [self.batch.mask(seat) for seat in range(self.batch.seats)]
        answers = {
            seat: self._answer(actions.get(agent), masks[seat], seat)
            for seat, agent in enumerate(self.agents)
            if masks[seat].any()
        }
        while (mover := int(self.batch.to_move[0])) in answers:
            self.batch.play(answers.pop(mover))
        self.cycles += 1
        over = mover == OVER
        given = self.batch.rewards[0].tolist() if over else [0.0] * len(self.agents)
        rewards = dict(zip(self.agents, given, strict=True))
        terminations = dict.fromkeys(self.agents, over)
        truncations = dict.fromkeys(self.agents, not over and self.cycles == self.max_cycles)
        observations = self._observe()
        infos = self._infos(observations)
        if over or self.cycles == self.max_cycles:
            self.agents = []
        return observations, rewards, terminations, truncations, infos

    def _answer(self, action: int | None, mask: NDArray[np.int8], seat: int) -> int:
        """Return an agent's action, or what is done instead if it is not legal."""
        with suppress(TypeError):
            number = index(cast(int, action))
            if 0 <= number < len(mask) and mask[number]:
                return number
        if self.illegal == "raise":
            raise self.batch.illegal(action, seat=seat)
        return int(self._substitute.choice(np.flatnonzero(mask)))

    def _observe(self) -> dict[str, Observation]:
        return {
            agent: {
                "observation": self.batch.observation(seat),
                "action_mask": self.batch.mask(seat),
            }
            for seat, agent in enumerate(self.agents)
        }

    def _infos(self, observations: dict[str, Observation]) -> dict[str, Any]:
        return {
            agent: {"action_mask": observed["action_mask"]}
            for agent, observed in observations.items()
        }


class Versioned(NamedTuple):
    """A version of an environment, as PettingZoo's own modules offer theirs."""

    env: Callable[..., TurnEnv]
    raw_env: Callable[..., TurnEnv]
    parallel_env: Callable[..., ParallelEnv]


def _version(name: str) -> Versioned:
    turn_env, parallel_env = partial(TurnEnv, name), partial(ParallelEnv, name)
    identifier = f"londinium/{name}-v{VERSION}"
    if hasattr(pettingzoo, "register") and identifier not in pettingzoo.aec_registry:
        pettingzoo.register("aec", identifier, turn_env)
        pettingzoo.register("parallel", identifier, parallel_env)
    return Versioned(turn_env, turn_env, parallel_env)


VERSIONS = {f"{name}_v{VERSION}": _version(name) for name in GAMES}


def __getattr__(name: str) -> Versioned:
    """Return the environment of a game by its versioned name, such as `old_london_bridge_v0`."""
    if name not in VERSIONS:
        raise AttributeError(f"There is no environment {name!r}; there are: {', '.join(VERSIONS)}.")
    return VERSIONS[name]
