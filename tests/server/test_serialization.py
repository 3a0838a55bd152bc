"""Journal entries as they are stored: the same plain data in all versions."""

from typing import Any

import pytest

from londinium import match_file
from londinium.game import GAMES
from londinium.match import Match
from londinium.server.tables import entries
from londinium.server.tables.entries import Entry, SeatEntry
from londinium.server.tables.seat import Occupant, Seat
from londinium.server.tables.serialization import SEAT_DECODERS, TABLE_DECODERS, decode, encode
from londinium.server.tables.table import Table
from londinium.store.records import EntryRow, Header

GAME = GAMES["ticket_to_ride_london"]
ANN = Occupant("ann", "Ann", guest=False)
WHO = {"person": "ann", "name": "Ann", "guest": False}
MATCH = Match.new(GAME.name, seed=3)
FILE = match_file.to_json(MATCH)

STORED: list[tuple[Entry, str, int | None, Any]] = [
    (
        entries.Create((Seat(), Seat(ANN, away=True), Seat(bot="easy"), Seat(kept_for=ANN))),
        "create",
        None,
        {"seats": [{}, {"who": WHO, "away": True}, {"bot": "easy"}, {"kept_for": WHO}]},
    ),
    (
        entries.Create((Seat(ANN, saves_name=True), Seat(played_by="Ben"))),
        "create",
        None,
        {"seats": [{"who": WHO, "saves_name": True}, {"played_by": "Ben"}]},
    ),
    (entries.Import(MATCH, FILE), "import", None, {"match": FILE}),
    (entries.Sit(1, ANN), "sit", 1, {"who": WHO}),
    (entries.Rename(1, ANN), "rename", 1, {"who": WHO}),
    (entries.SaveName(1, True), "save_name", 1, {"agree": True}),
    (entries.Leave(0), "leave", 0, None),
    (entries.CommitContribution(1, "c" * 64), "commit", 1, {"commitment": "c" * 64}),
    (entries.PlaceBot(1, "hard"), "bot", 1, {"level": "hard"}),
    (entries.FreeSeat(1), "free", 1, None),
    (entries.AskTakeBack(0, 4), "ask", 0, {"moves": 4}),
    (entries.RefuseTakeBack(1), "refuse", 1, None),
    (entries.Away(0, "left"), "away", 0, {"why": "left"}),
    (entries.Back(0), "back", 0, None),
    (entries.Say(0, "Hello"), "say", 0, {"text": "Hello"}),
    (entries.Rematch("abcdefghijkl"), "rematch", None, {"table": "abcdefghijkl"}),
]
PLAYED: list[tuple[Entry, str, int | None, Any]] = [
    (
        entries.Start(),
        "start",
        None,
        {"moves": [MATCH.show_move(number) for number in range(len(MATCH.moves))]},
    ),
    (entries.Move(0, GAME.parse_action("keep both")), "move", 0, {"moves": ["0: keep both"]}),
    (entries.Undo(0, len(MATCH.moves)), "undo", 0, {"moves": len(MATCH.moves)}),
    (entries.Move(1, GAME.parse_action("keep both")), "move", 1, {"moves": ["1: keep both"]}),
    (entries.AskTakeBack(1, len(MATCH.moves)), "ask", 1, {"moves": len(MATCH.moves)}),
    (entries.AgreeToTakeBack(0), "agree", 0, None),
    (entries.GoBack(1, len(MATCH.moves)), "go_back", 1, {"moves": len(MATCH.moves)}),
]


REVEAL = entries.RevealContribution(0, bytes(range(16)))


def new_table() -> Table:
    """Return a table at which two people sit."""
    assert MATCH.dealer is not None
    pace = {"kind": "none"}
    table = Table(
        Header("t", 0.0, "ann", GAME.name, 1, 2, {}, pace, listed=True, seed=MATCH.dealer.seed)
    )
    table.seats = [Seat(ANN), Seat(Occupant("ben", "Ben"))]
    return table


def check_stored(
    table: Table, entry: Entry, kind: str, seat: int | None, data: dict[str, Any] | None
) -> None:
    """Check that an entry is stored as the data says, and read from it again."""
    row = encode(table.apply(entry, 5.0, "ann", "client-1"), table)
    assert (row.kind, row.seat, row.data) == (kind, seat, data)
    assert (row.version, row.at, row.person, row.client_id) == (
        table.version,
        5.0,
        "ann",
        "client-1",
    )
    again = decode(row, GAME)
    assert type(again) is type(entry)
    if not isinstance(entry, entries.Import):  # a match equals nothing but itself
        assert again == entry


@pytest.mark.parametrize(
    ("entry", "kind", "seat", "data"), STORED, ids=[kind for _, kind, _, _ in STORED]
)
def test_an_entry_is_stored_as_plain_data_and_read_again(
    entry: Entry, kind: str, seat: int | None, data: dict[str, Any] | None
) -> None:
    check_stored(new_table(), entry, kind, seat, data)


def test_moves_are_stored_in_text_with_what_was_dealt_after_them() -> None:
    table = new_table()
    for entry, kind, seat, data in PLAYED:
        check_stored(table, entry, kind, seat, data)


def test_a_contribution_is_stored_in_hex() -> None:
    table = new_table()
    table.apply(entries.CommitContribution(0, "c" * 64), 5.0)
    data = {"contribution": "000102030405060708090a0b0c0d0e0f"}
    check_stored(table, REVEAL, "reveal", 0, data)


def kinds_of(parent: Any) -> set[str]:
    """Return the kinds of all entries that are derived from a class."""
    children = parent.__subclasses__()
    return {child.kind for child in children if child is not SeatEntry}.union(
        *(kinds_of(child) for child in children)
    )


def test_every_kind_of_entry_can_be_read_and_is_tested_here() -> None:
    kinds = kinds_of(Entry)
    assert kinds == {*TABLE_DECODERS, *SEAT_DECODERS}
    assert kinds == {kind for _, kind, _, _ in STORED + PLAYED} | {REVEAL.kind}


def test_an_import_that_was_stored_with_any_text_as_commitment_can_still_be_read() -> None:
    """As it could before commitments had to be 64 hex digits."""
    row = EntryRow(1, "import", 1.0, data={"match": FILE | {"commitment": "anything"}})
    entry = decode(row, GAME)
    assert isinstance(entry, entries.Import)
    assert entry.match.commitment is None
    assert entry.match.moves == MATCH.moves
