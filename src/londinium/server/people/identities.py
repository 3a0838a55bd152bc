"""Who somebody is: a person, known by a signed session or by a token."""

import hmac
import re
import secrets
from collections.abc import Callable, Hashable
from dataclasses import replace
from hashlib import sha256
from typing import Final, Literal, NamedTuple

from londinium.server.errors import BadToken
from londinium.server.people.last_use import LastUse
from londinium.server.people.sessions import (
    ID_LENGTH,
    MONTH,
    YEAR,
    Device,
    OldSession,
    Session,
    SessionSigner,
)
from londinium.server.people.ttl_cache import TtlCache
from londinium.server.people.user_agents import describe
from londinium.store import Person, SessionRow, Store, Token
from londinium.store.notices import (
    Listener,
    Notice,
    NoticesLost,
    PersonChanged,
    SessionEnded,
    SessionsEnded,
    TokenChanged,
)

LETTERS: Final = "abcdefghijklmnopqrstuvwxyz234567"
TOKEN: Final = re.compile(r"lon_([a-z2-7]{12})_([a-z2-7]{40})")
MAX_SESSIONS: Final = 20  # of a person; the one not used for longest is ended
MAX_ENDED: Final = 1000  # sessions of version 0.1 that are known to have ended
MAX_SIGNED: Final = 4  # sessions that one request may claim: each may cost a read

RECENT_SECONDS: Final = 5.0  # for which it is known who makes requests with some cookies
MAX_RECENT: Final = 10_000

Scope = Literal["play", "read"]
PLAY: Final = "play"


class Identity(NamedTuple):  # made for each request: a frozen dataclass takes 3 µs more
    """The person a request is made for, and how that is known."""

    person_id: str
    name: str
    guest: bool
    via: Literal["session", "token"]
    token_id: str | None = None
    session_id: str | None = None
    scope: str = PLAY
    expires: float | None = None


def new_id(length: int = 12) -> str:
    """Return an id that nobody can guess, without characters that need escaping in a URL."""
    return "".join(secrets.choice(LETTERS) for _ in range(length))


def new_token(
    person: str, label: str, now: float, scope: Scope = PLAY, expires: float | None = None
) -> tuple[Token, str]:
    """Return a token to store, and its text, which is shown once."""
    id, secret = new_id(), new_id(40)
    digest = sha256(secret.encode()).digest()
    return Token(id, person, digest, label, now, scope, expires), f"lon_{id}_{secret}"


