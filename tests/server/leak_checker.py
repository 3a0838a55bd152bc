"""Checks that nobody is told what they cannot know.

`LeakChecker.check` makes all requests that change nothing, twice: of a table and of another that
the viewer could not tell from it. The bytes of the answers must be the same.
"""

from dataclasses import dataclass, field
from typing import Any, NamedTuple

import orjson

from londinium.game import SPECTATOR
from londinium.rng import Rng, below
from londinium.server.tables import serialization
from londinium.server.tables.live_table import LiveTable
from londinium.server.tables.table import Table
from tests.server.in_process_server import Visitor, new_client_id
from tests.server.indistinguishable import OTHER, stranger_to, swapped, twin


class Leak(AssertionError):
    """An answer that tells somebody what they cannot know."""


class Question(NamedTuple):
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
    """Somebody who looks at a table, with the eyes of one of their seats or a spectator's."""

    visitor: Visitor
    person: str | None
    eyes: int = SPECTATOR
    asked: int = field(default=0, init=False)
    differed: int = field(default=0, init=False)  # records that a twin had and the truth had not

    async def check(self, live: LiveTable, rng: Rng) -> None:
        """Raise Leak if any answer changes when what the checker cannot know is changed."""
        truth = live.table
        other = twin(truth, self.eyes, self.person, rng)
        self._count(truth, other)
        _check_listing(truth, other)
        questions = self._questions(truth, rng)
        streams = self._streams(truth, rng)
        live.forget_updates()  # what was shown a while ago tells another time
        before = await self._all(truth, questions, streams)
        with swapped(live, other, stranger_to(self.person)):
            after = await self._all(truth, questions, streams)
        assert live.table is truth
        for (question, one), (_, two) in zip(before, after, strict=True):
            if one != two:
                raise Leak(f"{question} with the eyes of {self.eyes}: {_difference(one, two)}")
        self.asked += len(before)

    def _count(self, truth: Table, other: Table) -> None:
        assert truth.match is not None
        assert other.match is not None
        for moves in range(truth.moves + 1):
            one, two = truth.match.at(moves), other.match.at(moves)
            self.differed += one.tobytes() != two.tobytes()

    async def _all(
        self, truth: Table, questions: list[Question], streams: list[tuple[str, dict[str, str]]]
    ) -> list[tuple[Any, Answer]]:
        version = truth.version
        answers: list[tuple[Any, Answer]] = []
        for question in questions:
            answers.append((question, await self._ask(question)))
            assert truth.version == version, f"{question} changed the table"
        id = truth.header.id
        return answers + [(asked, await self._watch(id, *asked)) for asked in streams]

    async def _ask(self, question: Question) -> Answer:
        answer = await self.visitor.client.request(
            question.method, question.path, params=question.params, json=question.body
        )
        return Answer(answer.status_code, sorted(answer.headers.items()), answer.content)

    async def _watch(self, id: str, query: str, headers: dict[str, str]) -> Answer:
        """Read the beginning of a stream, or why it is refused."""
        reader = self.visitor.open_stream(id, query, **headers)
        if "seat" in query and query != f"seat={self.eyes}":
            await reader.ended()
        else:
            await reader.event("update")
            await reader.event("presence")
        await reader.close()
        self.visitor.streams.remove(reader)
        return Answer(reader.status, [], reader.raw)

    def _streams(self, truth: Table, rng: Rng) -> list[tuple[str, dict[str, str]]]:
        own = truth.seats_of(self.person)
        query = f"seat={self.eyes}" if own else ""
        seen = str(int(below(rng, truth.version + 1)))
        asked = [(query, {}), (query, {"last-event-id": seen})]
        if not truth.match or not truth.match.is_over:
            strange = [seat for seat in range(truth.header.seats) if seat not in own]
            asked += [(f"seat={seat}", {}) for seat in strange[:1]]
        return asked

    def _questions(self, truth: Table, rng: Rng) -> list[Question]:
        """Return requests of all kinds; none that a hot-seat person makes with other eyes."""
        own = truth.seats_of(self.person)
        mine = {"seat": self.eyes} if own else {}
        asked = [*_looks(truth, mine, rng), *_moves(truth, self, mine, rng)]
        if not own or truth.most_urgent(own) == self.eyes:
            asked += [Question("GET", f"/api/tables/{truth.header.id}"), *_commands(truth, self)]
        asked += _others_eyes(truth, [seat for seat in range(4) if seat not in own], rng)
        return asked + [Question("GET", "/api/tables", {"which": which}) for which in LISTS]


