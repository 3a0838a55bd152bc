"""A random session: people, bots and spectators at one table, doing whatever one can do there."""

import base64
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import httpx
import orjson

from londinium.conformance import random_options
from londinium.dealer import commit_contribution
from londinium.game import GAMES
from londinium.match import Match
from londinium.rng import Rng, below, new_rng
from londinium.server.tables.commands import people_to_agree
from londinium.server.tables.live_table import LiveTable
from londinium.server.tables.table import OVER, Table
from tests.server.in_process_server import InProcessServer, StreamReader, Visitor, new_client_id
from tests.server.leak_checker import Leak, LeakChecker

SPECTATOR, OUTSIDER = "Spectator", "Outsider"
BOTS = ("easy", "medium", "random")
PACES: tuple[dict[str, Any], ...] = (
    {"kind": "none"},
    {"kind": "live", "move_seconds": 3600, "bank_seconds": 36_000},
    {"kind": "days", "days": 30},
)


@dataclass
class RandomSession:
    """One table, who plays at it and who looks on; every byte that anybody receives is kept."""

    running: InProcessServer
    rng: Rng
    game: str
    id: str = ""
    live_table: LiveTable = field(init=False)
    people: list[Visitor] = field(default_factory=list)
    ids: list[str] = field(default_factory=list)  # by person
    checkers: list[LeakChecker] = field(default_factory=list)
    streams: list[tuple[Visitor, StreamReader]] = field(default_factory=list)  # as in `received`
    received: dict[str, list[bytes]] = field(default_factory=dict)  # answers, by name

    @property
    def table(self) -> Table:
        """The table in the server."""
        return self.live_table.table

    @property
    def match(self) -> Match:
        """The match in the server."""
        assert self.table.match is not None
        return self.table.match

    @property
    def is_over(self) -> bool:
        """Whether the match has ended."""
        return self.table.status == OVER

    def roll(self, n: int) -> int:
        """Return a random number below n."""
        return int(below(self.rng, n))

    async def visitor(self, name: str | None) -> tuple[Visitor, str | None]:
        """Return somebody with a browser, and keep all that they are sent."""
        visitor = await self.running.visitor(name)
        me = (await visitor.client.get("/api/me")).json()
        answers = self.received[name or OUTSIDER] = []

        async def keep(answer: httpx.Response) -> None:
            answers.append(repr(answer.headers.raw).encode() + b"\n" + await answer.aread())

        visitor.client.event_hooks = {"response": [keep]}
        return visitor, me and me["id"]

    async def begin(self, sitters: Sequence[int | str]) -> None:
        """Make the table, let people and bots sit down, start, and let everybody watch."""
        for number in range(1 + max(person for person in sitters if isinstance(person, int))):
            visitor, id = await self.visitor(f"Person {number}")
            assert id is not None
            self.people.append(visitor)
            self.ids.append(id)
        spectator, spectator_id = await self.visitor(SPECTATOR)
        outsider, _ = await self.visitor(None)
        host = self.people[0] if self.roll(4) else spectator
        self.id = await self._make(host, sitters)
        self.live_table = await self.running.server.live_tables.find(self.id)
        await self._contribute()
        await host.do(self.id, "start")
        self.checkers = [
            LeakChecker(self.people[person], self.ids[person], seat)
            for seat, person in enumerate(sitters)
            if isinstance(person, int)
        ]
        self.checkers += [LeakChecker(spectator, spectator_id), LeakChecker(outsider, None)]
        for visitor in (*self.people, spectator, outsider):
            self.streams.append((visitor, visitor.open_stream(self.id)))

    async def _contribute(self) -> None:
        """Let most people commit to a contribution, and most of those reveal it."""
        contributions = [(who, bytes(self.roll(256) for _ in range(16))) for who in self.people]
        path = f"/api/tables/{self.id}"
        committed = [one for one in contributions if self.roll(4)]
        for who, revealed in committed:
            body = {"commitment": commit_contribution(revealed)}
            answer = await who.client.put(f"{path}/commitment", json=body)
            assert answer.status_code == 200, answer.text
        for who, revealed in committed:
            if self.roll(4):
                body = {"contribution": revealed.hex()}
                answer = await who.client.put(f"{path}/contribution", json=body)
                assert answer.status_code == 200, answer.text

    def sitters(self, seats: int) -> list[int | str]:
        """Return a person or the level of a bot for each seat; person 0 may have several."""
        sitters: list[int | str] = [0]
        for _ in range(seats - 1):
            new = 1 + max(person for person in sitters if isinstance(person, int))
            wishes: tuple[int | str, ...] = (new, new, 0, BOTS[self.roll(len(BOTS))])
            sitters.append(wishes[self.roll(len(wishes))])
        turned = self.roll(seats)
        return sitters[turned:] + sitters[:turned]

    async def _make(self, host: Visitor, sitters: Sequence[int | str]) -> str:
        hosts = 0 if host is self.people[0] else None
        wishes = [
            sitter if isinstance(sitter, str) else "me" if sitter == hosts else "free"
            for sitter in sitters
        ]
        id = await host.make(
            *wishes,
            game=self.game,
            options=random_options(GAMES[self.game], self.rng),
            pace=PACES[self.roll(len(PACES))],
            listed=bool(self.roll(2)),
        )
        for seat, sitter in enumerate(sitters):
            if isinstance(sitter, int) and wishes[seat] == "free":
                await self.people[sitter].do(id, "seats", seat=seat)
        return id

    async def step(self) -> None:
        """Do something at random."""
        self.running.clock.time += self.roll(30)
        if not self._present(self.table.waited_for) or self.roll(3) == 0:
            await self.running.server.turn_runner.run_due()
        if self.is_over:
            return
        chance = self.roll(100)
        if self.table.take_back and chance < 50:
            await self._take_back()
        elif chance < 6:
            await self.say()
        elif chance < 11:
            await self._leave_or_return()
        elif chance < 18:
            await self._undo()
        elif chance < 22:
            await self._take_back()
        else:
            await self.move()

    def _present(self, seats: list[int]) -> list[int]:
        """Of some seats, those that people play."""
        return [seat for seat in seats if not self.table.seats[seat].played_by_bot]

    def _player(self, seat: int) -> Visitor:
        return self.people[self.ids.index(self.table.seats[seat].person or "")]

    def _one_of(self, seats: list[int]) -> int | None:
        return seats[self.roll(len(seats))] if seats else None

    async def _post(self, seat: int, what: str, **body: Any) -> None:
        answer = await self._player(seat).client.post(
            f"/api/tables/{self.id}/{what}",
            params={"seat": seat},
            json={"client_id": new_client_id(), **body},
        )
        assert answer.status_code == 200, answer.text

    async def move(self) -> None:
        """Make a move, or change a choice while others still choose."""
        seats = self.match.acting if self.roll(4) == 0 else self.table.waited_for
        seat = self._one_of(self._present(seats))
        if seat is None:
            return
        legal = self.match.legal(seat)
        await self.play(seat, legal[self.roll(len(legal))])

    async def play(self, seat: int, action: int) -> None:
        """Make a move for a seat."""
        answer = await self._player(seat).client.post(
            f"/api/tables/{self.id}/moves",
            params={"seat": seat},
            json={"client_id": new_client_id(), "action": action, "version": self.table.version},
        )
        assert answer.status_code == 200 or "too_many_changes" in answer.text, answer.text

    async def _undo(self) -> None:
        last = self.match.moves[-1].seat
        if last in self._present([last]) and self.match.why_not_undo(last) is None:
            whole = bool(self.roll(2))
            await self._post(last, "undo", version=self.table.version, whole_turn=whole)

    async def _take_back(self) -> None:
        """Ask to go back, and let the others answer, or some of them for now."""
        if self.table.take_back is None:
            moved = {move.seat for move in self.match.moves[-8:] if move.seat >= 0}
            seat = self._one_of(self._present(sorted(moved)))
            if seat is not None and self._may_ask(seat):
                await self._post(seat, "take-back")
            return
        for number, person in enumerate(self.people):
            take_back = self.table.take_back
            if take_back is None or self.is_over:
                return
            answered = {
                self.table.seats[seat].person for seat in [take_back.seat, *take_back.agreed]
            }
            if self.ids[number] not in answered and self.roll(3):
                body = {"agree": self.roll(4) > 0, "client_id": new_client_id()}
                await person.do(self.id, "take-back/answer", **body)

    def _may_ask(self, seat: int) -> bool:
        """Whether those who have to agree are here."""
        asked = people_to_agree(self.table, self.match, seat)
        here = self._present(list(range(len(self.table.seats))))
        return asked <= {self.table.seats[other].person for other in here}

    async def _leave_or_return(self) -> None:
        seats = [seat for seat, sitter in enumerate(self.table.seats) if sitter.occupant]
        away = [seat for seat in seats if self.table.seats[seat].away]
        if away:
            await self._player(away[0]).do(self.id, "seats", seat=away[0])
        elif len({self.table.seats[seat].person for seat in seats}) > 1:
            seat = seats[self.roll(len(seats))]
            path = f"/api/tables/{self.id}/seats"
            answer = await self._player(seat).client.delete(path, params={"seat": seat})
            assert answer.status_code == 200, answer.text

    async def say(self) -> None:
        """Let one of the players say something to the others."""
        person = self.people[self.roll(len(self.people))]
        text = f"secret among players {self.roll(10**6)}"
        await person.do(self.id, "chat", text=text, client_id=new_client_id())

    async def catch_up(self) -> None:
        """Wait until all streams have sent everything."""
        for visitor, reader in self.streams:
            hears_all = visitor in self.people
            told = self.table.version if hears_all else self.table.history[-1].version
            while seen_on(reader) < told:
                await reader.event()

    async def everybody_present(self) -> None:
        """Wait until all streams have sent that all are there, so that what follows is in order."""
        streams = len(self.streams)
        for _, reader in self.streams:
            there = 0
            while there < streams:
                present = (await reader.event("presence"))["data"]
                there = len(present["seats"]) + present["watching"]
        await self.catch_up()

    def received_so_far(self) -> dict[str, tuple[list[bytes], bytes]]:
        """Return by name all answers that everybody received, and all of their stream."""
        streams = (reader.raw for _, reader in self.streams)
        return {
            name: (list(answers), raw)
            for (name, answers), raw in zip(self.received.items(), streams, strict=True)
        }

    async def check_live(self, checker: LeakChecker) -> None:
        """Check that the last update of a stream is also the answer since the one before."""
        await self.catch_up()
        reader = next(stream for visitor, stream in self.streams if visitor is checker.visitor)
        versions, data = zip(*updates(reader.raw), strict=True)
        if versions[-1] == self.table.version and len(versions) > 1:
            since = {"since": versions[-2]}
            answer = await checker.visitor.client.get(f"/api/tables/{self.id}", params=since)
            assert answer.json() | {"now": None} == orjson.loads(data[-1]) | {"now": None}

    async def check(self, checker: LeakChecker) -> None:
        """Raise Leak if a viewer is told what they cannot know."""
        await self.check_live(checker)
        await checker.check(self.live_table, self.rng)

    def before_the_end(self) -> Iterator[bytes]:
        """Yield all that anybody was sent while the match was being played."""
        for _, reader in self.streams:
            yield from (block for block in reader.raw.split(b"\n\n") if not _is_end(block))
        for answers in self.received.values():
            yield from (answer for answer in answers if not _is_end(answer))

    def check_seed(self) -> None:
        """Raise Leak if anybody was sent the dealer's seed or key in any form before the end."""
        assert self.match.dealer is not None
        secrets = {self.table.header.seed, self.match.dealer.key}
        for sent in self.before_the_end():
            for secret in secrets:
                find_seed(secret, sent)


