"""What the routes of tables have in common."""

from typing import Annotated, Any, Final

from fastapi import APIRouter, Path, Query, Response

from londinium.server import models
from londinium.server.answers import errors

TableId = Annotated[str, Path(pattern=models.TABLE_ID, description="the id of a table")]
OwnSeat = Annotated[
    int | None, Query(ge=0, le=3, description="which of one's seats, in a hot-seat match")
]
Eyes = Annotated[
    int | None, Query(ge=0, le=3, description="with whose eyes: one's own, or any once it is over")
]
CONFLICT: Final[dict[int | str, dict[str, Any]]] = {
    409: {"model": models.Conflict, "description": "It does not fit; `update` is how the table is."}
}
REFUSED: Final = errors(403) | CONFLICT


def router() -> APIRouter:
    """Return a router for some of the routes of tables."""
    return APIRouter(
        prefix="/api", tags=["tables"], responses=errors(400, 401, 404, 413, 415, 422, 429, 503)
    )


def json(content: bytes) -> Response:
    """Return an answer that is JSON already."""
    return Response(content, media_type="application/json")
