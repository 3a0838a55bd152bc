"""Learn by self-play in the vector environment, with numpy alone, and play against random moves.

python examples/self_play.py --game old_london_bridge --seats 2 --updates 30

A linear policy and the plainest policy gradient: what the end of a game gives a seat is the worth
of all that this seat has done in it.
"""

import argparse
from typing import Any

import numpy as np
from numpy.typing import NDArray

from londinium.envs.vector import VectorEnv
from londinium.game import GAMES

Floats = NDArray[np.float32]
RATE = 0.03  # how far an update goes


def main(arguments: list[str] | None = None) -> None:
    """Learn, and print now and then what the policy gets against random moves."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--game", choices=sorted(GAMES), default="ticket_to_ride_london")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--updates", type=int, default=30)
    parser.add_argument("--side-by-side", type=int, default=256)
    parser.add_argument("--steps", type=int, default=200, help="in all games before an update")
    chosen = parser.parse_args(arguments)

    random = np.random.default_rng(0)
    env = VectorEnv(chosen.game, chosen.side_by_side, chosen.seats)
    policy = np.zeros((env.batch.game.observation_size, env.batch.game.actions), np.float32)
    told = env.reset(seed=0)
    for update in range(chosen.updates + 1):
        if update % 10 == 0 or update == chosen.updates:
            reward = against_random(policy, chosen.game, chosen.seats, chosen.side_by_side)
            print(f"updates {update}: mean reward {reward:+.2f} against random moves")
        if update < chosen.updates:
            policy, told = learn(policy, env, told, chosen.steps, random)
    env.close()


def chances(policy: Floats, observations: Floats, masks: NDArray[np.int8]) -> Floats:
    """Return how likely the policy is to choose each action; those that are masked never."""
    liking = np.where(masks, observations @ policy, -np.inf)
    likely = np.exp(liking - liking.max(axis=1, keepdims=True))
    return np.asarray(likely / likely.sum(axis=1, keepdims=True), np.float32)


def choose(likely: Floats, random: np.random.Generator) -> NDArray[np.int64]:
    """Choose an action for each game by its chances."""
    with np.errstate(divide="ignore"):
        return np.argmax(np.log(likely) + random.gumbel(size=likely.shape), axis=1)


def learn(
    policy: Floats, env: VectorEnv, told: tuple[Any, ...], steps: int, random: np.random.Generator
) -> tuple[Floats, tuple[Any, ...]]:
    """Play on for some steps; return a better policy, and what the environment told last."""
    (observations, info), rows, story = told, np.arange(env.num_envs), []
    for _ in range(steps):
        likely = chances(policy, observations, info["action_mask"])
        actions, seen, seats = choose(likely, random), observations.copy(), info["seat"]
        observations, _, ended, _, info = env.step(actions)
        story.append((seen, likely, actions, seats, ended.copy(), info["rewards"].copy()))

    slope, worth = np.zeros_like(policy), np.zeros((env.num_envs, env.batch.seats), np.float32)
    for seen, likely, actions, seats, ended, rewards in reversed(story):
        worth[ended] = rewards[ended]  # by seat, of the game that these steps belong to
        likely[rows, actions] -= 1
        slope -= seen.T @ (likely * worth[rows, seats][:, None])
    return policy + RATE * slope / (np.sqrt((slope**2).mean()) + 1e-9), (observations, info)


def against_random(policy: Floats, game: str, seats: int, games: int) -> float:
    """Let the policy play one seat in each game and random moves the others; return its reward."""
    random, rows = np.random.default_rng(1), np.arange(games)
    env = VectorEnv(game, games, seats)
    observations, info = env.reset(seed=1)
    first = np.full(games, np.nan)  # what the first game of each row gave
    while np.isnan(first).any():
        ours = choose(chances(policy, observations, info["action_mask"]), random)
        actions = np.where(info["seat"] == rows % seats, ours, env.any_legal())
        observations, _, ended, _, info = env.step(actions)
        over = ended & np.isnan(first)
        first[over] = info["rewards"][rows, rows % seats][over]
    env.close()
    return float(first.mean())


if __name__ == "__main__":
    main()
