"""The routes of play: looking, the stream, undo and take-back, chat, why not, and hints."""

import re
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Header, Query, Request, Response

from londinium.server.http.authentication import Authentication
from londinium.server.http.errors import responses
from londinium.server.http.event_stream import EventStreams
from londinium.server.http.parameters import (
    COMMAND_ERRORS,
    OwnSeat,
    TableId,
    ViewedSeat,
    json_response,
    table_routes,
)
from londinium.server.http.request_models import Say, TakeBackAnswer, TakeBackRequest, UndoRequest
from londinium.server.http.response_models import Hints, NewVersion, Update, Why
from londinium.server.people.identities import Identity
from londinium.server.tables import commands
from londinium.server.tables.presence import BotPace
from londinium.server.tables.service import TableService
from londinium.server.tables.streams import Stream

BotPaceWished = Annotated[
    BotPace | None,
    Query(description="how fast bots should move while one plays here; the slowest wish counts"),
]
Since = Annotated[int | None, Query(ge=0, le=2**31 - 1, description="the version last seen")]
VERSION = re.compile(r"[0-9]{1,10}")
EVENT_STREAM: dict[int | str, dict[str, Any]] = {
    200: {
        "description": "Events `update` (their id is the version) and `presence`.",
        "content": {"text/event-stream": {"schema": {"type": "string"}}},
    }
}


def _seen_version(event_id: str | None, since: int | None) -> int | None:
    """Return the version that a browser says it saw last; any other id is not of this server."""
    return int(event_id) if event_id and VERSION.fullmatch(event_id) else since


def play_router(
    service: TableService, authentication: Authentication, streams: EventStreams
) -> APIRouter:
    """Return the routes of play, but that of moves."""
    router = table_routes()
    anybody = Annotated[Identity | None, Depends(authentication.anybody)]
    somebody = Annotated[Identity, Depends(authentication.somebody)]

    @router.get("/tables/{id}", response_model=Update, responses=responses(403))
    async def read_table(
        me: anybody, id: TableId, seat: ViewedSeat = None, since: Since = None
    ) -> Response:
        """Show a table and what has happened since a version."""
        return json_response(await service.look(id, me, seat, since))

    @router.get(
        "/tables/{id}/stream", response_class=Response, responses=EVENT_STREAM | responses(403)
    )
    async def stream_table(
        request: Request,
        me: anybody,
        id: TableId,
        seat: ViewedSeat = None,
        since: Since = None,
        steps: Annotated[bool, Query(description="show the positions between, too")] = False,
        bots: BotPaceWished = None,
        last_event_id: Annotated[str | None, Header()] = None,
    ) -> Response:
        """Stream a table: an update for every new version, and who is present."""
        person, expires = (me.person_id, me.expires) if me else (None, None)
        seen = _seen_version(last_event_id, since)
        stream = Stream(person, seat, seen, expires, bots, steps)
        return await streams.open(id, stream, me, authentication.addresses.of(request.scope))

    @router.post("/tables/{id}/undo", responses=COMMAND_ERRORS)
    async def undo(
        me: somebody, id: TableId, body: UndoRequest, seat: OwnSeat = None
    ) -> NewVersion:
        """Take back your last move or your whole turn, as far as nothing was revealed."""
        version = await service.act(
            id,
            me,
            lambda table: commands.undo(table, me.person_id, body.version, body.whole_turn, seat),
            body.client_id,
            seat,
        )
        return NewVersion(version=version)

    @router.post("/tables/{id}/take-back", responses=COMMAND_ERRORS)
    async def ask_take_back(
        me: somebody, id: TableId, body: TakeBackRequest, seat: OwnSeat = None
    ) -> NewVersion:
        """Ask the others to go back to before your last move."""
        version = await service.act(
            id,
            me,
            lambda table: commands.ask_take_back(table, me.person_id, seat),
            body.client_id,
            seat,
        )
        return NewVersion(version=version)

    @router.post("/tables/{id}/take-back/answer", responses=COMMAND_ERRORS)
    async def answer_take_back(me: somebody, id: TableId, body: TakeBackAnswer) -> NewVersion:
        """Agree to a take-back, or decline it."""
        version = await service.act(
            id,
            me,
            lambda table: commands.answer_take_back(table, me.person_id, body.agree),
            body.client_id,
        )
        return NewVersion(version=version)

    @router.post("/tables/{id}/chat", responses=COMMAND_ERRORS)
    async def say(me: somebody, id: TableId, body: Say) -> NewVersion:
        """Send a chat message to the other players."""
        service.limits.check(me.person_id, "chat")
        version = await service.act(
            id, me, lambda table: commands.say(table, me.person_id, body.text), body.client_id
        )
        return NewVersion(version=version)

    @router.get("/tables/{id}/why", response_model=Why, responses=responses(403, 409))
    async def why_not(
        me: anybody,
        id: TableId,
        action: Annotated[int, Query(ge=0, le=65_535)],
        seat: OwnSeat = None,
    ) -> Response:
        """Explain why an action is not legal now."""
        return json_response(await service.why(id, me, action, seat))

    @router.post("/tables/{id}/hints", response_model=Hints, responses=COMMAND_ERRORS)
    async def give_hints(me: somebody, id: TableId, seat: OwnSeat = None) -> dict[str, Any]:
        """Ask a bot for advice, unless other people play at the table."""
        return await service.hints(id, me, seat)

    return router
