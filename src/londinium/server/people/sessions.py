"""Sessions: which browser belongs to whom, as a signed text that the browser keeps.

A session is a row of the store. The text has its id, signed so that a forged one costs no read.
Version 0.1 kept no sessions: its text had the person and their epoch, and is valid until the epoch
changes. It becomes a session of the store when it is next used.
"""

import hmac
from base64 import b32encode, urlsafe_b64encode
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from typing import Final

from londinium.store.sessions import OLD_PREFIX

YEAR: Final = 365 * 24 * 3600
MONTH: Final = 30 * 24 * 3600
CACHE_SIZE: Final = 10_000
ID_LENGTH: Final = 16


@dataclass(frozen=True)
class Session:
    """A session, and when the browser was given its text."""

    id: str
    issued: int


@dataclass(frozen=True)
class OldSession:
    """A session as version 0.1 wrote it: valid as long as the person's epoch is the same."""

    person: str
    epoch: int
    issued: int

    @property
    def id(self) -> str:
        """Return the id of the session that it is in the store, always the same."""
        digest = sha256(f"{self.person}.{self.epoch}.{self.issued}".encode()).digest()
        return OLD_PREFIX + b32encode(digest).decode().lower()[:ID_LENGTH]


@dataclass(frozen=True)
class Device:
    """A browser in which a person has logged in before."""

    person: str
    id: str
    issued: int


class SessionSigner:
    """Signs sessions and devices with one key, and verifies them."""

    def __init__(self, key: bytes) -> None:
        """Sign with a key that only the server has."""
        self._key = key
        self._verified = lru_cache(CACHE_SIZE)(self._verify)  # checking a signature takes 8 µs

    def sign(self, session: Session) -> str:
        """Return the session as a signed text."""
        return self._sign("session", f"{session.id}.{session.issued}")

    def verify(self, signed: str, now: float) -> Session | OldSession | None:
        """Return the session of a signed text, or None if it is forged or older than a year."""
        session = self._verified(signed)
        return session if session is not None and session.issued > now - YEAR else None

    def sign_device(self, device: Device) -> str:
        """Return the device as a signed text."""
        return self._sign("device", f"{device.person}.{device.id}.{device.issued}")

    def verify_device(self, signed: str, now: float) -> Device | None:
        """Return the device of a signed text, or None if it is forged or older than a year."""
        content = self._content("device", signed)
        if content is None:
            return None
        person, id, issued = content.split(".")
        return Device(person, id, int(issued)) if int(issued) > now - YEAR else None

    def _verify(self, signed: str) -> Session | OldSession | None:
        content = self._content("session", signed)
        if content is None:
            return None
        first, *middle, issued = content.split(".")
        return (
            OldSession(first, int(middle[0]), int(issued))
            if middle
            else Session(first, int(issued))
        )

    def _sign(self, purpose: str, content: str) -> str:
        return f"{content}.{self._signature(purpose, content)}"

    def _content(self, purpose: str, signed: str) -> str | None:
        """Return what was signed for a purpose, or None if it is forged."""
        content, _, signature = signed.rpartition(".")
        expected = self._signature(purpose, content).encode()
        return content if hmac.compare_digest(expected, signature.encode()) else None

    def _signature(self, purpose: str, content: str) -> str:
        digest = hmac.digest(self._key, f"{purpose} {content}".encode(), "sha256")
        return urlsafe_b64encode(digest).decode().rstrip("=")
