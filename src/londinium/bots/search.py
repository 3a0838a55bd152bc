"""The bot that searches: budgets, threads, and the choice at the end."""

import time
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from londinium.bitset import members
from londinium.bots.budget import Budget
from londinium.bots.network import NO_NETWORK, Network, load_network, network_of
from londinium.bots.tree import TREE_ROW, Tuning, new_buffers, read_root, search
from londinium.game import GAMES, Game, State, game_of, has_heuristics, legal, prune
from londinium.rng import Rng, new_rng

CHUNK = 128  # iterations between two checks of the budget
CHUNK_SECONDS = 0.004  # that a chunk should take where time is the budget
MAX_ROWS = 1 << 18  # of a tree: 8 MB
RANDOM_PLAYOUTS = -1.0  # as the noise of playouts


class Candidate(NamedTuple):
    """What a search found out about an action."""

    action: int
    visits: int
    value: float  # from 0 to 1, on average
    win_chance: float


class SearchBot:
    """Plays the action that an information-set Monte Carlo tree search visited most."""

    def __init__(
        self,
        tuning: Tuning | None = None,
        threads: int = 1,
        network: Network | Path | None = None,
    ) -> None:
        """Set the parameters, and the number of threads; each grows a tree of its own.

        A network deals what is hidden by its belief and judges where playouts end: the game's own,
        another one or its file, or NO_NETWORK.
        """
        self.tuning = Tuning(*map(float, tuning or Tuning()))  # whole numbers would compile anew
        self.threads = threads
        self.network = network

    def network_for(self, game: Game, seats: int) -> Network:
        """Return the network that a game is searched with."""
        network = self.network or network_of(game) or NO_NETWORK
        if isinstance(network, Path):
            network = _load(network, game.name)
        return network if seats <= network.most_seats else NO_NETWORK

    def choose(self, known: State, seat: int, budget: Budget, rng: Rng) -> int:
        """Search until the budget is used up or the choice is clear."""
        choices = pruned_actions(known, seat)
        if len(choices) == 1:
            return int(choices[0])
        return self._candidates(known, seat, choices, budget, rng, may_stop=True)[0].action

    def candidates(self, known: State, seat: int, budget: Budget, rng: Rng) -> list[Candidate]:
        """Search for the whole budget; return all that was considered, the best first."""
        return self._candidates(
            known, seat, pruned_actions(known, seat), budget, rng, may_stop=False
        )

    def _tuning_for(self, known: State) -> Tuning:
        """Return the parameters; a game without heuristics is searched with random playouts."""
        if has_heuristics(game_of(known)):
            return self.tuning
        return self.tuning._replace(noise=RANDOM_PLAYOUTS)

    def _candidates(
        self,
        known: State,
        seat: int,
        choices: NDArray[np.uint16],
        budget: Budget,
        rng: Rng,
        may_stop: bool,
    ) -> list[Candidate]:
        start = time.perf_counter()
        key, tuning = int(rng[0]), self._tuning_for(known)
        rngs = [rng, *(new_rng("thread", key, number) for number in range(1, self.threads))]
        network = self.network_for(game_of(known), int(known["seats"]))
        tasks = [
            ThreadSearch(
                known,
                seat,
                choices,
                tuning,
                split_budget(budget, self.threads, number),
                start,
                network,
            )
            for number in range(self.threads)
        ]
        if self.threads == 1:
            roots = [run_search(tasks[0], rng, may_stop)]
        else:
            with ThreadPoolExecutor(self.threads) as pool:
                roots = list(pool.map(run_search, tasks, rngs, [may_stop] * self.threads))
        return ranked(choices, roots)


@cache
def _load(path: Path, game: str) -> Network:
    return load_network(path, GAMES[game])


def pruned_actions(known: State, seat: int) -> NDArray[np.uint16]:
    """Return the legal actions that the game's heuristics leave, in ascending order."""
    game = game_of(known)
    actions = game.empty_actions()
    legal(known, seat, actions)
    prune(known, seat, actions)
    choices = np.empty(game.actions, np.uint16)
    return choices[: members(actions, choices)]


class ThreadSearch(NamedTuple):
    """The search of one thread."""

    known: State
    seat: int
    choices: NDArray[np.uint16]
    tuning: Tuning
    budget: Budget
    start: float  # when the clock was started
    network: Network


def split_budget(budget: Budget, threads: int, number: int) -> Budget:
    """Return a thread's share of a budget."""
    if budget.iterations is None:
        return budget
    return budget._replace(iterations=(budget.iterations + number) // threads)


def run_search(task: ThreadSearch, rng: Rng, may_stop: bool) -> NDArray[np.void]:
    """Grow a tree until the budget is used up; return its rows of the root's choices."""
    game, seats = game_of(task.known), int(task.known["seats"])
    iterations, milliseconds = task.budget
    rows = MAX_ROWS if iterations is None else 1 << max(10, (3 * iterations).bit_length())
    buffers = new_buffers(game, min(rows, MAX_ROWS), task.network)
    root_edges = np.zeros(len(task.choices), TREE_ROW)
    deadline = np.inf if milliseconds is None else task.start + milliseconds / 1000
    left = 1 << 62 if iterations is None else max(iterations, 1)  # one is enough for priors
    chunk = CHUNK if milliseconds is None else 1
    while left > 0:
        before = time.perf_counter()
        chunk = min(chunk, left)
        search(task.known, task.seat, seats, chunk, task.tuning, rng, buffers)
        left -= chunk
        coming = left
        if milliseconds is not None:
            now = time.perf_counter()
            if now >= deadline:
                break
            rate = chunk / (now - before)
            coming = min(left, int(rate * (deadline - now)))
            chunk = int(min(max(rate * min(CHUNK_SECONDS, deadline - now), 1), 2 * chunk))
        if may_stop:
            read_root(task.seat, task.choices, buffers, root_edges)
            if is_settled(root_edges["visits"], coming):
                break
    read_root(task.seat, task.choices, buffers, root_edges)
    return root_edges


def is_settled(visits: NDArray[np.uint32], left: int) -> bool:
    """Return whether the iterations that are left cannot change the most visited."""
    second, first = np.sort(visits)[-2:]
    return bool(int(first) - int(second) > left)


def ranked(choices: NDArray[np.uint16], roots: list[NDArray[np.void]]) -> list[Candidate]:
    """Add up the threads' edges; the most visited first, of equals the more valuable."""
    visits = np.sum([edges["visits"] for edges in roots], axis=0)
    value = np.sum([edges["value"] for edges in roots], axis=0) / np.maximum(visits, 1)
    wins = np.sum([edges["wins"] for edges in roots], axis=0) / np.maximum(visits, 1)
    order = np.lexsort((-value, -visits.astype(np.int64)))
    return [
        Candidate(int(choices[i]), int(visits[i]), float(value[i]), float(wins[i])) for i in order
    ]
