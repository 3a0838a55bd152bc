"""A table: a match with people, as its journal makes it. No clock, network or database in here.

`apply` carries out an entry that `commands.py` has checked, or that was read from the journal.
Nobody may be told before the entry is durable.
"""

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from londinium.dealer import Contribution, Dealer, commit
from londinium.match import Match
from londinium.server.tables.clocks import Clocks, Pace
from londinium.server.tables.seat import Seat
from londinium.store.records import Header

if TYPE_CHECKING:
    from londinium.server.tables.entries import Entry

OPEN, PLAYING, OVER = "open", "playing", "over"
STAND_IN = "medium"  # the bot that plays for people who are away
HISTORY_LENGTH = 200  # entries that can be shown as news
CLIENT_IDS_KEPT = 200  # requests that are recognised as repeated without reading the store
CHAT_LENGTH = 100


class HistoryItem(NamedTuple):
    """An entry as it is shown in the news, and which moves of the match it made."""

    version: int
    kind: str
    at: float
    seat: int | None
    since: int  # moves of the match before it
    until: int  # and after it

    def is_undone(self, moves: int) -> bool:
        """Return whether some of its moves are gone when only this many are left."""
        return self.since < self.until > moves


class ChatLine(NamedTuple):
    """A line of the chat."""

    version: int
    at: float
    seat: int
    name: str
    text: str


@dataclass
class TakeBack:
    """A request to go back to where this many moves had been made, and which seats agree."""

    seat: int
    moves: int
    agreed: list[int]


class Applied(NamedTuple):
    """An entry that was applied to a table: its place in the journal, and who made it."""

    entry: "Entry"
    version: int
    at: float
    person: str | None
    client_id: str | None
    moves_before: int  # of the match


