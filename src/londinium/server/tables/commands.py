"""What people may do at a table: each command checks it, and returns the journal entry for it."""

from dataclasses import replace
from typing import NamedTuple

from londinium.bots.levels import PLAYERS
from londinium.game import Reason, State
from londinium.match import Match
from londinium.server.errors import Conflict, Forbidden, InvalidValue
from londinium.server.tables.entries import (
    AgreeToTakeBack,
    AskTakeBack,
    Away,
    Back,
    FreeSeat,
    GoBack,
    Leave,
    Move,
    PlaceBot,
    RefuseTakeBack,
    Rematch,
    Rename,
    SaveName,
    Say,
    Sit,
    Start,
    Undo,
)
from londinium.server.tables.seat import Occupant, Seat
from londinium.server.tables.table import OPEN, OVER, PLAYING, Table

MAX_CHAT = 2000  # lines at a table
MAX_CHANGES = 20  # of a choice that several seats make at the same time


def sit(table: Table, occupant: Occupant, wanted: int | None = None) -> Sit | Back:
    """Take a seat of a table that has not started, or return to one's own that a bot has kept."""
    own = table.seats_of(occupant.person)
    away = [seat for seat in own if table.seats[seat].away and wanted in (None, seat)]
    if table.status == PLAYING and away:
        return Back(away[0])
    if table.status != OPEN:
        raise Conflict("has_started", "The match has already started, but you can watch.")
    if table.header.listed and table.header.same_deal_of:  # made by version 0.1
        raise Conflict(
            "same_deal_listed",
            "This table is listed and replays another match's deal, so nobody can sit down here.",
        )
    if own and wanted is None:
        raise Conflict(
            "sits_already", "You already have a seat at this table: name a seat to take another."
        )
    seat = _seat_for(table, occupant) if wanted is None else check_seat(table, wanted)
    kept_for = table.seats[seat].kept_for
    if not table.seats[seat].free or (kept_for and kept_for.person != occupant.person):
        raise Conflict("seat_taken", f"Seat {seat} is taken: choose another.")
    return Sit(seat, occupant)


def _seat_for(table: Table, occupant: Occupant) -> int:
    """Return the seat kept for a person, or the first that is kept for nobody."""
    free = [number for number, seat in enumerate(table.seats) if seat.free]
    for number in free:
        kept_for = table.seats[number].kept_for
        if kept_for and kept_for.person == occupant.person:
            return number
    for number in free:
        if table.seats[number].kept_for is None:
            return number
    raise Conflict("table_full", "All seats are taken, but you can watch.")


def check_seat(table: Table, seat: int) -> int:
    """Return the seat, or raise InvalidValue if the table does not have it."""
    if seat not in range(len(table.seats)):
        raise InvalidValue(
            "no_such_seat", f"There is no seat {seat}; the seats are 0 to {len(table.seats) - 1}."
        )
    return seat


def own_seat(table: Table, person: str, wanted: int | None = None) -> int:
    """Return the seat for which a person acts; who has several may say which."""
    own = table.seats_of(person)
    if not own:
        raise Forbidden("not_seated", "You have no seat at this table, but you can watch.")
    if wanted is None:
        return table.most_urgent(own)
    if wanted not in own:
        raise Forbidden("not_your_seat", f"Seat {wanted} is not yours.")
    return wanted


def leave(table: Table, person: str, wanted: int | None = None) -> Leave | Away:
    """Leave a seat: before the start it is free again, after it a bot plays on."""
    seat = own_seat(table, person, wanted)
    if table.status == OVER:
        raise Conflict("match_over", "The match is over: there is nothing to leave.")
    if table.status == OPEN:
        return Leave(seat)
    if table.seats[seat].away:
        raise Conflict("left_already", "You have already left: a bot is playing for you.")
    return Away(seat, "left")


