"""The app: all parts of the server put together."""

from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from dataclasses import dataclass
from importlib.metadata import version
from typing import Any

from fastapi import FastAPI
from starlette.types import ASGIApp

from londinium.server.http.access_log import AccessLog, leave_exceptions
from londinium.server.http.addresses import Addresses
from londinium.server.http.authentication import Authentication
from londinium.server.http.errors import add_error_handlers
from londinium.server.http.event_stream import EventStreams
from londinium.server.http.host_routes import Readiness, add_host_routes
from londinium.server.http.hosts import Hosts
from londinium.server.http.move_routes import MoveDispatcher, add_move_route
from londinium.server.http.pages import add_pages
from londinium.server.http.people_routes import people_router
from londinium.server.http.play_routes import play_router
from londinium.server.http.request_filter import LARGE_BODY_LIMIT, RequestFilter
from londinium.server.http.security_headers import SecurityHeaders
from londinium.server.http.study_routes import study_router
from londinium.server.http.table_routes import table_router
from londinium.server.limit_exchange import LimitExchange
from londinium.server.limits import Limits, StreamLimit, rates
from londinium.server.metrics import Metrics
from londinium.server.people.accounts import Accounts
from londinium.server.people.identities import Identities
from londinium.server.people.login_limits import LoginLimits
from londinium.server.people.passwords import Passwords
from londinium.server.settings import Settings
from londinium.server.steady_clock import SteadyClock
from londinium.server.tables.bot_tables import BotTables
from londinium.server.tables.live_table import Clock
from londinium.server.tables.live_tables import LiveTables
from londinium.server.tables.maintenance import maintain
from londinium.server.tables.service import TableService
from londinium.server.tables.turn_runner import TurnRunner
from londinium.server.upkeep import Upkeep
from londinium.store import Store
from londinium.supervisor import Supervisor

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
    identities: Identities
    streams: EventStreams
    upkeep: Upkeep
    limit_exchange: LimitExchange
    supervisor: Supervisor


@asynccontextmanager
async def open_server(
    settings: Settings,
    clock: Clock | None = None,
    passwords: Passwords | None = None,
    run_turns: bool = True,
) -> AsyncIterator[Server]:
    """Open the store and the server on it; unless `run_turns`, bots wait to be called."""
    supervisor = Supervisor()
    store = await Store.open(settings.database_url, supervisor)
    try:
        parts = store, clock or SteadyClock(), passwords or Passwords(), supervisor
        server = build(settings, *parts)
        tasks = _tasks(server) if run_turns else {}
        for name, run in tasks.items():
            supervisor.keep(name, run)
        try:
            yield server
        finally:
            for name in tasks:
                await supervisor.stop(name)
            await server.turn_runner.close()
            await server.live_tables.close()
            await server.streams.close()
            await server.identities.last_use.finish()
    finally:
        await store.close()


def _tasks(server: Server) -> dict[str, Callable[[], Coroutine[Any, Any, None]]]:
    """Return what runs as long as the server does, by name."""
    tasks: dict[str, Callable[[], Coroutine[Any, Any, None]]] = {
        "turns": server.turn_runner.run,
        "maintenance": lambda: maintain(server.live_tables),
        "upkeep": server.upkeep.run,
    }
    if server.store.has_other_workers:
        tasks["limits"] = server.limit_exchange.run
    return tasks


def build(
    settings: Settings, store: Store, clock: Clock, passwords: Passwords, supervisor: Supervisor
) -> Server:
    """Put the parts together."""
    metrics = Metrics()
    supervisor.on_failure = metrics.count_task_failure
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
    accounts = Accounts(store, identities, passwords, limits, clock, LoginLimits(limits))
    bot_tables = BotTables(
        live_tables, settings.bot_tables_per_person, settings.bot_tables_per_address
    )
    service = TableService(
        live_tables, limits, clock, turn_runner.hints, bot_tables, settings.unfinished_tables
    )
    upkeep = Upkeep(live_tables, limits, metrics, settings)
    limit = StreamLimit(settings.streams_per_identity, clock)
    limit_exchange = LimitExchange(store, limits, limit, clock)
    streams = EventStreams(live_tables, identities, limit, metrics, settings.heartbeat_seconds)
    api = FastAPI(
        title="Londinium",
        version=version("londinium"),
        description="Board games set in London, for people and programs.",
        openapi_url=None,  # a route of ours has it, made once
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
    add_host_routes(api, Readiness(store, supervisor), metrics, settings.metrics)
    add_pages(api)
    app: ASGIApp = MoveDispatcher(api, authentication, move_route)
    hosts = Hosts(settings)
    app = RequestFilter(app, authentication, limits, hosts, settings.public_url, LARGE_BODIES)
    app = AccessLog(app, metrics, authentication.addresses)
    app = SecurityHeaders(app, settings.secure)
    return Server(
        app=app,
        api=api,
        store=store,
        live_tables=live_tables,
        turn_runner=turn_runner,
        metrics=metrics,
        identities=identities,
        streams=streams,
        upkeep=upkeep,
        limit_exchange=limit_exchange,
        supervisor=supervisor,
    )
