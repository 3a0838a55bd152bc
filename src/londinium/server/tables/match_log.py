"""The log of a match: all that happened in it, as a viewer saw it, kept as JSON.

To tell a whole match takes about 10 ms, and it is read whenever somebody opens a table. So the
newest logs are kept, only what is new is added, and requests are served in between.
"""

import asyncio
from bisect import bisect_right
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from typing import Final

import orjson

from londinium.match import Match, Move

MOST_LOGS: Final = 128  # 20 to 100 KB each
MOVES_AT_ONCE: Final = 32  # that are told without a pause: half a millisecond
TRIES: Final = 3  # of telling a match in which moves are taken back meanwhile


FindMoves = Callable[[], Awaitable[tuple[Match, list[Move]]]]


class MatchLog:
    """The log of one match for one viewer, as far as it has been told."""

    def __init__(self) -> None:
        self._moves: list[Move] = []  # that were told
        self._events: list[bytes] = []
        self._at: list[int] = []  # the number of the move of each event
        self._json: bytes | None = None
        self.lock = asyncio.Lock()

    def is_of(self, moves: list[Move]) -> bool:
        """Return whether these moves were told, and no others."""
        return self._moves == moves

    async def extend(self, match: Match, moves: list[Move], sees_as: int) -> None:
        """Tell what is new of these moves of a match; what was taken back is forgotten.

        Moves that the match has besides are not told, since they may not be durable yet.
        """
        self._forget(_common(self._moves, moves))
        for start in range(len(self._moves), len(moves), MOVES_AT_ONCE):
            end = min(start + MOVES_AT_ONCE, len(moves))
            if match.moves[:end] != moves[:end]:
                break  # some were taken back
            self._tell(match, sees_as, end)
            self._moves = moves[:end]
            await asyncio.sleep(0)
        self._forget(_common(self._moves, match.moves))

    def _tell(self, match: Match, sees_as: int, until: int) -> None:
        game, since = match.game, len(self._moves)
        before = match.known(sees_as, since)
        for number in range(since + 1, until + 1):
            after = match.known(sees_as, number)
            for event in game.events(before, after):
                self._events.append(orjson.dumps({**event, "text": game.show_event(event)}))
                self._at.append(number)
            before = after
        self._json = None

    def _forget(self, moves: int) -> None:
        """Forget what was sent about all moves beyond this number."""
        if moves == len(self._moves):
            return
        events = bisect_right(self._at, moves)
        del self._moves[moves:], self._events[events:], self._at[events:]
        self._json = None

    def to_json(self) -> bytes:
        """Return the log as it is answered."""
        if self._json is None:
            self._json = b'{"moves":%d,"events":[%s],"at":%s}' % (
                len(self._moves),
                b",".join(self._events),
                orjson.dumps(self._at),
            )
        return self._json


def _common(one: list[Move], other: list[Move]) -> int:
    """Return how many moves two matches have in common at their start."""
    shorter = min(len(one), len(other))
    if one[:shorter] == other[:shorter]:
        return shorter
    return next(n for n in range(shorter) if one[n] != other[n])


class MatchLogs:
    """The newest logs, by table and viewer."""

    def __init__(self, most: int = MOST_LOGS) -> None:
        self._most = most
        self._logs: OrderedDict[tuple[str, int], MatchLog] = OrderedDict()
        self._telling = asyncio.Lock()  # one at a time

    async def read(self, table: str, sees_as: int, find: FindMoves) -> bytes:
        """Return the log of a match; `find` is asked for it and for its moves that are durable."""
        log = self._keep(table, sees_as)
        async with log.lock:
            for _ in range(TRIES):
                match, moves = await find()
                async with self._telling:
                    await log.extend(match, moves, sees_as)
                if log.is_of(moves):
                    break
            return log.to_json()

    def _keep(self, table: str, sees_as: int) -> MatchLog:
        log = self._logs.setdefault((table, sees_as), MatchLog())
        self._logs.move_to_end((table, sees_as))
        if len(self._logs) > self._most:
            self._logs.popitem(last=False)
        return log
