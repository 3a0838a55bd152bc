"""Threads that step the games of a batch together.

Work stealing: each thread has a share of the games, which stay in its core's cache, and steps it
chunk by chunk; a thread that is done takes chunks of the others' shares, so that all finish at the
same time, however fast each is. Nobody waits for a worker that wakes up late: it finds no chunk
left.
"""

from threading import Event, Lock, Thread
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from londinium.cores import cores
from londinium.envs.batch import Batch, Rows, Scratch, Setup, step_games
from londinium.jit import (
    AtomicCounter,
    Int,
    atomic_add,
    atomic_load,
    atomic_store,
    inlined,
    njit,
    yield_cpu,
)

MIN_GAMES_PER_THREAD = 128  # with fewer, one more thread hardly makes a step shorter
MIN_GAMES_PER_CHUNK = 32  # a chunk's overhead is that of stepping two or three games
# How often a worker spins for the next step before it sleeps, for each game of its share: about as
# long as it steps the game. Waking it for every step would cost a third of the speed; not yielding
# the CPU while it spins, half of it where other work wants the core.
SPINS_PER_GAME = 2
PADDING = 16  # numbers that a counter takes up: two in one cache line would slow each other down
NO_CHUNK = -1
LEADER = 0  # the share of the thread that calls `step`


class StepQueue(NamedTuple):
    """The chunks of a step, and how many of them are taken and done."""

    actions: NDArray[np.int64]  # one for each game
    bounds: NDArray[np.int64]  # the first game of each chunk, and the end of the last
    shares: NDArray[np.int64]  # the first chunk of each share, and the end of the last
    next: NDArray[np.int64]  # by share, a Counter: the chunk to be taken next
    done: AtomicCounter  # chunks


class WorkerContext(NamedTuple):
    """What belongs to one thread."""

    share: int  # that it begins with; the LEADER stays until all is done
    spins: int  # for another step when no chunk is left of this one
    autoreset: bool
    setup: Setup
    scratch: Scratch


@njit
def enqueue(queue: StepQueue, actions: NDArray[np.int64]) -> None:
    """Let the threads take the chunks of another step."""
    queue.actions[:] = actions
    atomic_store(queue.done, 0)
    for share in range(len(queue.next)):
        atomic_store(queue.next[share], queue.shares[share])


@inlined
def take_chunk(queue: StepQueue, own: int) -> Int:
    """Take a chunk of the own share, or of another's when it is done; return it or NO_CHUNK."""
    for k in range(len(queue.next)):
        share = (own + k) % len(queue.next)
        end = queue.shares[share + 1]
        if atomic_load(queue.next[share]) < end:
            number = atomic_add(queue.next[share], 1)
            if number < end:  # no other thread was faster
                return number
    return NO_CHUNK


@njit
def run_chunks(rows: Rows, queue: StepQueue, context: WorkerContext) -> None:
    """Step one chunk after another: the leader until all are done, a worker while any come."""
    spun = 0
    while spun <= context.spins:
        number = take_chunk(queue, context.share)
        if number == NO_CHUNK:
            spun += 1
            yield_cpu()
            continue
        first, last = queue.bounds[number], queue.bounds[number + 1]
        chunk = Rows(
            rows.states[first:last],
            rows.rngs[first:last],
            rows.to_move[first:last],
            rows.legal[first:last],
            rows.observations[first:last],
            rows.masks[first:last],
            rows.rewards[first:last],
            rows.mover_rewards[first:last],
            rows.ended[first:last],
            rows.final_observations[first:last],
        )
        step_games(
            chunk, queue.actions[first:last], context.autoreset, context.setup, context.scratch
        )
        atomic_add(queue.done, 1)
        spun = 0
    while context.share == LEADER and atomic_load(queue.done) < queue.shares[-1]:
        yield_cpu()


class Worker(Thread):
    """A thread that takes chunks of every step, and sleeps when there is none for a while."""

    def __init__(self, rows: Rows, queue: StepQueue, context: WorkerContext) -> None:
        """Start the thread, which sleeps until it is woken."""
        super().__init__(daemon=True)
        self._woken = Event()
        self._stopped = False
        self._all = (rows, queue, context)
        self.start()

    def run(self) -> None:
        """Step chunks whenever woken."""
        while self._woken.wait() and not self._stopped:
            self._woken.clear()
            run_chunks(*self._all)

    def wake(self) -> None:
        """Wake the thread if it sleeps."""
        if not self._woken.is_set():
            self._woken.set()

    def stop(self) -> None:
        """Let the thread end."""
        self._stopped = True
        self._woken.set()


class StepThreads:
    """The leader, which is the thread that calls `step`, and its workers."""

    def __init__(self, batch: Batch, count: int | None = None) -> None:
        """Use this many threads, or as many as there are cores and enough games for."""
        if count is not None and (type(count) is not int or count < 1):
            raise ValueError(f"It takes at least one thread, not {count!r}.")
        count = count or max(1, min(cores(), batch.count // MIN_GAMES_PER_THREAD))
        bounds, shares = chunk_bounds(batch.count, count)
        taken = np.repeat(shares[1:, None], PADDING, axis=1)
        done = np.repeat(shares[-1:], PADDING)
        self.queue = StepQueue(np.zeros(batch.count, np.int64), bounds, shares, taken, done)

        def context(share: int) -> WorkerContext:
            spins = 0 if share == LEADER else SPINS_PER_GAME * batch.count // count
            return WorkerContext(share, spins, batch.autoreset, batch.setup, batch.scratch())

        self.lock = Lock()  # for callers in several threads
        self._own = (batch.rows, self.queue, context(LEADER))
        run_chunks(*self._own)  # compiles it while there is nothing that Ctrl-C could leave undone
        self.workers = [Worker(batch.rows, self.queue, context(share)) for share in range(1, count)]

    def step(self, actions: NDArray[np.int64]) -> None:
        """Apply a legal action in each game."""
        try:
            enqueue(self.queue, actions)
            for worker in self.workers:
                worker.wake()
        finally:  # even after Ctrl-C: what is in the queue is done, by all or by one
            run_chunks(*self._own)

    def stop(self) -> None:
        """Let the workers end, soon; the leader can go on alone."""
        for worker in self.workers:
            worker.stop()


def chunk_bounds(games: int, threads: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the bounds of the chunks in games, and those of the shares in chunks.

    A chunk is half of what is left of its share, so that the last ones are small.
    """
    bounds, shares = [0], [0]
    for thread in range(threads):
        end = games * (thread + 1) // threads
        while (left := end - bounds[-1]) > 0:
            chunk = left if threads == 1 else max(left // 2, MIN_GAMES_PER_CHUNK)
            bounds.append(bounds[-1] + min(chunk, left))
        shares.append(len(bounds) - 1)
    return np.array(bounds), np.array(shares)
