"""How a table is stored: its entries, snapshots and listing as plain data, and back.

Only here do moves exist as text, which is parsed once, when a journal is read. Stored data is never
rewritten, so its keys keep their first names: of a snapshot, `asked` is `asked_at_version`,
`furthest` is `most_moves`, `told` is the history and `repeats` are the client ids; of a seat, `who`
is the occupant.
"""

from collections.abc import Callable
from dataclasses import asdict
from hashlib import sha256
from typing import Any

from londinium import match_file
from londinium.dealer import Contribution
from londinium.game import Game
from londinium.match import Match, find_game
from londinium.match import Move as MatchMove
from londinium.server.tables import entries
from londinium.server.tables.entries import Entry
from londinium.server.tables.seat import Occupant, Seat
from londinium.server.tables.table import (
    OVER,
    Applied,
    ChatLine,
    HistoryItem,
    Table,
    TakeBack,
)
from londinium.store.records import EntryRow, Header, Listing, StoredTable, UnusableSnapshot

Data = dict[str, Any]


class JournalMismatch(ValueError):
    """A journal that by these rules leads elsewhere than it did when it was written."""


def seat_to_data(seat: Seat) -> Data:
    """Return a seat as plain data."""
    data: Data = {}
    if seat.occupant:
        data["who"] = occupant_to_data(seat.occupant)
    if seat.kept_for:
        data["kept_for"] = occupant_to_data(seat.kept_for)
    if seat.bot:
        data["bot"] = seat.bot
    if seat.away:
        data["away"] = True
    if seat.saves_name:
        data["saves_name"] = True
    if seat.played_by:
        data["played_by"] = seat.played_by
    return data


def occupant_to_data(occupant: Occupant) -> Data:
    """Return a person in a seat as plain data."""
    return {"person": occupant.person, "name": occupant.name, "guest": occupant.guest}


def seat_from_data(data: Data) -> Seat:
    """Return the seat that plain data describes."""
    occupant, kept_for = data.get("who"), data.get("kept_for")
    return Seat(
        occupant=Occupant(**occupant) if occupant else None,
        bot=data.get("bot"),
        away=data.get("away", False),
        kept_for=Occupant(**kept_for) if kept_for else None,
        saves_name=data.get("saves_name", False),
        played_by=data.get("played_by"),
    )


def encode(applied: Applied, table: Table) -> EntryRow:
    """Return an entry that was just applied to a table, as it is stored."""
    entry = applied.entry
    return EntryRow(
        applied.version,
        entry.kind,
        applied.at,
        entry.seat,
        applied.person,
        applied.client_id,
        _data(entry, table, applied.moves_before),
    )


def _data(entry: Entry, table: Table, moves_before: int) -> Data | None:
    match entry:
        case entries.Move() | entries.Start():
            return {"moves": _moves_since(table, moves_before)}
        case entries.Create(seats):
            return {"seats": [seat_to_data(seat) for seat in seats]}
        case entries.Import(_, file):
            return {"match": file}
        case entries.Sit(_, occupant) | entries.Rename(_, occupant):
            return {"who": occupant_to_data(occupant)}
        case entries.SaveName(_, agree):
            return {"agree": agree}
        case entries.CommitContribution(_, commitment):
            return {"commitment": commitment}
        case entries.RevealContribution(_, revealed):
            return {"contribution": revealed.hex()}
        case entries.PlaceBot(_, level):
            return {"level": level}
        case entries.Undo(_, moves) | entries.AskTakeBack(_, moves) | entries.GoBack(_, moves):
            return {"moves": moves}
        case entries.Away(_, why):
            return {"why": why}
        case entries.Say(_, text):
            return {"text": text}
        case entries.Rematch(other):
            return {"table": other}
        case _:
            return None


def _moves_since(table: Table, moves: int) -> list[str]:
    """Return the moves from this number on as text, including those of chance."""
    match = table.match
    assert match is not None
    return [match.show_move(number) for number in range(moves, len(match.moves))]


def _parse_action(text: str, game: Game) -> int:
    """Return the action of a move like `0: draw blue`."""
    return game.parse_action(text.partition(": ")[2])


