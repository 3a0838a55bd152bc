"""A table: a match with people, as its journal makes it. No clock, network or database in here.

`enter` does what a draft of `commands.py` says and returns the entry for the journal; `replay`
does what an entry says that was written before. Nobody may be told before the entry is durable.
"""

from collections import deque
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any, NamedTuple

from londinium import match_file
from londinium.dealer import Dealer
from londinium.match import Match, Move
from londinium.server.clocks import Clocks, Pace
from londinium.server.seat import Seat, Who
from londinium.store.records import Entry, Header, Index

OPEN, PLAYING, OVER = "open", "playing", "over"
STAND_IN = "medium"  # who plays for people that are away
REMEMBERED = 200  # entries that can be told again, and repeats that are known without looking
CHAT_KEPT = 100


class Draft(NamedTuple):
    """Something to be done at a table, that was checked."""

    kind: str
    seat: int | None = None
    data: dict[str, Any] | None = None


class Told(NamedTuple):
    """An entry as it can be told: of a move, which part of the match it is."""

    version: int
    kind: str
    at: float
    seat: int | None
    since: int  # moves of the match before it
    until: int  # and after it

    def lost(self, moves: int) -> bool:
        """Whether what it did to the match is taken back when only so many moves stand."""
        return self.since < self.until > moves


class Said(NamedTuple):
    """A line of the chat."""

    version: int
    at: float
    seat: int
    name: str
    text: str


@dataclass
class TakeBack:
    """A wish to go back to where so many moves had been made, and which seats agree."""

    seat: int
    moves: int
    agreed: list[int]


class Drifted(ValueError):
    """A journal that by these rules leads elsewhere than it did when it was written."""


