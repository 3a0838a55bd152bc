"""What all environments of these games offer: spaces of observations and actions, and pictures."""

import numpy as np

from londinium.envs.batch import Batch
from londinium.envs.pictures import draw
from londinium.game import EVERYONE, Game

try:
    from gymnasium.spaces import Box, Dict, Discrete
except ImportError as error:
    raise ImportError("Gymnasium is missing: pip install 'londinium[research]'.") from error

MOST = 2.0  # an observed number is from 0 to about 1, and never above this
RENDER_MODES = ("ansi", "svg")
ILLEGAL = ("raise", "random")  # what an illegal action does


def observation_space(game: Game) -> Box:
    """Return the space of what a seat observes."""
    return Box(0.0, MOST, (game.observation_size,), np.float32)


def masked_space(game: Game) -> Dict:
    """Return the space of what a seat observes together with what it may do."""
    mask = Box(0, 1, (game.actions,), np.int8)
    return Dict({"observation": observation_space(game), "action_mask": mask})


def action_space(game: Game) -> Discrete:
    """Return the space of all actions; those that are legal now are in the mask."""
    return Discrete(game.actions)


def check_illegal(what: str) -> str:
    """Refuse what an illegal action cannot do."""
    if what not in ILLEGAL:
        known = ", ".join(ILLEGAL)
        raise ValueError(f"An illegal action cannot {what!r}; choose from: {known}.")
    return what


def check_render_mode(mode: str | None) -> str | None:
    """Raise ValueError for an unknown render mode."""
    if mode is not None and mode not in RENDER_MODES:
        raise ValueError(
            f"There is no render mode {mode!r}; choose from: {', '.join(RENDER_MODES)}."
        )
    return mode


def render(batch: Batch, mode: str | None) -> str:
    """Return the position of the only game including all secrets, as text or as a picture."""
    batch.check_begun()
    if mode is None:
        modes = " or ".join(repr(one) for one in RENDER_MODES)
        raise ValueError(
            f"Choose how to render when you make the environment: render_mode={modes}."
        )
    game, state = batch.game, batch.rows.states[0]
    return draw(game, game.view(state, EVERYONE)) if mode == "svg" else game.show_state(state)
