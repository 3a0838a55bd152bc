"""The cookie in which a browser keeps its session."""

from typing import Final

from starlette.types import Scope

from londinium.server.people.sessions import YEAR

NAME: Final = "londinium"
LONGEST: Final = 200


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
    return [value for name, _, value in pairs if name == NAME and len(value) <= LONGEST]


def _set_cookie(value: str, seconds: int, secure: bool) -> str:
    header = f"{NAME}={value}; Max-Age={seconds}; Path=/; HttpOnly; SameSite=Lax"
    return f"{header}; Secure" if secure else header