class Identities:
    """Finds out who somebody is, mostly without reading the store."""

    def __init__(self, store: Store, now: Callable[[], float]) -> None:
        """Know the people of a store."""
        self.store = store
        self._now = now
        self._signer: SessionSigner | None = None
        self._people: TtlCache[Person] = TtlCache(store.person, now)
        self._tokens: TtlCache[Token] = TtlCache(store.token, now)
        self._sessions: TtlCache[SessionRow] = TtlCache(store.session, now)
        self._ended: set[str] = set()  # of version 0.1, so that each costs one write at most
        self._listeners: list[Listener] = []
        self._recent: dict[Hashable, tuple[Identity, float]] = {}  # and until when it holds
        self.changes = 0  # of people, sessions and tokens that this worker knows of
        self.last_use = LastUse(now)
        store.listen(self.on_notice)

    async def by_token(self, text: str) -> Identity:
        """Return who a token belongs to."""
        parts = TOKEN.fullmatch(text)
        token = await self._tokens.get(parts[1]) if parts else None
        digest = sha256(parts[2].encode()).digest() if parts else b""
        if token is None or not hmac.compare_digest(digest, token.digest):
            raise bad_token()
        person = await self._people.get(token.person)
        if person is None or self._is_over(token.expires):
            raise bad_token()
        if self.last_use.is_due(token.used):
            self._tokens.replace(token.id, replace(token, used=self._now()))
            self.last_use.note(self.store.use_token(token.id, self._now()))
        return Identity(
            person.id,
            person.name,
            person.guest,
            "token",
            token.id,
            scope=token.scope,
            expires=token.expires,
        )

    def recent(self, cookies: Hashable) -> Identity | None:
        """Return whom a request with these cookies was made for a moment ago."""
        known = self._recent.get(cookies)
        return known[0] if known is not None and self._now() < known[1] else None

    def remember(self, cookies: Hashable, identity: Identity, changes: int) -> None:
        """Know for some seconds for whom such a request is made, unless anything changes.

        `changes` are those when it was asked for: what has changed since may be this identity.
        """
        if changes != self.changes:
            return
        if len(self._recent) >= MAX_RECENT:
            self._recent.clear()
        self._recent[cookies] = identity, self._now() + RECENT_SECONDS

    async def by_sessions(
        self, signed: list[str], user_agent: Callable[[], str] = str
    ) -> Identity | None:
        """Return who the first valid one of some signed sessions belongs to."""
        found = await self._find(signed, user_agent)
        return found[0] if found else None

    async def _find(
        self, signed: list[str], user_agent: Callable[[], str]
    ) -> tuple[Identity, Session | OldSession] | None:
        signer, now = self._signer or await self.signer(), self._now()
        for text in signed[:MAX_SIGNED]:
            session = signer.verify(text, now)
            if session is None:
                continue
            if isinstance(session, OldSession):
                await self._store_old(session, user_agent)
            row = await self._session(session.id)
            person = await self._people.get(row.person) if row else None
            if person is not None:
                known = Identity(person.id, person.name, person.guest, "session", None, session.id)
                return known, session
        return None

    async def _store_old(self, session: OldSession, user_agent: Callable[[], str]) -> None:
        """Make a session of the store of one of version 0.1, unless it has ended or is there."""
        if session.id in self._ended or await self._sessions.get(session.id) is not None:
            return
        person = await self._people.get(session.person)
        if person is None or person.epoch != session.epoch:
            return
        await self._add_session(person.id, session.id, user_agent())
        if await self._sessions.get(session.id) is None:
            if len(self._ended) == MAX_ENDED:
                self._ended.clear()
            self._ended.add(session.id)

    async def _session(self, id: str) -> SessionRow | None:
        """Return a session that goes on, and note that it is used."""
        row = await self._sessions.get(id)
        if row is None or row.seen <= self._now() - YEAR:
            return None
        if self.last_use.is_due(row.seen):
            self._sessions.replace(id, replace(row, seen=self._now()))
            self.last_use.note(self.store.use_session(id, self._now()))
        return row

    async def is_valid(self, identity: Identity) -> bool:
        """Return whether the session or the token by which somebody is known has not ended."""
        if identity.token_id is not None:
            token = await self._tokens.get(identity.token_id)
            return token is not None and not self._is_over(token.expires)
        session = await self._sessions.get(identity.session_id) if identity.session_id else None
        return session is not None

    async def start_session(self, person: Person, user_agent: str = "") -> str:
        """Start a session of a person, and return it signed."""
        id = new_id(ID_LENGTH)
        await self._add_session(person.id, id, user_agent)
        return (await self.signer()).sign(Session(id, int(self._now())))

    async def _add_session(self, person: str, id: str, user_agent: str) -> None:
        row = SessionRow(id, person, self._now(), self._now(), *describe(user_agent))
        for ended in await self.store.add_session(row, MAX_SESSIONS):
            await self._changed(SessionEnded(ended))

    async def renew_session(self, signed: list[str]) -> str | None:
        """Return the session, signed again if it is over a month old or from version 0.1."""
        found = await self._find(signed, str)
        if found is None:
            return None
        session = found[1]
        if isinstance(session, Session) and session.issued > self._now() - MONTH:
            return None
        return (await self.signer()).sign(Session(session.id, int(self._now())))

    async def sign_device(self, person: str, device: Device | None) -> str:
        """Return the browser of a person who has logged in, signed."""
        id = device.id if device and device.person == person else new_id()
        return (await self.signer()).sign_device(Device(person, id, int(self._now())))

    async def device(self, signed: list[str]) -> Device | None:
        """Return the first valid device of some signed ones."""
        signer, now = await self.signer(), self._now()
        devices = (signer.verify_device(text, now) for text in signed[:MAX_SIGNED])
        return next((device for device in devices if device), None)

    def on_end(self, listener: Listener) -> None:
        """Call a function when sessions or tokens have ended, here or in another worker."""
        self._listeners.append(listener)

    async def person_changed(self, id: str) -> None:
        """Read a person again, here and in the other workers."""
        await self._changed(PersonChanged(id))

    async def token_changed(self, id: str) -> None:
        """Read a token again, here and in the other workers."""
        await self._changed(TokenChanged(id))

    async def end_session(self, person: str, id: str) -> bool:
        """End a person's session, here and in the other workers; False if there is none."""
        ended = await self.store.end_session(person, id)
        if ended:
            await self._changed(SessionEnded(id))
        return ended

    async def sessions_ended(self, person: str) -> None:
        """Read all sessions of a person again, here and in the other workers."""
        await self._changed(SessionsEnded(person))

    async def _changed(self, notice: Notice) -> None:
        self.on_notice(notice)
        await self.store.announce(notice)

    def on_notice(self, notice: Notice) -> None:
        """Read again what was changed, and tell who wants to know of what has ended."""
        match notice:
            case PersonChanged(id):
                self._people.invalidate(id)
            case TokenChanged(id):
                self._tokens.invalidate(id)
            case SessionEnded(id):
                self._sessions.invalidate(id)
            case SessionsEnded(id):
                self._people.invalidate(id)
                self._sessions.invalidate_all(lambda session: session.person == id)
            case NoticesLost():
                self._people.clear()
                self._tokens.clear()
                self._sessions.clear()
            case _:
                return
        self.changes += 1
        self._recent.clear()
        for listener in self._listeners:
            listener(notice)

    async def signer(self) -> SessionSigner:
        """Return what signs sessions; its key is read once."""
        if self._signer is None:
            self._signer = SessionSigner(await self.store.secret("cookie"))
        return self._signer

    def _is_over(self, expires: float | None) -> bool:
        return expires is not None and self._now() >= expires


def bad_token() -> BadToken:
    """Return the error for a token that does not hold."""
    return BadToken("bad_token", "This token is unknown, expired or revoked: create a new one.")
