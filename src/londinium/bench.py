"""What the speed of a game is on this machine; figures, never assertions."""

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from statistics import median
from typing import Any

import numpy as np

from londinium import game as rules
from londinium.game import Game
from londinium.match import Match
from londinium.playout import play_games
from londinium.rng import new_rng

SEATS = 4
ROUNDS = 40  # the measured loops take turns, so that a busy moment of the machine hits them all
GAMES = 1000  # in a round
OPENSPIEL_GAMES = 15  # in a round
VECTOR = 1024  # games of the vector environment
VECTOR_ROUNDS, VECTOR_STEPS = 400, 40  # as many as it takes for both cores to be free at once
LONG = 300  # steps after which no two games are at the same moment
AEC_GAMES = 400
ENVIRONMENT_FIGURES = ("vector_steps_per_second", "vector_two_threads", "aec_steps_per_second")

Figures = dict[str, float | None]


def measure(game: Game, options: Mapping[str, str] | None = None) -> Figures:
    """Return all figures; the ratio to OpenSpiel is None where it is not installed."""
    ours, theirs = random_play(game, options or {}), openspiel_loop()
    best: list[tuple[float, float]] = []
    spiel: list[float] = []
    for number in range(ROUNDS):
        best.append(ours(number))
        if theirs:
            spiel.append(theirs(number))
    decisions, games = max(best)
    figures: Figures = {
        "decisions_per_second": decisions,
        "games_per_second": games,
        "openspiel_decisions_per_second": max(spiel, default=None),
        "openspiel_ratio": decisions / max(spiel) if spiel else None,
    }
    figures["play_us"] = play_cost(game, options or {})
    figures |= knowledge_cost(game, options or {})
    figures |= {**environment_steps(game, options or {}), **start_costs(game)}
    return figures


def random_play(game: Game, options: Mapping[str, str]) -> Callable[[int], tuple[float, float]]:
    """Return a loop of random games that tells its decisions and games per second."""
    states, actions = np.zeros(1, game.state), game.empty_actions()
    scores, places = np.zeros((GAMES, SEATS), np.int32), np.zeros((0, SEATS), np.int32)
    decisions, codes = np.zeros(GAMES, np.int32), game.encode_options(options)

    def loop(number: int) -> tuple[float, float]:
        rng = new_rng("bench", number)
        start = time.perf_counter()
        play_games(states, SEATS, codes, rng, actions, scores, places, decisions)
        seconds = time.perf_counter() - start
        return float(decisions.sum()) / seconds, GAMES / seconds

    loop(0)
    return loop


def openspiel_loop() -> Callable[[int], float] | None:
    """Return OpenSpiel's own C++ loop over random bots, or None where it is not installed."""
    try:
        import pyspiel
    except ImportError:
        return None
    game = pyspiel.load_game(f"crazy_eights(players={SEATS})")

    def loop(number: int) -> float:
        moves, seconds = 0, 0.0
        for i in range(OPENSPIEL_GAMES):
            seed = number * OPENSPIEL_GAMES + i
            bots = [pyspiel.make_uniform_random_bot(seat, seed + seat) for seat in range(SEATS)]
            state = game.new_initial_state()
            start = time.perf_counter()
            pyspiel.evaluate_bots(state, bots, seed)
            seconds += time.perf_counter() - start
            moves += sum(move.player >= 0 for move in state.full_history())
        return moves / seconds

    loop(0)
    return loop


def play_cost(game: Game, options: Mapping[str, str], matches: int = 10) -> float:
    """Return the microseconds of one checked Match.play from Python, with what it deals."""
    seconds, count = 0.0, 0
    for number in range(matches + 1):
        match = Match.new(game.name, SEATS, seed=number, **options)
        while not match.is_over:
            actions = match.legal()
            start = time.perf_counter()
            match.play(actions[len(match.moves) % len(actions)])
            seconds += (time.perf_counter() - start) if number else 0
            count += bool(number)
    return seconds / count * 1e6


