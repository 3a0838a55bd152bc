"""The headers that keep a browser from doing what our pages never do."""

from typing import Final

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from londinium.server.http.addresses import API

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
    """Adds security headers to every answer, and keeps those of the API out of caches."""

    def __init__(self, app: ASGIApp, secure: bool) -> None:
        """Wrap the app; `secure` says that browsers always come over https."""
        self._app = app
        headers = SECURITY_HEADERS | (STRICT_TRANSPORT if secure else {})
        self._headers = [(k.lower().encode(), v.encode()) for k, v in headers.items()]
        self._uncached = [*self._headers, (b"cache-control", b"no-store")]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle a request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                given = message.get("headers", ())
                says_nothing = all(name != b"cache-control" for name, _ in given)
                secret = says_nothing and scope["path"].startswith(API)
                message["headers"] = [*given, *(self._uncached if secret else self._headers)]
            await send(message)

        await self._app(scope, receive, send_with_headers)
