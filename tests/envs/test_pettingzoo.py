"""PettingZoo's own tests, and what they do not see."""

import warnings
import xml.etree.ElementTree as ElementTree
from functools import partial
from types import SimpleNamespace
from typing import Any

import numpy as np
import pettingzoo
import pytest
from pettingzoo.test import (
    api_test,
    max_cycles_test,
    parallel_api_test,
    parallel_seed_test,
    seed_test,
)
from pettingzoo.utils.conversions import (
    aec_to_parallel,
    parallel_to_aec,
    turn_based_aec_to_parallel,
)

from londinium.envs import pettingzoo as environments
from londinium.envs.batch import IllegalAction
from londinium.envs.pettingzoo import (
    ParallelEnv,
    TurnEnv,
    Versioned,
    old_london_bridge_v0,
    ticket_to_ride_london_v0,
)
from londinium.game import GAMES

VERSIONS: dict[str, Versioned] = {name: getattr(environments, f"{name}_v0") for name in GAMES}
of_each_game = pytest.mark.parametrize("name", VERSIONS)
of_games_with_choices_at_once = pytest.mark.parametrize(
    "name", ["old_london_bridge", "ticket_to_ride_london"]
)
# api_test has a list of PettingZoo's own environments that may observe a dict with a mask.
KNOWN_WARNINGS = {
    "Observation is not a NumPy array",
    "Observation space for each agent probably should be gymnasium.spaces.box or"
    " gymnasium.spaces.discrete",
    "Action mask numpy array is all zeros (no legal actions).",  # of agents whose game is over
}


def play(env: TurnEnv, seed: int | None = None) -> list[str]:
    """Play a game by the masks, and return who acted, observed and got what."""
    env.reset(seed=seed)
    chance, trace = np.random.default_rng(1), []
    for agent in env.agent_iter():
        observation, reward, termination, truncation, info = env.last()
        assert np.array_equal(observation["action_mask"], info["action_mask"])
        assert env.observation_space(agent).contains(observation)
        trace.append(f"{agent} {reward} {hash(observation['observation'].tobytes())}")
        over = termination or truncation
        env.step(None if over else int(chance.choice(np.flatnonzero(info["action_mask"]))))
    return trace


@of_each_game
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_api(name: str, seats: int) -> None:
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        api_test(VERSIONS[name].env(seats=seats), num_cycles=200)
    assert {str(warning.message) for warning in caught} <= KNOWN_WARNINGS


@of_each_game
def test_seeds(name: str) -> None:
    seed_test(lambda: VERSIONS[name].env(seats=3), num_cycles=400)


@of_each_game
def test_whole_games_are_repeated_by_their_seed(name: str) -> None:
    one, other = VERSIONS[name].env(seats=4), VERSIONS[name].env(seats=4)
    first = play(one, seed=0)
    play(other)
    assert play(other, seed=0) == first
    second = play(other)
    assert second != first
    assert play(one) == second  # what follows a seeded game follows from the seed as well
    assert play(one, seed=1) != first


@of_each_game
def test_as_a_parallel_environment(name: str) -> None:
    env = turn_based_aec_to_parallel(VERSIONS[name].env(seats=3))
    observations, _ = env.reset(seed=4)
    steps, total = 0, dict.fromkeys(env.possible_agents, 0.0)
    while env.agents:
        actions = {
            agent: int(np.argmax(seen["action_mask"])) for agent, seen in observations.items()
        }
        observations, rewards, *_ = env.step(actions)
        total = {agent: total[agent] + rewards.get(agent, 0) for agent in total}
        steps += 1
    assert steps > 10
    assert max(total.values()) <= 1
    assert sum(total.values()) == pytest.approx(-1)


def test_it_is_not_offered_as_parallel_otherwise() -> None:
    env = ticket_to_ride_london_v0.env()
    assert not env.metadata["is_parallelizable"]
    with pytest.raises(AssertionError, match=r"can not be converted|is_parallelizable"):
        aec_to_parallel(env)


