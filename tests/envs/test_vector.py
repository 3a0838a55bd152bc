"""The vector environment: the same games as one by one."""

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode

from londinium.envs.batch import Batch, IllegalAction
from londinium.envs.vector import VectorEnv
from londinium.game import GAMES

of_both = pytest.mark.parametrize("name", GAMES)


@of_both
def test_it_is_a_vector_environment(name: str) -> None:
    env = VectorEnv(name, 6, seats=3)
    assert isinstance(env, gymnasium.vector.VectorEnv)
    assert env.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP
    observations, info = env.reset(seed=1)
    assert env.observation_space.contains(observations)
    for _ in range(200):
        actions = env.any_legal()
        assert env.action_space.contains(actions)
        observations, rewards, ended, truncated, info = env.step(actions)
        assert env.observation_space.contains(observations)
        assert rewards.shape == ended.shape == truncated.shape == (6,)
        assert not truncated.any()
        assert (info["action_mask"].sum(axis=1) > 0).all()
        assert ("final_obs" in info) == bool(ended.any())
    env.close()


@of_both
def test_a_row_is_the_game_that_it_is_alone(name: str) -> None:
    many, alone = Batch(name, 4, 2), Batch(name, 1, 2)
    many.reset(seed=9)
    alone.reset(seed=9)
    for _ in range(200):
        actions = many.any_legal()
        many.step(actions)
        alone.step(actions[:1])
        assert np.array_equal(many.observations[0], alone.observations[0])
        assert np.array_equal(many.masks[0], alone.masks[0])
        assert np.array_equal(many.rewards[0], alone.rewards[0])


@of_both
def test_the_reward_is_that_of_the_seat_that_acted(name: str) -> None:
    env = VectorEnv(name, 20, seats=2, reward="points", copy=True)
    _, info = env.reset(seed=3)
    ends = 0
    for _ in range(200):
        seats = info["seat"]
        _, rewards, ended, _, info = env.step(env.any_legal())
        assert np.array_equal(rewards, info["rewards"][np.arange(20), seats])
        assert not rewards[~ended].any()
        ends += int(ended.sum())
    assert ends > 20


def test_without_copies_the_arrays_are_written_anew_and_with_copies_they_stay() -> None:
    for copy in (False, True):
        env = VectorEnv("ticket_to_ride_london", 3, copy=copy)
        first, _ = env.reset(seed=1)
        kept = first.copy()
        second, *_ = env.step(env.any_legal())
        assert (second is first) != copy
        assert np.array_equal(first, kept) == copy


def test_wrappers_of_gymnasium_count_its_episodes() -> None:
    inner = VectorEnv("ticket_to_ride_london", 8, seats=2)
    env = gymnasium.wrappers.vector.RecordEpisodeStatistics(inner)
    env.reset(seed=1)
    lengths = []
    for _ in range(250):
        *_, info = env.step(inner.any_legal())
        if "episode" in info:
            lengths += info["episode"]["l"][info["_episode"]].tolist()
    assert len(lengths) > 8
    assert all(20 < length < 300 for length in lengths)


def test_a_bad_action_stops_the_whole_step() -> None:
    env = VectorEnv("old_london_bridge", 600, seats=4, threads=2)
    env.reset(seed=1)
    before = env.batch.rows.states.tobytes()
    actions = env.any_legal()
    actions[599] = 262
    with pytest.raises(IllegalAction, match=r"Action 262 .* in game 599; legal are: "):
        env.step(actions)
    assert env.batch.rows.states.tobytes() == before
    env.close()
