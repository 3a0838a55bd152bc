"""Answers in one piece: a head waits for its body, and nothing waits for ever."""

import asyncio
from typing import cast

from londinium.server.http.whole_answers import WholeAnswers
from tests.server.in_process_server import async_test

HEAD = b"HTTP/1.1 200 OK\r\ncontent-length: 4\r\n\r\n"


class Transport:
    """A transport that records what is done with it."""

    def __init__(self) -> None:
        self.done: list[bytes | str] = []

    def write(self, data: bytes) -> None:
        self.done.append(data)

    def write_eof(self) -> None:
        self.done.append("eof")

    def close(self) -> None:
        self.done.append("close")

    def abort(self) -> None:
        self.done.append("abort")


def whole_answers() -> tuple[WholeAnswers, Transport]:
    transport = Transport()
    loop = asyncio.get_running_loop()
    return WholeAnswers(cast(asyncio.Transport, transport), loop), transport


@async_test
async def test_a_head_and_its_body_are_written_at_once() -> None:
    answers, transport = whole_answers()
    answers.write(HEAD)
    assert transport.done == []
    answers.write(b"body")
    assert transport.done == [HEAD + b"body"]
    answers.write(b"more")
    await asyncio.sleep(0)
    assert transport.done == [HEAD + b"body", b"more"]


@async_test
async def test_a_head_without_a_body_is_written_soon() -> None:
    answers, transport = whole_answers()
    answers.write(HEAD)
    await asyncio.sleep(0)
    assert transport.done == [HEAD]


@async_test
async def test_two_heads_in_a_row_are_written_in_their_order() -> None:
    answers, transport = whole_answers()
    answers.write(HEAD)
    answers.write(b"HTTP/1.1 404 Not Found\r\n\r\n")
    answers.write(b"")
    assert transport.done == [HEAD, b"HTTP/1.1 404 Not Found\r\n\r\n"]


@async_test
async def test_what_is_held_back_is_sent_before_the_end_but_not_before_an_abort() -> None:
    answers, transport = whole_answers()
    answers.write(HEAD)
    answers.write_eof()
    answers.write(HEAD)
    answers.close()
    assert transport.done == [HEAD, "eof", HEAD, "close"]
    answers.abort()
    assert transport.done[-1] == "abort"
