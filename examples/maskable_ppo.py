"""Train an agent against our bots with sb3-contrib's MaskablePPO, and see how often it wins.

pip install 'londinium[research]' sb3-contrib
python examples/maskable_ppo.py --game old_london_bridge --opponents random --steps 200000
"""

import argparse
import sys

import gymnasium

from londinium.envs.gymnasium import IDS


def main(arguments: list[str] | None = None) -> None:
    """Train, play some games, and print the mean reward of both."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--game", choices=sorted(IDS), default="ticket_to_ride_london")
    parser.add_argument("--opponents", nargs="+", default=["random"])
    parser.add_argument("--steps", type=int, default=200_000)
    parser.add_argument("--games", type=int, default=100, help="played to see what it has learnt")
    parser.add_argument("--save", help="where to keep the trained agent")
    chosen = parser.parse_args(arguments)
    try:
        from sb3_contrib import MaskablePPO  # type: ignore[import-not-found, unused-ignore]
    except ImportError:
        sys.exit("This takes sb3-contrib and PyTorch: pip install sb3-contrib")

    env = gymnasium.make(IDS[chosen.game], opponents=chosen.opponents)
    agent = MaskablePPO("MlpPolicy", env, n_steps=min(2048, chosen.steps), seed=0, verbose=1)
    print(f"before: mean reward {mean_reward(agent, env, chosen.games):+.2f}")
    agent.learn(chosen.steps)
    print(f"after:  mean reward {mean_reward(agent, env, chosen.games):+.2f}")
    if chosen.save:
        agent.save(chosen.save)


def mean_reward(agent: object, env: gymnasium.Env[object, int], games: int) -> float:
    """Let an agent play, always the same deals, and return what it gets on average."""
    total = 0.0
    for seed in range(games):
        observation, info = env.reset(seed=seed)
        over = False
        while not over:
            action, _ = agent.predict(observation, action_masks=info["action_mask"])  # type: ignore[attr-defined]
            observation, reward, over, _, info = env.step(action)
            total += float(reward)
    return total / games


if __name__ == "__main__":
    main()
