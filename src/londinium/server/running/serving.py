"""Serving: the app on a socket, until somebody stops it."""

import asyncio
import errno
import gc
import signal
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, cast

import uvicorn

from londinium.server.http.addresses import Addresses
from londinium.server.http.app import Server, open_server
from londinium.server.http.connections import (
    BACKLOG,
    ConnectionLimits,
    Connections,
    most_connections,
    quiet_about_descriptors,
    raise_descriptor_limit,
)
from londinium.server.logs import LOG, log_config
from londinium.server.settings import DEFAULT_PORT, Settings

STOP_SIGNALS = (signal.SIGINT, signal.SIGTERM)
PORTS_TRIED = 20
SHUTDOWN_SECONDS = 10  # for answers under way when the server is stopped
KEEP_ALIVE_SECONDS = 75  # for which an idle connection stays open, as long as proxies keep theirs


def listen(host: str, port: int | None) -> socket.socket:
    """Return a listening socket at the port; at the next free one if none was asked for."""
    if port is not None:
        return _bound(host, port)
    for candidate in range(DEFAULT_PORT, DEFAULT_PORT + PORTS_TRIED):
        try:
            return _bound(host, candidate)
        except PortTaken:
            continue
    last = DEFAULT_PORT + PORTS_TRIED - 1
    raise ValueError(
        f"All ports from {DEFAULT_PORT} to {last} are in use: set LONDINIUM_PORT to a free one."
    )


class PortTaken(ValueError):
    """Another program listens there."""


def _bound(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
        listener.listen(2048)
    except OSError as error:
        listener.close()
        if error.errno == errno.EADDRINUSE:
            raise PortTaken(f"Port {port} is in use: set LONDINIUM_PORT to a free one.") from error
        raise ValueError(f"{host} port {port} cannot be used: {error.strerror}.") from error
    return listener


def address(listener: socket.socket) -> str:
    """Return the URL at which a listening socket is reached from this machine."""
    host, port = listener.getsockname()[:2]
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


class _Uvicorn(uvicorn.Server):
    """Ends all event streams before it waits for answers under way: they would never end."""

    def __init__(self, config: uvicorn.Config, server: Server) -> None:
        super().__init__(config)
        self._server = server

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Stop on a signal; uvicorn would then raise it again, before the store is closed."""
        before = {number: signal.signal(number, self.handle_exit) for number in STOP_SIGNALS}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Stop taking requests, and let those under way be answered."""
        self._server.live_tables.end_streams()
        await super().shutdown(sockets)


def _freeze_what_is_loaded() -> None:
    """Leave what is loaded by now, which stays, out of garbage collections.

    Rarer collections were tried: there is more to collect then, and moves wait for 0.3 s.
    """
    gc.collect()
    gc.freeze()


async def serve(
    settings: Settings, listener: socket.socket, ready: Callable[[str], None] = lambda _: None
) -> None:
    """Serve until the process is told to stop; `ready` is called with the URL once it answers."""
    async with open_server(settings) as server:
        _freeze_what_is_loaded()
        most = most_connections(settings.connections, raise_descriptor_limit())
        limits = ConnectionLimits(most, settings.connections_per_address)
        connections = Connections(limits, Addresses(settings.trusted_proxies), server.metrics)
        asyncio.get_running_loop().set_exception_handler(quiet_about_descriptors(LOG.error))
        config = uvicorn.Config(
            server.app,
            http=cast(Any, connections.protocol),
            ws="none",
            backlog=BACKLOG,
            log_config=log_config(settings.log_level),
            access_log=False,
            lifespan="off",
            server_header=False,
            date_header=False,
            proxy_headers=False,
            timeout_keep_alive=KEEP_ALIVE_SECONDS,
            timeout_graceful_shutdown=SHUTDOWN_SECONDS,
        )
        server.supervisor.keep("connections", connections.run)
        ready(address(listener))
        try:
            await _Uvicorn(config, server).serve([listener])
        finally:
            await server.supervisor.stop("connections")
