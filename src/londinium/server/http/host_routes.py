"""The routes for whoever hosts the server: whether it is alive and ready, and its metrics."""

import asyncio
from dataclasses import dataclass
from functools import cache
from typing import Final

import orjson
from fastapi import FastAPI, Request, Response

from londinium.server.errors import Busy, NotFound
from londinium.server.http.addresses import is_local
from londinium.server.http.errors import OUTAGE_RETRY_SECONDS, no_database
from londinium.server.http.pages import File, file_of
from londinium.server.logs import LOG
from londinium.server.metrics import Metrics
from londinium.store import DatabaseOutage, Store
from londinium.supervisor import Supervisor

PING_SECONDS: Final = 2.0  # within which the database must answer


@dataclass
class Readiness:
    """Whether the server can do its work: its database answers, and all its tasks run."""

    store: Store
    supervisor: Supervisor
    _ping: asyncio.Task[None] | None = None

    async def check(self) -> None:
        """Raise Busy unless the server is ready."""
        await self._check_database()
        if self.supervisor.gone:
            tasks = self.supervisor.gone
            message = f"These tasks are being started again: {', '.join(tasks)}; try again soon."
            raise Busy("not_ready", message, OUTAGE_RETRY_SECONDS, tasks=tasks)

    async def _check_database(self) -> None:
        if self.store.outage:
            raise no_database(self.store.outage)
        if self._ping is None or self._ping.done():  # all who ask wait for the same answer
            self._ping = asyncio.create_task(self.store.ping())
            self._ping.add_done_callback(_retrieve_exception)
        # The ping is not cancelled: that would take until the database answers.
        await asyncio.wait({self._ping}, timeout=PING_SECONDS)
        if not self._ping.done() or self._ping.exception():
            LOG.error("the database does not respond to a ping")
            raise no_database(DatabaseOutage("no_answer"))


def _retrieve_exception(ping: asyncio.Task[None]) -> None:
    """Let asyncio not log the failure of a ping for which nobody waits any more."""
    if not ping.cancelled():
        ping.exception()


def add_host_routes(api: FastAPI, readiness: Readiness, metrics: Metrics, metrics_for: str) -> None:
    """Add the routes; metrics are for everybody (on), nobody (off) or this machine (local)."""

    @api.get("/livez", include_in_schema=False)
    async def is_alive() -> dict[str, str]:
        return {"status": "ok"}

    @api.get("/healthz", include_in_schema=False)
    @api.get("/readyz", include_in_schema=False)
    async def is_ready() -> dict[str, str]:
        await readiness.check()
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
