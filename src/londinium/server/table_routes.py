"""The routes of tables."""

import re
from contextlib import ExitStack
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Body, Depends, Header, Path, Query, Request, Response

from londinium.bots.levels import PLAYERS
from londinium.server import commands, models, tables
from londinium.server.address import Addresses
from londinium.server.answers import errors
from londinium.server.identity import Identities, Identity
from londinium.server.limits import Streams
from londinium.server.metrics import Metrics
from londinium.server.models import Catalogue, Entered, Made
from londinium.server.stream import Stream, StreamAnswer
from londinium.server.tables import Tables

TableId = Annotated[str, Path(pattern=models.TABLE_ID, description="the id of a table")]
OwnSeat = Annotated[
    int | None, Query(ge=0, le=3, description="which of one's seats, in a hot-seat match")
]
Eyes = Annotated[
    int | None, Query(ge=0, le=3, description="with whose eyes: one's own, or any once it is over")
]
Since = Annotated[int | None, Query(ge=0, le=2**31 - 1, description="the version last seen")]
VERSION = re.compile(r"[0-9]{1,10}")
CONFLICT: dict[int | str, dict[str, Any]] = {
    409: {"model": models.Conflict, "description": "It does not fit; `update` is how the table is."}
}
STREAMED: dict[int | str, dict[str, Any]] = {
    200: {
        "description": "Events `update` (their id is the version) and `presence`.",
        "content": {"text/event-stream": {"schema": {"type": "string"}}},
    }
}


def json(content: bytes) -> Response:
    """Return an answer that is JSON already."""
    return Response(content, media_type="application/json")


def _last_seen(event: str | None, since: int | None) -> int | None:
    """Return the version that a browser says it saw last; what is not one is not of this server."""
    return int(event) if event and VERSION.fullmatch(event) else since


