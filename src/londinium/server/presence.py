"""Presence: who has a stream of a table open, at this worker and at the others."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

from londinium.server.stream import Stream

BELIEVED = 60  # seconds for which what another worker said holds: it says it again before


class Here(NamedTuple):
    """The people who have a table open, and how many streams there are besides theirs."""

    people: frozenset[str]
    watching: int


@dataclass
class Presence:
    """Who is present at one table, by worker."""

    elsewhere: dict[str, tuple[float, Here]] = field(default_factory=dict)

    def hear(self, worker: str, here: Here, now: float) -> None:
        """Believe another worker."""
        self.elsewhere[worker] = now, here

    def all(self, here: Here, now: float) -> Here:
        """Return who is present anywhere."""
        believed = [other for said, other in self.elsewhere.values() if now - said < BELIEVED]
        people = here.people.union(*(other.people for other in believed))
        return Here(people, here.watching + sum(other.watching for other in believed))


def here(streams: Iterable[Stream], seated: frozenset[str]) -> Here:
    """Return who is present by the streams of this worker."""
    people = [stream.person for stream in streams]
    return Here(
        frozenset(person for person in people if person in seated),
        sum(person not in seated for person in people),
    )


def write(table: str, worker: str, here: Here) -> str:
    """Write what other workers are told."""
    return " ".join((table, worker, str(here.watching), *sorted(here.people)))


def read(payload: str) -> tuple[str, str, Here]:
    """Read what another worker tells: of which table, which worker, who is present there."""
    table, worker, watching, *people = payload.split()
    return table, worker, Here(frozenset(people), int(watching))
