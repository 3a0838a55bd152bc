"""Answers in one piece: the head of an answer is sent together with the body that follows it."""

import asyncio
from typing import Any, Final

HEAD: Final = b"HTTP/1.1 "


class WholeAnswers:
    """A transport that holds back the head of an answer until its body is written.

    uvicorn writes them one after the other: two packets for each answer, each of which costs a
    system call here and another at the other end. A head that no body follows at once is sent by
    itself.
    """

    def __init__(self, transport: asyncio.Transport, loop: asyncio.AbstractEventLoop) -> None:
        """Write to another transport."""
        self._transport = transport
        self._loop = loop
        self._head = b""

    def write(self, data: bytes) -> None:
        """Send something, or hold it back if it is a head."""
        if data.startswith(HEAD):
            self._flush()
            self._head = data
            self._loop.call_soon(self._flush)
        elif self._head:
            data, self._head = self._head + data, b""
            self._transport.write(data)
        else:
            self._transport.write(data)

    def _flush(self) -> None:
        if self._head:
            data, self._head = self._head, b""
            self._transport.write(data)

    def write_eof(self) -> None:
        """Send what is held back, and that nothing follows."""
        self._flush()
        self._transport.write_eof()

    def close(self) -> None:
        """Send what is held back, and close the connection."""
        self._flush()
        self._transport.close()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._transport, name)
