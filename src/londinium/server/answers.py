"""How errors are answered: each by a code for programs and a sentence for people."""

from typing import Any, Final

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from pydantic import BaseModel, ConfigDict, Field
from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.routing import Match
from starlette.types import Receive, Scope, Send

from londinium.server.refusal import Refusal

LONGEST_FIELD: Final = 100
REFUSED: Final = "londinium.refused"  # where a request keeps the code of its refusal

MEANING: Final = {
    400: "The request cannot be read.",
    401: "Nobody is asking, or by a bad token.",
    403: "Whoever asks may not do this.",
    404: "There is no such thing.",
    409: "It does not fit the present state.",
    413: "The request is too large.",
    415: "The body is not JSON.",
    422: "A value is not as described.",
    429: "Too often; Retry-After says when to try again.",
    503: "Busy; Retry-After says when to try again.",
}
METHODS: Final = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")
STATUS: Final = {
    400: ("unreadable", "The body of the request cannot be read; send JSON in UTF-8."),
    404: ("not_found", "There is nothing at this address."),
    405: ("bad_method", "This address does not know that method."),
}


class Error(BaseModel):
    """Why a request was not carried out."""

    model_config = ConfigDict(extra="allow")

    code: str = Field(description="what is wrong, for programs")
    message: str = Field(description="what is wrong and what to do, in one sentence")


def errors(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """Return what OpenAPI is told of errors with these statuses."""
    return {status: {"model": Error, "description": MEANING[status]} for status in statuses}


async def refuse(refusal: Refusal, scope: Scope, receive: Receive, send: Send) -> None:
    """Answer a request by a refusal."""
    scope[REFUSED] = refusal.code
    await refusal.to_response()(scope, receive, send)


def answer_errors(app: FastAPI) -> None:
    """Let every error of the routes be answered in the one form."""
    app.add_exception_handler(Refusal, _refused)
    app.add_exception_handler(RequestValidationError, _invalid)
    app.add_exception_handler(HTTPException, failed)


async def _refused(request: Request, error: Exception) -> Response:
    assert isinstance(error, Refusal)
    request.scope[REFUSED] = error.code
    return error.to_response()


async def failed(request: Request, error: Exception) -> Response:
    """Answer what no route answers."""
    assert isinstance(error, HTTPException)
    code, message = STATUS.get(error.status_code, ("refused", str(error.detail)))
    headers = {"Allow": _allowed(request)} if error.status_code == 405 else error.headers
    return await _refused(request, Refusal(error.status_code, code, message, headers))


def _allowed(request: Request) -> str:
    """Return the methods of all routes at this address; starlette names only those of one."""

    def is_answered(method: str) -> bool:
        scope = {**request.scope, "method": method, "fastapi": {}}
        return any(route.matches(scope)[0] is Match.FULL for route in request.app.routes)

    return ", ".join(method for method in METHODS if is_answered(method))


async def _invalid(request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    return await _refused(request, invalid(error))


def invalid(error: RequestValidationError) -> Refusal:
    """Name the first thing that is wrong, never its value, which may be a password."""
    first = error.errors()[0]
    field = ".".join(str(part) for part in first["loc"])[:LONGEST_FIELD]
    reason = str(first["msg"]).removeprefix("Value error, ").rstrip(".")
    message = f"The value of {field} is not right: {reason}."
    return Refusal(422, "invalid", message, field=field)
