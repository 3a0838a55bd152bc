"""The server put together: `opened` gives the app for as long as it is served."""

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from importlib.metadata import version

from fastapi import FastAPI, Request, Response
from starlette.types import ASGIApp

from londinium.server.address import Addresses, is_local
from londinium.server.answers import answer_errors
from londinium.server.guard import LARGE_BODY_LIMIT, Gate, SecurityHeaders
from londinium.server.hall import Clock, Hall
from londinium.server.identity import Identities
from londinium.server.keeper import Keeper
from londinium.server.limits import Limits, Streams, rates
from londinium.server.logs import LOG, Watch, leave_failures
from londinium.server.metrics import Metrics
from londinium.server.move_route import Moves, add_move_route
from londinium.server.pages import add_pages
from londinium.server.passwords import Passwords
from londinium.server.people_routes import People, people_router
from londinium.server.play_routes import Streaming, play_router
from londinium.server.refusal import Refusal
from londinium.server.settings import Settings
from londinium.server.study_routes import study_router
from londinium.server.table_routes import table_router
from londinium.server.tables import Tables
from londinium.store import Store

LARGE_BODIES = {"/api/matches": LARGE_BODY_LIMIT}


@dataclass(frozen=True)
class Server:
    """A server that is open: the app to serve, and what tests look into."""

    app: ASGIApp
    api: FastAPI  # the part of the app that has the routes
    store: Store
    hall: Hall
    keeper: Keeper
    metrics: Metrics


@asynccontextmanager
async def opened(
    settings: Settings,
    clock: Clock = time.time,
    passwords: Passwords | None = None,
    keeping: bool = True,
) -> AsyncIterator[Server]:
    """Open the store and all that works on it; without keeping, bots wait to be called."""
    store = await Store.open(settings.database_url)
    try:
        server = build(settings, store, clock, passwords or Passwords())
        task = asyncio.create_task(server.keeper.run()) if keeping else None
        try:
            yield server
        finally:
            if task:
                task.cancel()
                with contextlib.suppress(asyncio.CancelledError):
                    await task
            await server.keeper.close()
            await server.hall.close()
    finally:
        await store.close()


def build(settings: Settings, store: Store, clock: Clock, passwords: Passwords) -> Server:
    """Put the parts together."""
    metrics = Metrics()
    addresses = Addresses(settings.trusted_proxies)
    limits = Limits(rates(settings), clock)
    identities = Identities(store, addresses, settings.secure, clock)
    keeper = Keeper(clock, metrics, settings.bot_threads, settings.grace_seconds)
    hall = keeper.hall = Hall(store, clock, settings.bot_pace_ms / 1000, keeper)
    store.listen(identities.hear)
    store.watch_commits(metrics.commit)
    metrics.tables.set_function(lambda: len(hall.rooms))
    api = FastAPI(
        title="Londinium",
        version=version("londinium"),
        description="Board games set in London, for people and programs.",
        docs_url=None,
        redoc_url=None,
    )
    answer_errors(api)
    leave_failures(api)
    desk = Tables(hall, limits, clock, keeper.advise)
    people = People(store, identities, passwords, limits, addresses, clock)
    api.include_router(people_router(people))
    api.include_router(table_router(desk, identities))
    streams = Streams(settings.streams_per_identity)
    streaming = Streaming(desk, addresses, streams, metrics, settings.heartbeat_seconds)
    api.include_router(play_router(desk, identities, streaming))
    api.include_router(study_router(desk, identities))
    move_route = add_move_route(api, desk, identities)
    add_host_routes(api, store, metrics, settings.metrics)
    add_pages(api)
    app: ASGIApp = Moves(api, move_route)
    app = Gate(app, identities, limits, addresses, settings.public_url, LARGE_BODIES)
    app = Watch(app, metrics, addresses)
    app = SecurityHeaders(app, settings.secure)
    return Server(app, api, store, hall, keeper, metrics)


def add_host_routes(api: FastAPI, store: Store, metrics: Metrics, who: str) -> None:
    """Add what hosts look at: whether the server is well, and its figures."""

    @api.get("/healthz", include_in_schema=False)
    async def health() -> dict[str, str]:
        try:
            await store.ping()
        except Exception as error:
            LOG.exception("the database does not answer")
            raise Refusal(503, "no_database", "The database does not answer.") from error
        return {"status": "ok"}

    @api.get("/metrics", include_in_schema=False)
    async def figures(request: Request) -> Response:
        if who == "off" or (who == "local" and not is_local(request.scope)):
            raise Refusal(404, "not_found", "There is nothing at this address.")
        content, kind = metrics.render()
        return Response(content, media_type=kind)
