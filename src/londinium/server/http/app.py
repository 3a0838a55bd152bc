"""The app: all parts of the server put together."""

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from importlib.metadata import version

from fastapi import FastAPI
from starlette.types import ASGIApp

from londinium.server.http.access_log import AccessLog, leave_exceptions
from londinium.server.http.addresses import Addresses
from londinium.server.http.authentication import Authentication
from londinium.server.http.errors import add_error_handlers
from londinium.server.http.event_stream import EventStreams
from londinium.server.http.host_routes import add_host_routes
from londinium.server.http.move_routes import MoveDispatcher, add_move_route
from londinium.server.http.pages import add_pages
from londinium.server.http.people_routes import people_router
from londinium.server.http.play_routes import play_router
from londinium.server.http.request_filter import LARGE_BODY_LIMIT, RequestFilter
from londinium.server.http.security_headers import SecurityHeaders
from londinium.server.http.study_routes import study_router
from londinium.server.http.table_routes import table_router
from londinium.server.limits import Limits, StreamLimit, rates
from londinium.server.metrics import Metrics
from londinium.server.people.accounts import Accounts
from londinium.server.people.identities import Identities
from londinium.server.people.passwords import Passwords
from londinium.server.settings import Settings
from londinium.server.tables.bot_tables import BotTables
from londinium.server.tables.live_table import Clock
from londinium.server.tables.live_tables import LiveTables
from londinium.server.tables.service import TableService
from londinium.server.tables.turn_runner import TurnRunner
from londinium.store import Store

LARGE_BODIES = {"/api/matches": LARGE_BODY_LIMIT}


@dataclass(frozen=True)
class Server:
    """A server that is open: the app to serve, and the parts that tests look into."""

    app: ASGIApp
    api: FastAPI  # the part of the app that has the routes
    store: Store
    live_tables: LiveTables
    turn_runner: TurnRunner
    metrics: Metrics


@asynccontextmanager
async def open_server(
    settings: Settings,
    clock: Clock = time.time,
    passwords: Passwords | None = None,
    run_turns: bool = True,
) -> AsyncIterator[Server]:
    """Open the store and the server on it; unless `run_turns`, bots wait to be called."""
    store = await Store.open(settings.database_url)
    try:
        server = build(settings, store, clock, passwords or Passwords())
        task = asyncio.create_task(server.turn_runner.run()) if run_turns else None
        try:
            yield server
        finally:
            if task:
                task.cancel()
                with contextlib.suppress(asyncio.CancelledError):
                    await task
            await server.turn_runner.close()
            await server.live_tables.close()
    finally:
        await store.close()


def build(settings: Settings, store: Store, clock: Clock, passwords: Passwords) -> Server:
    """Put the parts together."""
    metrics = Metrics()
    limits = Limits(rates(settings), clock)
    turn_runner = TurnRunner(clock, metrics, settings.bot_threads, settings.grace_seconds)
    live_tables = LiveTables(store, clock, settings.bot_pace_ms / 1000, turn_runner)
    turn_runner.live_tables = live_tables
    store.on_commit(metrics.observe_commit)
    metrics.tables.set_function(lambda: len(live_tables.tables))
    identities = Identities(store, clock)
    authentication = Authentication(
        identities, Addresses(settings.trusted_proxies), settings.secure
    )
    accounts = Accounts(store, identities, passwords, limits, clock)
    bot_tables = BotTables(
        live_tables, settings.bot_tables_per_person, settings.bot_tables_per_address
    )
    service = TableService(live_tables, limits, clock, turn_runner.hints, bot_tables)
    limit = StreamLimit(settings.streams_per_identity)
    streams = EventStreams(live_tables, limit, metrics, settings.heartbeat_seconds)
    api = FastAPI(
        title="Londinium",
        version=version("londinium"),
        description="Board games set in London, for people and programs.",
        docs_url=None,
        redoc_url=None,
    )
    add_error_handlers(api)
    leave_exceptions(api)
    api.include_router(people_router(accounts, authentication))
    api.include_router(table_router(service, authentication))
    api.include_router(play_router(service, authentication, streams))
    api.include_router(study_router(service, authentication))
    move_route = add_move_route(api, service, authentication)
    add_host_routes(api, store, metrics, settings.metrics)
    add_pages(api)
    app: ASGIApp = MoveDispatcher(api, authentication, move_route)
    app = RequestFilter(app, authentication, limits, settings.public_url, LARGE_BODIES)
    app = AccessLog(app, metrics, authentication.addresses)
    app = SecurityHeaders(app, settings.secure)
    return Server(app, api, store, live_tables, turn_runner, metrics)
