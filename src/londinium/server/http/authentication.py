"""Who makes a request: by the session in its cookie, or by its bearer token."""

from dataclasses import dataclass
from functools import partial
from typing import Final

from starlette.requests import HTTPConnection
from starlette.types import Scope

from londinium.server.errors import Forbidden, NotIdentified
from londinium.server.http import cookies
from londinium.server.http.addresses import Addresses, header
from londinium.server.people.identities import Identities, Identity
from londinium.server.people.sessions import Device
from londinium.store import Person

IDENTITY: Final = "londinium.identity"  # where a request keeps who makes it
SAFE: Final = frozenset({"GET", "HEAD", "OPTIONS"})
MAX_KNOWN_COOKIES: Final = 1000  # bytes
MAX_USER_AGENT: Final = 500


def bearer(scope: Scope) -> str | None:
    """Return the bearer token of a request; other schemes are for proxies."""
    value = header(scope, b"authorization")
    if value is None or value[:7].lower() != b"bearer ":
        return None
    return value[7:].strip().decode("latin-1")


def user_agent(scope: Scope) -> str:
    """Return what the client of a request calls itself."""
    return (header(scope, b"user-agent") or b"")[:MAX_USER_AGENT].decode("latin-1")


def by_token() -> Forbidden:
    """Return the error for what only a person with a browser may do."""
    return Forbidden("by_token", "Tokens cannot do this: log in with a browser instead.")


@dataclass(frozen=True)
class Authentication:
    """Finds out who makes a request; `secure` says that browsers always come over https."""

    identities: Identities
    addresses: Addresses
    secure: bool

    async def anybody(self, request: HTTPConnection) -> Identity | None:
        """Return who makes a request, or None; a bad token is an error, a bad cookie is not."""
        return await self.identify(request.scope)

    async def somebody(self, request: HTTPConnection) -> Identity:
        """Return who makes a request; it must be somebody."""
        return await self.require(request.scope)

    async def in_person(self, request: HTTPConnection) -> Identity:
        """Return who makes a request; it must be somebody with a browser."""
        identity = await self.require(request.scope)
        if identity.via == "token":
            raise by_token()
        return identity

    async def changes_in_person(self, request: HTTPConnection) -> None:
        """Refuse a change by a token."""
        if request.scope["method"] not in SAFE and bearer(request.scope) is not None:
            raise by_token()

    async def identify(self, scope: Scope) -> Identity | None:
        """Return who makes a request, found out once for each request."""
        if IDENTITY not in scope:
            token = bearer(scope)
            scope[IDENTITY] = (
                await self._by_cookies(scope)
                if token is None
                else await self.identities.by_token(token)
            )
        identity: Identity | None = scope[IDENTITY]
        return identity

    async def _by_cookies(self, scope: Scope) -> Identity | None:
        sent = tuple([value for name, value in scope["headers"] if name == b"cookie"])
        if not sent:
            return None
        key, changes = (sent, self._is_secure(scope)), self.identities.changes
        known = self.identities.recent(key)
        if known is None:
            sessions = self._sessions(scope)
            known = await self.identities.by_sessions(sessions, partial(user_agent, scope))
            if known is not None and sum(map(len, sent)) <= MAX_KNOWN_COOKIES:
                self.identities.remember(key, known, changes)
        return known

    async def require(self, scope: Scope) -> Identity:
        """Return who makes a request, or raise NotIdentified."""
        identity = await self.identify(scope)
        if identity is None:
            raise NotIdentified("nobody", "Choose a name, log in or send a token first.")
        return identity

    async def start_session(self, person: Person, scope: Scope) -> list[str]:
        """Return the Set-Cookie headers of a new session, which replaces that of the browser."""
        before = await self.identities.by_sessions(self._sessions(scope))
        if before is not None and before.session_id is not None:
            await self.identities.end_session(before.person_id, before.session_id)
        signed = await self.identities.start_session(person, user_agent(scope))
        return self._keep_session(signed, scope)

    async def renew_session(self, scope: Scope) -> list[str]:
        """Return the Set-Cookie headers for a session whose cookie is old."""
        renewed = await self.identities.renew_session(self._sessions(scope))
        return self._keep_session(renewed, scope) if renewed else []

    def _keep_session(self, signed: str, scope: Scope) -> list[str]:
        secure = self._is_secure(scope)
        kept = [cookies.set_cookie(cookies.SESSION, signed, secure)]
        if secure and cookies.read_old_sessions(scope):
            kept.append(cookies.clear_plain(cookies.SESSION))
        return kept

    def end_session(self, scope: Scope) -> list[str]:
        """Return the Set-Cookie headers that remove the session from this browser."""
        return cookies.clear_cookies(cookies.SESSION, self._is_secure(scope))

    async def device(self, scope: Scope) -> Device | None:
        """Return the browser that makes a request, if somebody has logged in there before."""
        signed = cookies.read_cookies(scope, cookies.DEVICE, self._is_secure(scope))
        return await self.identities.device(signed)

    async def keep_device(self, person: str, scope: Scope) -> str:
        """Return the Set-Cookie header by which the browser of a person is known again."""
        signed = await self.identities.sign_device(person, await self.device(scope))
        return cookies.set_cookie(cookies.DEVICE, signed, self._is_secure(scope))

    def _sessions(self, scope: Scope) -> list[str]:
        return cookies.read_sessions(scope, self._is_secure(scope))

    def _is_secure(self, scope: Scope) -> bool:
        return self.secure or self.addresses.is_https(scope)
