"""The table service: what people can do with tables; the routes call it."""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Iterator
from contextlib import AbstractAsyncContextManager, nullcontext
from dataclasses import dataclass, field, replace
from itertools import zip_longest
from typing import Any, TypeVar

import orjson

from londinium import match_file
from londinium.dealer import SEED_BYTES, Dealer
from londinium.game import State
from londinium.match import Match, Move, find_game
from londinium.server.errors import Conflict, InvalidValue, NotIdentified
from londinium.server.limits import Limits
from londinium.server.people.identities import Identity, new_id
from londinium.server.tables import commands, deals, view
from londinium.server.tables.bot_tables import BotTables, has_searching_bot
from londinium.server.tables.entries import Create, Import, Start
from londinium.server.tables.live_table import Clock, LiveTable
from londinium.server.tables.live_tables import Command, LiveTables
from londinium.server.tables.match_log import MatchLogs
from londinium.server.tables.saved_names import checked, players_to_save
from londinium.server.tables.seat import Occupant, Seat
from londinium.server.tables.serialization import seat_from_data
from londinium.server.tables.table import OVER, Table
from londinium.store.records import Header, ListedTable

MAX_MOVES = 2000  # of a match file: five times as many as a long match has
LISTED_SECONDS = 86_400  # without a change after which an open table is no longer listed

T = TypeVar("T")
ThinkOfHints = Callable[[str, str, State, int], Awaitable[list[dict[str, Any]]]]


@dataclass(frozen=True)
class TableSpec:
    """A table that somebody wants to make."""

    game: str
    seats: list[str]  # who is to have each: me, free, or a bot by its level
    names: list[str | None]  # of who plays at each of one's seats; none: one's own
    options: dict[str, str]
    pace: dict[str, Any]
    listed: bool
    start: bool  # at once
    same_deal_of: str | None  # a table that is over


