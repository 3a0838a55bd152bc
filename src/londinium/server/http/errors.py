"""How errors are answered: each by a status, a code for programs and a sentence for people."""

from collections.abc import Mapping
from typing import Any, Final

import orjson
from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from pydantic import BaseModel, ConfigDict, Field
from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.routing import Match
from starlette.types import Receive, Scope, Send

from londinium.server.errors import (
    BadToken,
    Busy,
    Conflict,
    Damaged,
    Forbidden,
    InvalidValue,
    NotFound,
    NotIdentified,
    RequestError,
    TooMany,
    TryLater,
)
from londinium.store import DatabaseOutage
from londinium.store.database import OutageReason

MAX_FIELD: Final = 100
ERROR_CODE: Final = "londinium.error_code"  # where a request keeps the code of its error

STATUS: Final[dict[type[RequestError], int]] = {
    NotIdentified: 401,
    BadToken: 401,
    Forbidden: 403,
    NotFound: 404,
    Conflict: 409,
    InvalidValue: 422,
    TooMany: 429,
    Damaged: 500,
    Busy: 503,
}
MEANING: Final = {
    400: "The request cannot be read.",
    401: "Missing or invalid credentials.",
    403: "Not allowed for this user.",
    404: "Not found.",
    409: "Conflicts with the current state.",
    413: "The request is too large.",
    415: "The body is not JSON.",
    422: "Invalid value.",
    429: "Too many requests; Retry-After says when to try again.",
    500: "Internal error; the request is not at fault.",
    503: "Busy, or the database is unavailable; Retry-After says when to try again.",
}
OUTAGE_RETRY_SECONDS: Final = 3
OUTAGES: Final[dict[OutageReason, str]] = {
    "no_answer": "The database is not responding: try again in a few seconds.",
    "full": "The server's disk is full, so nothing can be stored: tell the host.",
    "read_only": "The database cannot be written to: try again, and tell the host.",
}
METHODS: Final = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")
UNROUTED: Final = {
    400: ("unreadable", "The request body cannot be read: send JSON in UTF-8."),
    404: ("not_found", "There is nothing at this address."),
    405: ("bad_method", "This address does not support that method."),
}


class HttpError(RequestError):
    """An error of HTTP itself: of a path, a method, a header or a body."""

    def __init__(
        self,
        status: int,
        code: str,
        message: str,
        headers: Mapping[str, str] | None = None,
        **values: Any,
    ) -> None:
        """Say also with which status and headers it is answered."""
        super().__init__(code, message, **values)
        self.status = status
        self.headers = dict(headers or {})


class Error(BaseModel):
    """Why a request was not carried out."""

    model_config = ConfigDict(extra="allow")

    code: str = Field(description="a code for programs")
    message: str = Field(description="what is wrong and what to do about it, in one sentence")


def responses(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """Return what OpenAPI says of errors with these statuses."""
    return {status: {"model": Error, "description": MEANING[status]} for status in statuses}


def status_of(error: RequestError) -> int:
    """Return the status with which an error is answered."""
    return error.status if isinstance(error, HttpError) else STATUS[type(error)]


def _headers(error: RequestError) -> dict[str, str]:
    if isinstance(error, HttpError):
        return error.headers
    if isinstance(error, TryLater):
        return {"Retry-After": str(error.retry_after)}
    if isinstance(error, BadToken):
        return {"WWW-Authenticate": "Bearer"}
    return {}


def no_database(outage: DatabaseOutage) -> Busy:
    """Return the error by which requests are answered while the database does not work."""
    return Busy("no_database", OUTAGES[outage.reason], OUTAGE_RETRY_SECONDS)


def to_response(error: RequestError, scope: Scope) -> Response:
    """Return the answer to a request that failed, and note its code for the log."""
    scope[ERROR_CODE] = error.code
    content = orjson.dumps({"code": error.code, "message": error.message, **error.values})
    return Response(content, status_of(error), _headers(error), "application/json")


async def send_error(error: RequestError, scope: Scope, receive: Receive, send: Send) -> None:
    """Answer a request by an error, outside of any route."""
    await to_response(error, scope)(scope, receive, send)


def add_error_handlers(app: FastAPI) -> None:
    """Let every error of the routes be answered in the one form."""
    app.add_exception_handler(RequestError, _request_error)
    app.add_exception_handler(RequestValidationError, _validation_error)
    app.add_exception_handler(HTTPException, http_exception)


async def _request_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestError)
    return to_response(error, request.scope)


async def http_exception(request: Request, error: Exception) -> Response:
    """Answer what no route answers."""
    assert isinstance(error, HTTPException)
    code, message = UNROUTED.get(error.status_code, ("refused", str(error.detail)))
    headers = {"Allow": _allowed(request)} if error.status_code == 405 else error.headers
    return to_response(HttpError(error.status_code, code, message, headers), request.scope)


def _allowed(request: Request) -> str:
    """Return the methods of all routes at this address; starlette names only those of one."""

    def is_answered(method: str) -> bool:
        scope = {**request.scope, "method": method, "fastapi": {}}
        return any(route.matches(scope)[0] is Match.FULL for route in request.app.routes)

    return ", ".join(method for method in METHODS if is_answered(method))


async def _validation_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    return to_response(invalid_field(error), request.scope)


def invalid_field(error: RequestValidationError) -> InvalidValue:
    """Name the first field that is wrong, never its value, which may be a password."""
    first = error.errors()[0]
    field = ".".join(str(part) for part in first["loc"])[:MAX_FIELD]
    reason = str(first["msg"]).removeprefix("Value error, ").rstrip(".")
    return InvalidValue("invalid", f"Invalid value for {field}: {reason}.", field=field)
