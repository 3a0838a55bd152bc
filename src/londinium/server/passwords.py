"""Passwords: argon2 hashes, made and checked in threads."""

import asyncio
from collections.abc import Callable
from typing import Final, TypeVar
from unicodedata import normalize

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from londinium.server.refusal import Refusal

SHORTEST: Final = 8
LONGEST: Final = 200
AT_ONCE: Final = 2  # each takes a core, and the memory below
WAITING: Final = 50

# 46 MiB and two passes: 0.12 s on a core of the machine this was measured on.
HASHER: Final = PasswordHasher(time_cost=2, memory_cost=47_104, parallelism=1)

T = TypeVar("T")


class Passwords:
    """Hashes and checks passwords without holding up the event loop."""

    def __init__(self, hasher: PasswordHasher = HASHER) -> None:
        """Hash by the hasher; tests use a cheap one."""
        self._hasher = hasher
        self._turn = asyncio.Semaphore(AT_ONCE)
        self._asked = 0

    async def hash(self, password: str) -> str:
        """Return the hash to store."""
        return await self._in_thread(lambda: self._hasher.hash(_plain(password)))

    async def verify(self, stored: str | None, password: str) -> bool:
        """Return whether the password is right; without an account it takes as long to say no."""
        return await self._in_thread(lambda: self._is_right(stored, password))

    def _is_right(self, stored: str | None, password: str) -> bool:
        if stored is None:
            self._hasher.hash(_plain(password))  # takes as long as a check
            return False
        try:
            return self._hasher.verify(stored, _plain(password))
        except (VerificationError, InvalidHashError):
            return False

    async def _in_thread(self, work: Callable[[], T]) -> T:
        if self._asked >= AT_ONCE + WAITING:
            raise Refusal(
                503,
                "busy",
                "Too many passwords are being checked; try again in a few seconds.",
                {"Retry-After": "5"},
            )
        self._asked += 1
        try:
            async with self._turn:
                return await asyncio.to_thread(work)
        finally:
            self._asked -= 1


def _plain(password: str) -> str:
    """Return the password as any keyboard would write it."""
    return normalize("NFKC", password)