def rename(table: Table, occupant: Occupant, wanted: int, name: str) -> Rename | None:
    """Take a name for one of one's seats before the start; None if it has that name.

    A name that is not the person's own is shown as a guest's, whoever they are.
    """
    seat = own_seat(table, occupant.person, wanted)
    if table.status != OPEN:
        raise Conflict("has_started", "The match has started: its names are settled.")
    renamed = named(occupant, name)
    return None if renamed == table.seats[seat].occupant else Rename(seat, renamed)


def named(occupant: Occupant, name: str) -> Occupant:
    """Return a person as they sit at a table by this name."""
    return replace(occupant, name=name, guest=occupant.guest or name != occupant.name)


def save_name(table: Table, person: str, agree: bool) -> SaveName | None:
    """Agree that match files have the names of one's seats, or no longer; None if it is so."""
    seat = own_seat(table, person)
    return None if table.seats[seat].saves_name == agree else SaveName(seat, agree)


def place_bot(table: Table, person: str, seat: int, level: str | None) -> PlaceBot | FreeSeat:
    """Put a bot into a free seat, or take one away; the host does that."""
    _check_host(table, person)
    check_seat(table, seat)
    if table.status != OPEN:
        raise Conflict("has_started", "The match has started, so its seats can no longer change.")
    if table.seats[seat].occupant:
        raise Conflict("seat_taken", f"Seat {seat} is taken by a person: choose another.")
    if level is None:
        return FreeSeat(seat)
    if level not in PLAYERS:
        raise InvalidValue(
            "no_such_level", f"There is no bot {level!r}; choose from: {', '.join(PLAYERS)}."
        )
    return PlaceBot(seat, level)


def _check_host(table: Table, person: str) -> None:
    if not table.is_host(person):
        raise Forbidden("not_host", "Only the host of the table may do that.")


def start(table: Table, person: str) -> Start:
    """Start the match when all seats are taken."""
    _check_host(table, person)
    if table.status != OPEN:
        raise Conflict("has_started", "The match has started.")
    if any(seat.free for seat in table.seats):
        raise Conflict("seats_free", "Some seats are still free: wait, or add bots.")
    return Start()


def move(
    table: Table, person: str, action: int, seen_version: int, wanted: int | None = None
) -> Move | None:
    """Make a move on a version of the table; None if it would change nothing."""
    seat = own_seat(table, person, wanted)
    match = running_match(table)
    if table.seats[seat].away:
        raise away_error()
    check_current(table, seat, seen_version)
    if wanted is None and seen_version < table.version and len(table.seats_of(person)) > 1:
        raise stale_error()  # whose turn it was then may be another's now
    return play(table, match, seat, action)


def away_error() -> Conflict:
    return Conflict("away", "A bot is playing for you: return to your seat first.")


class HintRequest(NamedTuple):
    """A seat whose player asks for hints, and all that the seat knows."""

    seat: int
    version: int
    decision: int
    known: State


def request_hint(table: Table, person: str, wanted: int | None = None) -> HintRequest:
    """Return what a bot is to think about for a person, if nobody else plays here."""
    seat = own_seat(table, person, wanted)
    match = running_match(table)
    if any(other.person not in (None, person) for other in table.seats):
        raise Forbidden(
            "others_play", "Hints are not available while other people play at this table."
        )
    if not match.may_act(seat):
        raise Conflict("not_asked", "Hints are only available when it is the seat's turn.")
    return HintRequest(seat, table.version, table.asked_at_version[seat], match.known(seat))


def stale_error() -> Conflict:
    """Return the error for a request that came too late."""
    return Conflict(
        "stale", "The table has changed in the meantime: take another look and choose again."
    )


def check_current(table: Table, seat: int, seen_version: int) -> None:
    """Raise Conflict if the seat has been asked something else since the version seen."""
    if seen_version < table.asked_at_version[seat]:
        raise stale_error()
    _check_exists(table, seen_version)


