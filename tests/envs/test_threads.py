"""Threads that step together: always the same games, whoever takes part."""

import gc
import itertools
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress

import numpy as np
import pytest

from londinium.envs import threads
from londinium.envs.batch import Batch, IllegalAction
from londinium.envs.threads import MIN_GAMES_PER_CHUNK, StepThreads, Worker, chunk_bounds, enqueue
from londinium.envs.vector import VectorEnv
from londinium.game import GAMES
from londinium.jit import atomic_load

of_both = pytest.mark.parametrize("name", GAMES)
SECONDS = 60  # more than a thread takes to end


def step_alike(envs: list[VectorEnv], steps: int) -> None:
    """Step environments of the same seed with the same actions; all must tell the same."""
    for _ in range(steps):
        actions = envs[0].any_legal()
        first, *others = (env.step(actions) for env in envs)
        for observations, rewards, ended, _, info in others:
            assert np.array_equal(observations, first[0])
            assert np.array_equal(rewards, first[1])
            assert np.array_equal(ended, first[2])
            assert np.array_equal(info["action_mask"], first[4]["action_mask"])
            assert np.array_equal(info["rewards"], first[4]["rewards"])


@of_both
def test_threads_change_nothing(name: str) -> None:
    envs = [VectorEnv(name, 300, seats=4, threads=count) for count in (1, 2, 3, 5)]
    for env in envs:
        env.reset(seed=7)
    step_alike(envs, 160)
    for env in envs:
        env.close()


def test_more_threads_than_games_change_nothing_either() -> None:
    envs = [VectorEnv("old_london_bridge", 1, threads=count) for count in (1, 4)]
    for env in envs:
        env.reset(seed=7)
    step_alike(envs, 200)
    for env in envs:
        env.close()


def test_the_leader_can_do_without_workers() -> None:
    alone, left = (VectorEnv("old_london_bridge", 300, threads=count) for count in (1, 3))
    for env in (alone, left):
        env.reset(seed=7)
    for worker in left._threads.workers:
        worker.stop()
        worker.join(SECONDS)
        assert not worker.is_alive()
    step_alike([alone, left], 50)


def test_a_worker_can_do_it_all() -> None:
    alone, helped = Batch("ticket_to_ride_london", 300), Batch("ticket_to_ride_london", 300)
    for batch in (alone, helped):
        batch.reset(seed=7)
    together = StepThreads(helped, 2)
    queue, chunks = together.queue, len(together.queue.bounds) - 1
    for _ in range(50):
        actions = alone.any_legal()
        alone.step(actions)
        enqueue(queue, actions)
        together.workers[0].wake()
        patience = time.monotonic() + SECONDS
        while atomic_load(queue.done) < chunks:
            assert time.monotonic() < patience, "the worker does not come"
            time.sleep(0)
        assert helped.rows.states.tobytes() == alone.rows.states.tobytes()
        assert np.array_equal(helped.observations, alone.observations)
        assert np.array_equal(helped.masks, alone.masks)
    together.stop()


@pytest.mark.parametrize("began", [False, True])
def test_a_step_is_done_or_not_even_when_it_is_interrupted(
    monkeypatch: pytest.MonkeyPatch, began: bool
) -> None:
    alone, env = (VectorEnv("old_london_bridge", 300, threads=count) for count in (1, 2))
    for each in (alone, env):
        each.reset(seed=7)
    actions = alone.any_legal()

    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(f"londinium.envs.threads.{'Worker.wake' if began else 'enqueue'}", interrupt)
        with pytest.raises(KeyboardInterrupt):
            env.step(actions)
    if began:
        alone.step(actions)
    assert env.batch.rows.states.tobytes() == alone.batch.rows.states.tobytes()
    step_alike([alone, env], 5)
    env.close()


@pytest.mark.parametrize("way", ["closed", "forgotten"])
def test_threads_end_with_their_environment(way: str) -> None:
    env = VectorEnv("ticket_to_ride_london", 300, threads=3)
    env.reset(seed=1)
    env.step(env.any_legal())
    workers: list[Worker] = env._threads.workers
    assert len(workers) == 2
    if way == "closed":
        env.close()
    del env
    gc.collect()
    for worker in workers:
        worker.join(SECONDS)
        assert not worker.is_alive()


def test_each_thread_has_a_share_of_the_games_in_ever_smaller_chunks() -> None:
    for games, count in itertools.product((1, 31, 300, 1024), (2, 5)):
        bounds, shares = chunk_bounds(games, count)
        assert (bounds[0], bounds[-1], shares[0], shares[-1]) == (0, games, 0, len(bounds) - 1)
        fair = np.diff(bounds[shares])
        assert fair.max() - fair.min() <= 1
        for first, last in itertools.pairwise(shares):
            sizes = np.diff(bounds[first : last + 1])
            assert (sizes > 0).all()
            assert (sizes[1:] <= sizes[:-1]).all()
            assert (sizes[:-1] >= MIN_GAMES_PER_CHUNK).all()


def test_who_is_alone_does_all_games_at_once() -> None:
    bounds, shares = chunk_bounds(1024, 1)
    assert (bounds.tolist(), shares.tolist()) == ([0, 1024], [0, 1])


def test_there_is_at_least_one_thread() -> None:
    for count in (0, 1.5, "a"):
        with pytest.raises(ValueError, match=f"at least one thread, not {count!r}"):
            VectorEnv("old_london_bridge", threads=count)  # type: ignore[arg-type]


def test_there_are_no_more_threads_than_cores_of_ours(monkeypatch: pytest.MonkeyPatch) -> None:
    for ours in (1, 3):
        monkeypatch.setattr("londinium.envs.threads.cores", lambda ours=ours: ours)
        env = VectorEnv("old_london_bridge", 1024)
        assert len(env._threads.workers) == ours - 1
        env.close()


def test_a_step_is_compiled_before_one_is_offered(monkeypatch: pytest.MonkeyPatch) -> None:
    called: list[str] = []
    monkeypatch.setattr(threads, "run_chunks", lambda *_: called.append("run_chunks"))
    monkeypatch.setattr(threads, "Worker", lambda *_: called.append("Worker"))
    StepThreads(Batch("old_london_bridge", 300), 2)
    assert called == ["run_chunks", "Worker"]


def test_callers_of_the_same_games_wait_for_each_other() -> None:
    env = VectorEnv("old_london_bridge", 300, threads=2)
    env.reset(seed=1)

    def wake(_: int) -> int:
        done = 0
        for _ in range(100):
            with suppress(IllegalAction):  # another caller has stepped in the meantime
                env.step(env.any_legal())
                done += 1
        return done

    with ThreadPoolExecutor(3) as pool:
        assert sum(pool.map(wake, range(3))) >= 100
    alone = VectorEnv("old_london_bridge", 300, threads=1)
    for each in (alone, env):
        each.reset(seed=2)
    step_alike([alone, env], 20)
    env.close()
