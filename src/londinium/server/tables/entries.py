"""Journal entries: all that can happen at a table, one class for each kind.

Each says what it does to a table, and what it means for clocks, news and streams. Entries are
checked before they are made: by `commands.py`, or when they are read from a journal.
How they are stored is in `serialization.py`.
"""

from abc import ABC, abstractmethod
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from londinium.dealer import Contribution
from londinium.match import Match
from londinium.match_file import players_of
from londinium.server.tables.seat import Occupant, Seat
from londinium.server.tables.table import OVER, ChatLine, Table, TakeBack


class Entry(ABC):
    """Something that happens at a table."""

    kind: ClassVar[str]  # as it is stored and shown
    seat: int | None  # that it is about, if it is about one
    changes_match: ClassVar[bool] = False  # so that others may act, and clocks start again
    removes_moves: ClassVar[bool] = False  # and their news
    changes_seats: ClassVar[bool] = False  # so that a clock may stop or start
    changes_presence: ClassVar[bool] = False  # who of those with a stream has a seat
    is_news: ClassVar[bool] = True  # in updates to those who have seen an earlier version
    players_only: ClassVar[bool] = False  # not sent to the streams of spectators

    @abstractmethod
    def apply(self, table: Table) -> None:
        """Change the table, whose version and time are already those of this entry."""


@dataclass(frozen=True)
class SeatEntry(Entry):
    """Something that a seat does, or that happens to it."""

    seat: int


@dataclass(frozen=True)
class Create(Entry):
    """The table is made."""

    kind = "create"
    seat = None
    changes_seats = True

    seats: tuple[Seat, ...]

    def apply(self, table: Table) -> None:
        """Set the seats."""
        table.seats = list(self.seats)


@dataclass(frozen=True)
class Import(Entry):
    """The table is made of a match file; nobody plays there."""

    kind = "import"
    seat = None
    changes_seats = True

    match: Match
    file: dict[str, Any]  # as it is stored

    def apply(self, table: Table) -> None:
        """Show the match as one that is over."""
        table.match = self.match
        table.contributions = {one.seat: one for one in self.match.contributions}
        table.status, table.imported = OVER, True
        for number, player in enumerate(players_of(self.file)):
            table.seats[number] = Seat(bot=player.bot, played_by=player.name)


@dataclass(frozen=True)
class Sit(SeatEntry):
    """A person sits down."""

    kind = "sit"
    changes_seats = True
    changes_presence = True

    occupant: Occupant

    def apply(self, table: Table) -> None:
        """Give the person the seat."""
        table.seats[self.seat] = replace(
            table.seats[self.seat], occupant=self.occupant, kept_for=None
        )


@dataclass(frozen=True)
class Rename(SeatEntry):
    """A person takes another name for a seat before the start."""

    kind = "rename"
    changes_seats = True
    is_news = False

    occupant: Occupant

    def apply(self, table: Table) -> None:
        """Give the seat the name."""
        table.seats[self.seat] = replace(table.seats[self.seat], occupant=self.occupant)


@dataclass(frozen=True)
class SaveName(SeatEntry):
    """A person agrees that match files have the names of their seats, or no longer does."""

    kind = "save_name"
    changes_seats = True
    is_news = False

    agree: bool

    def apply(self, table: Table) -> None:
        """Note it at all seats of the person."""
        for seat in table.seats_of(table.seats[self.seat].person):
            table.seats[seat] = replace(table.seats[seat], saves_name=self.agree)


@dataclass(frozen=True)
class Leave(SeatEntry):
    """A person leaves before the start."""

    kind = "leave"
    changes_seats = True
    changes_presence = True

    def apply(self, table: Table) -> None:
        """Free the seat."""
        table.seats[self.seat] = Seat()
        table.drop_revealed(self.seat)


@dataclass(frozen=True)
class CommitContribution(SeatEntry):
    """A seat commits to what it will contribute to the dealer's seed."""

    kind = "commit"
    is_news = False

    commitment: str

    def apply(self, table: Table) -> None:
        """Keep the commitment, instead of one that was made before."""
        table.drop_revealed(self.seat)
        table.contributions[self.seat] = Contribution(self.seat, self.commitment)


