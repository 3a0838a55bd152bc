"""Threads that step the games of a batch together.

Each thread has a share of the games of its own, which stay in the memory nearest to its core, and
does it part by part; who is done takes parts of the others' shares, so that all finish at the same
time, however fast each is. Nobody waits for a thread that has not begun: when it comes, nothing is
left to do.
"""

from threading import Event, Lock, Thread
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from londinium.cores import cores
from londinium.envs.batch import Batch, Deal, Rows, Scratch, step_games
from londinium.jit import (
    Counter,
    Int,
    atomic_add,
    atomic_load,
    atomic_store,
    inlined,
    njit,
    yield_cpu,
)

LEAST_OF_A_THREAD = 128  # games: with fewer, one more thread hardly makes a step shorter
LEAST_OF_A_PART = 32  # games: to begin with a part takes as long as to step two or three games
# How often a helper looks for the next step before it sleeps, for each game of its share: about as
# long as it steps the game. To wake it for every step would cost a third of the speed; not to give
# way while it looks, half of it where other work wants the processor.
LOOKS = 2
APART = 16  # numbers that a counter takes up: two in a line of memory would slow each other down
NO_PART = -1
LEADS = 0  # the share of whoever leads


class Work(NamedTuple):
    """What there is to do in a step, and how far it has got."""

    actions: NDArray[np.int64]  # one for each game
    edges: NDArray[np.int64]  # the game at which each part begins, and where the last one ends
    shares: NDArray[np.int64]  # the part at which each share begins, and where the last one ends
    taken: NDArray[np.int64]  # by share, a Counter: the part that is to be taken next
    done: Counter  # parts


class Hand(NamedTuple):
    """What a thread brings along."""

    share: int  # that it begins with; who LEADS stays until all is done
    looks: int  # for another step when no part is left of this one
    again: bool
    settings: Deal
    scratch: Scratch


@njit
def offer(work: Work, actions: NDArray[np.int64]) -> None:
    """Let the threads take the parts of another step."""
    work.actions[:] = actions
    atomic_store(work.done, 0)
    for share in range(len(work.taken)):
        atomic_store(work.taken[share], work.shares[share])


@inlined
def take(work: Work, own: int) -> Int:
    """Take a part of a share, of another's when it is done; return which, or NO_PART."""
    for k in range(len(work.taken)):
        share = (own + k) % len(work.taken)
        end = work.shares[share + 1]
        if atomic_load(work.taken[share]) < end:
            number = atomic_add(work.taken[share], 1)
            if number < end:  # no other thread was faster
                return number
    return NO_PART


@njit
def step_parts(rows: Rows, work: Work, hand: Hand) -> None:
    """Step one part after the other: who leads, until all is done; who helps, while any come."""
    looked = 0
    while looked <= hand.looks:
        number = take(work, hand.share)
        if number == NO_PART:
            looked += 1
            yield_cpu()
            continue
        first, last = work.edges[number], work.edges[number + 1]
        part = Rows(
            rows.states[first:last],
            rows.rngs[first:last],
            rows.to_move[first:last],
            rows.legal[first:last],
            rows.observations[first:last],
            rows.masks[first:last],
            rows.rewards[first:last],
            rows.gained[first:last],
            rows.ended[first:last],
            rows.final[first:last],
        )
        step_games(part, work.actions[first:last], hand.again, hand.settings, hand.scratch)
        atomic_add(work.done, 1)
        looked = 0
    while hand.share == LEADS and atomic_load(work.done) < work.shares[-1]:
        yield_cpu()


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
        if count is not None and (type(count) is not int or count < 1):
            raise ValueError(f"It takes at least one thread, not {count!r}.")
        count = count or max(1, min(cores(), batch.count // LEAST_OF_A_THREAD))
        edges, shares = edges_of_parts(batch.count, count)
        taken = np.repeat(shares[1:, None], APART, axis=1)
        done = np.repeat(shares[-1:], APART)
        self.work = Work(np.zeros(batch.count, np.int64), edges, shares, taken, done)

        def hand(share: int) -> Hand:
            looks = 0 if share == LEADS else LOOKS * batch.count // count
            return Hand(share, looks, batch.again, batch.settings, batch.scratch())

        self.one_at_a_time = Lock()  # for those who call from several threads of their own
        self._own = (batch.rows, self.work, hand(LEADS))
        step_parts(*self._own)  # compiles it while there is nothing that Ctrl-C could leave undone
        self.helpers = [Helper(batch.rows, self.work, hand(share)) for share in range(1, count)]

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


def edges_of_parts(games: int, threads: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the games at which parts begin, and the parts at which shares do, with their ends.

    A part is half of what is left of its share, so that little is left for others to wait for.
    """
    edges, shares = [0], [0]
    for thread in range(threads):
        end = games * (thread + 1) // threads
        while (left := end - edges[-1]) > 0:
            part = left if threads == 1 else max(left // 2, LEAST_OF_A_PART)
            edges.append(edges[-1] + min(part, left))
        shares.append(len(edges) - 1)
    return np.array(edges), np.array(shares)
