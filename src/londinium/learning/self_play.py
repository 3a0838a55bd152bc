"""Games of bots against themselves, compiled: positions as a seat saw them, and outcomes."""

from concurrent.futures import ThreadPoolExecutor
from math import ceil
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from londinium.bitset import Words
from londinium.bots.evaluator import write_inputs
from londinium.bots.greedy import pick_greedily
from londinium.bots.network import MAX_SEATS, Floats
from londinium.game import (
    CHANCE,
    OVER,
    Game,
    State,
    States,
    apply,
    chance,
    deal,
    new,
    places,
    redact,
    scores,
    secrets,
    to_move,
    win_shares,
)
from londinium.jit import Int, inlined, njit, outlined
from londinium.rng import Rng, below, new_rng, uniform


class Samples(NamedTuple):
    """Positions as a seat saw them, a row each, and what came of them."""

    inputs: Floats
    wins: Floats  # by seat, in turn order from the one that sees it
    margins: Floats  # of that seat to the best other, in points
    secrets: Floats
    seats: NDArray[np.int64]  # of its game


class PlayBuffers(NamedTuple):
    """The scratch arrays of one thread."""

    states: States
    known: States
    kept: States  # positions of the game to be sampled
    actions: Words
    choices: NDArray[np.uint16]
    values: Floats
    results: NDArray[np.int32]
    shares: NDArray[np.float64]


def new_samples(game: Game, count: int) -> Samples:
    """Return so many empty rows."""
    return Samples(
        np.zeros((count, game.input_size), np.float32),
        np.zeros((count, MAX_SEATS), np.float32),
        np.zeros(count, np.float32),
        np.zeros((count, game.secrets_size), np.float32),
        np.zeros(count, np.int64),
    )


def new_play_buffers(game: Game, positions: int) -> PlayBuffers:
    """Return buffers for games of which so many positions are kept."""
    return PlayBuffers(
        np.zeros(1, game.state),
        np.zeros(1, game.state),
        np.zeros(positions, game.state),
        game.empty_actions(),
        np.empty(game.actions, np.uint16),
        np.zeros(game.actions, np.float32),
        np.zeros(MAX_SEATS, np.int32),
        np.zeros(MAX_SEATS, np.float64),
    )


@njit
def sample_games(
    seats: int,
    options: NDArray[np.uint8],
    least_noise: float,
    most_noise: float,
    observed: int,
    rng: Rng,
    buffers: PlayBuffers,
    out: Samples,
) -> None:
    """Play greedy games with noise, and keep some positions of each until all rows are filled."""
    s = buffers.states[0]
    row = 0
    while row < len(out.margins):
        noise = least_noise + (most_noise - least_noise) * uniform(rng)
        new(s, seats, options)
        passed = np.int64(0)
        while True:
            seat = to_move(s)
            if seat == CHANCE:
                deal(s, chance(s, rng))
            elif seat == OVER:
                break
            else:
                passed = keep_some(s, passed, rng, buffers)
                choice = pick_greedily(
                    s, seat, noise, rng, buffers.actions, buffers.choices, buffers.values
                )
                apply(s, seat, choice)
        row = write_samples(
            s, np.int64(seats), min(passed, len(buffers.kept)), row, observed, rng, buffers, out
        )


@inlined
def keep_some(s: State, passed: Int, rng: Rng, buffers: PlayBuffers) -> Int:
    """Keep a position, in place of another if there are enough: all are equally likely."""
    place = passed
    if passed >= len(buffers.kept):
        place = np.int64(below(rng, passed + 1))
    if place < len(buffers.kept):
        buffers.kept[place] = s
    return passed + 1


@outlined
def write_samples(
    s: State,
    seats: Int,
    count: Int,
    row: Int,
    observed: Int,
    rng: Rng,
    buffers: PlayBuffers,
    out: Samples,
) -> Int:
    """Write the positions kept of a game that is over, each as some seat saw it."""
    places(s, buffers.results)
    win_shares(buffers.results, seats, buffers.shares)
    scores(s, buffers.results)
    for i in range(count):
        if row >= len(out.margins):
            return row
        seat: Int = np.int64(below(rng, seats))
        redact(buffers.kept[i], seat, buffers.known)
        write_inputs(buffers.known[0], seat, observed, out.inputs[row])
        secrets(buffers.kept[i], seat, out.secrets[row])
        rival = np.int64(-1000)
        for k in range(seats):
            other = (seat + k) % seats
            out.wins[row, k] = buffers.shares[other]
            if k > 0:
                rival = max(rival, np.int64(buffers.results[other]))
        out.seats[row] = seats
        out.margins[row] = buffers.results[seat] - rival
        row += 1
    return row


RANDOM = "random"  # the value of an option that is drawn anew for each game


def any_options(game: Game) -> dict[str, str]:
    """Return options that are drawn anew for each game, where the game can."""
    return {option.name: RANDOM for option in game.options if RANDOM in option.values}


def make_samples(
    game: Game,
    rows: int,
    positions: int,
    noise: tuple[float, float],
    seed: int,
    round: int,
    threads: int,
) -> Samples:
    """Return positions of games with all numbers of seats and options, in a random order.

    Two seats are as likely as all others together. They depend on the seed and the round alone.
    """
    least, *more = game.seats
    shares = [(least, 1 / 2), *((seats, 1 / 2 / len(more)) for seats in more)]
    kinds = [(seats, share, variant) for seats, share in shares for variant in range(2)]

    def play(kind: tuple[int, float, int]) -> Samples:
        seats, share, variant = kind
        out = new_samples(game, ceil(rows * share / 2))
        sample_games(
            seats,
            game.encode_options(any_options(game) if variant else {}),
            *noise,
            game.observation_size,
            new_rng("self-play", seed, round, seats, variant),
            new_play_buffers(game, positions),
            out,
        )
        return out

    with ThreadPoolExecutor(threads) as pool:
        parts = list(pool.map(play, kinds))
    order = np.random.default_rng([seed, round]).permutation(sum(len(part.seats) for part in parts))
    return Samples(*(np.concatenate(column)[order] for column in zip(*parts, strict=True)))
