"""Training: it learns, can be stopped and go on, and writes what a search can use."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from londinium.bots.evaluator import evaluate
from londinium.bots.network import load_network
from londinium.game import GAMES
from londinium.learning.plot import draw
from londinium.learning.self_play import Samples, make_samples
from londinium.learning.training import Recipe, Training, training_file
from londinium.match import Match

GAME = GAMES["ticket_to_ride_london"]
RECIPE = Recipe(rounds=3, rows=24_000, batch=250, hidden=(48, 16))


def samples(round: int) -> Samples:
    return make_samples(GAME, 800, 4, (0.3, 3.0), 0, round, threads=2)


def test_positions_are_of_all_numbers_of_seats_and_know_their_outcome() -> None:
    found = samples(0)
    assert [np.mean(found.seats == seats) for seats in GAME.seats] == [0.5, 0.25, 0.25]
    assert found.wins.sum(axis=1) == pytest.approx(1)
    assert found.secrets.any(axis=1).mean() > 0.9  # all but before the first choice
    lost = found.margins < 0
    assert not found.wins[lost, 0].any()
    assert found.inputs.shape == (800, GAME.input_size)


def test_the_same_round_has_the_same_games_and_another_has_others() -> None:
    assert np.array_equal(samples(1).inputs, samples(1).inputs)
    assert not np.array_equal(samples(1).inputs, samples(2).inputs)


def test_a_network_learns_and_is_one_that_a_search_can_use(tmp_path: Path) -> None:
    training, path = Training.start(GAME, RECIPE), tmp_path / "mine.npz"
    losses = [progress.loss for progress in training.run()]
    assert losses[0] > losses[-1]
    assert all(
        brier < training.history[-1].mean_brier[seats]
        for seats, brier in training.history[-1].brier.items()
    )
    training.save(path)
    judgement = evaluate(Match.new(GAME.name, 2, 1).known(0), 0, load_network(path, GAME))
    assert sum(judgement.chances) == pytest.approx(1, abs=1e-5)
    draw(GAME.title, training.history, tmp_path / "curves.png")
    assert (tmp_path / "curves.png").read_bytes().startswith(b"\x89PNG")


def test_a_training_that_was_stopped_goes_on_as_if_it_had_not_been(tmp_path: Path) -> None:
    whole, path = Training.start(GAME, RECIPE), tmp_path / "mine.npz"
    for progress in whole.run():
        if progress.round == 1:
            whole.save(path)
    again = Training.resume(training_file(path), GAME, RECIPE)
    assert again.round == 1
    assert [progress.round for progress in again.run()] == [2, 3]
    for one, two in zip(whole.network.weights, again.network.weights, strict=True):
        assert one == pytest.approx(two, abs=1e-6)


def test_another_recipe_does_not_go_on_from_a_file(tmp_path: Path) -> None:
    path = tmp_path / "mine.npz"
    Training.start(GAME, RECIPE).save(path)
    with pytest.raises(ValueError, match="is of another game or recipe"):
        Training.resume(training_file(path), GAME, Recipe(rounds=4))


def test_a_game_of_more_seats_than_a_network_judges_is_refused() -> None:
    with pytest.raises(ValueError, match="at most 4 seats: Ticket to Ride: London has more"):
        Training.start(replace(GAME, seats=range(2, 6)), RECIPE)