class Table:
    """A table, as its entries so far have made it."""

    def __init__(self, header: Header) -> None:
        self.header = header
        self.version = 0
        self.changed = header.created
        self.status = OPEN
        self.seats = [Seat() for _ in range(header.seats)]
        self.contributions: dict[int, Contribution] = {}  # to the dealer's seed, by seat
        self.match: Match | None = None
        self.acting: list[int] = []  # the seats that may act, kept since they are needed often
        self.waited_for: list[int] = []  # those of them that have to
        pace = Pace.parse(header.pace)
        self.clocks = Clocks(pace, [pace.bank] * header.seats)
        self.asked_at_version = [0] * header.seats  # by seat: since when it has to decide this
        self.most_moves = 0  # that the match ever had: only new ones restart a clock
        self.take_back: TakeBack | None = None
        self.rematch: str | None = None
        self.imported = False
        self.history: deque[HistoryItem] = deque(maxlen=HISTORY_LENGTH)
        self.chat: deque[ChatLine] = deque(maxlen=CHAT_LENGTH)
        self.said = 0  # lines of chat, those no longer kept in memory included
        self.client_ids: dict[tuple[str, str], int] = {}  # versions, by person and client id

    @property
    def moves(self) -> int:
        """How many moves the match has, those of chance included."""
        return len(self.match.moves) if self.match else 0

    @property
    def commitment(self) -> str | None:
        """The dealer's commitment, from before the start; a match file may have none."""
        return self.match.commitment if self.match else commit(self.header.seed)

    @property
    def people(self) -> tuple[str, ...]:
        """Who has a seat, or one kept for them, and the host; without repeats."""
        occupants = [seat.occupant or seat.kept_for for seat in self.seats]
        return tuple(sorted({who.person for who in occupants if who} | {self.header.host}))

    @property
    def bots_waited_for(self) -> list[int]:
        """The seats that have to act and that a bot plays."""
        return [seat for seat in self.waited_for if self.seats[seat].played_by_bot]

    @property
    def only_bots_play(self) -> bool:
        """Whether a bot plays every seat: nobody else waits for them to move."""
        return all(seat.played_by_bot for seat in self.seats)

    def seats_of(self, person: str | None) -> list[int]:
        """Return the seats of a person: several in a hot-seat match."""
        if person is None:
            return []
        return [number for number, seat in enumerate(self.seats) if seat.person == person]

    def is_host(self, person: str | None) -> bool:
        """Return whether a person places bots and starts: the host, or anybody if the host left."""
        host = self.header.host
        return person == host or (not self.seats_of(host) and bool(self.seats_of(person)))

    def most_urgent(self, seats: Sequence[int]) -> int:
        """Return which of a person's seats is meant: one that has to act, or may, or the first."""
        urgent = [seat for seat in (*self.waited_for, *self.acting) if seat in seats]
        return (urgent or seats)[0]

    def overdue(self, now: float) -> list[int]:
        """Return the seats whose time is up."""
        deadlines = {seat: self.clocks.deadline(seat) for seat in self.clocks.since}
        return [seat for seat, end in deadlines.items() if end is not None and end <= now]

    def next_due(self, bot_pace: float) -> float | None:
        """Return when a bot is next to move, or else when a clock next runs out."""
        if self.bots_waited_for:
            return self.changed + bot_pace
        deadlines = [self.clocks.deadline(seat) for seat in self.clocks.since]
        return min((end for end in deadlines if end is not None), default=None)

    def apply(
        self, entry: "Entry", at: float, person: str | None = None, client_id: str | None = None
    ) -> Applied:
        """Carry out an entry; it must have been checked."""
        moves_before = self.moves
        self.version, self.changed = self.version + 1, at
        entry.apply(self)
        if entry.changes_match:
            self._match_changed(entry.seat)
        elif entry.changes_seats:
            self._run_clocks()
        if entry.removes_moves:
            kept = (item for item in self.history if not item.is_undone(self.moves))
            self.history = deque(kept, HISTORY_LENGTH)
            moves_before = self.moves
        if entry.is_news:
            self.history.append(
                HistoryItem(self.version, entry.kind, at, entry.seat, moves_before, self.moves)
            )
        if person and client_id:
            self._keep_client_id(person, client_id)
        return Applied(entry, self.version, at, person, client_id, moves_before)

    def drop_revealed(self, seat: int) -> None:
        """Drop what a seat contributes, and all that was revealed: those seats commit again.

        Otherwise whoever commits or leaves last could choose by what the others have revealed.
        """
        self.contributions = {
            number: one
            for number, one in self.contributions.items()
            if number != seat and one.revealed is None
        }

    def start_match(self) -> Match:
        """Start the match with the seed of the header and what was revealed, and return it."""
        header = self.header
        dealer = Dealer(header.seed, list(self.contributions.values()))
        self.match = Match(header.game, header.seats, header.options, dealer)
        self.status = PLAYING
        return self.match

    def find_acting(self) -> None:
        """Find out which seats may act and which have to."""
        assert self.match is not None
        self.acting = self.match.acting
        self.waited_for = self.match.waited_for if len(self.acting) > 1 else self.acting

    def _keep_client_id(self, person: str, client_id: str) -> None:
        self.client_ids[person, client_id] = self.version
        if len(self.client_ids) > CLIENT_IDS_KEPT:
            del self.client_ids[next(iter(self.client_ids))]

    def _match_changed(self, mover: int | None) -> None:
        """Update who is asked again, whose clocks run, and whether the match is over."""
        match, before = self.match, self.acting
        assert match is not None
        self.find_acting()
        still_choosing = len(before) > 1 and self.acting == before
        for seat in [mover] if still_choosing else range(self.header.seats):
            if seat is not None:
                self.asked_at_version[seat] = self.version
        self.take_back = None
        if match.is_over:
            self.status = OVER
        moves = len(match.moves)
        moved = [mover] if mover is not None and moves > self.most_moves else []
        self.most_moves = max(self.most_moves, moves)
        self._run_clocks(moved)

    def _run_clocks(self, moved: Sequence[int] = ()) -> None:
        if self.clocks.pace.move is not None:
            people = [seat for seat in self.waited_for if not self.seats[seat].played_by_bot]
            self.clocks.update(people, self.changed, moved)
