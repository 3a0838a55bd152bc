"""Passwords: argon2 hashes, made and checked in threads."""

import asyncio
from collections.abc import Callable
from typing import Final, TypeVar
from unicodedata import normalize

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from londinium.server.errors import Busy

SHORTEST: Final = 8
LONGEST: Final = 200
AT_ONCE: Final = 2  # each takes a core, and the memory below
WAITING: Final = 50
RETRY_SECONDS: Final = 5

# 46 MiB and two passes: 0.12 s on a core of the machine this was measured on.
HASHER: Final = PasswordHasher(time_cost=2, memory_cost=47_104, parallelism=1)

T = TypeVar("T")


class Passwords:
    """Hashes and checks passwords without blocking the event loop."""

    def __init__(self, hasher: PasswordHasher = HASHER) -> None:
        """Use the hasher; tests have a cheap one."""
        self._hasher = hasher
        self._semaphore = asyncio.Semaphore(AT_ONCE)
        self._pending = 0

    async def hash(self, password: str) -> str:
        """Return the hash to store."""
        return await self._in_thread(lambda: self._hasher.hash(_normalise(password)))

    async def verify(self, stored: str | None, password: str) -> bool:
        """Return whether the password is right; without an account it takes as long to say no."""
        return await self._in_thread(lambda: self._is_right(stored, password))

    def _is_right(self, stored: str | None, password: str) -> bool:
        if stored is None:
            self._hasher.hash(_normalise(password))  # takes as long as a check
            return False
        try:
            return self._hasher.verify(stored, _normalise(password))
        except (VerificationError, InvalidHashError):
            return False

    async def _in_thread(self, work: Callable[[], T]) -> T:
        if self._pending >= AT_ONCE + WAITING:
            raise Busy(
                "busy",
                "Too many passwords are being checked: try again in a few seconds.",
                RETRY_SECONDS,
            )
        self._pending += 1
        try:
            async with self._semaphore:
                return await asyncio.to_thread(work)
        finally:
            self._pending -= 1


def _normalise(password: str) -> str:
    """Return the password as any keyboard would write it."""
    return normalize("NFKC", password)
