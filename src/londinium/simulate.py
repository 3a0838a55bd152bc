"""Random games in bulk on all cores: score distribution, length, seat advantage."""

from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from londinium.cores import cores
from londinium.game import Game, win_shares
from londinium.jit import njit
from londinium.playout import play_games
from londinium.rng import new_rng

BATCH = 1000


@njit
def share_victories(places: NDArray[np.int32], out: NDArray[np.float64]) -> None:
    """Write each seat's share of the victory, for each game."""
    for i in range(len(places)):
        win_shares(places[i], places.shape[1], out[i])


@dataclass(frozen=True)
class Simulation:
    """The results of many games, a row a game."""

    game: Game
    seats: int
    options: Mapping[str, str]
    seed: int
    scores: NDArray[np.int32]
    places: NDArray[np.int32]
    decisions: NDArray[np.int32]

    def win_shares(self) -> list[float]:
        """Return each seat's share of the victories; a shared victory counts in parts."""
        shares = np.zeros(self.places.shape)
        share_victories(self.places, shares)
        return shares.mean(axis=0).tolist()

    def to_json(self) -> dict[str, Any]:
        """Return the summary as plain data."""
        percentiles = (0, 5, 25, 50, 75, 95, 100)
        games = len(self.decisions)
        return {
            "game": self.game.name,
            "seats": self.seats,
            "options": dict(self.options),
            "games": games,
            "seed": self.seed,
            "score_mean": [round(float(mean), 3) for mean in self.scores.mean(axis=0)],
            "score_sd": [round(float(sd), 3) for sd in self.scores.std(axis=0)],
            "score_percentiles": {
                str(p): int(np.percentile(self.scores, p, method="nearest")) for p in percentiles
            },
            "win_share": [round(share, 4) for share in self.win_shares()],
            "win_share_error_95": round(1.96 * float(np.sqrt(0.25 / games)), 4),
            "shared_victories": round(float(((self.places == 1).sum(axis=1) > 1).mean()), 4),
            "decisions_mean": round(float(self.decisions.mean()), 2),
            "decisions_min": int(self.decisions.min()),
            "decisions_max": int(self.decisions.max()),
        }


def simulate(
    game: Game,
    seats: int,
    games: int,
    seed: int,
    options: Mapping[str, str] | None = None,
    progress: Callable[[int], None] = lambda done: None,
) -> Simulation:
    """Play random games; the results depend on the seed alone, not on the number of cores."""
    game.check_seats(seats)
    if games < 1:
        raise ValueError(f"It takes at least one game to simulate, not {games}.")
    settled = game.settle_options(options or {})
    codes = game.encode_options(settled)
    result = Simulation(
        game,
        seats,
        settled,
        seed,
        np.zeros((games, seats), np.int32),
        np.zeros((games, seats), np.int32),
        np.zeros(games, np.int32),
    )

    def play_batch(first: int) -> int:
        rows = slice(first, min(first + BATCH, games))
        play_games(
            np.zeros(1, game.state),
            seats,
            codes,
            new_rng("simulate", seed, first),
            game.empty_actions(),
            result.scores[rows],
            result.places[rows],
            result.decisions[rows],
        )
        return rows.stop - rows.start

    batches = range(0, games, BATCH)
    play_batch(0)  # compiles, or loads, before the threads ask for it all at once
    progress(min(BATCH, games))
    with ThreadPoolExecutor(cores()) as pool:
        for count in pool.map(play_batch, batches[1:]):
            progress(count)
    return result
