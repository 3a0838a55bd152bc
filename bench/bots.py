"""What the search does in a second, whether bots keep their time, and whether memory stays.

python bench/bots.py GAME [--positions 1000]

The first line is measured in a new process with nothing prepared but what `Player.prepare` does, so
that the first decision after a start counts like any other.
"""

import argparse
import resource
import sys
import time
from pathlib import Path

from londinium.bots.budget import Budget
from londinium.bots.levels import PLAYERS, find_player
from londinium.bots.search import SearchBot
from londinium.bots.tree import Tuning
from londinium.game import Game
from londinium.match import Match, find_game
from londinium.rng import new_rng

sys.path.insert(0, str(Path(__file__).parent.parent))
from tests.random_positions import legal_actions, random_positions

MILLISECONDS = (20, 100)
ITERATIONS = 30_000


def iterations_per_second(game: Game, noise: float) -> float:
    """Search the opening position with two seats, one thread; the best of five."""
    match = Match.new(game.name, 2, 1)
    bot, best = SearchBot(Tuning(noise=noise)), 0.0
    bot.candidates(match.known(0), 0, Budget(1), new_rng("compile"))
    for number in range(5):
        start = time.perf_counter()
        bot.candidates(match.known(0), 0, Budget(ITERATIONS), new_rng("bench", number))
        best = max(best, ITERATIONS / (time.perf_counter() - start))
    return best


def punctuality(game: Game, positions: int) -> None:
    """Say by how much decisions exceed their time, in random positions of all numbers of seats."""
    for milliseconds in MILLISECONDS:
        player, late, worst = find_player(f"search@{milliseconds}ms"), 0, 0.0
        player.prepare(Match.new(game.name, 2, 0))
        for known, seat in random_positions(game.name, positions, "punctual"):
            start = time.perf_counter()
            player.choose(known, seat, new_rng("punctual"))
            over = 1000 * (time.perf_counter() - start) - milliseconds
            late += over > 0.1 * milliseconds + 20
            worst = max(worst, over)
        print(
            f"  {positions} decisions of {milliseconds} ms: at most {worst:.1f} ms over,"
            f" {late} over by more than 10 % + 20 ms",
            flush=True,
        )


def legality(game: Game, positions: int) -> None:
    """Count illegal choices of every player, searches with a small budget."""
    for player in PLAYERS.values():
        budget, illegal = Budget(min(player.budget.iterations or 0, 50)), 0
        player.prepare(Match.new(game.name, 2, 0))
        for known, seat in random_positions(game.name, positions, "legal"):
            action = player.bot.choose(known, seat, budget, new_rng("legal"))
            illegal += action not in legal_actions(known, seat)
        print(f"  {player.name}: {illegal} illegal moves in {positions} positions", flush=True)


def memory(game: Game, decisions: int) -> None:
    """Say how much the process grows over many decisions, after a first hundred."""
    positions = list(random_positions(game.name, 100, "memory"))
    bot, sizes = SearchBot(), []
    for number in range(decisions + 100):
        known, seat = positions[number % 100]
        bot.choose(known, seat, Budget(500), new_rng("memory", number))
        if number in (99, decisions + 99):
            sizes.append(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)
    print(f"  {decisions} decisions: {sizes[1] - sizes[0]:.1f} MB more than before", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("game")
    parser.add_argument("--positions", type=int, default=1000)
    asked = parser.parse_args()
    game = find_game(asked.game)
    print(f"{game.title}, one core")
    punctuality(game, asked.positions)
    for name, noise in (("random", -1.0), ("guided", Tuning().noise)):
        print(f"  {iterations_per_second(game, noise):,.0f} iterations a second, {name} playouts")
    legality(game, asked.positions)
    memory(game, 1000)


if __name__ == "__main__":
    main()
