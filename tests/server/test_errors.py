"""Errors: each has one status, and all are answered in the same form."""

import orjson
import pytest

from londinium.server.errors import BadToken, Busy, Conflict, RequestError, TooMany, TryLater
from londinium.server.http.errors import ERROR_CODE, STATUS, HttpError, status_of, to_response


def kinds(parent: type[RequestError]) -> set[type[RequestError]]:
    """Return a class of errors and all that are derived from it."""
    return {parent}.union(*(kinds(child) for child in parent.__subclasses__()))


def test_every_kind_of_error_has_its_status() -> None:
    assert set(STATUS) | {RequestError, TryLater, HttpError} == kinds(RequestError)
    assert {status for status in STATUS.values() if not 400 <= status < 600} == set()


@pytest.mark.parametrize(
    ("error", "status", "headers"),
    [
        (Conflict("stale", "Too late.", update=3), 409, {}),
        (BadToken("bad_token", "No."), 401, {"www-authenticate": "Bearer"}),
        (TooMany("too_many", "Wait.", 7), 429, {"retry-after": "7"}),
        (Busy("busy", "Wait.", retry_after=1), 503, {"retry-after": "1"}),
        (HttpError(405, "bad_method", "No.", {"Allow": "GET"}), 405, {"allow": "GET"}),
    ],
)
def test_an_error_is_answered_with_its_status_headers_and_values(
    error: RequestError, status: int, headers: dict[str, str]
) -> None:
    scope = {"type": "http"}
    response = to_response(error, scope)
    assert response.status_code == status_of(error) == status
    expected = {"code": error.code, "message": error.message, **error.values}
    assert orjson.loads(response.body) == expected
    assert scope[ERROR_CODE] == error.code
    for name, value in headers.items():
        assert response.headers[name] == value
