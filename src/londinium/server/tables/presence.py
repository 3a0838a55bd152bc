"""Presence: who has a stream of a table open, at this worker and at the others."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

from londinium.server.tables.streams import Stream

VALID_SECONDS = 60  # for which a notice of another worker holds; it repeats it before


class Present(NamedTuple):
    """The people with a seat who have a table open, and how many other streams there are."""

    people: frozenset[str]
    watching: int


@dataclass
class Presence:
    """Who is present at one table, at the other workers."""

    others: dict[str, tuple[float, Present]] = field(default_factory=dict)  # by worker

    def update(self, worker: str, present: Present, now: float) -> None:
        """Note who is present at another worker."""
        self.others[worker] = now, present

    def all(self, here: Present, now: float) -> Present:
        """Return who is present anywhere."""
        valid = [other for at, other in self.others.values() if now - at < VALID_SECONDS]
        people = here.people.union(*(other.people for other in valid))
        return Present(people, here.watching + sum(other.watching for other in valid))


def present_at(streams: Iterable[Stream], seated: frozenset[str]) -> Present:
    """Return who is present by the streams of this worker."""
    people = [stream.person for stream in streams]
    return Present(
        frozenset(person for person in people if person in seated),
        sum(person not in seated for person in people),
    )
