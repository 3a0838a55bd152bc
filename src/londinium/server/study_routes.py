"""The routes of study: a match seen again, its log, how the score went, and its file."""

from typing import Annotated

from fastapi import APIRouter, Depends, Query, Response

from londinium.server import models, routing
from londinium.server.answers import errors
from londinium.server.identity import Identities, Identity
from londinium.server.routing import Eyes, TableId, json
from londinium.server.tables import Tables


def study_router(desk: Tables, identities: Identities) -> APIRouter:
    """Return the routes of study."""
    router = routing.router()
    anybody = Annotated[Identity | None, Depends(identities.of)]

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
