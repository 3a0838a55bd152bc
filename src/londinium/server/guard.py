"""The gate before the routes: what no request may do, and what every answer says."""

from collections.abc import Mapping
from typing import Final
from urllib.parse import urlsplit

from starlette.datastructures import MutableHeaders
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from londinium.server.address import Addresses, header
from londinium.server.answers import refuse
from londinium.server.identity import Identities, bearer
from londinium.server.limits import Limits
from londinium.server.refusal import Refusal

API: Final = "/api/"
SAFE: Final = frozenset({"GET", "HEAD", "OPTIONS"})
LONGEST_PATH: Final = 1024
LONGEST_QUERY: Final = 4096
MOST_HEADERS: Final = 100
MOST_HEADER_BYTES: Final = 32 * 1024
ONCE: Final = (b"host", b"authorization", b"content-type", b"content-length", b"origin")
LONGEST_LENGTH: Final = 15  # digits of Content-Length
BODY_LIMIT: Final = 64 * 1024
LARGE_BODY_LIMIT: Final = 1024 * 1024

CONTENT_POLICY: Final = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "font-src 'self'",
        "connect-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)
SECURITY_HEADERS: Final = {
    "Content-Security-Policy": CONTENT_POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
}
STRICT_TRANSPORT: Final = {"Strict-Transport-Security": "max-age=31536000"}


class SecurityHeaders:
    """Adds the headers that keep a browser from doing what our pages never do."""

    def __init__(self, app: ASGIApp, secure: bool) -> None:
        """Wrap the app; `secure` says that browsers always come over https."""
        self._app = app
        given = SECURITY_HEADERS | (STRICT_TRANSPORT if secure else {})
        self._headers = [(k.lower().encode(), v.encode()) for k, v in given.items()]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def send_guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message.get("headers", ()), *self._headers]
                if scope["path"].startswith(API):
                    MutableHeaders(raw=message["headers"]).setdefault("Cache-Control", "no-store")
            await send(message)

        await self._app(scope, receive, send_guarded)


class Gate:
    """Refuses requests that are malformed, too large, from another site or too frequent."""

    def __init__(
        self,
        app: ASGIApp,
        identities: Identities,
        limits: Limits,
        addresses: Addresses,
        public_url: str | None = None,
        body_limits: Mapping[str, int] | None = None,
    ) -> None:
        """Wrap the app; `body_limits` are the paths that take more than others."""
        self._app = app
        self._identities = identities
        self._limits = limits
        self._addresses = addresses
        self._public_host = urlsplit(public_url).netloc if public_url else None
        self._body_limits = body_limits or {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        try:
            receive = await self._admit(scope, receive)
        except Refusal as refusal:
            await refuse(refusal, scope, receive, send)
            return
        await self._app(scope, receive, send)

    async def _admit(self, scope: Scope, receive: Receive) -> Receive:
        check_sane(scope)
        if scope["path"].startswith(API):
            await self._check_frequency(scope)
        if scope["method"] in SAFE:
            return receive
        if bearer(scope) is None:
            check_same_site(scope, self._public_host)
        most = self._body_limits.get(scope["path"], BODY_LIMIT)
        return await bounded_body(scope, receive, most)

    async def _check_frequency(self, scope: Scope) -> None:
        """Count the address first, so that guessing at tokens costs as well."""
        self._limits.check(self._addresses.of(scope), "address")
        identity = await self._identities.of(HTTPConnection(scope))
        if identity is not None:
            self._limits.check(identity.person_id, "request")


def check_sane(scope: Scope) -> None:
    """Refuse what no honest client sends."""
    path: str = scope["path"]
    if len(path) > LONGEST_PATH or len(scope["query_string"]) > LONGEST_QUERY:
        raise Refusal(414, "too_long", "The address is too long; shorten it.")
    if not path.isprintable():
        raise Refusal(400, "bad_path", "The address has control characters; remove them.")
    headers = scope["headers"]
    size = sum(len(key) + len(value) for key, value in headers)
    if len(headers) > MOST_HEADERS or size > MOST_HEADER_BYTES:
        raise Refusal(431, "large_headers", "The headers are too large; clear your cookies.")
    names = [key for key, _ in headers]
    for name in ONCE:
        if names.count(name) > 1:
            raise Refusal(
                400, "repeated_header", f"The header {name.decode()} may be sent only once."
            )


def check_same_site(scope: Scope, public_host: str | None) -> None:
    """Refuse a change that a browser makes for the page of another site."""
    site = header(scope, b"sec-fetch-site")
    origin = header(scope, b"origin")
    if site is not None:
        honest = site in (b"same-origin", b"none")
    elif origin is not None:
        host = _host_of(origin.decode("latin-1"))
        own = (header(scope, b"host") or b"").decode("latin-1")
        honest = host != "" and host in (own, public_host)
    else:
        honest = True  # not a browser, so no cookie that another site could borrow
    if not honest:
        raise Refusal(
            403, "cross_site", "Another site asked your browser for this; open our page instead."
        )


def _host_of(origin: str) -> str:
    try:
        return urlsplit(origin).netloc
    except ValueError:
        return ""


async def bounded_body(scope: Scope, receive: Receive, most: int) -> Receive:
    """Return a way to read the body, which is JSON of at most so many bytes."""
    length = header(scope, b"content-length")
    if length is not None:
        if not length.isdigit() or len(length) > LONGEST_LENGTH:
            raise Refusal(400, "bad_length", "Content-Length must be a whole number.")
        if int(length) > most:
            raise _too_large(most)
        if int(length) > 0:
            _check_json(scope)
        return receive
    if header(scope, b"transfer-encoding") is None:
        return receive
    _check_json(scope)
    return await _read_ahead(receive, most)


async def _read_ahead(receive: Receive, most: int) -> Receive:
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
        raise Refusal(415, "not_json", "Send the body as application/json.")


def _too_large(most: int) -> Refusal:
    return Refusal(413, "too_large", f"The body may have at most {most} bytes; send less.")
