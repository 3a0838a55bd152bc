"""The dealer: chance for real matches, fixed by a secret seed and verifiable once it is revealed.

The n-th draw from a pile depends on the seed, the pile's name, n and what the pile holds, so the
n-th card of a deck is the same whatever else happened, as long as nothing is shuffled into it: the
same seed gives the same deal to another table. The commitment, a hash of the seed, is published
before the first card; whoever is given the seed at the end checks that it is the one committed to,
and that it deals the very same cards.

So that not even whoever chose the seed chooses the cards, seats may contribute to it: each commits
to random bytes of its own, and reveals them when all have committed, before the first card. The
cards then follow from the seed and from what was revealed.
"""

import hashlib
import secrets
from collections.abc import Sequence
from typing import NamedTuple

SEED_BYTES = 16
CONTRIBUTION_BYTES = 16


class Contribution(NamedTuple):
    """What a seat adds to the seed: its commitment, and the bytes if it has revealed them."""

    seat: int
    commitment: str
    revealed: bytes | None = None

    @property
    def kept(self) -> bool:
        """Whether what is revealed, if anything is, is what the seat committed to."""
        return self.revealed is None or commit_contribution(self.revealed) == self.commitment


class Dealer:
    """Deals from piles by a 128-bit secret seed, and by what the seats contribute to it."""

    def __init__(
        self, seed: bytes | None = None, contributions: Sequence[Contribution] = ()
    ) -> None:
        """Take a seed of 16 bytes, or a new secret one from the operating system."""
        self.seed = secrets.token_bytes(SEED_BYTES) if seed is None else seed
        if len(self.seed) != SEED_BYTES:
            raise ValueError(f"A dealer's seed has {SEED_BYTES} bytes, this one {len(self.seed)}.")
        self.contributions = tuple(sorted(contributions))
        self.key = _key(self.seed, self.contributions)

    @classmethod
    def from_number(cls, number: int) -> "Dealer":
        """Create a dealer from a small number, for experiments that others can repeat."""
        digest = hashlib.blake2b(str(number).encode(), digest_size=SEED_BYTES, person=b"number")
        return cls(digest.digest())

    @property
    def commitment(self) -> str:
        """The hash of the seed that is published at the start."""
        return commit(self.seed)

    def deal(self, pile: str, index: int, weights: Sequence[int]) -> int:
        """Return the outcome of the index-th draw from a pile, given what is left in it."""
        digest = hashlib.blake2b(f"{pile} {index}".encode(), digest_size=16, key=self.key).digest()
        k = int.from_bytes(digest, "big") % sum(weights)
        for outcome, weight in enumerate(weights):
            if k < weight:
                return outcome
            k -= weight
        raise AssertionError("k is below the sum of the weights")


def commit(seed: bytes) -> str:
    """Return the commitment to a seed."""
    return hashlib.sha256(b"londinium dealer " + seed).hexdigest()


def commit_contribution(contribution: bytes) -> str:
    """Return a seat's commitment to what it contributes."""
    return hashlib.sha256(b"londinium contribution " + contribution).hexdigest()


def _key(seed: bytes, contributions: Sequence[Contribution]) -> bytes:
    """Return the key of all draws: the seed itself if nobody has contributed."""
    revealed = [bytes([one.seat]) + one.revealed for one in contributions if one.revealed]
    if not revealed:
        return seed
    return hashlib.sha256(b"londinium deal " + seed + b"".join(revealed)).digest()[:SEED_BYTES]
