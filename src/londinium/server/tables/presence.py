"""Presence: who has a stream of a table open, at this worker and at the others."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Literal, NamedTuple, get_args

from londinium.server.tables.streams import Stream

BotPace = Literal["humane", "fast", "at_once"]
# What a person wishes, the slowest first: the share of the server's pace that bots wait.
SHARES = dict(zip(get_args(BotPace), (1.0, 0.3, 0.0), strict=True))
VALID_SECONDS = 60  # for which a notice of another worker holds; it repeats it before


class Present(NamedTuple):
    """The people with a seat who have a table open, and how many other streams there are.

    Of the paces of bots that these people wish for, the slowest; None if nobody has said.
    """

    people: frozenset[str]
    watching: int
    bot_pace: str | None = None


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
        watching = here.watching + sum(other.watching for other in valid)
        return Present(people, watching, slowest(one.bot_pace for one in (here, *valid)))


def present_at(streams: Iterable[Stream], seated: frozenset[str]) -> Present:
    """Return who is present by the streams of this worker."""
    playing, watching = [], 0
    for stream in streams:
        if stream.person in seated:
            playing.append(stream)
        else:
            watching += 1
    people = frozenset(stream.person for stream in playing if stream.person)
    return Present(people, watching, slowest(stream.bot_pace for stream in playing))


def slowest(paces: Iterable[str | None]) -> str | None:
    """Return the slowest of the paces that people wish for; None if nobody has said."""
    wishes = set(paces)
    return next((pace for pace in SHARES if pace in wishes), None)
