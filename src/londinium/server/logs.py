"""Logs: one JSON object a line on standard error, without anything secret."""

import json
import logging
import secrets
from collections.abc import Callable
from datetime import UTC, datetime
from time import perf_counter
from typing import Any, Final

import orjson
from fastapi import FastAPI, Request, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from londinium.server.address import Addresses
from londinium.server.answers import REFUSED, refuse
from londinium.server.metrics import UNMATCHED, Metrics
from londinium.server.refusal import Refusal

LOG: Final = logging.getLogger("londinium.server")
LONGEST_PATH: Final = 200
CLIENT_LEFT: Final = 499  # no answer was begun; what proxies log for it


class JsonLines(logging.Formatter):
    """Writes a record as one line of JSON; `extra={"fields": {...}}` adds fields."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line."""
        line: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
            **getattr(record, "fields", {}),
        }
        if record.exc_info:
            line["trace"] = self.formatException(record.exc_info)
        return _one_line(line)


def _one_line(fields: dict[str, Any]) -> str:
    try:
        return orjson.dumps(fields, default=str).decode()
    except TypeError:  # half a character, or a huge number
        return json.dumps(fields, default=str)


def log_config(level: str) -> dict[str, Any]:
    """Return the configuration for `logging.config.dictConfig` and for uvicorn's `log_config`."""
    quiet = {"handlers": [], "propagate": False}
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"json": {"()": JsonLines}},
        "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "json"}},
        "root": {"handlers": ["stderr"], "level": "WARNING"},
        "loggers": {
            "londinium": {"level": level.upper()},
            "uvicorn": {"level": level.upper()},
            "uvicorn.access": quiet,  # has query strings; ours has not
        },
    }


def route_of(scope: Scope) -> str:
    """Return the template of the route that answers, without what fills it."""
    return getattr(scope.get("route"), "path", UNMATCHED)


class Watch:
    """Logs and counts every request, and answers for the ones that fail."""

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

        async def send_watched(message: Message) -> None:
            nonlocal status, ended
            if message["type"] == "http.response.start":
                status, ended = message["status"], self._clock()
            await send(message)

        try:
            await self._app(scope, receive, send_watched)
        except Exception:
            failure = _log_failure(scope)
            if status != CLIENT_LEFT:
                raise  # the answer is under way: only the connection can tell the client
            await refuse(failure, scope, receive, send_watched)
        finally:
            self._report(scope, status, (ended or self._clock()) - began)

    def _report(self, scope: Scope, status: int, seconds: float) -> None:
        method, route, code = scope["method"], route_of(scope), scope.get(REFUSED)
        self._metrics.request(method, route, status, seconds)
        if code is not None:
            self._metrics.refused(code)
        if not LOG.isEnabledFor(logging.INFO):
            return
        fields = {
            "method": method,
            "route": route if route != UNMATCHED else scope["path"][:LONGEST_PATH],
            "status": status,
            "ms": round(seconds * 1000, 2),
            "address": self._addresses.of(scope),
        }
        if code is not None:
            fields["code"] = code
        LOG.info("request", extra={"fields": fields})


class Silence(Response):
    """Sends nothing."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Leave the answer to somebody else."""


def leave_failures(api: FastAPI) -> None:
    """Let `Watch` answer what fails in a route; FastAPI would do so before it."""

    async def say_nothing(_: Request, __: Exception) -> Response:
        return Silence()

    api.add_exception_handler(Exception, say_nothing)


def _log_failure(scope: Scope) -> Refusal:
    id = secrets.token_hex(6)
    fields = {"id": id, "method": scope["method"], "route": route_of(scope)}
    LOG.exception("a request failed", extra={"fields": fields})
    message = f"Something went wrong here, and it was not you; tell the host the number {id}."
    return Refusal(500, "server_error", message, id=id)
