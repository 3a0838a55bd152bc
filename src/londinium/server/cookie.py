"""The cookie by which a browser is known: who, signed."""

import hmac
from base64 import urlsafe_b64encode
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from starlette.types import Scope

NAME: Final = "londinium"
YEAR: Final = 365 * 24 * 3600
MONTH: Final = 30 * 24 * 3600
LONGEST: Final = 200
REMEMBERED: Final = 10_000


@dataclass(frozen=True)
class Session:
    """What a cookie says: it holds for a person as long as their epoch is the same."""

    person: str
    epoch: int
    issued: int


class Cookies:
    """Writes and reads cookies with one key."""

    def __init__(self, key: bytes) -> None:
        """Sign by a key that only the server has."""
        self._key = key
        self._session = lru_cache(REMEMBERED)(self._verified)  # checking it takes 8 µs

    def write(self, session: Session, secure: bool) -> str:
        """Return the Set-Cookie header that begins or renews a session."""
        said = f"{session.person}.{session.epoch}.{session.issued}"
        return _set_cookie(f"{said}.{self._signature(said)}", YEAR, secure)

    def read(self, scope: Scope, now: float) -> Session | None:
        """Return the session of a request, or None for a cookie that is missing, forged or old."""
        for value in _values(scope):
            session = self._session(value)
            if session is not None and session.issued > now - YEAR:
                return session
        return None

    def _verified(self, value: str) -> Session | None:
        said, _, signature = value.rpartition(".")
        if not hmac.compare_digest(self._signature(said).encode(), signature.encode()):
            return None
        person, epoch, issued = said.split(".")
        return Session(person, int(epoch), int(issued))

    def _signature(self, said: str) -> str:
        digest = hmac.digest(self._key, f"session {said}".encode(), "sha256")
        return urlsafe_b64encode(digest).decode().rstrip("=")


def clear(secure: bool) -> str:
    """Return the Set-Cookie header that ends the session in the browser."""
    return _set_cookie("", 0, secure)


def _set_cookie(value: str, seconds: int, secure: bool) -> str:
    kept = f"{NAME}={value}; Max-Age={seconds}; Path=/; HttpOnly; SameSite=Lax"
    return f"{kept}; Secure" if secure else kept


def _values(scope: Scope) -> list[str]:
    pairs = (
        pair.strip().partition("=")
        for key, value in scope["headers"]
        if key == b"cookie"
        for pair in value.decode("latin-1").split(";")
    )
    return [value for name, _, value in pairs if name == NAME and len(value) <= LONGEST]