LISTS = ("open", "playing", "mine")


def _looks(truth: Table, mine: dict[str, Any], rng: Rng) -> list[Question]:
    path = f"/api/tables/{truth.header.id}"
    since = [0, int(below(rng, truth.version)), truth.version - 1, truth.version + 1]
    at = [0, *(int(below(rng, truth.moves + 1)) for _ in range(2)), truth.moves, truth.moves + 1]
    return [
        Question("GET", path, mine),
        *(Question("GET", path, mine | {"since": version}) for version in since),
        *(Question("GET", f"{path}/replay", mine | {"at": moves}) for moves in at),
        Question("GET", f"{path}/log", mine),
        *(Question("GET", f"{path}/why", mine | {"action": action}) for action in _any(truth, rng)),
        Question("GET", f"{path}/chart"),
    ]


def _any(truth: Table, rng: Rng) -> list[int]:
    assert truth.match is not None
    return [int(below(rng, truth.match.game.actions)) for _ in range(4)]


def _others_eyes(truth: Table, seats: list[int], rng: Rng) -> list[Question]:
    path = f"/api/tables/{truth.header.id}"
    at = int(below(rng, truth.moves + 1))
    asked = [Question("GET", path, {"seat": seat}) for seat in seats]
    for seat in seats[:1]:
        asked.append(Question("GET", f"{path}/log", {"seat": seat}))
        asked.append(Question("GET", f"{path}/replay", {"seat": seat, "at": at}))
    return asked


def _moves(truth: Table, me: LeakChecker, mine: dict[str, Any], rng: Rng) -> list[Question]:
    """Moves that are stale, against the rules of the game, or ill-formed."""
    match, version = truth.match, truth.version
    assert match is not None
    path = f"/api/tables/{truth.header.id}"
    legal = set(match.legal(me.eyes)) if mine else set()
    actions = [int(below(rng, match.game.actions)) for _ in range(4)] + [match.game.actions, -1]
    asked = [
        _act(f"{path}/moves", mine, action=action, version=version)
        for action in actions
        if action not in legal
    ]
    for strange in (0, version + 1):
        asked.append(_act(f"{path}/moves", mine, action=actions[0], version=strange))
        asked.append(_act(f"{path}/undo", mine, version=strange))
    if match.why_not_undo(me.eyes) is not None:
        asked.append(_act(f"{path}/undo", mine, version=version, whole_turn=True))
    return asked


def _act(path: str, mine: dict[str, Any], **body: Any) -> Question:
    return Question("POST", path, mine, {"client_id": new_client_id(), **body})


def _commands(truth: Table, me: LeakChecker) -> list[Question]:
    """Requests that do not fit, and are answered by how the table is."""
    path = f"/api/tables/{truth.header.id}"
    own, over = truth.seats_of(me.person), truth.status == "over"
    theirs = [id for (person, id) in truth.client_ids if person != me.person][-2:]
    asked = [
        Question("GET", f"{path}/match-file"),
        *(_act(f"{path}/moves", {}, action=0, version=0, client_id=id) for id in theirs),
        Question("POST", f"{path}/start"),
        Question("PUT", f"{path}/seats/0", None, {"level": "easy"}),
        Question("PUT", f"{path}/seats/1", None, {"level": None}),
        _act(f"{path}/chat", {}, text="" if own else "Hello"),
    ]
    if not over:
        asked.append(Question("POST", f"{path}/rematch"))
        same = {**_kind(truth), "same_deal_of": truth.header.id}
        asked.append(Question("POST", "/api/tables", None, same))
    if not any(truth.seats[seat].away for seat in own):
        asked.append(Question("POST", f"{path}/seats", None, {}))
        asked.append(Question("POST", f"{path}/seats", None, {"seat": 0}))
    if not own or over:
        asked.append(Question("DELETE", f"{path}/seats"))
    if not own or over or truth.take_back:
        asked.append(_act(f"{path}/take-back", {}))
    if not own or over or not truth.take_back:
        asked.append(_act(f"{path}/take-back/answer", {}, agree=True))
    return asked


def _kind(truth: Table) -> dict[str, Any]:
    header = truth.header
    return {"game": header.game, "seats": ["me"] * header.seats, "options": header.options}


def _check_listing(truth: Table, other: Table) -> None:
    """Lists are read from the database, which has no twin: what is written there must be alike."""
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