@dataclass(frozen=True)
class RevealContribution(SeatEntry):
    """A seat reveals what it has committed to."""

    kind = "reveal"
    is_news = False

    revealed: bytes

    def apply(self, table: Table) -> None:
        """Keep what is revealed; the deal will follow from it."""
        committed = table.contributions[self.seat]
        table.contributions[self.seat] = committed._replace(revealed=self.revealed)


@dataclass(frozen=True)
class PlaceBot(SeatEntry):
    """The host puts a bot into a seat."""

    kind = "bot"
    changes_seats = True

    level: str

    def apply(self, table: Table) -> None:
        """Give the bot the seat."""
        table.seats[self.seat] = Seat(bot=self.level)


@dataclass(frozen=True)
class FreeSeat(SeatEntry):
    """The host frees a seat."""

    kind = "free"
    changes_seats = True

    def apply(self, table: Table) -> None:
        """Free the seat."""
        table.seats[self.seat] = Seat()


@dataclass(frozen=True)
class Start(Entry):
    """The match starts; the dealer deals what is due."""

    kind = "start"
    seat = None
    changes_match = True

    def apply(self, table: Table) -> None:
        """Start the match."""
        table.start_match()


@dataclass(frozen=True)
class Move(SeatEntry):
    """A seat makes a move; the dealer then deals what is due."""

    kind = "move"
    changes_match = True

    action: int

    def apply(self, table: Table) -> None:
        """Play the move, which is legal."""
        assert table.match is not None
        table.match.push(self.action, self.seat)


@dataclass(frozen=True)
class Undo(SeatEntry):
    """A seat takes back moves after which nothing was revealed."""

    kind = "undo"
    changes_match = True
    removes_moves = True

    moves: int  # that are left

    def apply(self, table: Table) -> None:
        """Take the moves back."""
        assert table.match is not None
        table.match.rewind(self.moves)


@dataclass(frozen=True)
class AskTakeBack(SeatEntry):
    """A seat asks the others to go back to before its last move."""

    kind = "ask"

    moves: int  # that would be left

    def apply(self, table: Table) -> None:
        """Let the others answer."""
        table.take_back = TakeBack(self.seat, self.moves, [])


@dataclass(frozen=True)
class AgreeToTakeBack(SeatEntry):
    """A seat agrees to a take-back, and others still have to."""

    kind = "agree"

    def apply(self, table: Table) -> None:
        """Count the seat among those that agree."""
        assert table.take_back is not None
        table.take_back.agreed.append(self.seat)


@dataclass(frozen=True)
class RefuseTakeBack(SeatEntry):
    """A seat refuses a take-back, or withdraws its own."""

    kind = "refuse"

    def apply(self, table: Table) -> None:
        """Drop the request."""
        table.take_back = None


@dataclass(frozen=True)
class GoBack(SeatEntry):
    """The match goes back, since all have agreed to a take-back."""

    kind = "go_back"
    changes_match = True
    removes_moves = True

    moves: int  # that are left

    def apply(self, table: Table) -> None:
        """Take the moves back; clocks count the next ones as new."""
        assert table.match is not None
        table.match.rewind(self.moves)
        table.most_moves = self.moves


@dataclass(frozen=True)
class Away(SeatEntry):
    """A bot plays for a person who left or whose time is up."""

    kind = "away"
    changes_seats = True

    why: str  # "left" or "time"

    def apply(self, table: Table) -> None:
        """Let a bot play."""
        table.seats[self.seat] = replace(table.seats[self.seat], away=True)


@dataclass(frozen=True)
class Back(SeatEntry):
    """A person returns to their seat."""

    kind = "back"
    changes_seats = True

    def apply(self, table: Table) -> None:
        """Let the person play again."""
        table.seats[self.seat] = replace(table.seats[self.seat], away=False)


@dataclass(frozen=True)
class Say(SeatEntry):
    """A player says something to the others."""

    kind = "say"
    is_news = False
    players_only = True

    text: str

    def apply(self, table: Table) -> None:
        """Add a line to the chat."""
        occupant = table.seats[self.seat].occupant
        assert occupant is not None
        line = ChatLine(table.version, table.changed, self.seat, occupant.name, self.text)
        table.chat.append(line)
        table.said += 1


@dataclass(frozen=True)
class Rematch(Entry):
    """Somebody has made a table for a rematch."""

    kind = "rematch"
    seat = None

    table: str

    def apply(self, table: Table) -> None:
        """Note which table it is."""
        table.rematch = self.table
