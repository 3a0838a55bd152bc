"""A small HTTP client: one connection that is kept open, cheap enough to load a server with."""

import asyncio
from typing import Any

import orjson


class Connection:
    """A connection to a server, for one request at a time or for one stream."""

    def __init__(self, host: str, port: int, cookie: str = "", address: str = "") -> None:
        """Connect when first needed; `address` is what a trusted proxy says of the client."""
        self._where = host, port
        self._cookies = dict(pair.split("=", 1) for pair in cookie.split("; ") if pair)
        self._address = address
        self._reader: asyncio.StreamReader | None = None
        self._writer: asyncio.StreamWriter | None = None

    async def request(self, method: str, path: str, body: Any = None) -> tuple[int, Any]:
        """Make a request and return the status and the JSON of the answer."""
        status, headers = await self._send(method, path, body)
        assert self._reader is not None
        length = int(headers.get(b"content-length", b"0"))
        content = await self._reader.readexactly(length)
        return status, orjson.loads(content) if content else None

    async def stream(self, path: str) -> asyncio.StreamReader:
        """Open a stream and return its reader; the chunks are not taken apart."""
        status, _ = await self._send("GET", path, None)
        if status != 200:
            raise RuntimeError(f"{path} is answered {status}")
        assert self._reader is not None
        return self._reader

    async def _send(self, method: str, path: str, body: Any) -> tuple[int, dict[bytes, bytes]]:
        if self._writer is None:
            self._reader, self._writer = await asyncio.open_connection(*self._where, limit=2**20)
        self._writer.write(self.encode(method, path, body))
        assert self._reader is not None
        first, *lines = (await self._reader.readuntil(b"\r\n\r\n")).split(b"\r\n")
        headers = {}
        for line in filter(None, lines):
            name, value = line.split(b": ", 1)
            headers[name.lower()] = value
            if name.lower() == b"set-cookie":
                given, _, is_ = value.partition(b";")[0].decode().partition("=")
                self._cookies[given] = is_
        return int(first.split()[1]), headers

    def encode(self, method: str, path: str, body: Any = None) -> bytes:
        """Return a request as bytes."""
        host, port = self._where
        lines = [f"{method} {path} HTTP/1.1", f"Host: {host}:{port}"]
        if self._cookies:
            lines.append(f"Cookie: {self.cookie}")
        if self._address:
            lines.append(f"X-Forwarded-For: {self._address}")
        content = b"" if body is None else orjson.dumps(body)
        if content:
            lines += ["Content-Type: application/json", f"Content-Length: {len(content)}"]
        return "\r\n".join([*lines, "", ""]).encode() + content

    @property
    def cookie(self) -> str:
        """The cookies that the server gave."""
        return "; ".join(f"{name}={value}" for name, value in self._cookies.items())

    def close(self) -> None:
        """Close the connection."""
        if self._writer:
            self._writer.close()
