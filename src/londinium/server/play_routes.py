"""The routes of play: looking, the stream, undo and take-back, chat, why not, and hints."""

import re
from contextlib import ExitStack
from dataclasses import dataclass
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Header, Query, Request, Response

from londinium.server import commands, models, routing
from londinium.server.address import Addresses
from londinium.server.answers import errors
from londinium.server.identity import Identities, Identity
from londinium.server.limits import Streams
from londinium.server.metrics import Metrics
from londinium.server.models import Entered
from londinium.server.routing import REFUSED, Eyes, OwnSeat, TableId, json
from londinium.server.stream import Stream, StreamAnswer
from londinium.server.tables import Tables

Since = Annotated[int | None, Query(ge=0, le=2**31 - 1, description="the version last seen")]
VERSION = re.compile(r"[0-9]{1,10}")
STREAMED: dict[int | str, dict[str, Any]] = {
    200: {
        "description": "Events `update` (their id is the version) and `presence`.",
        "content": {"text/event-stream": {"schema": {"type": "string"}}},
    }
}


@dataclass(frozen=True)
class Streaming:
    """Opens streams: so many for each who asks, with a heartbeat."""

    desk: Tables
    addresses: Addresses
    streams: Streams
    metrics: Metrics
    heartbeat: float

    async def open(
        self, request: Request, me: Identity | None, id: str, stream: Stream
    ) -> StreamAnswer:
        """Let a stream begin; whatever was opened for it is closed with it."""
        hall = self.desk.hall
        with ExitStack() as opened:
            asking = me.person_id if me else self.addresses.of(request.scope)
            opened.enter_context(self.streams.opened(asking))
            opened.enter_context(self.metrics.streams.track_inprogress())
            room = await hall.join(id, stream)
            opened.callback(hall.leave, room, stream)
            return StreamAnswer(stream, self.heartbeat, opened.pop_all().close)


def _last_seen(event: str | None, since: int | None) -> int | None:
    """Return the version that a browser says it saw last; what is not one is not of this server."""
    return int(event) if event and VERSION.fullmatch(event) else since


def play_router(desk: Tables, identities: Identities, streaming: Streaming) -> APIRouter:
    """Return the routes of play, but that of moves."""
    router = routing.router()
    anybody = Annotated[Identity | None, Depends(identities.of)]
    somebody = Annotated[Identity, Depends(identities.somebody)]

    @router.get("/tables/{id}", response_model=models.Update, responses=errors(403))
    async def read_table(
        me: anybody, id: TableId, seat: Eyes = None, since: Since = None
    ) -> Response:
        """Show a table, and what happened since a version."""
        return json(await desk.look(id, me, seat, since))

    @router.get("/tables/{id}/stream", response_class=Response, responses=STREAMED | errors(403))
    async def stream_table(
        request: Request,
        me: anybody,
        id: TableId,
        seat: Eyes = None,
        since: Since = None,
        last_event_id: Annotated[str | None, Header()] = None,
    ) -> Response:
        """Stream a table: an update for every new version, and who is present."""
        stream = Stream(me.person_id if me else None, seat, _last_seen(last_event_id, since))
        return await streaming.open(request, me, id, stream)

    @router.post("/tables/{id}/undo", responses=REFUSED)
    async def undo(
        me: somebody, id: TableId, asked: models.UndoRequest, seat: OwnSeat = None
    ) -> Entered:
        """Take back one's last move, or all of one's turn, as far as nothing was revealed."""
        version = await desk.act(
            id,
            me,
            lambda table: commands.undo(table, me.person_id, asked.version, asked.whole_turn, seat),
            asked.client_id,
            seat,
        )
        return Entered(version=version)

    @router.post("/tables/{id}/take-back", responses=REFUSED)
    async def ask_take_back(
        me: somebody, id: TableId, asked: models.TakeBackRequest, seat: OwnSeat = None
    ) -> Entered:
        """Ask the others to go back to before one's last move."""
        version = await desk.act(
            id,
            me,
            lambda table: commands.ask_take_back(table, me.person_id, seat),
            asked.client_id,
            seat,
        )
        return Entered(version=version)

    @router.post("/tables/{id}/take-back/answer", responses=REFUSED)
    async def answer_take_back(me: somebody, id: TableId, asked: models.TakeBackAnswer) -> Entered:
        """Agree to a take-back, or refuse it."""
        version = await desk.act(
            id,
            me,
            lambda table: commands.answer_take_back(table, me.person_id, asked.agree),
            asked.client_id,
        )
        return Entered(version=version)

    @router.post("/tables/{id}/chat", responses=REFUSED)
    async def say(me: somebody, id: TableId, asked: models.Say) -> Entered:
        """Say something to the other players."""
        desk.limits.check(me.person_id, "chat")
        version = await desk.act(
            id, me, lambda table: commands.say(table, me.person_id, asked.text), asked.client_id
        )
        return Entered(version=version)

    @router.get("/tables/{id}/why", response_model=models.Why, responses=errors(403, 409))
    async def why_not(
        me: anybody,
        id: TableId,
        action: Annotated[int, Query(ge=0, le=65_535)],
        seat: OwnSeat = None,
    ) -> Response:
        """Say why an action is not legal now."""
        return json(await desk.why(id, me, action, seat))

    @router.post("/tables/{id}/hints", response_model=models.Hints, responses=REFUSED)
    async def give_hints(me: somebody, id: TableId, seat: OwnSeat = None) -> dict[str, Any]:
        """Ask a bot what it would do; nobody may while other people play at the table."""
        return await desk.hints(id, me, seat)

    return router
