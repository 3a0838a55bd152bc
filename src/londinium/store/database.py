"""What the store needs of a database: to run functions of a connection."""

from collections.abc import Callable
from typing import Any, Concatenate, Literal, ParamSpec, Protocol, TypeVar

from sqlalchemy import Connection

P = ParamSpec("P")
T = TypeVar("T")
Work = Callable[Concatenate[Connection, P], T]
Dialect = Literal["sqlite", "postgresql"]


class StoreUnavailable(ValueError):
    """The database cannot be opened; the message says what to do."""


OutageReason = Literal["no_answer", "full", "read_only"]


class DatabaseOutage(Exception):
    """The database does not do what it should at present; what was to be written may be written.

    It can be tried again: an entry is written once, and what memory has is then read again.
    """

    def __init__(self, reason: OutageReason) -> None:
        """Say what is wrong with the database."""
        super().__init__(OUTAGES[reason])
        self.reason = reason


OUTAGES: dict[OutageReason, str] = {
    "no_answer": "the database is not responding",
    "full": "the database's disk is full",
    "read_only": "the database cannot be written to",
}


class Database(Protocol):
    """An open database."""

    @property
    def dialect(self) -> Dialect:
        """Which SQL it understands where the two differ."""
        ...

    async def read(self, work: Work[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Run a function that only reads; each of its statements is its own transaction."""
        ...

    async def write(self, work: Work[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Run a function in one transaction, which is durable when this returns."""
        ...

    async def close(self) -> None:
        """Close all connections."""
        ...


SETTINGS: dict[str, Any] = {"hide_parameters": True}  # errors must not show a password's hash
