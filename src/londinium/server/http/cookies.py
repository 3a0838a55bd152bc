"""The cookies of the site: one for the session, one by which a browser is known at a login.

Over https their names begin with __Host-, so that no other site of the same domain can set them.
"""

from typing import Final

from starlette.types import Scope

from londinium.server.people.sessions import YEAR

SESSION: Final = "londinium"
DEVICE: Final = "londinium_device"
HOST_PREFIX: Final = "__Host-"
MAX_COOKIE: Final = 200
OLD_DOTS: Final = 3  # in a session of version 0.1


def set_cookie(name: str, value: str, secure: bool) -> str:
    """Return the Set-Cookie header that keeps a value for a year, over https only if `secure`."""
    return _set_cookie(name, value, YEAR, secure)


def clear_cookies(name: str, secure: bool) -> list[str]:
    """Return the Set-Cookie headers that remove a cookie, under all names it may have."""
    cleared = [_set_cookie(name, "", 0, secure)]
    return [*cleared, clear_plain(name)] if secure else cleared


def clear_plain(name: str) -> str:
    """Return the Set-Cookie header that removes a cookie from before the site had https."""
    return _set_cookie(name, "", 0, secure=False)


def read_sessions(scope: Scope, secure: bool) -> list[str]:
    """Return the sessions that a request claims; there may be several of the name."""
    values = read_cookies(scope, SESSION, secure)
    return values + read_old_sessions(scope) if secure else values


def read_old_sessions(scope: Scope) -> list[str]:
    """Return the sessions of version 0.1 under the name that it used over https too."""
    plain = read_cookies(scope, SESSION, secure=False)
    return [value for value in plain if value.count(".") == OLD_DOTS]


def read_cookies(scope: Scope, name: str, secure: bool) -> list[str]:
    """Return the values of all cookies of a name."""
    wanted = HOST_PREFIX + name if secure else name
    pairs = (
        pair.strip().partition("=")
        for key, value in scope["headers"]
        if key == b"cookie"
        for pair in value.decode("latin-1").split(";")
    )
    return [value for key, _, value in pairs if key == wanted and len(value) <= MAX_COOKIE]


def _set_cookie(name: str, value: str, seconds: int, secure: bool) -> str:
    header = f"{name}={value}; Max-Age={seconds}; Path=/; HttpOnly; SameSite=Lax"
    return f"{HOST_PREFIX}{header}; Secure" if secure else header
