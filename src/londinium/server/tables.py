"""What the routes of tables do: make, list, act and look, for whoever asks."""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import asdict, dataclass
from functools import cache
from typing import Any, TypeVar

import orjson

from londinium import match_file
from londinium.dealer import SEED_BYTES, Dealer
from londinium.game import GAMES, State
from londinium.match import Match, find_game
from londinium.server import commands, view
from londinium.server.hall import Clock, Command, Hall, Room
from londinium.server.identity import Identity, fresh_id
from londinium.server.limits import Limits
from londinium.server.models import NewTable
from londinium.server.refusal import Refusal
from londinium.server.seat import Seat, Who
from londinium.server.table import OVER, Draft, Table
from londinium.store.records import Header, Listed

MOST_MOVES = 2000  # of a match file: five times as many as a long match has
LISTED_FOR = 86_400  # seconds without a change after which an open table is no longer listed

T = TypeVar("T")
Advise = Callable[[State, int], Awaitable[list[dict[str, Any]]]]


@dataclass(frozen=True)
class Tables:
    """The tables of the server, as people reach them."""

    hall: Hall
    limits: Limits
    clock: Clock
    advise: Advise

    async def make(self, me: Identity, asked: NewTable) -> str:
        """Make a table, and return its id."""
        self.limits.check(me.person_id, "table")
        header = await self._header(me, asked)
        seats = [_seat(wish, who(me)) for wish in asked.seats]
        await self._create(header, seats, me)
        if asked.start:
            await self.hall.act(header.id, lambda table: commands.start(table, me.person_id))
        return header.id

    async def _create(self, header: Header, seats: list[Seat], me: Identity) -> None:
        draft = Draft("create", data={"seats": [seat.to_json() for seat in seats]})
        await self.hall.create(header, draft, me.person_id)

    async def _header(self, me: Identity, asked: NewTable) -> Header:
        if asked.start and "free" in asked.seats:
            raise Refusal(422, "seats_free", "A table with free seats cannot start at once.")
        try:
            game = find_game(asked.game)
            game.check_seats(len(asked.seats))
            options = game.settle_options(asked.options)
        except ValueError as error:
            raise Refusal(422, "no_such_table_kind", str(error)) from error
        header = Header(
            id=fresh_id(),
            created=self.clock(),
            host=me.person_id,
            game=game.name,
            rules_version=game.rules_version,
            seats=len(asked.seats),
            options=options,
            pace=asked.pace.model_dump(),
            listed=asked.listed,
            seed=Dealer().seed,
            same_deal_of=asked.same_deal_of,
        )
        return await self._same_deal(header, asked.same_deal_of) if asked.same_deal_of else header

    async def _same_deal(self, header: Header, other: str) -> Header:
        """Give a table the seed of another that is over, where nobody can play by it any more."""

        def check(room: Room) -> Header:
            table, theirs = room.table, room.table.header
            if table.match is None or table.match.dealer is None or not table.match.is_over:
                raise Refusal(409, "not_over", "The same deal can be had once a match is over.")
            same = (theirs.game, theirs.seats, theirs.options)
            if same != (header.game, header.seats, header.options):
                raise Refusal(
                    422, "another_game", "The same deal needs the same game, seats and options."
                )
            return Header(**asdict(header) | {"seed": table.match.dealer.seed})

        return await self.hall.look(other, check)

    async def act(
        self,
        id: str,
        me: Identity,
        command: Command,
        client_id: str | None = None,
        seat: int | None = None,
    ) -> int:
        """Carry out a command."""
        return await self._fitting(
            id, me, seat, self.hall.act(id, command, me.person_id, client_id)
        )

    async def _fitting(
        self, id: str, me: Identity, seat: int | None, asked: Coroutine[Any, Any, T]
    ) -> T:
        """Where what is asked does not fit, let the answer say how the table is now."""
        try:
            return await asked
        except Refusal as refusal:
            if refusal.status == 409:
                refusal.extra["update"] = orjson.Fragment(await self.look(id, me, seat))
            raise

    async def look(
        self, id: str, me: Identity | None, seat: int | None = None, since: int | None = None
    ) -> bytes:
        """Return the update for whoever asks, as JSON."""
        person = me.person_id if me else None
        return await self.hall.look(
            id, lambda room: room.show(view.viewer_of(room.table, person, seat), since), since
        )

    async def rematch(self, id: str, me: Identity) -> str:
        """Make a table for the same people one seat on; whoever asks next is led to it.

        Where nobody else is to come, it starts at once.
        """
        table = await self.hall.look(id, lambda room: room.table)
        seats = commands.rematch_seats(table, who(me))
        if table.rematch is None:
            self.limits.check(me.person_id, "table")
            offered = fresh_id()  # who offers first decides, and the other's table is never made
            await self.hall.act(id, lambda table: commands.offer_rematch(table, offered))
        rematch = await self.hall.look(id, lambda room: room.table.rematch)
        assert rematch is not None
        new = {
            "id": rematch,
            "created": self.clock(),
            "host": me.person_id,
            "seed": Dealer().seed,
            "same_deal_of": None,
        }
        if not await self.hall.exists(rematch):
            await self._create(Header(**asdict(table.header) | new), seats, me)
            await self.hall.act(rematch, lambda table: commands.start_full(table, me.person_id))
        return rematch

    async def replay(self, id: str, me: Identity | None, at: int, seat: int | None) -> bytes:
        """Return the match after some moves, with the eyes that whoever asks may use."""
        return await self._tell(id, me, seat, lambda table, eyes: view.replay(table, eyes, at))

    async def log(self, id: str, me: Identity | None, seat: int | None) -> bytes:
        """Return all that happened in the match."""
        return await self._tell(id, me, seat, view.log)

    async def _tell(
        self,
        id: str,
        me: Identity | None,
        seat: int | None,
        tell: Callable[[Table, int], dict[str, Any]],
    ) -> bytes:
        person = me.person_id if me else None

        def show(room: Room) -> bytes:
            viewer = view.viewer_of(room.table, person, seat)
            return orjson.dumps(tell(room.table, viewer.eyes))

        return await self.hall.look(id, show)

    async def why(self, id: str, me: Identity | None, action: int, seat: int | None) -> bytes:
        """Return why an action is not legal for one of one's seats."""
        return await self._tell(id, me, seat, lambda table, eyes: view.why(table, eyes, action))

    async def hints(self, id: str, me: Identity, seat: int | None) -> dict[str, Any]:
        """Return what a bot would do in one's place, thought over off the event loop."""
        self.limits.check(me.person_id, "hint")
        wondering = self.hall.look(
            id, lambda room: commands.ask_hint(room.table, me.person_id, seat)
        )
        asked = await self._fitting(id, me, seat, wondering)
        return {"version": asked.version, "hints": await self.advise(asked.known, asked.seat)}

    async def chart(self, id: str) -> bytes:
        """Return how the score went in a match that is over."""

        def find(room: Room) -> Match:
            if room.table.match is None or room.table.status != OVER:
                raise Refusal(409, "not_over", "The chart can be had once the match is over.")
            return room.table.match

        match = await self.hall.look(id, find)
        return orjson.dumps(await asyncio.to_thread(view.chart, match))

    async def export(self, id: str) -> bytes:
        """Return the match file of a match that is over; before, it would tell all secrets."""

        def show(room: Room) -> bytes:
            if room.table.match is None or room.table.status != OVER:
                raise Refusal(409, "not_over", "The match file can be had once the match is over.")
            return orjson.dumps(match_file.to_json(room.table.match), option=orjson.OPT_INDENT_2)

        return await self.hall.look(id, show)

    async def take_in(self, me: Identity, data: dict[str, Any]) -> str:
        """Make a table of a match file, to see it again; every move of it is checked."""
        self.limits.check(me.person_id, "table")
        moves = data.get("moves")
        if isinstance(moves, list) and len(moves) > MOST_MOVES:
            raise Refusal(422, "bad_match_file", f"A match has at most {MOST_MOVES} moves.")
        try:
            match = await asyncio.to_thread(match_file.from_json, data)
        except match_file.BadMatchFile as error:
            raise Refusal(422, "bad_match_file", str(error)) from error
        header = Header(
            id=fresh_id(),
            created=self.clock(),
            host=me.person_id,
            game=match.game.name,
            rules_version=match.game.rules_version,
            seats=match.seats,
            options=match.options,
            pace={"kind": "none"},
            listed=False,
            seed=bytes(SEED_BYTES),
        )
        await self.hall.create(header, Draft("import", data={"match": data}), me.person_id)
        return header.id

    async def listed(self, which: str, me: Identity | None) -> list[dict[str, Any]]:
        """Return open tables, those being played, or one's own."""
        store = self.hall.store
        if which == "open":
            found = await store.open_tables(self.clock() - LISTED_FOR)
        elif which == "playing":
            found = await store.playing()
        elif me is None:
            raise Refusal(401, "nobody", "Say who you are first, to see your tables.")
        else:
            found = await store.tables_of(me.person_id)
        return [_listed(table, me) for table in found]


