"""Who somebody is: a person, known by a signed session or by a token."""

import hmac
import re
import secrets
from collections.abc import Callable
from dataclasses import dataclass
from hashlib import sha256
from typing import Final, Literal

from londinium.server.errors import BadToken
from londinium.server.people.sessions import MONTH, Session, SessionSigner
from londinium.server.people.ttl_cache import TtlCache
from londinium.store import Person, Store, Token
from londinium.store.notices import Notice, NoticesLost, PersonChanged, TokenChanged

LETTERS: Final = "abcdefghijklmnopqrstuvwxyz234567"
TOKEN: Final = re.compile(r"lon_([a-z2-7]{12})_([a-z2-7]{40})")


@dataclass(frozen=True)
class Identity:
    """The person a request is made for, and how that is known."""

    person_id: str
    name: str
    guest: bool
    via: Literal["session", "token"]
    token_id: str | None = None


def new_id(length: int = 12) -> str:
    """Return an id that nobody can guess, without characters that need escaping in a URL."""
    return "".join(secrets.choice(LETTERS) for _ in range(length))


def new_token(person: str, label: str, now: float) -> tuple[Token, str]:
    """Return a token to store, and its text, which is shown once."""
    id, secret = new_id(), new_id(40)
    return Token(id, person, sha256(secret.encode()).digest(), label, now), f"lon_{id}_{secret}"


class Identities:
    """Finds out who somebody is, mostly without reading the store."""

    def __init__(self, store: Store, now: Callable[[], float]) -> None:
        """Know the people of a store."""
        self._store = store
        self._now = now
        self._signer: SessionSigner | None = None
        self._people: TtlCache[Person] = TtlCache(store.person, now)
        self._tokens: TtlCache[Token] = TtlCache(store.token, now)
        store.listen(self.on_notice)

    async def by_token(self, text: str) -> Identity:
        """Return who a token belongs to."""
        parts = TOKEN.fullmatch(text)
        token = await self._tokens.get(parts[1]) if parts else None
        digest = sha256(parts[2].encode()).digest() if parts else b""
        if token is None or not hmac.compare_digest(digest, token.digest):
            raise _bad_token()
        person = await self._people.get(token.person)
        if person is None:
            raise _bad_token()
        return Identity(person.id, person.name, person.guest, "token", token.id)

    async def by_sessions(self, signed: list[str]) -> Identity | None:
        """Return who the first valid one of some signed sessions belongs to."""
        session = await self._first_valid(signed)
        person = await self._person_of(session) if session else None
        return Identity(person.id, person.name, person.guest, "session") if person else None

    async def start_session(self, person: Person) -> str:
        """Return a new session of a person, signed."""
        session = Session(person.id, person.epoch, int(self._now()))
        signer = self._signer or await self._load_signer()
        return signer.sign(session)

    async def renew_session(self, signed: list[str]) -> str | None:
        """Return a new session for a valid one that is more than a month old."""
        session = await self._first_valid(signed)
        if session is None or session.issued > self._now() - MONTH:
            return None
        person = await self._person_of(session)
        return await self.start_session(person) if person else None

    async def person_changed(self, id: str) -> None:
        """Read a person again, here and in the other workers."""
        self._people.invalidate(id)
        await self._store.announce(PersonChanged(id))

    async def token_changed(self, id: str) -> None:
        """Read a token again, here and in the other workers."""
        self._tokens.invalidate(id)
        await self._store.announce(TokenChanged(id))

    def on_notice(self, notice: Notice) -> None:
        """Read again what another worker has changed."""
        match notice:
            case PersonChanged(id):
                self._people.invalidate(id)
            case TokenChanged(id):
                self._tokens.invalidate(id)
            case NoticesLost():
                self._people.clear()
                self._tokens.clear()

    async def _load_signer(self) -> SessionSigner:
        self._signer = SessionSigner(await self._store.secret("cookie"))
        return self._signer

    async def _first_valid(self, signed: list[str]) -> Session | None:
        """Return the first session that is neither forged nor old."""
        signer, now = self._signer or await self._load_signer(), self._now()
        for text in signed:
            if session := signer.verify(text, now):
                return session
        return None

    async def _person_of(self, session: Session) -> Person | None:
        person = await self._people.get(session.person)
        return person if person is not None and person.epoch == session.epoch else None


def _bad_token() -> BadToken:
    return BadToken("bad_token", "This token is unknown or was revoked; make a new one.")
