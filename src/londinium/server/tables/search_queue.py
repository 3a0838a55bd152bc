"""The search queue: which bot that searches is next, and how long it may think.

Searches for tables that somebody has open come first. Of the people for whom searches wait, the one
is next for whom the fewest run, then the one whose searches have taken the least time; of one
person's searches, the first that came, so that their tables take turns. While others wait, a search
gets the share of a round that is its own: more searches make each shorter, not the queue longer.
No clock, thread or event loop in here.
"""

from collections import Counter, deque
from dataclasses import dataclass
from math import inf

ROUND_SECONDS = 1.0  # in which all that waits should have had its turn
LEAST_SECONDS = 0.04  # of a search: about 1,000 iterations on a free core, where a hard bot has 300
OFF_SCREEN_EVERY = 10  # searches: one of so many is for a table that nobody has open


@dataclass(eq=False)
class Search:
    """A search that is to be made: for a person, at a table, which may be open on a screen."""

    person: str
    table: str
    on_screen: bool


class Line:
    """The searches that wait, for tables on screens or for the others, by person."""

    def __init__(self) -> None:
        self.by_person: dict[str, deque[Search]] = {}

    def __len__(self) -> int:
        return sum(map(len, self.by_person.values()))

    def add(self, search: Search) -> None:
        """Add a search behind the others of its person."""
        self.by_person.setdefault(search.person, deque()).append(search)

    def remove(self, search: Search) -> None:
        """Remove a search, which must be waiting here."""
        theirs = self.by_person[search.person]
        theirs.remove(search)
        if not theirs:
            del self.by_person[search.person]

    def at(self, table: str) -> list[Search]:
        """Return the searches for a table."""
        return [one for theirs in self.by_person.values() for one in theirs if one.table == table]


class SearchQueue:
    """The searches that wait and those that run, in as many threads as there are."""

    def __init__(self, threads: int) -> None:
        self._threads = threads
        self._on_screen, self._off_screen = Line(), Line()
        self._running: Counter[str] = Counter()  # searches, by person
        self._used: dict[str, float] = {}  # seconds, by person who is busy or was of late
        self._taken_on_screen = 0  # since a search off screen was last taken

    @property
    def waiting(self) -> int:
        """How many searches wait."""
        return len(self._on_screen) + len(self._off_screen)

    @property
    def running(self) -> int:
        """How many searches run."""
        return self._running.total()

    def add(self, search: Search) -> None:
        """Let a search wait for its turn."""
        # Who comes anew has saved up no time: they begin with what the least of the others used.
        self._used[search.person] = max(self._used.get(search.person, 0.0), self._least_used())
        self._line_of(search).add(search)

    def remove(self, search: Search) -> None:
        """Remove a search that waits no longer."""
        self._line_of(search).remove(search)
        self._forget_idle()

    def opened(self, table: str) -> None:
        """Move the searches for a table to those on screens."""
        for search in self._off_screen.at(table):
            self._off_screen.remove(search)
            search.on_screen = True
            self._on_screen.add(search)

    def take(self) -> tuple[Search, float | None] | None:
        """Take the next search if a thread is free: it runs until `finish` is called.

        With it comes how many seconds it may take at most; None: as many as it likes.
        """
        line = self._next_line() if self.running < self._threads else None
        if line is None:
            return None
        person = min(line.by_person, key=lambda one: (self._running[one], self._used[one]))
        search = line.by_person[person][0]
        seconds = self._time_for(search)
        line.remove(search)
        self._running[person] += 1
        self._taken_on_screen = self._taken_on_screen + 1 if search.on_screen else 0
        return search, seconds

    def finish(self, search: Search, seconds: float) -> None:
        """Note that a search has ended, and how long it took."""
        self._running[search.person] -= 1
        self._used[search.person] += seconds
        self._forget_idle()

    def _line_of(self, search: Search) -> Line:
        return self._on_screen if search.on_screen else self._off_screen

    def _next_line(self) -> Line | None:
        if self._off_screen and self._taken_on_screen >= OFF_SCREEN_EVERY - 1:
            return self._off_screen
        return self._on_screen or self._off_screen or None

    def _time_for(self, search: Search) -> float | None:
        """Return a search's share of a round, among those that it has to share with."""
        lines = [self._on_screen] if search.on_screen else [self._on_screen, self._off_screen]
        if sum(map(len, lines)) == 1:
            return None
        people = len({person for line in lines for person in line.by_person})
        own = sum(len(line.by_person.get(search.person, ())) for line in lines)
        return max(LEAST_SECONDS, ROUND_SECONDS * self._threads / people / own)

    def _busy(self) -> set[str]:
        """Return the people for whom searches wait or run."""
        return {*self._running, *self._on_screen.by_person, *self._off_screen.by_person}

    def _least_used(self) -> float:
        return min((self._used[person] for person in self._busy()), default=0.0)

    def _forget_idle(self) -> None:
        """Forget the people who would begin again with no less than they have used."""
        self._running = +self._running
        busy = self._busy()
        least = self._least_used() if busy else inf
        self._used = {
            person: used for person, used in self._used.items() if person in busy or used > least
        }
