"""Threads that step the games of a batch together.

Whoever is free takes the next part of the games, and the parts get smaller, so that all finish at
the same time, however fast each thread is. Nobody waits for a thread that has not begun: when it
comes, nothing is left to do.
"""

import os
from threading import Event, Thread
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from londinium.envs.batch import Batch, Deal, Rows, Scratch, step_games
from londinium.jit import Counter, add, give_way, njit, put, read

LEAST_OF_A_THREAD = 128  # games: with fewer, one more thread hardly makes a step shorter
LEAST_OF_A_PART = 32  # games: of fewer, the processor takes longer for each
# How often a helper looks for the next step before it sleeps, for each game of its share: about as
# long as it steps the game. To wake it for every step would cost a third of the speed; not to give
# way while it looks, half of it where other work wants the processor.
LOOKS = 2
APART = 16  # numbers that a counter takes up: two in a line of memory would slow each other down


class Work(NamedTuple):
    """What there is to do in a step, and how far it has got."""

    actions: NDArray[np.int64]  # one for each game
    edges: NDArray[np.int64]  # the game at which each part begins, and where the last one ends
    taken: Counter  # parts that somebody has begun with; more than all when none is left
    done: Counter  # parts


class Hand(NamedTuple):
    """What a thread brings along."""

    leads: bool  # and does not leave before all is done
    looks: int  # for another step when no part is left of this one
    again: bool
    settings: Deal
    scratch: Scratch


@njit
def offer(work: Work, actions: NDArray[np.int64]) -> None:
    """Let the threads take the parts of another step."""
    work.actions[:] = actions
    put(work.done, 0)
    put(work.taken, 0)


@njit
def step_parts(rows: Rows, work: Work, hand: Hand) -> None:
    """Step one part after the other: who leads, until all is done; who helps, while any come."""
    parts = len(work.edges) - 1
    looked = 0
    while looked <= hand.looks:
        if read(work.taken) >= parts:
            looked += 1
            give_way()
            continue
        number = add(work.taken, 1)
        if number >= parts:  # another thread was faster
            continue
        first, last = work.edges[number], work.edges[number + 1]
        part = Rows(
            rows.states[first:last],
            rows.rngs[first:last],
            rows.observations[first:last],
            rows.masks[first:last],
            rows.to_move[first:last],
            rows.rewards[first:last],
            rows.gained[first:last],
            rows.ended[first:last],
            rows.final[first:last],
        )
        step_games(part, work.actions[first:last], hand.again, hand.settings, hand.scratch)
        add(work.done, 1)
        looked = 0
    while hand.leads and read(work.done) < parts:
        give_way()


class Helper(Thread):
    """A thread that takes parts of every step, and sleeps when there is none for a while."""

    def __init__(self, rows: Rows, work: Work, hand: Hand) -> None:
        """Sleep until called."""
        super().__init__(daemon=True)
        self._called = Event()
        self._dismissed = False
        self._all = (rows, work, hand)
        self.start()

    def run(self) -> None:
        """Help whenever called."""
        while self._called.wait() and not self._dismissed:
            self._called.clear()
            step_parts(*self._all)

    def call(self) -> None:
        """Wake it, if it sleeps."""
        if not self._called.is_set():
            self._called.set()

    def dismiss(self) -> None:
        """Let it end."""
        self._dismissed = True
        self._called.set()


class Threads:
    """The thread that leads the steps of a batch, and its helpers."""

    def __init__(self, batch: Batch, count: int | None = None) -> None:
        """Use so many threads, or as many as there are cores and enough games for."""
        if count is not None and count < 1:
            raise ValueError(f"It takes at least one thread, not {count}.")
        count = count or max(1, min(os.cpu_count() or 1, batch.count // LEAST_OF_A_THREAD))
        edges = edges_of_parts(batch.count, count)
        taken, done = (np.full(APART, len(edges) - 1, np.int64) for _ in range(2))
        self.work = Work(np.zeros(batch.count, np.int64), edges, taken, done)

        looks = LOOKS * batch.count // count

        def hand(leads: bool) -> Hand:
            settings, scratch = batch.settings, batch.scratch()
            return Hand(leads, 0 if leads else looks, batch.again, settings, scratch)

        self._own = (batch.rows, self.work, hand(leads=True))
        self.helpers = [Helper(batch.rows, self.work, hand(leads=False)) for _ in range(1, count)]

    def step(self, actions: NDArray[np.int64]) -> None:
        """Do a legal action in each game."""
        try:
            offer(self.work, actions)
            for helper in self.helpers:
                helper.call()
        finally:  # even after Ctrl-C: what was offered is done, by all or by one
            step_parts(*self._own)

    def dismiss(self) -> None:
        """Let the helpers end, soon; whoever leads can go on alone."""
        for helper in self.helpers:
            helper.dismiss()


def edges_of_parts(games: int, threads: int) -> NDArray[np.int64]:
    """Return where parts begin and end: half of what is left, shared out among the threads."""
    edges = [0]
    while (left := games - edges[-1]) > 0:
        part = left if threads == 1 else max(left // (2 * threads), LEAST_OF_A_PART)
        edges.append(edges[-1] + min(part, left))
    return np.array(edges, np.int64)
