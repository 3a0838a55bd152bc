"""The routes for whoever hosts the server: whether it is well, and its metrics."""

from functools import cache

import orjson
from fastapi import FastAPI, Request, Response

from londinium.server.errors import NotFound
from londinium.server.http.addresses import is_local
from londinium.server.http.errors import HttpError
from londinium.server.http.pages import File, file_of
from londinium.server.logs import LOG
from londinium.server.metrics import Metrics
from londinium.store import Store


def add_host_routes(api: FastAPI, store: Store, metrics: Metrics, metrics_for: str) -> None:
    """Add the routes; metrics are for everybody (on), nobody (off) or this machine (local)."""

    @api.get("/healthz", include_in_schema=False)
    async def health() -> dict[str, str]:
        try:
            await store.ping()
        except Exception as error:
            LOG.exception("the database does not answer")
            raise HttpError(503, "no_database", "The database does not answer.") from error
        return {"status": "ok"}

    @cache
    def schema() -> File:
        return file_of("openapi.json", orjson.dumps(api.openapi()))

    @api.get("/openapi.json", include_in_schema=False)
    async def read_schema(request: Request) -> Response:
        return schema().response(request)

    @api.get("/metrics", include_in_schema=False)
    async def read_metrics(request: Request) -> Response:
        if metrics_for == "off" or (metrics_for == "local" and not is_local(request.scope)):
            raise NotFound("not_found", "There is nothing at this address.")
        content, media_type = metrics.render()
        return Response(content, media_type=media_type)