def _check_exists(table: Table, seen_version: int) -> None:
    if seen_version > table.version:
        raise InvalidValue("no_such_version", f"The table is at version {table.version}.")


def play(table: Table, match: Match, seat: int, action: int) -> Move | None:
    """Check a move of a person or a bot; None if it would change nothing."""
    reason = match.why_not(action, seat)
    if reason is not None:
        raise illegal_error(match, reason)
    if len(table.acting) > 1:
        chosen = _choices(match, seat)
        if chosen and chosen[0] == action:
            return None
        if len(chosen) >= MAX_CHANGES:
            raise Conflict("too_many_changes", "You have changed your choice too often.")
    return Move(seat, action)


def _choices(match: Match, seat: int) -> list[int]:
    """Return what the seat has chosen in the choice that is being made, the last first."""
    chosen, acting = [], match.acting
    for number in reversed(range(len(match.moves))):
        if match.acting_at(number) != acting:
            break
        if match.moves[number].seat == seat:
            chosen.append(match.moves[number].action)
    return chosen


def illegal_error(match: Match, reason: Reason) -> InvalidValue:
    """Return the error that says why something cannot be played or taken back."""
    return InvalidValue(
        "illegal",
        match.show_reason(reason),
        reason={"code": reason.code, "values": dict(reason.values)},
    )


def running_match(table: Table) -> Match:
    """Return the match that is being played, or raise Conflict."""
    if table.match is None:
        raise Conflict("not_started", "The match has not started.")
    if table.status == OVER:
        raise Conflict("match_over", "The match is over.")
    return table.match


def undo(
    table: Table, person: str, seen_version: int, whole_turn: bool, wanted: int | None = None
) -> Undo | GoBack:
    """Take back your last move or your whole turn, as far as nothing was revealed.

    Against bots alone it goes back over anything, to your last decision.
    """
    match = running_match(table)
    seat = own_seat(table, person, wanted)
    if wanted is None and match.moves[-1].seat in table.seats_of(person):
        seat = match.moves[-1].seat
    if table.seats[seat].away:
        raise away_error()
    decision = match.last_move_of(seat) if faces_bots_alone(table, seat) else None
    if decision is not None:
        _check_own_seen(table, seat, seen_version)
        return GoBack(seat, match.first_of_turn(decision) if whole_turn else decision)
    check_current(table, seat, seen_version)
    reason = match.why_not_undo(seat)
    if reason is not None:
        raise illegal_error(match, reason)
    moves = len(match.moves) - 1
    while whole_turn and match.why_not_undo(seat, moves) is None:
        moves -= 1
    return Undo(seat, moves)


def may_undo(table: Table, match: Match, seat: int) -> bool:
    """Return whether a seat can take back something without asking anybody."""
    if match.why_not_undo(seat) is None:
        return True
    return faces_bots_alone(table, seat) and match.last_move_of(seat) is not None


def faces_bots_alone(table: Table, seat: int) -> bool:
    """Return whether all other seats are bots' own: nobody sees less by what is taken back."""
    return all(other.bot for number, other in enumerate(table.seats) if number != seat)


def _check_own_seen(table: Table, seat: int, seen_version: int) -> None:
    """Raise Conflict if the seat itself has done something since the version seen.

    What bots do meanwhile changes nothing about where its last decision was.
    """
    if any(item.seat == seat and item.version > seen_version for item in table.history):
        raise stale_error()
    _check_exists(table, seen_version)


def ask_take_back(table: Table, person: str, wanted: int | None = None) -> AskTakeBack | GoBack:
    """Ask the others to go back to before one's last move; if there are none, go back."""
    match = running_match(table)
    seat = own_seat(table, person, wanted)
    if table.seats[seat].away:
        raise away_error()
    decision = match.last_move_of(seat)
    if decision is None:
        raise Conflict("nothing_to_take_back", "You have not made a move yet.")
    if table.take_back:
        raise Conflict("asked_already", "Somebody has already asked: answer them first.")
    asked = people_to_agree(table, match, seat)
    if not asked:
        return GoBack(seat, decision)
    if not asked <= _people_here(table):
        raise Conflict(
            "others_away",
            "Something has been revealed since, and somebody who must agree is away: "
            "ask again when they are back.",
        )
    return AskTakeBack(seat, decision)


