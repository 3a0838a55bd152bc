"""Notices from worker to worker, and how each is written as a line for PostgreSQL's NOTIFY.

A line is the worker that sends it, the topic and the payload, separated by spaces.
"""

from collections.abc import Callable
from dataclasses import dataclass

CHANNEL = "londinium"  # of PostgreSQL's NOTIFY
PACE = "pace:"  # among people, before a pace of bots: older workers take it for a person


@dataclass(frozen=True)
class TableChanged:
    """A table has a new version."""

    table: str
    version: int


@dataclass(frozen=True)
class PresenceChanged:
    """Who has a table open at a worker: people with a seat, and how many others.

    With it comes the pace of bots that these people wish for.
    """

    table: str
    worker: str
    watching: int
    people: frozenset[str]
    bot_pace: str | None = None


@dataclass(frozen=True)
class PersonChanged:
    """A person has another name or password."""

    id: str


@dataclass(frozen=True)
class TokenChanged:
    """A token was revoked."""

    id: str


@dataclass(frozen=True)
class SessionEnded:
    """A session was ended."""

    id: str


@dataclass(frozen=True)
class SessionsEnded:
    """All sessions of a person were ended."""

    person: str


@dataclass(frozen=True)
class LimitsUsed:
    """What was spent at a worker of the limits of people and addresses."""

    worker: str
    used: str  # without spaces


@dataclass(frozen=True)
class NoticesLost:
    """Notices may have been missed, since the connection was lost; no worker sends this."""


Notice = (
    TableChanged
    | PresenceChanged
    | PersonChanged
    | TokenChanged
    | SessionEnded
    | SessionsEnded
    | LimitsUsed
    | NoticesLost
)
Listener = Callable[[Notice], None]


def encode(worker: str, notice: Notice) -> str:
    """Return the line by which a worker sends a notice."""
    match notice:
        case TableChanged(table, version):
            return f"{worker} table {table} {version}"
        case PresenceChanged(table, presence_worker, watching, people, bot_pace):
            names = sorted(people) + ([PACE + bot_pace] if bot_pace else [])
            return " ".join((worker, "presence", table, presence_worker, str(watching), *names))
        case PersonChanged(id):
            return f"{worker} person {id}"
        case TokenChanged(id):
            return f"{worker} token {id}"
        case SessionEnded(id):
            return f"{worker} session {id}"
        case SessionsEnded(person):
            return f"{worker} sessions {person}"
        case LimitsUsed(limits_worker, used):
            return f"{worker} limits {limits_worker} {used}"
        case NoticesLost():
            raise ValueError("No worker tells another that notices were lost.")


def decode(line: str) -> tuple[str, Notice | None]:
    """Return the worker that sent a line, and its notice; None if a newer version knows more."""
    worker, topic, *payload = line.split(" ")
    match topic, payload:
        case "table", [table, version]:
            return worker, TableChanged(table, int(version))
        case "presence", [table, presence_worker, watching, *names]:
            people = frozenset(name for name in names if not name.startswith(PACE))
            pace = next((name.removeprefix(PACE) for name in names if name not in people), None)
            return worker, PresenceChanged(table, presence_worker, int(watching), people, pace)
        case "person", [id]:
            return worker, PersonChanged(id)
        case "token", [id]:
            return worker, TokenChanged(id)
        case "session", [id]:
            return worker, SessionEnded(id)
        case "sessions", [person]:
            return worker, SessionsEnded(person)
        case "limits", [limits_worker, used]:
            return worker, LimitsUsed(limits_worker, used)
    return worker, None