@dataclass(frozen=True)
class TableService:
    """Makes, lists, shows and changes tables for people."""

    live_tables: LiveTables
    limits: Limits
    clock: Clock
    think_of_hints: ThinkOfHints
    bot_tables: BotTables
    unfinished_tables: int  # that a person may have at once
    match_logs: MatchLogs = field(default_factory=MatchLogs)
    # One at a time: to check a match of 2,000 moves takes a tenth of a second of the interpreter.
    importing: asyncio.Lock = field(default_factory=asyncio.Lock)

    async def make(self, me: Identity, spec: TableSpec, address: str) -> str:
        """Make a table for somebody at an address, and return its id."""
        await self._check_quota(me)
        header = await self._header(me, spec)
        seats = [
            _seat(wish, occupant(me), name) for wish, name in zip_longest(spec.seats, spec.names)
        ]
        async with self._starting(header, seats if spec.start else [], address):
            await self.live_tables.create(header, Create(tuple(seats)), me.person_id)
            if spec.start:
                await self.live_tables.act(
                    header.id, lambda table: commands.start(table, me.person_id)
                )
        return header.id

    async def _check_quota(self, me: Identity) -> None:
        """Raise TooMany or Conflict if a person has made enough tables."""
        self.limits.check(me.person_id, "table")
        if await self.live_tables.store.unfinished(me.person_id) >= self.unfinished_tables:
            raise Conflict(
                "too_many_tables",
                f"You have {self.unfinished_tables} unfinished tables: finish some first.",
            )

    async def start(self, id: str, me: Identity, address: str) -> int:
        """Start a match, and return the version that it led to."""

        def check(live: LiveTable) -> tuple[Header, list[Seat]]:
            commands.start(live.table, me.person_id)
            return live.table.header, list(live.table.seats)

        checking = self.live_tables.look(id, check)
        header, seats = await self._with_update_on_conflict(id, me, None, checking)

        def start(table: Table) -> Start:
            if table.seats != seats:
                raise commands.stale_error()
            return commands.start(table, me.person_id)

        async with self._starting(header, seats, address):
            return await self.act(id, me, start)

    def _starting(
        self, header: Header, seats: list[Seat], address: str
    ) -> AbstractAsyncContextManager[None]:
        """Count a table that starts inside the block, if its bots search."""
        if any(seat.free for seat in seats) or not has_searching_bot(header.game, seats):
            return nullcontext()
        return self.bot_tables.starting(header.id, header.host, address)

    async def _header(self, me: Identity, spec: TableSpec) -> Header:
        if spec.start and "free" in spec.seats:
            raise InvalidValue("seats_free", "A table with free seats cannot start right away.")
        if spec.listed and spec.same_deal_of:
            raise InvalidValue(
                "same_deal_listed",
                "A table that replays another match's deal cannot be listed: send its link to the "
                "players.",
            )
        try:
            game = find_game(spec.game)
            game.check_seats(len(spec.seats))
            options = game.settle_options(spec.options)
        except ValueError as error:
            raise InvalidValue("no_such_table_kind", str(error)) from error
        header = Header(
            id=new_id(),
            created=self.clock(),
            host=me.person_id,
            game=game.name,
            rules_version=game.rules_version,
            seats=len(spec.seats),
            options=options,
            pace=spec.pace,
            listed=spec.listed,
            seed=Dealer().seed,
        )
        return await self._same_deal(header, spec.same_deal_of) if spec.same_deal_of else header

    async def _same_deal(self, header: Header, other: str) -> Header:
        """Return the header with the deal of another table, and which table had it first."""
        header = await self.live_tables.look(
            other, lambda live: deals.same_deal(live.table, header)
        )
        first: str | None = other
        while first is not None:  # in version 0.1 a deal could come from an import, or from a copy
            other = first
            first = await self.live_tables.look(other, lambda live: deals.dealt_first(live.table))
        return replace(header, same_deal_of=other)

    async def act(
        self,
        id: str,
        me: Identity,
        command: Command,
        client_id: str | None = None,
        seat: int | None = None,
    ) -> int:
        """Carry out a command, durably, and return the version that it led to."""
        acting = self.live_tables.act(id, command, me.person_id, client_id)
        return await self._with_update_on_conflict(id, me, seat, acting)

    async def _with_update_on_conflict(
        self, id: str, me: Identity, seat: int | None, work: Coroutine[Any, Any, T]
    ) -> T:
        """Add to a Conflict how the table is now."""
        try:
            return await work
        except Conflict as error:
            error.values["update"] = orjson.Fragment(await self.look(id, me, seat))
            raise

    async def look(
        self, id: str, me: Identity | None, seat: int | None = None, since: int | None = None
    ) -> bytes:
        """Return the update for a person, as JSON."""
        person = me.person_id if me else None

        def show(live: LiveTable) -> bytes:
            viewer = view.viewer_of(live.table, person, seat)
            self.live_tables.viewed(live)
            return live.show(viewer, since)

        return await self.live_tables.look(id, show, since)

    async def rematch(self, id: str, me: Identity, address: str) -> str:
        """Make a table for the same people one seat on, or return the one that was made.

        Where nobody else is to come, it starts at once.
        """
        table = await self.live_tables.look(id, lambda live: live.table)
        seats = commands.rematch_seats(table, occupant(me))
        if table.rematch is None:
            await self._check_quota(me)
            offered = new_id()  # who offers first decides, and the other's table is never made
            await self.live_tables.act(id, lambda table: commands.offer_rematch(table, offered))
        rematch = await self.live_tables.look(id, lambda live: live.table.rematch)
        assert rematch is not None
        if not await self.live_tables.exists(rematch):
            header = replace(
                table.header,
                id=rematch,
                created=self.clock(),
                host=me.person_id,
                seed=Dealer().seed,
                same_deal_of=None,
            )
            async with self._starting(header, seats, address):
                await self.live_tables.create(header, Create(tuple(seats)), me.person_id)
                await self.live_tables.act(
                    rematch, lambda table: commands.start_if_full(table, me.person_id)
                )
        return rematch

    async def replay(self, id: str, me: Identity | None, at: int, seat: int | None) -> bytes:
        """Return the match after some moves, as a person may see it."""
        return await self._show(
            id, me, seat, lambda table, sees_as: view.replay(table, sees_as, at)
        )

    async def after_decision(
        self, id: str, me: Identity | None, number: int, seat: int | None
    ) -> bytes:
        """Return the match after some decisions, as a person may see it."""
        return await self._show(
            id, me, seat, lambda table, sees_as: view.after_decision(table, sees_as, number)
        )

    async def log(self, id: str, me: Identity | None, seat: int | None) -> bytes:
        """Return all that happened in the match, as a person may see it."""
        person = me.person_id if me else None

        def check(live: LiveTable) -> int:
            view.started_match(live.table)
            return view.viewer_of(live.table, person, seat).sees_as

        def moves_of(live: LiveTable) -> tuple[Match, list[Move]]:
            match = view.started_match(live.table)
            return match, list(match.moves)

        async def find() -> tuple[Match, list[Move]]:
            return await self.live_tables.look(id, moves_of)

        sees_as = await self.live_tables.look(id, check)
        return await self.match_logs.read(id, sees_as, find)

    async def why(self, id: str, me: Identity | None, action: int, seat: int | None) -> bytes:
        """Return why an action is not legal for one of one's seats."""
        return await self._show(
            id, me, seat, lambda table, sees_as: view.why(table, sees_as, action)
        )

    async def _show(
        self,
        id: str,
        me: Identity | None,
        seat: int | None,
        show: Callable[[Table, int], dict[str, Any]],
    ) -> bytes:
        person = me.person_id if me else None

        def to_json(live: LiveTable) -> bytes:
            viewer = view.viewer_of(live.table, person, seat)
            return orjson.dumps(show(live.table, viewer.sees_as))

        return await self.live_tables.look(id, to_json)

    async def hints(self, id: str, me: Identity, seat: int | None) -> dict[str, Any]:
        """Return what a bot would do in one's place, thought over outside the event loop."""
        self.limits.check(me.person_id, "hint")
        asking = self.live_tables.look(
            id, lambda live: commands.request_hint(live.table, me.person_id, seat)
        )
        request = await self._with_update_on_conflict(id, me, seat, asking)
        hints = await self.think_of_hints(me.person_id, id, request.known, request.seat)
        return {"version": request.version, "decision": request.decision, "hints": hints}

    async def chart(self, id: str) -> bytes:
        """Return each seat's score after each move of a match that is over."""
        match = await self.live_tables.look(id, lambda live: _finished_match(live, "chart"))
        return orjson.dumps(await asyncio.to_thread(view.chart, match))

    async def score_sheet(self, id: str) -> bytes:
        """Return what was counted of a match that is over."""
        match = await self.live_tables.look(id, lambda live: _finished_match(live, "score sheet"))
        return orjson.dumps(await asyncio.to_thread(view.score_sheet, match))

    async def export_match(self, id: str) -> bytes:
        """Return the match file of a match that is over; before, it would tell all secrets."""

        def to_json(live: LiveTable) -> bytes:
            match = _finished_match(live, "match file")
            data = match_file.to_json(match, players=players_to_save(live.table.seats))
            return orjson.dumps(data, option=orjson.OPT_INDENT_2)

        return await self.live_tables.look(id, to_json)

    async def import_match(self, me: Identity, file: dict[str, Any]) -> str:
        """Make a table of a match file, to see it again; every move of it is checked."""
        self.limits.check(me.person_id, "import")
        moves = file.get("moves")
        if isinstance(moves, list) and len(moves) > MAX_MOVES:
            raise InvalidValue("bad_match_file", f"A match has at most {MAX_MOVES} moves.")
        try:
            async with self.importing:
                match = await asyncio.to_thread(match_file.from_json, file)
            players = [checked(player) for player in match_file.players_of(file)]
        except match_file.BadMatchFile as error:
            raise InvalidValue("bad_match_file", str(error)) from error
        header = Header(
            id=new_id(),
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
        # Whatever else was sent is left out.
        understood = match_file.to_json(match, reveal_seed=True, players=players)
        await self.live_tables.create(header, Import(match, understood), me.person_id)
        return header.id

    async def listed(
        self, which: str, me: Identity | None, check: Callable[[dict[str, Any]], object]
    ) -> list[dict[str, Any]]:
        """Return open tables, those being played, or one's own, if `check` does not raise."""
        store = self.live_tables.store
        if which == "open":
            found = await store.open_tables(self.clock() - LISTED_SECONDS)
        elif which == "playing":
            found = await store.playing()
        elif me is None:
            raise NotIdentified("nobody", "Choose a name or log in first to see your tables.")
        else:
            found = await store.tables_of(me.person_id)
        return list(self._show_listed(found, me, check))

    def _show_listed(
        self,
        found: list[ListedTable],
        me: Identity | None,
        check: Callable[[dict[str, Any]], object],
    ) -> Iterator[dict[str, Any]]:
        """Yield tables as lists show them, without those whose row is damaged."""
        for table in found:
            try:
                shown = _show_listed(table, me)
                check(shown)
            except Exception as error:
                self.live_tables.reader.report_damage(table.id, error)
            else:
                yield shown


def occupant(me: Identity) -> Occupant:
    """Return a person as they sit at a table."""
    return Occupant(me.person_id, me.name, me.guest)


def _seat(wish: str, me: Occupant, name: str | None) -> Seat:
    if wish == "me":
        return Seat(occupant=commands.named(me, name) if name else me)
    return Seat() if wish == "free" else Seat(bot=wish)


def _finished_match(live: LiveTable, what: str) -> Match:
    if live.table.match is None or live.table.status != OVER:
        raise Conflict("not_over", f"The {what} is available once the match is over.")
    return live.table.match


def _show_listed(table: ListedTable, me: Identity | None) -> dict[str, Any]:
    seats = [seat_from_data(seat) for seat in table.summary["seats"]]
    own = me.person_id if me else None
    return {
        "id": table.id,
        "game": table.game,
        "status": table.status,
        "created": table.created,
        "changed": table.changed,
        "same_deal_of": table.same_deal_of,
        "options": table.summary["options"],
        "pace": table.summary["pace"],
        "waited_for": table.summary["waited_for"],
        "winners": table.summary["winners"],
        "seats": [
            {**view.show_occupant(seat), "yours": own is not None and seat.person == own}
            for seat in seats
        ],
    }