def people_to_agree(table: Table, match: Match, asker: int) -> set[str]:
    """Return who has to agree that a seat's last move is taken back.

    Nothing that was revealed is taken back without the people who play here. If something was
    dealt since the move, if another seat has acted, or if choices made at the same time were shown,
    all other people have to agree themselves: the bot that plays for one who is away does not agree
    for them. If nothing was, those who are here have to. Bots that have a seat of their own are not
    asked: whoever plays against bots alone is practising, and may take back anything.
    """
    others = {seat.person for seat in table.seats if seat.person}
    others.discard(table.seats[asker].person)
    revealed = match.why_not_undo(asker) is not None
    return others if revealed else others & _people_here(table)


def seats_to_agree(table: Table) -> list[int]:
    """Return the seats whose people have yet to agree to the take-back that is asked for."""
    if table.take_back is None or table.match is None:
        return []
    asked = people_to_agree(table, table.match, table.take_back.seat)
    waited_for = asked - {table.seats[seat].person for seat in table.take_back.agreed}
    return [number for number, seat in enumerate(table.seats) if seat.person in waited_for]


def _people_here(table: Table) -> set[str]:
    return {seat.person for seat in table.seats if seat.person and not seat.away}


def answer_take_back(
    table: Table, person: str, agree: bool
) -> AgreeToTakeBack | RefuseTakeBack | GoBack:
    """Agree to a take-back, or refuse it; when the last agrees, the match goes back."""
    match = running_match(table)
    seat = own_seat(table, person)
    take_back = table.take_back
    if take_back is None:
        raise Conflict("nothing_asked", "Nobody has asked to take back a move.")
    if not agree:
        return RefuseTakeBack(seat)
    asker = table.seats[take_back.seat].person
    agreed = {table.seats[other].person for other in take_back.agreed}
    if person == asker or person in agreed:
        raise Conflict("answered_already", "You have already answered: the others still have to.")
    if people_to_agree(table, match, take_back.seat) <= agreed | {person}:
        return GoBack(take_back.seat, take_back.moves)
    return AgreeToTakeBack(seat)


def say(table: Table, person: str, text: str) -> Say:
    """Send a chat message to the other players."""
    seat = own_seat(table, person)
    if table.said >= MAX_CHAT:
        raise Conflict(
            "chat_full",
            f"This table's chat is full, with {MAX_CHAT} lines: continue at another table.",
        )
    return Say(seat, text)


def rematch_seats(table: Table, occupant: Occupant) -> list[Seat]:
    """Return the seats of a rematch: everybody one seat on, the others' kept for them."""
    own_seat(table, occupant.person)
    if table.status != OVER:
        raise Conflict("not_over", "The match is not over yet.")
    rotated = [table.seats[number - 1] for number in range(len(table.seats))]
    several = len(table.seats_of(occupant.person)) > 1
    return [
        Seat(occupant=named(occupant, seat.occupant.name) if several else occupant)
        if seat.occupant and seat.person == occupant.person
        else Seat(bot=seat.bot)
        if seat.bot
        else Seat(kept_for=seat.occupant)
        for seat in rotated
    ]


def start_if_full(table: Table, person: str) -> Start | None:
    """Start a rematch if nobody has to come first."""
    waits = table.status != OPEN or any(seat.free for seat in table.seats)
    return None if waits else start(table, person)


def offer_rematch(table: Table, new: str) -> Rematch | None:
    """Say where the rematch is, unless somebody has made one."""
    return None if table.rematch else Rematch(new)
