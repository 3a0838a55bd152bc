"""The access log: every request with its route, status and time, without anything secret."""

import logging
import secrets
from collections.abc import Callable
from time import perf_counter
from typing import Final

from fastapi import FastAPI, Request, Response
from starlette.requests import ClientDisconnect
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from londinium.server.errors import RequestError
from londinium.server.http.addresses import Addresses
from londinium.server.http.errors import ERROR_CODE, HttpError, no_database, send_error
from londinium.server.logs import LOG
from londinium.server.metrics import UNMATCHED, Metrics
from londinium.store import DatabaseOutage

MAX_PATH: Final = 200
CLIENT_LEFT: Final = 499  # no answer was begun; what proxies log for it


def route_of(scope: Scope) -> str:
    """Return the template of the route that answers, without what fills it."""
    return getattr(scope.get("route"), "path", UNMATCHED)


class AccessLog:
    """Logs and counts every request, and answers those in which an exception is raised."""

    def __init__(
        self,
        app: ASGIApp,
        metrics: Metrics,
        addresses: Addresses,
        clock: Callable[[], float] = perf_counter,
    ) -> None:
        """Wrap the app."""
        self._app = app
        self._metrics = metrics
        self._addresses = addresses
        self._clock = clock

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request; its time is until the answer begins, so that streams count too."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        began, status, ended = self._clock(), CLIENT_LEFT, 0.0

        async def send_timed(message: Message) -> None:
            nonlocal status, ended
            if message["type"] == "http.response.start":
                status, ended = message["status"], self._clock()
            await send(message)

        try:
            await self._app(scope, receive, send_timed)
        except ClientDisconnect:
            return  # before all of the request had come
        except Exception as exception:
            error = _error_of(exception, scope)
            if status != CLIENT_LEFT:
                raise  # the answer is under way: only the connection can tell the client
            await send_error(error, scope, receive, send_timed)
        finally:
            self._record(scope, status, (ended or self._clock()) - began)

    def _record(self, scope: Scope, status: int, seconds: float) -> None:
        method, route, code = scope["method"], route_of(scope), scope.get(ERROR_CODE)
        self._metrics.observe_request(method, route, status, seconds)
        if code is not None:
            self._metrics.count_error(code)
        if not LOG.isEnabledFor(logging.INFO):
            return
        fields = {
            "method": method,
            "route": route if route != UNMATCHED else scope["path"][:MAX_PATH],
            "status": status,
            "ms": round(seconds * 1000, 2),
            "address": self._addresses.of(scope),
        }
        if code is not None:
            fields["code"] = code
        LOG.info("request", extra={"fields": fields})


class NoResponse(Response):
    """Sends nothing."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Leave the answer to somebody else."""


def leave_exceptions(api: FastAPI) -> None:
    """Let `AccessLog` answer what fails in a route; FastAPI would do so before it."""

    async def say_nothing(_: Request, __: Exception) -> Response:
        return NoResponse()

    api.add_exception_handler(Exception, say_nothing)


def _error_of(exception: Exception, scope: Scope) -> RequestError:
    """Return what is answered; outages come here too, since not only routes use the database."""
    if isinstance(exception, DatabaseOutage):
        return no_database(exception)
    return _log_exception(scope)


def _log_exception(scope: Scope) -> HttpError:
    id = secrets.token_hex(6)
    fields = {"id": id, "method": scope["method"], "route": route_of(scope)}
    LOG.exception("a request failed", extra={"fields": fields})
    message = f"Something went wrong on the server; tell the host this number: {id}."
    return HttpError(500, "server_error", message, id=id)