def _import(file: Data) -> Entry:
    """Return the entry of an import; before version 0.2 any text could be stored as commitment."""
    if not match_file.is_commitment(file.get("commitment")):
        file = file | {"commitment": None}
    return entries.Import(match_file.from_json(file), file)


TABLE_DECODERS: dict[str, Callable[[Data], Entry]] = {
    "create": lambda data: entries.Create(tuple(map(seat_from_data, data["seats"]))),
    "import": lambda data: _import(data["match"]),
    "start": lambda data: entries.Start(),
    "rematch": lambda data: entries.Rematch(data["table"]),
}
SEAT_DECODERS: dict[str, Callable[[int, Data, Game], Entry]] = {
    "sit": lambda seat, data, game: entries.Sit(seat, Occupant(**data["who"])),
    "commit": lambda seat, data, game: entries.CommitContribution(seat, data["commitment"]),
    "reveal": lambda seat, data, game: entries.RevealContribution(
        seat, bytes.fromhex(data["contribution"])
    ),
    "rename": lambda seat, data, game: entries.Rename(seat, Occupant(**data["who"])),
    "save_name": lambda seat, data, game: entries.SaveName(seat, data["agree"]),
    "leave": lambda seat, data, game: entries.Leave(seat),
    "bot": lambda seat, data, game: entries.PlaceBot(seat, data["level"]),
    "free": lambda seat, data, game: entries.FreeSeat(seat),
    "move": lambda seat, data, game: entries.Move(seat, _parse_action(data["moves"][0], game)),
    "undo": lambda seat, data, game: entries.Undo(seat, data["moves"]),
    "ask": lambda seat, data, game: entries.AskTakeBack(seat, data["moves"]),
    "agree": lambda seat, data, game: entries.AgreeToTakeBack(seat),
    "refuse": lambda seat, data, game: entries.RefuseTakeBack(seat),
    "go_back": lambda seat, data, game: entries.GoBack(seat, data["moves"]),
    "away": lambda seat, data, game: entries.Away(seat, data["why"]),
    "back": lambda seat, data, game: entries.Back(seat),
    "say": lambda seat, data, game: entries.Say(seat, data["text"]),
}


def decode(row: EntryRow, game: Game) -> Entry:
    """Return the entry of a stored row."""
    data = row.data or {}
    if row.kind in TABLE_DECODERS:
        return TABLE_DECODERS[row.kind](data)
    if row.kind in SEAT_DECODERS and row.seat is not None:
        return SEAT_DECODERS[row.kind](row.seat, data, game)
    raise JournalMismatch(f"Entry {row.version} is of a kind {row.kind!r} that is not known.")


def replay(table: Table, row: EntryRow) -> None:
    """Apply a stored entry, and check that it leads to where it led when it was written."""
    if row.version != table.version + 1:
        raise JournalMismatch(f"After version {table.version} comes version {row.version}.")
    entry = decode(row, find_game(table.header.game))
    if isinstance(entry, entries.Move):
        _check_legal(table, entry, row.version)
    applied = table.apply(entry, row.at, row.person, row.client_id)
    if isinstance(entry, entries.Move | entries.Start):
        _check_dealt(table, applied, row)


def _check_legal(table: Table, move: entries.Move, version: int) -> None:
    match = table.match
    reason = match.why_not(move.action, move.seat) if match else None
    if match is None or reason is not None:
        why = match.show_reason(reason) if match and reason else "The match has not started."
        raise JournalMismatch(f"Entry {version} is not legal by these rules: {why}")


def _check_dealt(table: Table, applied: Applied, row: EntryRow) -> None:
    if (row.data or {})["moves"] != _moves_since(table, applied.moves_before):
        raise JournalMismatch(f"Entry {row.version} leads elsewhere by these rules.")


def restore_table(stored: StoredTable) -> Table:
    """Return a table from its last snapshot and the entries since.

    Raise UnusableSnapshot if they do not fit: whether the journal is at fault, only all of it says.
    """
    if stored.snapshot is None:
        return _replay_all(Table(stored.header), stored.entries)
    try:
        return _replay_all(restore(stored.header, stored.snapshot), stored.entries)
    except Exception as error:
        raise UnusableSnapshot(f"{type(error).__name__}: {error}") from error


