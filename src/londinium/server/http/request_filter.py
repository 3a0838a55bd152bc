"""The filter before the routes: what no request may be."""

from collections.abc import Mapping
from typing import Final
from urllib.parse import urlsplit

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from londinium.server.errors import Forbidden, RequestError
from londinium.server.http.addresses import API, header
from londinium.server.http.authentication import SAFE, Authentication, bearer
from londinium.server.http.errors import HttpError, send_error
from londinium.server.http.hosts import Hosts
from londinium.server.limits import Limits
from londinium.server.people.identities import PLAY, Identity

MAX_PATH: Final = 1024
MAX_QUERY: Final = 4096
MAX_HEADERS: Final = 100
MAX_HEADER_BYTES: Final = 32 * 1024
SINGLE: Final = (b"host", b"authorization", b"content-type", b"content-length", b"origin")
MAX_LENGTH: Final = 15  # digits of Content-Length
# What a request takes of a limit, by the last part of its path: others take 1.
COSTS: Final = {
    "log": 5,
    "matches": 5,
    "chart": 2,
    "score-sheet": 2,
    "match-file": 2,
    "openapi.json": 5,
}
BODY_LIMIT: Final = 64 * 1024
LARGE_BODY_LIMIT: Final = 1024 * 1024


class RequestFilter:
    """Refuses requests that are malformed, too large, from another site or too frequent."""

    def __init__(
        self,
        app: ASGIApp,
        authentication: Authentication,
        limits: Limits,
        hosts: Hosts,
        public_url: str | None = None,
        body_limits: Mapping[str, int] | None = None,
    ) -> None:
        """Wrap the app; `body_limits` are the paths that take more than others."""
        self._app = app
        self._authentication = authentication
        self._limits = limits
        self._hosts = hosts
        self._public_host = urlsplit(public_url).netloc if public_url else None
        self._body_limits = body_limits or {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle a request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        try:
            receive = await self._check(scope, receive)
        except RequestError as error:
            await send_error(error, scope, receive, send)
            return
        await self._app(scope, receive, send)

    async def _check(self, scope: Scope, receive: Receive) -> Receive:
        check_shape(scope)
        self._hosts.check(scope)
        await self._check_rate(scope)
        if scope["method"] in SAFE:
            return receive
        if bearer(scope) is None:
            check_same_site(scope, self._public_host)
        most = self._body_limits.get(scope["path"], BODY_LIMIT)
        return await limit_body(scope, receive, most)

    async def _check_rate(self, scope: Scope) -> None:
        """Count the address first, so that guesses at tokens are limited too."""
        path, address = scope["path"], self._authentication.addresses.of(scope)
        cost = COSTS.get(path.rpartition("/")[2], 1)
        if not path.startswith(API):
            self._limits.check(address, "page", cost)
            return
        self._limits.check(address, "address", cost)
        identity = await self._authentication.identify(scope)
        if identity is not None:
            self._limits.check(identity.person_id, "request", cost)
            check_scope(identity, scope)


def check_scope(identity: Identity, scope: Scope) -> None:
    """Refuse a change by a token that may only read."""
    if identity.scope != PLAY and scope["method"] not in SAFE:
        raise Forbidden("read_only", "This token is read-only: create one that may play.")


def check_shape(scope: Scope) -> None:
    """Refuse paths and headers that no honest client sends."""
    path: str = scope["path"]
    if len(path) > MAX_PATH or len(scope["query_string"]) > MAX_QUERY:
        raise HttpError(414, "too_long", "The address is too long.")
    if not path.isprintable():
        raise HttpError(400, "bad_path", "The address contains control characters.")
    headers = scope["headers"]
    size = sum(len(key) + len(value) for key, value in headers)
    if len(headers) > MAX_HEADERS or size > MAX_HEADER_BYTES:
        raise HttpError(431, "large_headers", "The headers are too large: clear your cookies.")
    names = [key for key, _ in headers]
    for name in SINGLE:
        if names.count(name) > 1:
            raise HttpError(
                400, "repeated_header", f"The header {name.decode()} may be sent only once."
            )


def check_same_site(scope: Scope, public_host: str | None) -> None:
    """Refuse a change that a browser makes for the page of another site."""
    site = header(scope, b"sec-fetch-site")
    origin = header(scope, b"origin")
    if site is not None:
        same_site = site in (b"same-origin", b"none")
    elif origin is not None:
        host = _host_of(origin.decode("latin-1"))
        own = (header(scope, b"host") or b"").decode("latin-1")
        same_site = host != "" and host in (own, public_host)
    else:
        same_site = True  # not a browser, so no cookie that another site could borrow
    if not same_site:
        raise HttpError(
            403, "cross_site", "This request came from another site: open our page instead."
        )


def _host_of(origin: str) -> str:
    try:
        return urlsplit(origin).netloc
    except ValueError:
        return ""


async def limit_body(scope: Scope, receive: Receive, most: int) -> Receive:
    """Return a way to read the body, which is JSON of at most this many bytes."""
    length = header(scope, b"content-length")
    if length is not None:
        if not length.isdigit() or len(length) > MAX_LENGTH:
            raise HttpError(400, "bad_length", "Content-Length must be a whole number.")
        if int(length) > most:
            raise _too_large(most)
        if int(length) > 0:
            _check_json(scope)
        return receive
    if header(scope, b"transfer-encoding") is None:
        return receive
    _check_json(scope)
    return await _read_body(receive, most)


async def _read_body(receive: Receive, most: int) -> Receive:
    """Read a body that does not say its length, so that it is refused before the routes."""
    body = bytearray()
    while True:
        message = await receive()
        body += message.get("body", b"")
        if len(body) > most:
            raise _too_large(most)
        if not message.get("more_body"):
            break
    waiting = [{**message, "body": bytes(body)}]

    async def receive_again() -> Message:
        return waiting.pop() if waiting else await receive()

    return receive_again


def _check_json(scope: Scope) -> None:
    kind = (header(scope, b"content-type") or b"").partition(b";")[0].strip().lower()
    if kind != b"application/json":
        raise HttpError(415, "not_json", "Send the body as application/json.")


def _too_large(most: int) -> HttpError:
    return HttpError(413, "too_large", f"The body may have at most {most} bytes.")
