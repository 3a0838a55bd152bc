"""The routes of study: a match seen again, its log, its score over time, and its file."""

from typing import Annotated

from fastapi import APIRouter, Depends, Path, Query, Response

from londinium.server.http.authentication import Authentication
from londinium.server.http.errors import responses
from londinium.server.http.parameters import TableId, ViewedSeat, json_response, table_routes
from londinium.server.http.response_models import (
    Chart,
    Decision,
    Log,
    MatchFile,
    Replay,
    ScoreSheet,
)
from londinium.server.people.identities import Identity
from londinium.server.tables.service import TableService


def study_router(service: TableService, authentication: Authentication) -> APIRouter:
    """Return the routes of study."""
    router = table_routes()
    anybody = Annotated[Identity | None, Depends(authentication.anybody)]

    @router.get("/tables/{id}/replay", response_model=Replay, responses=responses(403, 409))
    async def replay(
        me: anybody,
        id: TableId,
        at: Annotated[int, Query(ge=0, le=100_000, description="after how many moves")],
        seat: ViewedSeat = None,
    ) -> Response:
        """Show the match after a number of moves."""
        return json_response(await service.replay(id, me, at, seat))

    @router.get(
        "/tables/{id}/decisions/{number}", response_model=Decision, responses=responses(403, 409)
    )
    async def read_decision(
        me: anybody,
        id: TableId,
        number: Annotated[int, Path(ge=0, le=100_000, description="after how many decisions")],
        seat: ViewedSeat = None,
    ) -> Response:
        """Show the match after a number of decisions."""
        return json_response(await service.after_decision(id, me, number, seat))

    @router.get("/tables/{id}/log", response_model=Log, responses=responses(403, 409))
    async def read_log(me: anybody, id: TableId, seat: ViewedSeat = None) -> Response:
        """List everything that happened in the match."""
        return json_response(await service.log(id, me, seat))

    @router.get("/tables/{id}/chart", response_model=Chart, responses=responses(409))
    async def read_chart(id: TableId) -> Response:
        """Show the scores over time, once the match is over."""
        return json_response(await service.chart(id))

    @router.get("/tables/{id}/score-sheet", response_model=ScoreSheet, responses=responses(409))
    async def read_score_sheet(id: TableId) -> Response:
        """Show what was counted, row by row, once the match is over."""
        return json_response(await service.score_sheet(id))

    @router.get("/tables/{id}/match-file", response_model=MatchFile, responses=responses(409))
    async def export(id: TableId) -> Response:
        """Export the match once it is over, with the dealer's seed."""
        response = json_response(await service.export_match(id))
        response.headers["Content-Disposition"] = f'attachment; filename="londinium-{id}.json"'
        return response

    return router