def _replay_all(table: Table, rows: list[EntryRow]) -> Table:
    for row in rows:
        replay(table, row)
    return table


def layout(game: Game) -> str:
    """Return a digest of what the moves and the record of a snapshot mean."""
    return sha256(f"{game.rules_version} {game.state.descr}".encode()).hexdigest()[:16]


def snapshot(table: Table) -> Data:
    """Return all of a table as plain data."""
    return {
        "layout": layout(find_game(table.header.game)),
        "version": table.version,
        "changed": table.changed,
        "status": table.status,
        "seats": [seat_to_data(seat) for seat in table.seats],
        "contributions": [_contribution_to_data(one) for one in table.contributions.values()],
        "match": None if table.match is None else _match_to_data(table.match),
        "banks": table.clocks.banks,
        "since": list(table.clocks.since.items()),
        "asked": table.asked_at_version,
        "furthest": table.most_moves,
        "take_back": asdict(table.take_back) if table.take_back else None,
        "rematch": table.rematch,
        "told": [list(item) for item in table.history],
        "chat": [list(line) for line in table.chat],
        "said": table.said,
        "repeats": [[*key, version] for key, version in table.client_ids.items()],
    }


def restore(header: Header, data: Data) -> Table:
    """Return the table of which a snapshot was taken; the first ones do not tell their layout."""
    expected = layout(find_game(header.game))
    if data.get("layout", expected) != expected:
        raise JournalMismatch("The snapshot is of another version of the rules.")
    table = Table(header)
    table.version, table.changed = data["version"], data["changed"]
    table.seats = [seat_from_data(seat) for seat in data["seats"]]
    of_seats = [_contribution_from_data(*one) for one in data.get("contributions", [])]
    table.contributions = {one.seat: one for one in of_seats}
    if data["match"]:
        _restore_match(table, data["match"])
    table.status = data["status"]
    table.clocks.banks = data["banks"]
    table.clocks.since = dict(data["since"])
    table.asked_at_version, table.most_moves = data["asked"], data["furthest"]
    table.take_back = TakeBack(**data["take_back"]) if data["take_back"] else None
    table.rematch = data["rematch"]
    table.history.extend(HistoryItem(*item) for item in data["told"])
    table.chat.extend(ChatLine(*line) for line in data["chat"])
    table.said = data.get("said", len(table.chat))  # not in snapshots of version 0.1
    table.client_ids = {(person, id): version for person, id, version in data["repeats"]}
    return table


def _contribution_to_data(one: Contribution) -> list[Any]:
    return [one.seat, one.commitment, one.revealed.hex() if one.revealed else None]


def _contribution_from_data(seat: int, commitment: str, revealed: str | None) -> Contribution:
    return Contribution(seat, commitment, bytes.fromhex(revealed) if revealed else None)


def _match_to_data(match: Match) -> Data:
    return {"moves": [list(move) for move in match.moves], "record": match.state.tobytes().hex()}


def _restore_match(table: Table, data: Data) -> None:
    match, moves = table.start_match(), [MatchMove(*move) for move in data["moves"]]
    try:
        match.restore(moves, bytes.fromhex(data["record"]))
    except ValueError as error:
        raise JournalMismatch(f"The snapshot cannot be restored: {error}") from error
    table.find_acting()


def listing(table: Table, bot_pace: float, same_seats: Listing | None = None) -> Listing:
    """Return by what lists find a table and what they show of it.

    `same_seats` is an earlier listing, if no seat has changed since: most entries are moves.
    """
    match = table.match if table.status == OVER else None
    people = same_seats.people if same_seats else table.people
    seats = same_seats.summary["seats"] if same_seats else list(map(seat_to_data, table.seats))
    return Listing(
        status=table.status,
        wake=None if table.only_bots_play else table.next_due(bot_pace),
        people=people,
        summary={
            "seats": seats,
            "options": table.header.options,
            "pace": table.header.pace,
            "waited_for": table.waited_for,
            "winners": match.winners if match else [],
        },
    )
