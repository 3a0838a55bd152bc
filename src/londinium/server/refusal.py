"""Refusals: what a request is answered when it cannot be done, as one sentence and a code."""

from collections.abc import Mapping
from typing import Any

import orjson
from starlette.responses import Response


class Refusal(Exception):
    """A request that is not carried out; nothing was changed."""

    def __init__(
        self,
        status: int,
        code: str,
        message: str,
        headers: Mapping[str, str] | None = None,
        **extra: Any,
    ) -> None:
        """Say why by a code for programs and a sentence for people."""
        super().__init__(message)
        self.status = status
        self.code = code
        self.message = message
        self.headers = dict(headers or {})
        self.extra = extra

    def to_response(self) -> Response:
        """Return the answer to the request."""
        content = orjson.dumps({"code": self.code, "message": self.message, **self.extra})
        return Response(content, self.status, self.headers, "application/json")