def _is_end(sent: bytes) -> bool:
    return b'"status":"over"' in sent


def updates(raw: bytes) -> Iterator[tuple[int, bytes]]:
    """Yield the version and the data of each update of a stream."""
    for block in raw.split(b"\n\n"):
        if block.startswith(b"id: "):
            id, _, data = block.split(b"\n")
            yield int(id.removeprefix(b"id: ")), data.removeprefix(b"data: ")


def seen_on(reader: StreamReader) -> int:
    """Return the version that a stream told last."""
    at = reader.raw.rfind(b"\n\nid: ")
    return int(reader.raw[at + 6 : reader.raw.index(b"\n", at + 6)]) if at >= 0 else 0


def find_seed(seed: bytes, sent: bytes) -> None:
    """Raise Leak if the seed is there as bytes, hex, base64, a number or a list, or backwards."""
    for forwards in (seed, seed[::-1]):
        forms = [
            forwards,
            forwards.hex().encode(),
            base64.b64encode(forwards).rstrip(b"="),
            base64.urlsafe_b64encode(forwards).rstrip(b"="),
            base64.b32encode(forwards).rstrip(b"=").lower(),
            str(int.from_bytes(forwards)).encode(),
            ",".join(map(str, forwards)).encode(),
        ]
        squeezed = sent.replace(b" ", b"")
        if any(form in text for form in forms for text in (sent, squeezed, squeezed.lower())):
            raise Leak(f"the seed is told before the end: {sent[:200]!r}")


def session_of(running: InProcessServer, game: str, number: int) -> RandomSession:
    """Return the session of that number, which has not started."""
    return RandomSession(running, new_rng("session", game, number), game)
