"""Checks that nobody is told what they cannot know.

`LeakChecker.check` makes all requests that change nothing, twice: of a table and of another that
the viewer could not tell from it. The bytes of the answers must be the same.
"""

from dataclasses import dataclass, field
from typing import Any, NamedTuple

import orjson

from londinium.game import SPECTATOR
from londinium.rng import Rng, below
from londinium.server.http.request_models import LAST_SEAT
from londinium.server.tables import serialization
from londinium.server.tables.commands import may_undo
from londinium.server.tables.live_table import LiveTable
from londinium.server.tables.table import Table
from tests.server.in_process_server import Visitor, new_client_id
from tests.server.indistinguishable import OTHER, indistinguishable_table, stranger_to, swapped


class Leak(AssertionError):
    """An answer that tells somebody what they cannot know."""


class Request(NamedTuple):
    """A request that changes nothing."""

    method: str
    path: str
    params: dict[str, Any] | None = None
    body: dict[str, Any] | None = None


class Answer(NamedTuple):
    """All that is received."""

    status: int | None
    headers: list[tuple[str, str]]
    body: bytes


@dataclass
class LeakChecker:
    """Somebody who looks at a table, as one of their seats or as a spectator."""

    visitor: Visitor
    person: str | None
    sees_as: int = SPECTATOR
    requests_made: int = field(default=0, init=False)
    differed: int = field(default=0, init=False)  # records of the other table

    async def check(self, live: LiveTable, rng: Rng) -> None:
        """Raise Leak if any answer changes when what the viewer cannot know is changed."""
        truth = live.table
        other = indistinguishable_table(truth, self.sees_as, self.person, rng)
        self._count(truth, other)
        _check_listing(truth, other)
        requests = self._requests(truth, rng)
        streams = self._streams(truth, rng)
        live.forget_updates()  # what was shown a while ago tells another time
        before = await self._all(truth, requests, streams)
        with swapped(live, other, stranger_to(self.person)):
            after = await self._all(truth, requests, streams)
        assert live.table is truth
        for (request, one), (_, two) in zip(before, after, strict=True):
            if one != two:
                raise Leak(f"{request} as {self.sees_as}: {_difference(one, two)}")
        self.requests_made += len(before)

    def _count(self, truth: Table, other: Table) -> None:
        assert truth.match is not None
        assert other.match is not None
        for moves in range(truth.moves + 1):
            one, two = truth.match.at(moves), other.match.at(moves)
            self.differed += one.tobytes() != two.tobytes()

    async def _all(
        self, truth: Table, requests: list[Request], streams: list[tuple[str, dict[str, str]]]
    ) -> list[tuple[Any, Answer]]:
        version = truth.version
        answers: list[tuple[Any, Answer]] = []
        for request in requests:
            answers.append((request, await self._ask(request)))
            assert truth.version == version, f"{request} changed the table"
        id = truth.header.id
        return answers + [(stream, await self._read_stream(id, *stream)) for stream in streams]

    async def _ask(self, request: Request) -> Answer:
        answer = await self.visitor.client.request(
            request.method, request.path, params=request.params, json=request.body
        )
        return Answer(answer.status_code, sorted(answer.headers.items()), answer.content)

    async def _read_stream(self, id: str, query: str, headers: dict[str, str]) -> Answer:
        """Read the start of a stream, or the error."""
        reader = self.visitor.open_stream(id, query, **headers)
        if "seat" in query and f"seat={self.sees_as}" not in query.split("&"):
            await reader.ended()
        else:
            await reader.event("update")
            await reader.event("presence")
        await reader.close()
        self.visitor.streams.remove(reader)
        return Answer(reader.status, [], reader.raw)

    def _streams(self, truth: Table, rng: Rng) -> list[tuple[str, dict[str, str]]]:
        own = truth.seats_of(self.person)
        query = f"seat={self.sees_as}" if own else ""
        seen = str(int(below(rng, truth.version + 1)))
        with_steps = f"{query}&steps=true".lstrip("&")
        last = {"last-event-id": str(max(0, truth.version - 4))}
        requests = [(query, {}), (query, {"last-event-id": seen}), (with_steps, last)]
        if not truth.match or not truth.match.is_over:
            strange = [seat for seat in range(truth.header.seats) if seat not in own]
            requests += [(f"seat={seat}", {}) for seat in strange[:1]]
        return requests

    def _requests(self, truth: Table, rng: Rng) -> list[Request]:
        """Return requests of all kinds; none that a hot-seat person makes as another seat."""
        own = truth.seats_of(self.person)
        mine = {"seat": self.sees_as} if own else {}
        requests = [*_looks(truth, mine, rng), *_moves(truth, self, mine, rng)]
        if not own or truth.most_urgent(own) == self.sees_as:
            requests += [Request("GET", f"/api/tables/{truth.header.id}"), *_commands(truth, self)]
        strange = [seat for seat in range(LAST_SEAT + 1) if seat not in own]
        requests += _as_others(truth, strange, rng)
        requests += [Request("GET", "/api/tables", {"which": which}) for which in LISTS]
        return requests + [Request("GET", path) for path in ABOUT_ONESELF]


LISTS = ("open", "playing", "mine")
ABOUT_ONESELF = ("/api/me", "/api/me/sessions", "/api/tokens")