def table_router(
    desk: Tables,
    identities: Identities,
    addresses: Addresses,
    streams: Streams,
    metrics: Metrics,
    heartbeat: float,
) -> APIRouter:
    """Return the routes of tables."""
    router = APIRouter(
        prefix="/api", tags=["tables"], responses=errors(400, 401, 404, 413, 415, 422, 429, 503)
    )
    anybody = Annotated[Identity | None, Depends(identities.of)]
    somebody = Annotated[Identity, Depends(identities.somebody)]
    refused = errors(403) | CONFLICT

    @router.get("/games", response_model=Catalogue)
    async def read_games() -> dict[str, Any]:
        """List the games and the bots."""
        levels = [{"name": p.name, "sentence": p.sentence} for p in PLAYERS.values()]
        return {"games": tables.games(), "levels": levels}

    @router.get("/games/{name}", response_model=models.Material)
    async def read_material(name: Annotated[str, Path(max_length=64)]) -> Response:
        """Show what is printed of a game, and all its actions by their numbers."""
        return json(tables.material(name))

    @router.get("/tables", response_model=models.Tables)
    async def list_tables(
        me: anybody, which: Literal["open", "playing", "mine"] = "open"
    ) -> dict[str, Any]:
        """List open tables, those being played, or one's own."""
        return {"tables": await desk.listed(which, me)}

    @router.post("/tables", status_code=201, responses=errors(403, 409))
    async def make_table(me: somebody, asked: models.NewTable) -> Made:
        """Make a table; its id is the link to it."""
        return Made(id=await desk.make(me, asked))

    @router.post("/matches", status_code=201, responses=errors(403))
    async def import_match(me: somebody, match: Annotated[models.GivenMatchFile, Body()]) -> Made:
        """Make a table of a match file, to see it again."""
        return Made(id=await desk.take_in(me, match))

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
        with ExitStack() as opened:
            opened.enter_context(
                streams.opened(me.person_id if me else addresses.of(request.scope))
            )
            opened.enter_context(metrics.streams.track_inprogress())
            room = await desk.hall.join(id, stream)
            opened.callback(desk.hall.leave, room, stream)
            return StreamAnswer(stream, heartbeat, opened.pop_all().close)

    @router.post("/tables/{id}/seats", responses=refused)
    async def sit(me: somebody, id: TableId, asked: models.Sit) -> Entered:
        """Sit down, or return to a seat that a bot has kept."""
        me_there = tables.who(me)
        version = await desk.act(id, me, lambda table: commands.sit(table, me_there, asked.seat))
        return Entered(version=version)

    @router.delete("/tables/{id}/seats", responses=refused)
    async def leave(me: somebody, id: TableId, seat: OwnSeat = None) -> Entered:
        """Leave; if the match has started, a bot plays on."""
        version = await desk.act(
            id, me, lambda table: commands.leave(table, me.person_id, seat), seat=seat
        )
        return Entered(version=version)

    @router.put("/tables/{id}/seats/{seat}", responses=refused)
    async def place_bot(
        me: somebody,
        id: TableId,
        seat: Annotated[int, Path(ge=0, le=3)],
        asked: models.PlaceBot,
    ) -> Entered:
        """Put a bot into a seat, or free it."""
        version = await desk.act(
            id, me, lambda table: commands.place_bot(table, me.person_id, seat, asked.level)
        )
        return Entered(version=version)

    @router.post("/tables/{id}/start", responses=refused)
    async def start(me: somebody, id: TableId) -> Entered:
        """Start the match."""
        version = await desk.act(id, me, lambda table: commands.start(table, me.person_id))
        return Entered(version=version)

    @router.post("/tables/{id}/undo", responses=refused)
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

    @router.post("/tables/{id}/take-back", responses=refused)
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

    @router.post("/tables/{id}/take-back/answer", responses=refused)
    async def answer_take_back(me: somebody, id: TableId, asked: models.TakeBackAnswer) -> Entered:
        """Agree to a take-back, or refuse it."""
        version = await desk.act(
            id,
            me,
            lambda table: commands.answer_take_back(table, me.person_id, asked.agree),
            asked.client_id,
        )
        return Entered(version=version)

    @router.post("/tables/{id}/chat", responses=refused)
    async def say(me: somebody, id: TableId, asked: models.Say) -> Entered:
        """Say something to the other players."""
        desk.limits.check(me.person_id, "chat")
        version = await desk.act(
            id, me, lambda table: commands.say(table, me.person_id, asked.text), asked.client_id
        )
        return Entered(version=version)

    @router.post("/tables/{id}/rematch", responses=refused)
    async def rematch(me: somebody, id: TableId) -> Made:
        """Make a table for the same people, everybody one seat on, or find the one made."""
        return Made(id=await desk.rematch(id, me))

    @router.get("/tables/{id}/replay", response_model=models.Replay, responses=errors(403, 409))
    async def replay(
        me: anybody,
        id: TableId,
        at: Annotated[int, Query(ge=0, le=100_000, description="after how many moves")],
        seat: Eyes = None,
    ) -> Response:
        """Show the match after some moves."""
        return json(await desk.replay(id, me, at, seat))

    @router.get("/tables/{id}/log", response_model=models.Log, responses=errors(403, 409))
    async def read_log(me: anybody, id: TableId, seat: Eyes = None) -> Response:
        """Tell all that happened in the match."""
        return json(await desk.log(id, me, seat))

    @router.get("/tables/{id}/why", response_model=models.Why, responses=errors(403, 409))
    async def why_not(
        me: anybody,
        id: TableId,
        action: Annotated[int, Query(ge=0, le=65_535)],
        seat: OwnSeat = None,
    ) -> Response:
        """Say why an action is not legal now."""
        return json(await desk.why(id, me, action, seat))

    @router.post("/tables/{id}/hints", response_model=models.Hints, responses=refused)
    async def give_hints(me: somebody, id: TableId, seat: OwnSeat = None) -> dict[str, Any]:
        """Ask a bot what it would do; nobody may while other people play at the table."""
        return await desk.hints(id, me, seat)

    @router.get("/tables/{id}/chart", response_model=models.Chart, responses=errors(409))
    async def read_chart(id: TableId) -> Response:
        """Tell how the score went, once the match is over."""
        return json(await desk.chart(id))

    @router.get("/tables/{id}/match-file", response_model=models.MatchFile, responses=errors(409))
    async def export(id: TableId) -> Response:
        """Export the match once it is over, with the dealer's seed."""
        file = json(await desk.export(id))
        file.headers["Content-Disposition"] = f'attachment; filename="londinium-{id}.json"'
        return file

    return router