def who(me: Identity) -> Who:
    """Return a person as a table knows them."""
    return Who(me.person_id, me.name, me.guest)


def _seat(wish: str, me: Who) -> Seat:
    if wish == "me":
        return Seat(who=me)
    return Seat() if wish == "free" else Seat(bot=wish)


def _listed(table: Listed, me: Identity | None) -> dict[str, Any]:
    seats = [Seat.from_json(seat) for seat in table.summary["seats"]]
    own = me.person_id if me else None
    return {
        "id": table.id,
        "game": table.game,
        "status": table.status,
        "created": table.created,
        "changed": table.changed,
        "options": table.summary["options"],
        "pace": table.summary["pace"],
        "waited_for": table.summary["waited_for"],
        "winners": table.summary["winners"],
        "seats": [
            {**view.show_sitter(seat), "yours": own is not None and seat.person == own}
            for seat in seats
        ],
    }


@cache
def material(name: str) -> bytes:
    """Return what is printed of a game, as JSON."""
    try:
        game = find_game(name)
    except ValueError as error:
        raise Refusal(404, "no_such_game", str(error)) from error
    return orjson.dumps(game.material())


def games() -> list[dict[str, Any]]:
    """Return the games that can be played here."""
    return [
        {
            "name": game.name,
            "title": game.title,
            "rules_version": game.rules_version,
            "seats": list(game.seats),
            "options": [
                {"name": option.name, "values": list(option.values)} for option in game.options
            ],
            "presets": game.presets,
        }
        for game in GAMES.values()
        if game.problem is None
    ]