def _looks(truth: Table, mine: dict[str, Any], rng: Rng) -> list[Request]:
    path = f"/api/tables/{truth.header.id}"
    since = [0, int(below(rng, truth.version)), truth.version - 1, truth.version + 1]
    at = [0, *(int(below(rng, truth.moves + 1)) for _ in range(2)), truth.moves, truth.moves + 1]
    return [
        Request("GET", path, mine),
        *(Request("GET", path, mine | {"since": version}) for version in since),
        *(Request("GET", f"{path}/replay", mine | {"at": moves}) for moves in at),
        *(Request("GET", f"{path}/decisions/{number}", mine) for number in at),
        Request("GET", f"{path}/log", mine),
        *(Request("GET", f"{path}/why", mine | {"action": action}) for action in _any(truth, rng)),
        Request("GET", f"{path}/chart"),
        Request("GET", f"{path}/score-sheet"),
    ]


def _any(truth: Table, rng: Rng) -> list[int]:
    assert truth.match is not None
    return [int(below(rng, truth.match.game.actions)) for _ in range(4)]


def _as_others(truth: Table, seats: list[int], rng: Rng) -> list[Request]:
    path = f"/api/tables/{truth.header.id}"
    at = int(below(rng, truth.moves + 1))
    requests = [Request("GET", path, {"seat": seat}) for seat in seats]
    for seat in seats[:1]:
        requests.append(Request("GET", f"{path}/log", {"seat": seat}))
        requests.append(Request("GET", f"{path}/replay", {"seat": seat, "at": at}))
        requests.append(Request("GET", f"{path}/decisions/{at}", {"seat": seat}))
    return requests


def _moves(truth: Table, me: LeakChecker, mine: dict[str, Any], rng: Rng) -> list[Request]:
    """Moves that are stale, against the rules of the game, or ill-formed."""
    match, version = truth.match, truth.version
    assert match is not None
    path = f"/api/tables/{truth.header.id}"
    legal = set(match.legal(me.sees_as)) if mine else set()
    actions = [*_any(truth, rng), match.game.actions, -1]
    requests = [
        _act(f"{path}/moves", mine, action=action, version=version)
        for action in actions
        if action not in legal
    ]
    for strange in (0, version + 1):
        requests.append(_act(f"{path}/moves", mine, action=actions[0], version=strange))
        requests.append(_act(f"{path}/undo", mine, version=strange))
    if not mine or not may_undo(truth, match, me.sees_as):
        requests.append(_act(f"{path}/undo", mine, version=version, whole_turn=True))
    return requests


def _act(path: str, mine: dict[str, Any], **body: Any) -> Request:
    return Request("POST", path, mine, {"client_id": new_client_id(), **body})


def _commands(truth: Table, me: LeakChecker) -> list[Request]:
    """Requests that conflict with the table, and are answered with an update."""
    path = f"/api/tables/{truth.header.id}"
    own, over = truth.seats_of(me.person), truth.status == "over"
    theirs = [id for (person, id) in truth.client_ids if person != me.person][-2:]
    requests = [
        Request("GET", f"{path}/match-file"),
        *(_act(f"{path}/moves", {}, action=0, version=0, client_id=id) for id in theirs),
        Request("POST", f"{path}/start"),
        Request("PUT", f"{path}/commitment", None, {"commitment": "0" * 64}),
        Request("PUT", f"{path}/contribution", None, {"contribution": "0" * 32}),
        Request("PUT", f"{path}/seats/0", None, {"level": "easy"}),
        Request("PUT", f"{path}/seats/1", None, {"level": None}),
        _act(f"{path}/chat", {}, text="" if own else "Hello"),
    ]
    if not over:
        requests.append(Request("POST", f"{path}/rematch"))
        same = {**_kind(truth), "same_deal_of": truth.header.id}
        requests.append(Request("POST", "/api/tables", None, same))
    if not any(truth.seats[seat].away for seat in own):
        requests.append(Request("POST", f"{path}/seats", None, {}))
        requests.append(Request("POST", f"{path}/seats", None, {"seat": 0}))
    if not own or over:
        requests.append(Request("DELETE", f"{path}/seats"))
    if not own or over or truth.take_back:
        requests.append(_act(f"{path}/take-back", {}))
    if not own or over or not truth.take_back:
        requests.append(_act(f"{path}/take-back/answer", {}, agree=True))
    return requests


def _kind(truth: Table) -> dict[str, Any]:
    header = truth.header
    return {"game": header.game, "seats": ["me"] * header.seats, "options": header.options}


def _check_listing(truth: Table, other: Table) -> None:
    """Lists are read from the database: what is written there of both tables must be alike."""
    one, two = _listing(truth), _listing(other)
    if one != two:
        raise Leak(f"what lists show: {one!r} and {two!r}")


def _listing(table: Table) -> tuple[bytes, list[bytes]]:
    """What lists show, with everybody under their own name again."""
    listing = serialization.listing(table, 0)
    shown = orjson.dumps([listing.status, listing.wake, listing.summary])
    return _own_names(shown), sorted(_own_names(person.encode()) for person in listing.people)


def _own_names(text: bytes) -> bytes:
    return text.replace(OTHER.encode(), b"")


def _difference(one: Answer, two: Answer) -> str:
    if one.body == two.body:
        return f"{one[:2]} and {two[:2]}"
    at = next((i for i, (a, b) in enumerate(zip(one.body, two.body, strict=False)) if a != b), 0)
    part = slice(max(0, at - 80), at + 80)
    return f"{one.status} ...{one.body[part]!r}... and {two.status} ...{two.body[part]!r}..."
