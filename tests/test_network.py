"""Networks: what they say, their files, and what is refused."""

from pathlib import Path

import numpy as np
import pytest

from londinium import game as rules
from londinium.bots.budget import Budget
from londinium.bots.evaluator import MARGIN_SCALE, evaluate
from londinium.bots.levels import find_player
from londinium.bots.network import (
    MARGIN,
    NO_NETWORK,
    Network,
    load_network,
    network_of,
    save_network,
)
from londinium.bots.search import SearchBot
from londinium.game import GAMES, State, game_of
from londinium.match import Match
from londinium.rng import new_rng
from tests.random_positions import random_positions

each_game = pytest.mark.parametrize("name", sorted(GAMES))


def network(name: str) -> Network:
    found = network_of(GAMES[name])
    assert found is not None
    return found


def plainly(known: State, seat: int, network: Network) -> tuple[list[float], float]:
    """The chances in turn order and the margin, by matrices."""
    game, seats = game_of(known), int(known["seats"])
    x = np.zeros(game.input_size, np.float32)
    rules.observe(known, seat, x[: game.observation_size])
    rules.features(known, seat, x[game.observation_size :])
    weights = network.weights
    x = np.maximum(x @ weights.weights_1 + weights.biases_1, 0)
    x = np.maximum(x @ weights.weights_2 + weights.biases_2, 0)
    outcomes = x @ weights.outcome_weights + weights.outcome_biases
    powers = np.exp(outcomes[:seats] - outcomes[:seats].max())
    return (powers / powers.sum()).tolist(), float(MARGIN_SCALE * outcomes[MARGIN])


@each_game
def test_compiled_and_plain_say_the_same(name: str) -> None:
    for known, seat in random_positions(name, 40, "plain"):
        chances, margin = plainly(known, seat, network(name))
        found = evaluate(known, seat)
        seats = len(found.chances)
        in_turn = [found.chances[(seat + k) % seats] for k in range(seats)]
        assert in_turn == pytest.approx(chances, abs=1e-4)
        assert found.margin == pytest.approx(margin, abs=1e-2)
        assert sum(found.chances) == pytest.approx(1, abs=1e-5)


@each_game
def test_who_is_far_ahead_at_the_end_is_judged_to_win(name: str) -> None:
    """Before the last decisions of greedy games, the winner is told far better than by chance."""
    told = []
    for seed in range(30):
        match, rng = Match.new(name, 2, seed), new_rng("late", seed)
        judgements = []
        while not match.is_over:
            judgements.append(evaluate(match.known(match.to_move), match.to_move).chances)
            find_player("greedy").play(match, rng)
        told.append(judgements[-1][match.winners[0]])
    assert np.mean(told) > 0.7


@each_game
def test_a_network_is_read_as_it_was_written(name: str, tmp_path: Path) -> None:
    path = tmp_path / "mine.npz"
    save_network(network(name), GAMES[name], path)
    again = load_network(path, GAMES[name])
    assert again[1:] == network(name)[1:]
    for one, two in zip(again.weights, network(name).weights, strict=True):
        assert np.array_equal(one, two)
    assert path.stat().st_size < 10**6


def test_a_network_of_another_game_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "mine.npz"
    save_network(network("old_london_bridge"), GAMES["old_london_bridge"], path)
    with pytest.raises(ValueError, match="was made for old_london_bridge, rules version 1"):
        load_network(path, GAMES["ticket_to_ride_london"])


@pytest.mark.parametrize("content", [b"", b"not a file of numbers"])
def test_what_is_not_a_network_is_refused(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "mine.npz"
    path.write_bytes(content)
    with pytest.raises(ValueError, match=r"is not a network of .*londinium train"):
        load_network(path, GAMES["old_london_bridge"])


def test_weights_of_a_wrong_shape_are_refused(tmp_path: Path) -> None:
    name, path = "old_london_bridge", tmp_path / "mine.npz"
    save_network(network(name), GAMES[name], path)
    with np.load(path) as found:
        parts = dict(found)
    np.savez(path, **(parts | {"weights_2": np.zeros((3, 3))}))
    with pytest.raises(ValueError, match="is not a network of"):
        load_network(path, GAMES[name])


def test_a_network_that_is_not_there_is_said_so(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="cannot be read: No such file"):
        load_network(tmp_path / "none.npz", GAMES["old_london_bridge"])


@each_game
def test_a_search_plays_by_the_network_it_is_given(name: str, tmp_path: Path) -> None:
    path = tmp_path / "mine.npz"
    save_network(network(name), GAMES[name], path)
    match = Match.new(name, 2, seed=2)
    players = ("search@200", f"search@200,net={path}")
    first, second = (find_player(player) for player in players)
    known = match.known(0)
    assert first.choose(known, 0, new_rng("x")) == second.choose(known, 0, new_rng("x"))


def test_a_network_that_does_not_fit_the_game_is_refused_before_it_is_used() -> None:
    other = network("old_london_bridge")
    match = Match.new("ticket_to_ride_london", 2, seed=1)
    with pytest.raises(ValueError, match="does not fit Ticket to Ride: London"):
        evaluate(match.known(0), 0, other)
    with pytest.raises(ValueError, match="does not fit Ticket to Ride: London"):
        SearchBot(network=other).choose(match.known(0), 0, Budget(10), new_rng("x"))


@each_game
def test_with_more_seats_than_a_network_is_for_a_search_does_without(name: str) -> None:
    for_two = SearchBot(network=network(name)._replace(most_seats=2))
    for seats, network_used in ((2, True), (3, False)):
        assert (for_two.network_for(GAMES[name], seats) is not NO_NETWORK) == network_used
