"""Random play in a vector environment: how fast, and who wins.

python examples/random_games.py --game old_london_bridge --seats 4 --games 5000
"""

import argparse
import time

import numpy as np

from londinium.envs.vector import VectorEnv
from londinium.game import GAMES


def main(arguments: list[str] | None = None) -> None:
    """Play, and print the pace and each seat's mean reward."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--game", choices=sorted(GAMES), default="ticket_to_ride_london")
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--games", type=int, default=5000)
    parser.add_argument("--side-by-side", type=int, default=1024)
    chosen = parser.parse_args(arguments)

    env = VectorEnv(chosen.game, chosen.side_by_side, chosen.seats)
    env.reset(seed=0)
    rewards, games, steps = np.zeros(chosen.seats), 0, 0
    start = time.perf_counter()
    while games < chosen.games:
        _, _, ended, _, info = env.step(env.any_legal())  # your network goes here
        rewards += info["rewards"].sum(axis=0)
        games += int(ended.sum())
        steps += env.num_envs
    seconds = time.perf_counter() - start
    env.close()
    print(f"{games:,} games, {steps / seconds:,.0f} steps a second")
    for seat, total in enumerate(rewards):
        print(f"seat {seat}: mean reward {total / games:+.3f}")


if __name__ == "__main__":
    main()
