"""OpenSpiel's IS-MCTS plays one of the games against players at random.

python examples/openspiel_ismcts.py --game old_london_bridge --seats 3 --simulations 50 --games 4
"""

import argparse
from typing import Any

import numpy as np
import pyspiel
from open_spiel.python.algorithms import ismcts, mcts
from open_spiel.python.bots import uniform_random

from londinium.envs.openspiel import PREFIX
from londinium.game import GAMES


def searcher(table: Any, simulations: int, random: np.random.RandomState) -> ismcts.ISMCTSBot:
    """Return OpenSpiel's bot; it guesses what it cannot know from the same random numbers."""
    evaluator = mcts.RandomRolloutEvaluator(n_rollouts=1, random_state=random)
    bot = ismcts.ISMCTSBot(table, evaluator, 2.0, simulations, random_state=random)
    bot.set_resampler(lambda state, seat: state.resample_from_infostate(seat, random.uniform))
    return bot


def play(table: Any, bots: list[Any], random: np.random.RandomState) -> list[float]:
    """Play a game, a bot a seat; return what each seat gets, from -1 to 1."""
    state = table.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, chances = zip(*state.chance_outcomes(), strict=True)
            action = random.choice(outcomes, p=chances)
        else:
            action = bots[state.current_player()].step(state)
        state.apply_action(int(action))
    returns: list[float] = state.returns()
    return returns


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", choices=sorted(GAMES), default="old_london_bridge")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--simulations", type=int, default=50, help="for each decision, 2 or more")
    parser.add_argument("--games", type=int, default=2)
    parser.add_argument("--seed", type=int, default=0)
    asked = parser.parse_args(arguments)
    if asked.games < 1:
        parser.error("It takes at least one game.")
    if asked.simulations < 2:
        parser.error("IS-MCTS needs 2 simulations or more: the first only makes the root.")
    try:
        table = pyspiel.load_game(PREFIX + asked.game, {"players": asked.seats})
    except ValueError as problem:
        parser.error(str(problem))
    random = np.random.RandomState(asked.seed)
    won = 0.0
    for number in range(asked.games):
        seat = number % asked.seats
        bots = [uniform_random.UniformRandomBot(other, random) for other in range(asked.seats)]
        bots[seat] = searcher(table, asked.simulations, random)
        returns = play(table, bots, random)
        won += (1 + returns[seat]) / 2
        print(f"game {number + 1}: IS-MCTS in seat {seat} got {returns[seat]:+.2f}", flush=True)
    expected = asked.games / asked.seats
    print(f"IS-MCTS won {won:.2f} of {asked.games} games, where chance would win {expected:.2f}.")


if __name__ == "__main__":
    main()
