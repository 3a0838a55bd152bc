"""Random numbers for compiled play: one 64-bit word of state, passed by whoever owns it.

Marsaglia's xorshift, because it needs no multiplication that overflows: it gives the same numbers
compiled and with the JIT off. Real matches use the dealer, never this.
"""

import hashlib

import numpy as np
from numpy.typing import NDArray

from londinium.jit import Int, njit

Rng = NDArray[np.uint64]
FINE = np.int64(1 << 20)  # steps from 0 to 1


def new_rng(*key: int | str) -> Rng:
    """Make a generator from a key; different keys give unrelated streams."""
    digest = hashlib.blake2b(repr(key).encode(), digest_size=8).digest()
    return np.array([int.from_bytes(digest, "little") or 1], dtype=np.uint64)


@njit
def below(rng: Rng, n: Int) -> Int:
    """Return a number from 0 to n - 1, each equally likely (n far below 2**32)."""
    x = rng[0]
    x ^= x << np.uint64(13)
    x ^= x >> np.uint64(7)
    x ^= x << np.uint64(17)
    rng[0] = x
    return ((x >> np.uint64(32)) * np.uint64(n)) >> np.uint64(32)


@njit
def uniform(rng: Rng) -> float:
    """Return a number from 0 to 1, 1 excluded."""
    return np.float64(below(rng, FINE)) / FINE
