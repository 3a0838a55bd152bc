"""All games as Gymnasium environments: one seat is yours, the others are played by our bots.

Examples:
    >>> import gymnasium
    >>> import londinium.envs.gymnasium
    >>> env = gymnasium.make("londinium/TicketToRideLondon-v0", opponents=["easy", "random"])
    >>> observation, info = env.reset(seed=1)
    >>> info["action_mask"].sum() > 0
    np.True_
"""

from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np
from numpy.typing import NDArray

from londinium.bots.levels import find_player
from londinium.envs import spaces
from londinium.envs.batch import Batch, IllegalAction
from londinium.game import GAMES, OVER, scores
from londinium.rng import new_rng

VERSION = 0  # raised whenever an agent trained before would play differently
Step = tuple[NDArray[np.float32], float, bool, bool, dict[str, Any]]


class SoloEnv(gymnasium.Env[Any, Any]):
    """A game in which one seat is the agent's and bots play the others."""

    metadata = {"render_modes": list(spaces.RENDER_MODES), "render_fps": 1}  # noqa: RUF012

    def __init__(
        self,
        game: str,
        opponents: Sequence[str] = ("medium",),
        *,
        seat: int | None = None,
        reward: str = "win",
        illegal: str = "raise",
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        """Name a bot for each other seat; without a seat of your own it is random in each game.

        An illegal action raises an error, or, for agents that know of no mask, a random legal
        one is done instead.
        """
        if isinstance(opponents, str):
            opponents = [opponents]
        self.bots = [find_player(name) for name in opponents]
        self.batch = Batch(
            game, seats=1 + len(self.bots), reward=reward, autoreset=False, **options
        )
        self.game = self.batch.game
        if seat is not None and (type(seat) is not int or seat not in range(self.batch.seats)):
            raise ValueError(f"Choose a seat from 0 to {self.batch.seats - 1}, not {seat!r}.")
        self.illegal = spaces.check_illegal(illegal)
        self.wanted_seat = seat
        self.seat = seat or 0
        self.render_mode = spaces.check_render_mode(render_mode)
        self.observation_space = spaces.observation_space(self.game)
        self.action_space = spaces.action_space(self.game)
        self._rng = new_rng("bots", 0)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.float32], dict[str, Any]]:
        """Start a game, and let the bots play until it is your turn."""
        super().reset(seed=seed)
        deal = int(self.np_random.integers(2**63))
        self.seat = int(self.np_random.integers(self.batch.seats))
        if self.wanted_seat is not None:
            self.seat = self.wanted_seat
        self._rng = new_rng("bots", deal)
        self.batch.reset(seed=deal)
        self._let_bots_play()
        return self._observation(), self._info()

    def step(self, action: Any) -> Step:
        """Apply your action, and let the bots play until it is your turn or the game is over."""
        try:
            self.batch.play(action)
        except IllegalAction:
            if self.illegal == "raise" or self.batch.to_move[0] == OVER:
                raise
            self.batch.play(self.batch.any_legal()[0])
        self._let_bots_play()
        over = bool(self.batch.to_move[0] == OVER)
        reward = float(self.batch.rewards[0, self.seat]) if over else 0.0
        return self._observation(), reward, over, False, self._info()

    def action_masks(self) -> NDArray[np.bool_]:
        """Return which actions are legal, as sb3-contrib's MaskablePPO asks for it."""
        return self.batch.masks[0].astype(np.bool_)

    def render(self) -> str:
        """Return the position including all secrets, as text or as an SVG picture."""
        return spaces.render(self.batch, self.render_mode)

    def _let_bots_play(self) -> None:
        while (mover := int(self.batch.to_move[0])) not in (OVER, self.seat):
            bot = self.bots[(mover - self.seat) % self.batch.seats - 1]
            self.batch.play(bot.choose(self.batch.known(mover), mover, self._rng))

    def _observation(self) -> NDArray[np.float32]:
        if self.batch.to_move[0] == self.seat:
            return self.batch.observations[0].copy()
        return self.batch.observation(self.seat)

    def _info(self) -> dict[str, Any]:
        info: dict[str, Any] = {"action_mask": self.batch.masks[0].copy(), "seat": self.seat}
        if self.batch.to_move[0] == OVER:
            points = np.zeros(self.batch.seats, np.int32)
            scores(self.batch.rows.states[0], points)
            info["scores"] = points
        return info


IDS = {name: f"londinium/{game.camel_name}-v{VERSION}" for name, game in GAMES.items()}
for _name, _id in IDS.items():
    if _id not in gymnasium.registry:
        gymnasium.register(
            _id, entry_point="londinium.envs.gymnasium:SoloEnv", kwargs={"game": _name}
        )
