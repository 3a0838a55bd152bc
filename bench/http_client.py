"""A small HTTP client: one connection that is kept open, cheap enough to load a server with."""

import asyncio
from typing import Any

import orjson


class Connection:
    """A connection to a server, for one request at a time or for one stream."""

    def __init__(self, host: str, port: int, cookie: str = "") -> None:
        self._where = host, port
        self._cookie = cookie
        self._reader: asyncio.StreamReader | None = None
        self._writer: asyncio.StreamWriter | None = None

    async def request(self, method: str, path: str, body: Any = None) -> tuple[int, Any]:
        """Make a request and return the status and the JSON of the answer."""
        headers = await self._send(method, path, body)
        assert self._reader is not None
        length = int(headers.get(b"content-length", b"0"))
        content = await self._reader.readexactly(length)
        self._keep(headers)
        return int(headers[b"status"]), orjson.loads(content) if content else None

    async def stream(self, path: str) -> asyncio.StreamReader:
        """Open a stream and return its reader; the chunks are not taken apart."""
        headers = await self._send("GET", path, None)
        if headers[b"status"] != b"200":
            raise RuntimeError(f"{path} is answered {headers[b'status']!r}")
        assert self._reader is not None
        return self._reader

    async def _send(self, method: str, path: str, body: Any) -> dict[bytes, bytes]:
        if self._writer is None:
            self._reader, self._writer = await asyncio.open_connection(*self._where, limit=2**20)
        content = b"" if body is None else orjson.dumps(body)
        kind = f"Content-Type: application/json\r\nContent-Length: {len(content)}\r\n"
        cookie = f"Cookie: {self._cookie}\r\n" if self._cookie else ""
        head = (
            f"{method} {path} HTTP/1.1\r\nHost: localhost\r\n{cookie}{kind if content else ''}\r\n"
        )
        self._writer.write(head.encode() + content)
        assert self._reader is not None
        status, *lines = (await self._reader.readuntil(b"\r\n\r\n")).split(b"\r\n")
        headers = dict(line.lower().split(b": ", 1) for line in lines if line)
        headers[b"status"] = status.split()[1]
        if b"set-cookie" in headers:  # in lower case it would not be ours any more
            given = next(line for line in lines if line.lower().startswith(b"set-cookie: "))
            headers[b"set-cookie"] = given.split(b": ", 1)[1]
        return headers

    def _keep(self, headers: dict[bytes, bytes]) -> None:
        if b"set-cookie" in headers:
            self._cookie = headers[b"set-cookie"].split(b";")[0].decode()

    @property
    def cookie(self) -> str:
        """The cookie that the server gave."""
        return self._cookie

    def close(self) -> None:
        """Close the connection."""
        if self._writer:
            self._writer.close()
