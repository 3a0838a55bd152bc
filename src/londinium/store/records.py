"""What the store keeps: people, their tokens, tables, and the journal of each table."""

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Person:
    """Somebody who plays: a guest, or an account if there is a password."""

    id: str
    name: str
    created: float
    password: str | None = None  # an argon2 hash
    epoch: int = 0  # raised to end all sessions

    @property
    def guest(self) -> bool:
        """Whether the person has no account."""
        return self.password is None


@dataclass(frozen=True)
class Token:
    """A key with which a program acts for a person; only its digest is kept."""

    id: str
    person: str
    digest: bytes
    label: str
    created: float
    scope: str = "play"
    expires: float | None = None
    used: float | None = None  # to the hour


@dataclass(frozen=True)
class SessionRow:
    """A browser in which a person is logged in."""

    id: str
    person: str
    created: float
    seen: float  # when it was last used, to the hour
    browser: str | None = None
    system: str | None = None


@dataclass(frozen=True)
class Header:
    """What is settled of a table when it is made."""

    id: str
    created: float
    host: str  # a person
    game: str
    rules_version: int
    seats: int
    options: dict[str, str]
    pace: dict[str, Any]
    listed: bool
    seed: bytes
    same_deal_of: str | None = None  # the table that had its deal first


@dataclass(frozen=True)
class EntryRow:
    """An entry of a table's journal, as it is stored; a table is its entries applied in order."""

    version: int  # from 1, without gaps
    kind: str
    at: float  # seconds since 1970
    seat: int | None = None
    person: str | None = None  # who did it; bots are nobody
    client_id: str | None = None  # made by the client, to recognise a repeated request
    data: dict[str, Any] | None = None


@dataclass(frozen=True)
class Listing:
    """By what lists find a table and what they show of it; written along with the journal."""

    status: str  # open, playing or over
    wake: float | None  # when a bot or a clock next needs the table, though nobody looks at it
    people: tuple[str, ...]  # who sits there or has a seat kept, without repeats
    summary: dict[str, Any]  # what lists show


class UnusableSnapshot(ValueError):
    """A snapshot that is damaged, or of another layout: the journal has to be replayed."""


@dataclass(frozen=True)
class StoredTable:
    """A table as it is stored: its header, its last snapshot if any, the entries since then."""

    header: Header
    snapshot: dict[str, Any] | None
    entries: list[EntryRow]


@dataclass(frozen=True)
class ListedTable:
    """A table in a list."""

    id: str
    game: str
    created: float
    changed: float
    version: int
    status: str
    same_deal_of: str | None
    summary: dict[str, Any]