def knowledge_cost(game: Game, options: Mapping[str, str], calls: int = 2000) -> Figures:
    """Return the microseconds of redact, determinize and observe together, called from Python."""
    match = Match.new(game.name, SEATS, seed=1, **options)
    for _ in range(40):
        match.play(match.legal()[0])
    seat, rng = match.to_move, new_rng("bench")
    known, full = np.zeros(1, game.state), np.zeros(1, game.state)
    observation = np.zeros(game.observation_size, np.float32)

    def together() -> None:
        rules.redact(match.state, seat, known)
        rules.determinize(known[0], seat, rng, full)
        rules.observe(known[0], seat, observation)

    together()
    rounds = []
    for _ in range(5):
        start = time.perf_counter()
        for _ in range(calls):
            together()
        rounds.append((time.perf_counter() - start) / calls)
    return {"knowledge_us": min(rounds) * 1e6}


def environment_steps(game: Game, options: Mapping[str, Any]) -> Figures:
    """Return the agent steps per second of the environments, or None where they are not installed.

    The vector environment steps 1,024 games with observations and masks; what picks its actions
    is not counted. One thread and two take turns, and of each the best round counts: in others a
    core was busy with something else. Of the AEC environment the whole loop is: last, pick by the
    mask, step.
    """
    try:
        from londinium.envs import pettingzoo, vector
    except ImportError:
        return dict.fromkeys(ENVIRONMENT_FIGURES)
    envs = [vector.VectorEnv(game.name, VECTOR, SEATS, threads=n, **options) for n in (1, 2)]
    for env in envs:
        env.reset(seed=0)
        vector_round(env, LONG)
    rounds = [[vector_round(env, VECTOR_STEPS) for env in envs] for _ in range(VECTOR_ROUNDS)]
    one, two = (max(paces) for paces in zip(*rounds, strict=True))
    for env in envs:
        env.close()
    aec = pettingzoo.TurnEnv(game.name, SEATS, **options)
    steps = max(aec_pace(aec, number) for number in range(AEC_GAMES))
    return dict(zip(ENVIRONMENT_FIGURES, (one, two / one, steps), strict=True))


def vector_round(env: Any, steps: int) -> float:
    """Step a vector environment some times; return its agent steps per second, in the median."""
    seconds = []
    for _ in range(steps):
        actions = env.any_legal()
        start = time.perf_counter()
        env.step(actions)
        seconds.append(time.perf_counter() - start)
    return float(env.num_envs / median(seconds))


def aec_pace(env: Any, seed: int) -> float:
    """Play a game in an AEC environment; return its agent steps per second."""
    env.reset(seed=seed)
    start, steps = time.perf_counter(), 0
    for _ in env.agent_iter():
        observation, _, termination, _, _ = env.last()
        legal = np.flatnonzero(observation["action_mask"])
        env.step(None if termination else legal[steps % len(legal)])
        steps += not termination
    return steps / (time.perf_counter() - start)


FIRST_MOVE = """
import time
start = time.perf_counter()
from londinium.match import Match
imported = time.perf_counter()
match = Match.new({name!r}, seats=4, seed=1)
match.play(match.legal()[0])
print(imported - start, time.perf_counter() - start)
"""


RANDOM_PLAY = """
import time
start = time.perf_counter()
from londinium.bench import random_play
from londinium.game import GAMES
imported = time.perf_counter()
random_play(GAMES[{name!r}], {{}})
print(imported - start, time.perf_counter() - start)
"""


def start_costs(game: Game) -> Figures:
    """Return the seconds of import, and of import and first move, from warm and cold caches."""

    def run(code: str = FIRST_MOVE, cache: str | None = None) -> tuple[float, float]:
        environment = {**os.environ, **({"LONDINIUM_CACHE_DIR": cache} if cache else {})}
        code = code.format(name=game.name)
        done = subprocess.run(
            [sys.executable, "-c", code],
            env=environment,
            capture_output=True,
            text=True,
            check=True,
        )
        imported, moved = done.stdout.split()
        return float(imported), float(moved)

    run()
    warm = [run() for _ in range(3)]
    with tempfile.TemporaryDirectory() as empty:
        cold = run(FIRST_MOVE, empty)
    with tempfile.TemporaryDirectory() as empty:
        everything = run(RANDOM_PLAY, empty)
    return {
        "import_s": min(imported for imported, _ in warm),
        "first_move_warm_s": min(moved for _, moved in warm),
        "first_move_cold_s": cold[1],
        "cold_compile_s": everything[1],
    }


def show(value: Any) -> str:
    """Write a figure for people."""
    if value is None:
        return "not measured: it takes pip install 'londinium[research]'"
    return f"{value:,.0f}" if value >= 1000 else f"{value:.3g}"
