"""Who asks: a person by the cookie of their browser, or by a token of theirs."""

import hmac
import re
import secrets
from collections.abc import Callable
from dataclasses import dataclass
from hashlib import sha256
from typing import Final, Literal

from starlette.requests import HTTPConnection
from starlette.types import Scope

from londinium.server import cookie
from londinium.server.address import Addresses, header
from londinium.server.cookie import Cookies, Session
from londinium.server.recent import Recent
from londinium.server.refusal import Refusal
from londinium.store import Person, Store, Token

LETTERS: Final = "abcdefghijklmnopqrstuvwxyz234567"
TOKEN: Final = re.compile(r"lon_([a-z2-7]{12})_([a-z2-7]{40})")
PERSON_TOPIC: Final = "person"
TOKEN_TOPIC: Final = "token"
LOST_TOPIC: Final = "lost"  # announcements may have been missed
IDENTITY: Final = "londinium.identity"  # where a request keeps who asks


@dataclass(frozen=True)
class Identity:
    """The person a request is made for, and how that is known."""

    person_id: str
    name: str
    guest: bool
    via: Literal["cookie", "token"]
    token_id: str | None = None


def fresh_id(length: int = 12) -> str:
    """Return an id that nobody can guess, without signs that need care in a URL."""
    return "".join(secrets.choice(LETTERS) for _ in range(length))


def fresh_token(person: str, label: str, now: float) -> tuple[Token, str]:
    """Return a token to store, and the text of it, which is shown once."""
    id, secret = fresh_id(), fresh_id(40)
    return Token(id, person, sha256(secret.encode()).digest(), label, now), f"lon_{id}_{secret}"


def bearer(scope: Scope) -> str | None:
    """Return the bearer token of a request; other schemes are a proxy's business."""
    value = header(scope, b"authorization")
    if value is None or value[:7].lower() != b"bearer ":
        return None
    return value[7:].strip().decode("latin-1")


class Identities:
    """Tells who asks, mostly without reading the store."""

    def __init__(
        self, store: Store, addresses: Addresses, secure: bool, now: Callable[[], float]
    ) -> None:
        """Know the people of a store; `secure` says that browsers come over https."""
        self._store = store
        self._signed: Cookies | None = None
        self._addresses = addresses
        self._secure = secure
        self._now = now
        self._people: Recent[Person] = Recent(store.person, now)
        self._tokens: Recent[Token] = Recent(store.token, now)

    async def of(self, request: HTTPConnection) -> Identity | None:
        """Return who asks, or None; a token that is not good is refused, a cookie ignored."""
        scope = request.scope
        if IDENTITY not in scope:
            scope[IDENTITY] = await self._find(scope)
        found: Identity | None = scope[IDENTITY]
        return found

    async def somebody(self, request: HTTPConnection) -> Identity:
        """Return who asks, and refuse if it is nobody."""
        identity = await self.of(request)
        if identity is None:
            raise Refusal(
                401, "nobody", "Say who you are first: give a name, log in, or send a token."
            )
        return identity

    async def greet(self, person: Person, scope: Scope) -> str:
        """Return the Set-Cookie header that begins a session of the person."""
        session = Session(person.id, person.epoch, int(self._now()))
        return (await self._cookies()).write(session, self._is_secure(scope))

    async def renew(self, scope: Scope) -> str | None:
        """Return a Set-Cookie header for a session that goes on but is more than a month old."""
        session = (await self._cookies()).read(scope, self._now())
        if session is None or session.issued > self._now() - cookie.MONTH:
            return None
        person = await self._person_of(session)
        return await self.greet(person, scope) if person else None

    def dismiss(self, scope: Scope) -> str:
        """Return the Set-Cookie header that ends the session in this browser."""
        return cookie.clear(self._is_secure(scope))

    async def person_changed(self, id: str) -> None:
        """Forget a person here and in the other workers."""
        self._people.forget(id)
        await self._store.announce(PERSON_TOPIC, id)

    async def token_changed(self, id: str) -> None:
        """Forget a token here and in the other workers."""
        self._tokens.forget(id)
        await self._store.announce(TOKEN_TOPIC, id)

    def hear(self, topic: str, payload: str) -> None:
        """Forget what another worker announces as changed."""
        if topic == PERSON_TOPIC:
            self._people.forget(payload)
        elif topic == TOKEN_TOPIC:
            self._tokens.forget(payload)
        elif topic == LOST_TOPIC:
            self._people.forget_all()
            self._tokens.forget_all()

    async def _cookies(self) -> Cookies:
        if self._signed is None:
            self._signed = Cookies(await self._store.secret("cookie"))
        return self._signed

    def _is_secure(self, scope: Scope) -> bool:
        return self._secure or self._addresses.is_https(scope)

    async def _find(self, scope: Scope) -> Identity | None:
        text = bearer(scope)
        if text is not None:
            return await self._by_token(text)
        session = (await self._cookies()).read(scope, self._now())
        person = await self._person_of(session) if session else None
        return Identity(person.id, person.name, person.guest, "cookie") if person else None

    async def _person_of(self, session: Session) -> Person | None:
        person = await self._people.get(session.person)
        return person if person is not None and person.epoch == session.epoch else None

    async def _by_token(self, text: str) -> Identity:
        shape = TOKEN.fullmatch(text)
        token = await self._tokens.get(shape[1]) if shape else None
        digest = sha256(shape[2].encode()).digest() if shape else b""
        if token is None or not hmac.compare_digest(digest, token.digest):
            raise _bad_token()
        person = await self._people.get(token.person)
        if person is None:
            raise _bad_token()
        return Identity(person.id, person.name, person.guest, "token", token.id)


def _bad_token() -> Refusal:
    return Refusal(
        401,
        "bad_token",
        "This token is unknown or was revoked; make a new one.",
        {"WWW-Authenticate": "Bearer"},
    )
