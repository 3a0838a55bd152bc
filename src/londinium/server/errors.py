"""Why something cannot be done; `http/errors.py` gives each of these errors its HTTP status."""

from typing import Any


class RequestError(Exception):
    """A request that is not carried out; nothing was changed."""

    def __init__(self, code: str, message: str, **values: Any) -> None:
        """Say why by a code for programs, a sentence for people, and values for either."""
        super().__init__(message)
        self.code = code
        self.message = message
        self.values = values


class InvalidValue(RequestError):
    """A value that does not exist here, or that the rules do not allow."""


class NotIdentified(RequestError):
    """A request that needs an identity."""


class BadToken(NotIdentified):
    """A token that is unknown or was revoked."""


class Forbidden(RequestError):
    """Something that this person may not do."""


class NotFound(RequestError):
    """Something that does not exist."""


class Conflict(RequestError):
    """A request that conflicts with the current state."""


class TryLater(RequestError):
    """Something that cannot be done now but later."""

    def __init__(self, code: str, message: str, retry_after: int, **values: Any) -> None:
        """Say also in how many seconds it can be tried again."""
        super().__init__(code, message, **values)
        self.retry_after = retry_after


class TooMany(TryLater):
    """More requests than a person or an address may make."""


class Busy(TryLater):
    """More than the server can handle at present."""


class Damaged(RequestError):
    """Stored data that can no longer be read."""