@pytest.mark.parametrize("most", [0, -3, "a"])
def test_max_cycles_is_at_least_one(most: Any) -> None:
    for make in (old_london_bridge_v0.env, old_london_bridge_v0.parallel_env):
        with pytest.raises(ValueError, match="max_cycles is a whole number from 1, or None, not "):
            make(max_cycles=most)


@of_each_game
def test_max_cycles_truncate(name: str) -> None:
    env = VERSIONS[name].env(seats=4, max_cycles=10)
    play(env, seed=1)
    assert env.cycles == 10
    env.reset(seed=1)
    for _ in range(10):
        assert not any(env.truncations.values())
        env.step(int(np.argmax(env.last()[4]["action_mask"])))
    assert all(env.truncations.values())
    assert not any(env.terminations.values())
    assert not any(env.rewards.values())


@of_each_game
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_parallel_api(name: str, seats: int) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        parallel_api_test(VERSIONS[name].parallel_env(seats=seats), num_cycles=300)


@of_each_game
def test_parallel_seeds(name: str) -> None:
    make = partial(VERSIONS[name].parallel_env, seats=3, illegal="random")  # it knows of no mask
    parallel_seed_test(make, num_cycles=400)


@of_each_game
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_max_cycles(name: str, seats: int) -> None:
    """PettingZoo's own test, whose agents know of no mask."""
    make = partial(VERSIONS[name].parallel_env, seats=seats, illegal="random")
    max_cycles_test(
        SimpleNamespace(parallel_env=make, env=lambda **given: parallel_to_aec(make(**given)))
    )


@of_each_game
def test_a_parallel_game_converted_to_turns(name: str) -> None:
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        api_test(parallel_to_aec(VERSIONS[name].parallel_env(seats=3)), num_cycles=200)
    assert {str(warning.message) for warning in caught} <= KNOWN_WARNINGS


def play_together(env: ParallelEnv, seed: int) -> tuple[dict[str, float], int]:
    """Play a game by the masks, each agent by its own chance; return rewards and actions done."""
    observations, _ = env.reset(seed=seed)
    chance, done = np.random.default_rng(seed), 0
    rewards: dict[str, float] = {}
    while env.agents:
        asked = [agent for agent in env.agents if observations[agent]["action_mask"].any()]
        assert env.agents[int(env.batch.to_move[0])] in asked
        actions = {
            agent: int(chance.choice(np.flatnonzero(observations[agent]["action_mask"])))
            for agent in asked
        }
        done += len(asked)
        observations, rewards, terminations, _, infos = env.step(actions)
        for agent, observed in observations.items():
            assert np.array_equal(observed["action_mask"], infos[agent]["action_mask"])
    assert all(terminations.values())
    return rewards, done


@of_games_with_choices_at_once
def test_in_a_parallel_game_those_who_choose_at_the_same_time_are_asked_at_once(name: str) -> None:
    env = VERSIONS[name].parallel_env(seats=4)
    rewards, done = play_together(env, seed=3)
    assert sum(rewards.values()) == pytest.approx(-2)
    assert done > env.cycles + 2  # some cycles had the answers of several agents
    assert play_together(env, seed=3) == (rewards, done)


@of_games_with_choices_at_once
def test_a_bad_answer_in_a_parallel_game_is_refused_and_nothing_is_done(name: str) -> None:
    env = VERSIONS[name].parallel_env(seats=3)
    with pytest.raises(ValueError, match="reset begins one"):
        env.step({})
    observations, _ = env.reset(seed=1)
    while sum(seen["action_mask"].any() for seen in observations.values()) < 2:
        observations, *_ = env.step(
            {agent: int(np.argmax(seen["action_mask"])) for agent, seen in observations.items()}
        )
    good = {agent: int(np.argmax(seen["action_mask"])) for agent, seen in observations.items()}
    last = [agent for agent, seen in observations.items() if seen["action_mask"].any()][-1]
    masked, before = int(np.argmin(observations[last]["action_mask"])), env.state()
    for bad in (masked, -1, 99_999, "first", None, 0.5):
        with pytest.raises(IllegalAction, match=rf"for seat {last[-1]};? legal are: "):
            env.step({**good, last: bad})  # type: ignore[dict-item]
        assert np.array_equal(env.state(), before)
    with pytest.raises(IllegalAction, match="Give a dict with an action for each agent"):
        env.step([1, 2, 3])  # type: ignore[arg-type]
    answers: dict[str, Any] = {agent: np.array(action) for agent, action in good.items()}
    env.step(answers)  # as some networks give them
    assert not np.array_equal(env.state(), before)
    with pytest.raises(ValueError, match="cannot 'ignore'"):
        VERSIONS[name].parallel_env(illegal="ignore")


