"""Gymnasium's own checks, and games against our bots."""

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from londinium.envs.batch import IllegalAction
from londinium.envs.gymnasium import IDS, SoloEnv

of_both = pytest.mark.parametrize("name", IDS)


def play(env: gymnasium.Env[Any, Any], seed: int | None = None) -> list[float]:
    """Play a game by the masks; return what is told of it, as numbers."""
    observation, info = env.reset(seed=seed)
    trace, over, chance = [float(info["seat"])], False, np.random.default_rng(1)
    while not over:
        assert np.array_equal(env.get_wrapper_attr("action_masks")(), info["action_mask"])
        action = int(chance.choice(np.flatnonzero(info["action_mask"])))
        observation, reward, over, truncated, info = env.step(action)
        assert not truncated
        assert env.observation_space.contains(observation)
        trace += [float(hash(observation.tobytes())), float(reward)]
    return [*trace, *info["scores"].tolist()]


@of_both
@pytest.mark.parametrize("opponents", [["random"], ["medium", "easy", "greedy"]])
def test_the_checks_of_gymnasium(name: str, opponents: list[str]) -> None:
    env = gymnasium.make(IDS[name], opponents=opponents, illegal="random", render_mode="ansi")
    check_env(env.unwrapped)


@of_both
def test_a_whole_game_is_repeated_by_its_seed(name: str) -> None:
    one = gymnasium.make(IDS[name], opponents=["easy", "random"])
    other = gymnasium.make(IDS[name], opponents=["easy", "random"])
    first = play(one, seed=0)
    play(other, seed=3)
    assert play(other, seed=0) == first
    assert play(one) == play(other)
    assert play(one, seed=1) != first


@of_both
def test_rewards_and_scores(name: str) -> None:
    env = SoloEnv(name, ["random", "random"], seat=1, reward="points")
    trace = play(env, seed=1)
    assert trace[0] == 1
    assert not any(trace[2:-5:2])
    assert trace[-4] == trace[-2]  # the points are those of seat 1
    wins = SoloEnv(name, ["random"])
    assert {play(wins, seed=n)[-3] for n in range(8)} <= {-1.0, 0.0, 1.0}


@of_both
def test_bots_see_nothing_that_their_seat_may_not_know(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    env = SoloEnv(name, ["random", "easy"])
    asked = []

    def known(seat: int, row: int = 0) -> object:
        asked.append(seat)
        return see(seat, row)

    see = env.batch.known
    monkeypatch.setattr(env.batch, "known", known)
    play(env, seed=1)
    assert len(set(asked)) == 3  # the learner's own at the end, and each bot's
    assert len(asked) > 30


def test_a_search_and_a_bot_of_ones_own_play_too() -> None:
    env = SoloEnv("old_london_bridge", ["search@3", "londinium.bots.random:RandomBot"])
    assert len(play(env, seed=1)) > 20
    assert len(play(SoloEnv("old_london_bridge", "hard"), seed=1)) > 20


def test_bad_arguments_are_refused() -> None:
    for bad, sentence in (
        ({"opponents": ["clever"]}, "no player 'clever'"),
        ({"opponents": [None]}, "Give a player's name, .* not None"),
        ({"opponents": ["easy"] * 4}, "2 to 4 players, not 5"),
        ({"opponents": []}, "2 to 4 players, not 1"),
        ({"seat": 2}, "Choose a seat from 0 to 1, not 2"),
        ({"seat": 1.0}, "Choose a seat from 0 to 1, not 1.0"),
        ({"illegal": "lose"}, "choose from: raise, random"),
        ({"render_mode": "human"}, "choose from: ansi, svg"),
    ):
        with pytest.raises(ValueError, match=sentence):
            SoloEnv("old_london_bridge", **bad)


@of_both
def test_a_bad_action_is_named(name: str) -> None:
    env = SoloEnv(name, ["easy"])
    env.reset(seed=1)
    before = env.batch.rows.states.tobytes()
    masked = int(np.argmin(env.action_masks()))
    for bad in (masked, -1, 10**6, "one", None, 2.5):
        with pytest.raises(IllegalAction, match="legal are: "):
            env.step(bad)
    assert env.batch.rows.states.tobytes() == before
    env.step(int(np.argmax(env.action_masks())))
    lenient = SoloEnv(name, ["easy"], illegal="random")
    lenient.reset(seed=1)
    lenient.step(masked)
    assert lenient.batch.rows.states.tobytes() != before


@of_both
def test_pictures(name: str) -> None:
    env = gymnasium.make(IDS[name], render_mode="svg")
    env.reset(seed=1)
    assert str(env.render()).startswith("<svg")
