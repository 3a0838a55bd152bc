"""Sets of actions as 64-bit words: action a is bit a % 64 of word a // 64."""

import numpy as np
from numpy.typing import NDArray

from londinium.jit import Int, inlined, lsb, njit, popcount

Words = NDArray[np.uint64]

NONE, ONE = np.uint64(0), np.uint64(1)
HALVES = (np.uint64(32), np.uint64(16), np.uint64(8), np.uint64(4), np.uint64(2), np.uint64(1))


@inlined
def insert(words: Words, action: int) -> None:
    """Put an action into the set."""
    words[action >> 6] |= ONE << np.uint64(action & 63)


@njit
def contains(words: Words, action: int) -> bool:
    """Return whether the action is in the set."""
    return words[action >> 6] >> np.uint64(action & 63) & ONE != 0


@inlined
def is_empty(words: Words) -> bool:
    """Return whether there is no action in the set."""
    for w in range(len(words)):
        if words[w] != 0:
            return False
    return True


@njit
def size(words: Words) -> Int:
    """Count the actions of the set."""
    total = np.uint64(0)
    for w in range(len(words)):
        total += popcount(words[w])
    return np.int64(total)


@njit
def pick(words: Words, k: Int) -> Int:
    """Return the k-th action of the set in ascending order; k is below its size."""
    # Without a branch on the data, which would be mispredicted: a third faster.
    k = np.uint64(k)
    before = np.uint64(0)
    passed = np.uint64(0)
    w = np.uint64(0)
    for i in range(len(words)):
        passed += popcount(words[i])
        before = passed if k >= passed else before
        w = np.uint64(i + 1) if k >= passed else w
    return np.int64((w << np.uint64(6)) + select(words[w], k - before))


@inlined
def select(word: np.uint64, k: np.uint64) -> np.uint64:
    """Return the position of the k-th one bit of a word, halving the word six times."""
    position = np.uint64(0)
    for half in HALVES:
        low = word & ((ONE << half) - ONE)
        count = popcount(low)
        above = k >= count
        k = k - count if above else k
        word = word >> half if above else low
        position = position + half if above else position
    return position


def to_list(words: Words) -> list[int]:
    """Return the actions of the set in ascending order, from Python."""
    out = np.empty(64 * len(words), np.uint16)
    return out[: members(words, out)].tolist()


@njit
def members(words: Words, out: NDArray[np.uint16]) -> int:
    """Write the actions of the set in ascending order; return how many there are."""
    count = 0
    for w in range(len(words)):
        word = words[w]
        while word != 0:
            out[count] = (w << 6) + lsb(word)
            count += 1
            word &= word - ONE
    return count