@of_each_game
def test_rewards_are_given_to_every_agent_at_the_end(name: str) -> None:
    trace = play(VERSIONS[name].env(seats=4, reward="points"), seed=2)
    assert [line.split()[0] for line in trace[-4:]] == [f"seat_{seat}" for seat in range(4)]
    assert all(float(line.split()[1]) == 0 for line in trace[:-4])
    assert any(float(line.split()[1]) for line in trace[-4:])


@of_each_game
def test_only_who_is_asked_has_legal_actions(name: str) -> None:
    env = VERSIONS[name].env(seats=3)
    env.reset(seed=1)
    for agent in env.agents:
        assert env.observe(agent)["action_mask"].any() == (agent == env.agent_selection)


@of_each_game
def test_what_was_observed_is_not_written_over(name: str) -> None:
    env = VERSIONS[name].env()
    env.reset(seed=1)
    observation = env.last()[0]
    kept = {part: array.copy() for part, array in observation.items()}
    env.step(int(np.argmax(observation["action_mask"])))
    assert all(np.array_equal(observation[part], kept[part]) for part in kept)


@of_each_game
def test_a_bad_action_is_refused_and_the_game_goes_on(name: str) -> None:
    env = VERSIONS[name].env(render_mode="ansi")
    for ask in (lambda: env.step(0), env.last, env.state, env.render):
        with pytest.raises(ValueError, match="reset begins one"):
            ask()
    env.reset(seed=1)
    agent, before = env.agent_selection, env.state()
    masked = int(np.argmin(env.last()[4]["action_mask"]))
    for bad in (masked, -1, 99_999, "first", None, 0.5):
        with pytest.raises(IllegalAction, match="legal are: "):
            env.step(bad)  # type: ignore[arg-type]
    assert env.agent_selection == agent
    assert np.array_equal(env.state(), before)
    play(env)


@of_each_game
def test_options_of_the_table_reach_the_game(name: str) -> None:
    env = VERSIONS[name].env()
    for option in env.game.options:
        chosen = VERSIONS[name].env(**{option.name: option.values[-1]})
        assert chosen.batch.options[option.name] == option.values[-1]
    with pytest.raises(ValueError, match="no option 'weather'"):
        VERSIONS[name].env(weather="rain")


@of_each_game
def test_render(name: str) -> None:
    env = VERSIONS[name].env(render_mode="svg")
    env.reset(seed=1)
    assert ElementTree.fromstring(env.render()).tag.endswith("svg")
    env = VERSIONS[name].env(render_mode="ansi")
    env.reset(seed=1)
    assert "seats: 2" in env.render()
    with pytest.raises(ValueError, match="no render mode 'human'; choose from: ansi, svg"):
        VERSIONS[name].env(render_mode="human")
    env = VERSIONS[name].env()
    env.reset(seed=1)
    with pytest.raises(ValueError, match="render_mode='ansi' or 'svg'"):
        env.render()


@of_each_game
def test_the_state_is_what_all_observe(name: str) -> None:
    env = VERSIONS[name].env(seats=3)
    env.reset(seed=1)
    assert env.state_space.contains(env.state())
    parts = [env.observe(agent)["observation"] for agent in env.agents]
    assert np.array_equal(env.state(), np.concatenate(parts))


@of_each_game
def test_it_is_registered(name: str) -> None:
    env = pettingzoo.make("aec", f"londinium/{name}_v0", seats=3)
    assert str(env) == f"{name}_v0"
    assert env.possible_agents == ["seat_0", "seat_1", "seat_2"]
    env = pettingzoo.make("parallel", f"londinium/{name}-v0", seats=4)
    assert len(env.possible_agents) == 4
