"""Who makes a request: by the session in its cookie, or by its bearer token."""

from dataclasses import dataclass
from typing import Final

from starlette.requests import HTTPConnection
from starlette.types import Scope

from londinium.server.errors import Forbidden, NotIdentified
from londinium.server.http.addresses import Addresses, header
from londinium.server.people.identities import Identities, Identity
from londinium.server.people.sessions import YEAR
from londinium.store import Person

IDENTITY: Final = "londinium.identity"  # where a request keeps who makes it
COOKIE: Final = "londinium"
MAX_COOKIE: Final = 200


def bearer(scope: Scope) -> str | None:
    """Return the bearer token of a request; other schemes are for proxies."""
    value = header(scope, b"authorization")
    if value is None or value[:7].lower() != b"bearer ":
        return None
    return value[7:].strip().decode("latin-1")


def by_token() -> Forbidden:
    """Return the error for what only a person with a browser may do."""
    return Forbidden("by_token", "A token may not do this; log in with a browser instead.")


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

    async def identify(self, scope: Scope) -> Identity | None:
        """Return who makes a request, found out once for each request."""
        if IDENTITY not in scope:
            token = bearer(scope)
            scope[IDENTITY] = (
                await self.identities.by_sessions(read_cookies(scope))
                if token is None
                else await self.identities.by_token(token)
            )
        identity: Identity | None = scope[IDENTITY]
        return identity

    async def require(self, scope: Scope) -> Identity:
        """Return who makes a request, or raise NotIdentified."""
        identity = await self.identify(scope)
        if identity is None:
            raise NotIdentified(
                "nobody", "Say who you are first: give a name, log in, or send a token."
            )
        return identity

    async def start_session(self, person: Person, scope: Scope) -> str:
        """Return the Set-Cookie header that starts a session of the person."""
        return set_cookie(await self.identities.start_session(person), self._is_secure(scope))

    async def renew_session(self, scope: Scope) -> str | None:
        """Return a Set-Cookie header for a session that is more than a month old."""
        renewed = await self.identities.renew_session(read_cookies(scope))
        return set_cookie(renewed, self._is_secure(scope)) if renewed else None

    def end_session(self, scope: Scope) -> str:
        """Return the Set-Cookie header that ends the session in this browser."""
        return clear_cookie(self._is_secure(scope))

    def _is_secure(self, scope: Scope) -> bool:
        return self.secure or self.addresses.is_https(scope)


def set_cookie(session: str, secure: bool) -> str:
    """Return the Set-Cookie header that keeps a session, over https only if `secure`."""
    return _set_cookie(session, YEAR, secure)


def clear_cookie(secure: bool) -> str:
    """Return the Set-Cookie header that ends the session in the browser."""
    return _set_cookie("", 0, secure)


def read_cookies(scope: Scope) -> list[str]:
    """Return the sessions that a request claims; there may be several of the name."""
    pairs = (
        pair.strip().partition("=")
        for key, value in scope["headers"]
        if key == b"cookie"
        for pair in value.decode("latin-1").split(";")
    )
    return [value for name, _, value in pairs if name == COOKIE and len(value) <= MAX_COOKIE]


def _set_cookie(value: str, seconds: int, secure: bool) -> str:
    header = f"{COOKIE}={value}; Max-Age={seconds}; Path=/; HttpOnly; SameSite=Lax"
    return f"{header}; Secure" if secure else header