class Table:
    """A table, from its first entry to its last."""

    def __init__(self, header: Header) -> None:
        self.header = header
        self.version = 0
        self.changed = header.created
        self.status = OPEN
        self.seats = [Seat() for _ in range(header.seats)]
        self._look_who_sits()  # kept, as lists are told after every move
        self.match: Match | None = None
        self.acting: list[int] = []  # the seats that may act: asked for often, so kept
        self.waited_for: list[int] = []  # those of them that have to
        pace = Pace.read(header.pace)
        self.clocks = Clocks(pace, [pace.bank] * header.seats)
        self.asked = [0] * header.seats  # by seat: since which version its question stands
        self.furthest = 0  # moves that the match had at most: only new ones renew a clock
        self.take_back: TakeBack | None = None
        self.rematch: str | None = None
        self.imported = False
        self.told: deque[Told] = deque(maxlen=REMEMBERED)
        self.chat: deque[Said] = deque(maxlen=CHAT_KEPT)
        self.known_repeats: dict[tuple[str, str], int] = {}  # by person and client id: the version

    @property
    def moves(self) -> int:
        """How many moves the match has, those of chance included."""
        return len(self.match.moves) if self.match else 0

    @property
    def bots_waited_for(self) -> list[int]:
        """The seats that have to act and that a bot plays."""
        return [seat for seat in self.waited_for if self.seats[seat].played_by_bot]

    def seats_of(self, person: str | None) -> list[int]:
        """Return the seats of a person: several in a hot-seat match."""
        if person is None:
            return []
        return [number for number, seat in enumerate(self.seats) if seat.person == person]

    def decides(self, person: str | None) -> bool:
        """Whether a person places bots and starts: the host, or who sits if the host does not."""
        host = self.header.host
        return person == host or (not self.seats_of(host) and bool(self.seats_of(person)))

    def first_of(self, seats: Sequence[int]) -> int:
        """Return which of a person's seats is meant: one that has to act, or may, or the first."""
        asked = [seat for seat in (*self.waited_for, *self.acting) if seat in seats]
        return (asked or seats)[0]

    def overdue(self, now: float) -> list[int]:
        """Return the seats whose time is up."""
        deadlines = {seat: self.clocks.deadline(seat) for seat in self.clocks.since}
        return [seat for seat, end in deadlines.items() if end is not None and end <= now]

    def wake(self, bot_pace: float) -> float | None:
        """Return when the table next needs somebody: a bot to move, or a clock to run out."""
        if self.bots_waited_for:
            return self.changed + bot_pace
        deadlines = [self.clocks.deadline(seat) for seat in self.clocks.since]
        return min((end for end in deadlines if end is not None), default=None)

    def index(self, bot_pace: float) -> Index:
        """Return what lists go by and show."""
        return Index(
            status=self.status,
            wake=self.wake(bot_pace),
            people=self._people,
            summary={
                "seats": self._sitting,
                "options": self.header.options,
                "pace": self.header.pace,
                "waited_for": self.waited_for,
                "winners": self.match.winners if self.match and self.status == OVER else [],
            },
        )

    def _look_who_sits(self) -> None:
        people = [seat.who or seat.kept_for for seat in self.seats]
        self._people = tuple(sorted({who.person for who in people if who} | {self.header.host}))
        self._sitting = [seat.to_json() for seat in self.seats]

    def enter(
        self, draft: Draft, at: float, person: str | None = None, client_id: str | None = None
    ) -> Entry:
        """Do what was drafted, and return the entry that says so."""
        before = self.moves
        what = self.version + 1, draft.kind, at, draft.seat, person, client_id
        entry = Entry(*what, draft.data)
        self._apply(entry)
        if draft.kind not in ("move", "start"):
            return entry
        return Entry(*what, {**(draft.data or {}), "moves": self._texts(before)})

    def replay(self, entry: Entry) -> None:
        """Do what an entry of the journal says."""
        if entry.version != self.version + 1:
            raise Drifted(f"After version {self.version} comes version {entry.version}.")
        before = self.moves
        self._apply(entry)
        if entry.kind in ("move", "start") and (entry.data or {})["moves"] != self._texts(before):
            raise Drifted(f"Entry {entry.version} leads elsewhere by these rules.")

    def _texts(self, since: int) -> list[str]:
        match = self.match
        assert match is not None
        return [match.show_move(number) for number in range(since, len(match.moves))]

    def _apply(self, entry: Entry) -> None:
        before = self.moves
        self.version, self.changed = entry.version, entry.at
        getattr(self, f"_{entry.kind}")(entry, entry.data or {})
        if entry.kind in ("start", "move", "undo", "go_back"):
            self._match_changed(entry)
        elif entry.kind != "say":
            self._look_who_sits()
            self._run_clocks(entry.at)
        if entry.kind in ("undo", "go_back"):
            self.told = deque((t for t in self.told if not t.lost(self.moves)), REMEMBERED)
            before = self.moves
        if entry.kind != "say":
            self.told.append(
                Told(entry.version, entry.kind, entry.at, entry.seat, before, self.moves)
            )
        if entry.person and entry.client_id:
            self._remember(entry.person, entry.client_id, entry.version)

    def _remember(self, person: str, client_id: str, version: int) -> None:
        self.known_repeats[person, client_id] = version
        if len(self.known_repeats) > REMEMBERED:
            del self.known_repeats[next(iter(self.known_repeats))]

    def _match_changed(self, entry: Entry) -> None:
        """Settle whose questions are new, whose clocks run, and whether the match is over."""
        match, before = self.match, self.acting
        assert match is not None
        self._look_who_acts(match)
        still_choosing = len(before) > 1 and self.acting == before
        for seat in [entry.seat] if still_choosing else range(self.header.seats):
            if seat is not None:
                self.asked[seat] = entry.version
        self.take_back = None
        if match.is_over:
            self.status = OVER
        renewed = [entry.seat] if entry.seat is not None and self.moves > self.furthest else []
        self.furthest = max(self.furthest, self.moves)
        self._run_clocks(entry.at, renewed)

    def _look_who_acts(self, match: Match) -> None:
        self.acting = match.acting
        self.waited_for = match.waited_for if len(self.acting) > 1 else self.acting

    def _run_clocks(self, at: float, renewed: Sequence[int] = ()) -> None:
        if self.clocks.pace.move is not None:
            people = [seat for seat in self.waited_for if not self.seats[seat].played_by_bot]
            self.clocks.turn(people, at, renewed)

    # What each kind of entry does, in the order in which they come at a table.

    def _create(self, entry: Entry, data: dict[str, Any]) -> None:
        self.seats = [Seat.from_json(seat) for seat in data["seats"]]

    def _import(self, entry: Entry, data: dict[str, Any]) -> None:
        self.seats = [Seat() for _ in self.seats]
        self.match = match_file.from_json(data["match"])
        self.status, self.imported = OVER, True

    def _sit(self, entry: Entry, data: dict[str, Any]) -> None:
        self._seat(entry).who = Who(**data["who"])
        self._seat(entry).kept_for = None

    def _leave(self, entry: Entry, data: dict[str, Any]) -> None:
        self.seats[self._number(entry)] = Seat()

    def _bot(self, entry: Entry, data: dict[str, Any]) -> None:
        self.seats[self._number(entry)] = Seat(bot=data["level"])

    def _free(self, entry: Entry, data: dict[str, Any]) -> None:
        self.seats[self._number(entry)] = Seat()

    def _start(self, entry: Entry, data: dict[str, Any]) -> None:
        header = self.header
        self.match = Match(header.game, header.seats, header.options, Dealer(header.seed))
        self.status = PLAYING

    def _move(self, entry: Entry, data: dict[str, Any]) -> None:
        assert self.match is not None
        self.match.play(data["moves"][0].partition(": ")[2], entry.seat)

    def _undo(self, entry: Entry, data: dict[str, Any]) -> None:
        assert self.match is not None
        self.match.rewind(data["moves"])

    def _ask(self, entry: Entry, data: dict[str, Any]) -> None:
        self.take_back = TakeBack(self._number(entry), data["moves"], [])

    def _agree(self, entry: Entry, data: dict[str, Any]) -> None:
        assert self.take_back is not None
        self.take_back.agreed.append(self._number(entry))

    def _refuse(self, entry: Entry, data: dict[str, Any]) -> None:
        self.take_back = None

    def _go_back(self, entry: Entry, data: dict[str, Any]) -> None:
        self._undo(entry, data)
        self.furthest = self.moves

    def _away(self, entry: Entry, data: dict[str, Any]) -> None:
        self._seat(entry).away = True

    def _back(self, entry: Entry, data: dict[str, Any]) -> None:
        self._seat(entry).away = False

    def _say(self, entry: Entry, data: dict[str, Any]) -> None:
        who = self._seat(entry).who
        assert who is not None
        line = Said(entry.version, entry.at, self._number(entry), who.name, data["text"])
        self.chat.append(line)

    def _rematch(self, entry: Entry, data: dict[str, Any]) -> None:
        self.rematch = data["table"]

    def _number(self, entry: Entry) -> int:
        assert entry.seat is not None
        return entry.seat

    def _seat(self, entry: Entry) -> Seat:
        return self.seats[self._number(entry)]

    def snapshot(self) -> dict[str, Any]:
        """Return all of the table as plain data, from which `restore` makes it again."""
        return {
            "version": self.version,
            "changed": self.changed,
            "status": self.status,
            "seats": [seat.to_json() for seat in self.seats],
            "match": None if self.match is None else _keep(self.match),
            "banks": self.clocks.banks,
            "since": list(self.clocks.since.items()),
            "asked": self.asked,
            "furthest": self.furthest,
            "take_back": asdict(self.take_back) if self.take_back else None,
            "rematch": self.rematch,
            "told": [list(told) for told in self.told],
            "chat": [list(said) for said in self.chat],
            "repeats": [[*key, version] for key, version in self.known_repeats.items()],
        }

    @classmethod
    def restore(cls, header: Header, snapshot: dict[str, Any]) -> "Table":
        """Make a table as it was when the snapshot was taken."""
        table = cls(header)
        table.version, table.changed = snapshot["version"], snapshot["changed"]
        table.seats = [Seat.from_json(seat) for seat in snapshot["seats"]]
        if snapshot["match"]:
            table._start(Entry(0, "start", 0), {})
            _bring_back(table, snapshot["match"])
        table._look_who_sits()
        table.status = snapshot["status"]
        table.clocks.banks = snapshot["banks"]
        table.clocks.since = dict(snapshot["since"])
        table.asked, table.furthest = snapshot["asked"], snapshot["furthest"]
        table.take_back = TakeBack(**snapshot["take_back"]) if snapshot["take_back"] else None
        table.rematch = snapshot["rematch"]
        table.told.extend(Told(*told) for told in snapshot["told"])
        table.chat.extend(Said(*said) for said in snapshot["chat"])
        table.known_repeats = {(who, id): version for who, id, version in snapshot["repeats"]}
        return table


def _keep(match: Match) -> dict[str, Any]:
    return {"moves": [list(move) for move in match.moves], "record": match.state.tobytes().hex()}


def _bring_back(table: Table, kept: dict[str, Any]) -> None:
    match = table.match
    assert match is not None
    try:
        match.catch_up([Move(*move) for move in kept["moves"]], bytes.fromhex(kept["record"]))
    except ValueError as error:
        raise Drifted(f"The snapshot cannot be brought back: {error}") from error
    table._look_who_acts(match)
