"""Plays one game of one library at random for a while, and prints what it took as a line of JSON.

It runs in the environment that has the library: bench/peers.py starts it, once for each game, and
imports nothing of it. What is measured is the time of the processor, so that the figures are those
of one core, and of a busy machine as well.

python bench/peers_run.py WAY GAME SEATS [seconds]
"""

import json
import random
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module  # most of the libraries are elsewhere than the types checked
from typing import Any

WARM_UP = 1.0  # seconds
SECONDS = 4.0
GAMES = 100  # of compiled play at once
STEPS = 16  # of a batch at once
BATCH = 1024


@dataclass
class Loop:
    """Random play of some games to the end, and how many games and decisions that was."""

    seats: int
    play: Callable[[], Any]
    count: Callable[[Any], tuple[int, int]] = lambda played: played  # not measured


def compiled(name: str, seats: int) -> Loop:
    """Ours without a word of Python between the moves."""
    import numpy as np

    from londinium.game import GAMES as RULES
    from londinium.playout import play_games
    from londinium.rng import new_rng

    game = RULES[name]
    states, actions = np.zeros(1, game.state), game.empty_actions()
    scores, places = np.zeros((GAMES, seats), np.int32), np.zeros((0, seats), np.int32)
    decisions, codes, rng = np.zeros(GAMES, np.int32), game.encode_options({}), new_rng("bench")

    def play() -> tuple[int, int]:
        play_games(states, seats, codes, rng, actions, scores, places, decisions)
        return GAMES, int(decisions.sum())

    return Loop(seats, play)


def batch(name: str, seats: int) -> Loop:
    """Ours side by side, with the observation and the mask of every decision."""
    from londinium.envs.batch import Batch

    games = Batch(name, count=BATCH, seats=seats)
    games.reset(seed=1)

    def play() -> tuple[int, int]:
        ended = 0
        for _ in range(STEPS):
            games.step(games.any_legal())
            ended += int(games.ended.sum())
        return ended, STEPS * BATCH

    return Loop(seats, play)


def our_aec(name: str, seats: int) -> Loop:
    """Ours by PettingZoo's calls."""
    games = import_module("londinium.envs.pettingzoo")
    return agents_in_turn(getattr(games, f"{name}_v0").env(seats=seats))


def classic_aec(name: str, seats: int) -> Loop:
    """A classic game of PettingZoo by its calls, with its checks; most are for two."""
    parameters = {"hanabi_v5": "players", "texas_holdem_v4": "num_players"}
    asked = {parameters[name]: seats} if name in parameters else {}
    return agents_in_turn(import_module(f"pettingzoo.classic.{name}").env(**asked))


def agents_in_turn(env: Any) -> Loop:
    """Play by PettingZoo's calls as its documentation does; agents that are done step out."""
    import numpy as np

    chance = random.Random(1)
    env.reset(seed=1)  # only once: some make all anew for a seed

    def play() -> tuple[int, int]:
        decisions = 0
        env.reset()
        for _ in env.agent_iter():
            observation, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                env.step(None)
                continue
            legal = np.flatnonzero(observation["action_mask"])
            env.step(int(legal[chance.randrange(len(legal))]))
            decisions += 1
        return 1, decisions

    return Loop(len(env.possible_agents), play)


def rlcard(name: str, seats: int) -> Loop:
    """A game of RLCard by its own loop and random agents."""
    agents = import_module("rlcard.agents")
    config = {"seed": 1, "game_num_players": seats}
    env = import_module("rlcard").make(name, config=config)  # some games are for two all the same
    env.set_agents([agents.RandomAgent(env.num_actions) for _ in range(env.num_players)])

    def play() -> tuple[int, int]:
        before = env.timestep
        env.run(is_training=True)  # without reckoning probabilities
        return 1, env.timestep - before

    return Loop(env.num_players, play)


def spiel_bots(name: str, seats: int) -> Loop:
    """A game of OpenSpiel by its own loop in C++."""
    pyspiel = import_module("pyspiel")
    game = pyspiel.load_game(f"{name}(players={seats})")
    bots = [pyspiel.make_uniform_random_bot(seat, seat) for seat in range(seats)]
    chance = random.Random(1)

    def play() -> list[Any]:
        states = [game.new_initial_state() for _ in range(GAMES)]
        for state in states:
            pyspiel.evaluate_bots(state, bots, chance.randrange(2**31))
        return states

    def count(states: list[Any]) -> tuple[int, int]:
        return GAMES, sum(move.player >= 0 for state in states for move in state.full_history())

    return Loop(seats, play, count)


def our_spiel(name: str, seats: int) -> Loop:
    """Ours by OpenSpiel's calls."""
    prefix = import_module("londinium.envs.openspiel").PREFIX
    return states_in_turn(f"{prefix}{name}(players={seats})", seats)


def spiel(name: str, seats: int) -> Loop:
    """A game of OpenSpiel by its calls from Python."""
    return states_in_turn(f"{name}(players={seats})", seats)


def states_in_turn(name: str, seats: int) -> Loop:
    """Play by OpenSpiel's calls as its documentation does."""
    game = import_module("pyspiel").load_game(name)
    chance = random.Random(1)

    def play() -> tuple[int, int]:
        decisions = 0
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, weights = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(chance.choices(outcomes, weights)[0])
            else:
                state.apply_action(chance.choice(state.legal_actions()))
                decisions += 1
        return 1, decisions

    return Loop(seats, play)


def catanatron(_name: str, seats: int) -> Loop:
    """Catan by Catanatron's own loop and random players."""
    catan = import_module("catanatron")
    players = [catan.RandomPlayer(color) for color in list(catan.Color)[:seats]]

    def play() -> Any:
        game = catan.Game(players)
        game.play()
        return game

    def count(game: Any) -> tuple[int, int]:
        return 1, len(game.state.actions)

    return Loop(seats, play, count)


WAYS = {
    way.__name__: way
    for way in (
        compiled,
        batch,
        our_aec,
        our_spiel,
        spiel_bots,
        spiel,
        rlcard,
        classic_aec,
        catanatron,
    )
}


def measure(loop: Loop, seconds: float) -> dict[str, float]:
    """Play for so many seconds, and return the figures of all that was played."""
    games = decisions = 0
    spent = 0.0
    while spent < seconds:
        start = time.process_time()
        played = loop.play()
        spent += time.process_time() - start
        more_games, more_decisions = loop.count(played)
        games, decisions = games + more_games, decisions + more_decisions
    return {"seats": loop.seats, "games": games / spent, "decisions": decisions / spent}


def main() -> None:
    """Play, and print the figures."""
    way, name, seats = sys.argv[1:4]
    seconds = float(sys.argv[4]) if len(sys.argv) > 4 else SECONDS
    loop = WAYS[way](name, int(seats))
    measure(loop, min(WARM_UP, seconds))
    print(json.dumps(measure(loop, seconds)))


if __name__ == "__main__":
    main()
