"""What the routes of tables have in common: their parameters and answers."""

from typing import Annotated, Any, Final

from fastapi import APIRouter, Path, Query, Response

from londinium.server.http.errors import responses
from londinium.server.http.request_models import LAST_SEAT, TABLE_ID
from londinium.server.http.response_models import Conflict

TableId = Annotated[str, Path(pattern=TABLE_ID, description="the id of a table")]
SeatNumber = Annotated[int, Path(ge=0, le=LAST_SEAT)]
OwnSeat = Annotated[
    int | None,
    Query(ge=0, le=LAST_SEAT, description="which of the caller's seats, in a hot-seat match"),
]
ViewedSeat = Annotated[
    int | None,
    Query(
        ge=0,
        le=LAST_SEAT,
        description="whose view: the caller's own seat, or any seat once the match is over",
    ),
]
CONFLICT: Final[dict[int | str, dict[str, Any]]] = {
    409: {
        "model": Conflict,
        "description": "Conflicts with the current state; `update` is the table as it is now.",
    }
}
COMMAND_ERRORS: Final = responses(403) | CONFLICT


def table_routes() -> APIRouter:
    """Return a router for some of the routes of tables."""
    return APIRouter(
        prefix="/api",
        tags=["tables"],
        responses=responses(400, 401, 404, 413, 415, 422, 429, 503),
    )


def json_response(content: bytes) -> Response:
    """Return an answer that is JSON already."""
    return Response(content, media_type="application/json")
