"""Expert against OpenSpiel's own IS-MCTS (open_spiel.python.algorithms.ismcts) on equal time.

python bench/openspiel_ismcts.py GAME --matches 20 --milliseconds 500

OpenSpiel's algorithm is used as it is, with its random rollouts; only its loop over a number of
simulations is replaced by one over time. It plays on a thin wrapper of our rules.
"""

import argparse
import time
from types import SimpleNamespace
from typing import Any

import numpy as np
import pyspiel
from open_spiel.python.algorithms import ismcts, mcts

from londinium import game as rules
from londinium.arena.estimates import share as estimate
from londinium.bitset import to_list
from londinium.bots.levels import Player, find_player
from londinium.game import CHANCE, OVER, Game
from londinium.match import Match, find_game
from londinium.rng import new_rng

KIND = SimpleNamespace(
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
)


class Position:
    """A position as OpenSpiel's algorithms ask of it."""

    def __init__(self, game: Game, records: Any, seed: int) -> None:
        self.game, self.records, self.seed = game, records, seed
        self.rng = new_rng("openspiel", seed)

    @property
    def record(self) -> Any:
        return self.records[0]

    def get_game(self) -> Any:
        return SimpleNamespace(get_type=lambda: KIND)

    def current_player(self) -> int:
        return int(rules.to_move(self.record))

    def is_terminal(self) -> bool:
        return self.current_player() == OVER

    def is_chance_node(self) -> bool:
        return self.current_player() == CHANCE

    def chance_outcomes(self) -> list[tuple[int, float]]:
        weights = np.zeros(self.game.max_outcomes, np.uint8)
        count = rules.outcomes(self.record, weights)
        total = weights[:count].sum()
        return [(i, weights[i] / total) for i in range(count) if weights[i]]

    def legal_actions(self, _player: int | None = None) -> list[int]:
        actions = self.game.empty_actions()
        rules.legal(self.record, self.current_player(), actions)
        return to_list(actions)

    def apply_action(self, action: int) -> None:
        if self.is_chance_node():
            rules.deal(self.record, action)
        else:
            rules.apply(self.record, self.current_player(), action)

    def returns(self) -> list[float]:
        places = np.zeros(2, np.int32)
        rules.places(self.record, places)
        if places[0] == places[1]:
            return [0.0, 0.0]
        return [1.0 if place == 1 else -1.0 for place in places]

    def clone(self) -> "Position":
        return Position(self.game, self.records.copy(), self.seed)

    def information_state_string(self) -> bytes:
        out = np.zeros(1, self.game.state)
        rules.redact(self.record, self.current_player(), out)
        return out.tobytes()

    def resample_from_infostate(self, seat: int, _sampler: Any) -> "Position":
        known, out = np.zeros(1, self.game.state), np.zeros(1, self.game.state)
        rules.redact(self.record, seat, known)
        rules.determinize(known[0], seat, self.rng, out)
        return Position(self.game, out, self.seed)


class TimedISMCTS(ismcts.ISMCTSBot):
    """OpenSpiel's bot with a budget in time."""

    def __init__(self, milliseconds: float, seed: int) -> None:
        random = np.random.RandomState(seed)
        evaluator = mcts.RandomRolloutEvaluator(n_rollouts=1, random_state=random)
        super().__init__(None, evaluator, 2.0, 1, random_state=random)
        self.seconds = milliseconds / 1000
        self.simulations: list[int] = []

    def run_search(self, state: Position) -> list[tuple[int, float]]:
        start = time.perf_counter()
        self.reset()
        self._root_node = self.create_new_node(state)
        count = 0
        while time.perf_counter() - start < self.seconds or self._root_node.total_visits < 1:
            self.run_simulation(self.sample_root_state(state))
            count += 1
        self.simulations.append(count)
        return self.get_final_policy(state, self._root_node)


def play(
    game: Game, seed: int, ours: int, player: Player, milliseconds: float
) -> tuple[float, int]:
    """Play a match with our player in a seat; return its share of the victory, and their pace."""
    match = Match.new(game.name, 2, seed)
    theirs = TimedISMCTS(milliseconds, seed)
    rng = new_rng("bench", seed, ours)
    while not match.is_over:
        seat = match.to_move
        if len(match.legal()) == 1:
            match.play(match.legal()[0])
        elif seat == ours:
            player.play(match, rng)
        else:
            # The very record, of which the wrapper shows the algorithm only the redacted part.
            records = np.zeros(1, game.state)
            records[0] = match.state
            match.play(int(theirs.step(Position(game, records, seed))))
    share = (ours in match.winners) / len(match.winners)
    return share, int(np.mean(theirs.simulations))


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("game")
    parser.add_argument("--matches", type=int, default=20)
    parser.add_argument("--milliseconds", type=int, default=500)
    asked = parser.parse_args()
    game = find_game(asked.game)
    player = find_player(f"search@{asked.milliseconds}ms")
    player.prepare(Match.new(game.name, 2, 0))
    won = 0.0
    for number in range(asked.matches):
        share, pace = play(game, number // 2, number % 2, player, asked.milliseconds)
        won += share
        part, low, high = estimate(won, number + 1)
        print(
            f"{game.title}: {won:g} of {number + 1} won, {part:.0%}"
            f" (95 %: {low:.0%} to {high:.0%}); theirs makes {pace} simulations a decision",
            flush=True,
        )


if __name__ == "__main__":
    main()
