"""What people may do at a table: each command checks, and drafts what is to be done."""

from typing import NamedTuple

from londinium.bots.levels import PLAYERS
from londinium.game import Reason, State
from londinium.match import Match
from londinium.server.refusal import Refusal
from londinium.server.seat import Seat, Who
from londinium.server.table import OPEN, OVER, PLAYING, Draft, Table

MOST_CHANGES = 20  # of a choice that several seats make at the same time


def sit(table: Table, who: Who, wanted: int | None = None) -> Draft:
    """Take a seat of a table that has not started, or return to one's own that a bot has kept."""
    own = table.seats_of(who.person)
    away = [seat for seat in own if table.seats[seat].away and wanted in (None, seat)]
    if table.status == PLAYING and away:
        return Draft("back", away[0])
    if table.status != OPEN:
        raise Refusal(409, "has_started", "The match has started: you can watch it.")
    if own and wanted is None:
        raise Refusal(409, "sits_already", "You sit at this table: name a seat to take one more.")
    seat = _seat_for(table, who) if wanted is None else check_seat(table, wanted)
    kept_for = table.seats[seat].kept_for
    if not table.seats[seat].free or (kept_for and kept_for.person != who.person):
        raise Refusal(409, "seat_taken", f"Seat {seat} is taken: choose another.")
    return Draft("sit", seat, {"who": who.to_json()})


def _seat_for(table: Table, who: Who) -> int:
    """Return the seat kept for a person, or the first that is kept for nobody."""
    free = [number for number, seat in enumerate(table.seats) if seat.free]
    for number in free:
        kept_for = table.seats[number].kept_for
        if kept_for and kept_for.person == who.person:
            return number
    for number in free:
        if table.seats[number].kept_for is None:
            return number
    raise Refusal(409, "table_full", "All seats are taken: you can watch.")


def check_seat(table: Table, seat: int) -> int:
    """Refuse a seat that the table does not have."""
    if seat not in range(len(table.seats)):
        raise Refusal(
            422,
            "no_such_seat",
            f"There is no seat {seat}; the seats are 0 to {len(table.seats) - 1}.",
        )
    return seat


def own_seat(table: Table, person: str, wanted: int | None = None) -> int:
    """Return the seat for which a person acts; who has several may say which."""
    own = table.seats_of(person)
    if not own:
        raise Refusal(403, "not_seated", "You have no seat at this table: you can only watch.")
    if wanted is None:
        return table.first_of(own)
    if wanted not in own:
        raise Refusal(403, "not_your_seat", f"Seat {wanted} is not yours.")
    return wanted


def leave(table: Table, person: str, wanted: int | None = None) -> Draft:
    """Leave a seat: before the start it is free again, after it a bot plays on."""
    seat = own_seat(table, person, wanted)
    if table.status == OVER:
        raise Refusal(409, "match_over", "The match is over: there is nothing to leave.")
    if table.status == OPEN:
        return Draft("leave", seat)
    if table.seats[seat].away:
        raise Refusal(409, "left_already", "You have left: a bot plays your seat.")
    return Draft("away", seat, {"why": "left"})


def place_bot(table: Table, person: str, seat: int, level: str | None) -> Draft:
    """Put a bot into a free seat, or take one away; the host does that."""
    _check_host(table, person)
    check_seat(table, seat)
    if table.status != OPEN:
        raise Refusal(409, "has_started", "The match has started: its seats are settled.")
    if table.seats[seat].who:
        raise Refusal(409, "seat_taken", f"Seat {seat} is a person's: choose another.")
    if level is None:
        return Draft("free", seat)
    if level not in PLAYERS:
        raise Refusal(
            422, "no_such_level", f"There is no bot {level!r}; choose from: {', '.join(PLAYERS)}."
        )
    return Draft("bot", seat, {"level": level})


def _check_host(table: Table, person: str) -> None:
    if not table.decides(person):
        raise Refusal(403, "not_host", "Only the host of the table may do that.")


def start(table: Table, person: str) -> Draft:
    """Start the match when all seats are taken."""
    _check_host(table, person)
    if table.status != OPEN:
        raise Refusal(409, "has_started", "The match has started.")
    if any(seat.free for seat in table.seats):
        raise Refusal(409, "seats_free", "There are free seats: wait, or put bots into them.")
    return Draft("start")


def move(
    table: Table, person: str, action: int, answers: int, wanted: int | None = None
) -> Draft | None:
    """Make a move, as an answer to a version of the table; None if it would change nothing."""
    seat = own_seat(table, person, wanted)
    match = playing(table)
    if table.seats[seat].away:
        raise Refusal(409, "away", "A bot plays your seat: take it again first.")
    check_fresh(table, seat, answers)
    if wanted is None and answers < table.version and len(table.seats_of(person)) > 1:
        raise stale()  # whose turn it was then may be another's now
    return play(table, match, seat, action)


class Wondering(NamedTuple):
    """A seat whose player asks for advice, and all that the seat knows."""

    seat: int
    version: int
    known: State


def ask_hint(table: Table, person: str, wanted: int | None = None) -> Wondering:
    """Return what a bot is to think about in a person's place, if nobody else plays here."""
    seat = own_seat(table, person, wanted)
    match = playing(table)
    if any(other.person not in (None, person) for other in table.seats):
        raise Refusal(403, "others_play", "There are no hints while other people play here.")
    if not match.may_act(seat):
        raise Refusal(409, "not_asked", "Hints are for a seat that is asked to move.")
    return Wondering(seat, table.version, match.known(seat))


def stale() -> Refusal:
    """Return the refusal of an answer that came too late."""
    return Refusal(409, "stale", "The table has changed since then: look at it and choose again.")


def check_fresh(table: Table, seat: int, answers: int) -> None:
    """Refuse an answer to a question that no longer stands."""
    if answers < table.asked[seat]:
        raise stale()
    if answers > table.version:
        raise Refusal(422, "no_such_version", f"The table is at version {table.version}.")


def play(table: Table, match: Match, seat: int, action: int) -> Draft | None:
    """Draft a move of a seat, by a person or a bot; None if it would change nothing."""
    reason = match.why_not(action, seat)
    if reason is not None:
        raise illegal(match, reason)
    if len(table.acting) > 1:
        chosen = _choices(match, seat)
        if chosen and chosen[0] == action:
            return None
        if len(chosen) >= MOST_CHANGES:
            raise Refusal(409, "too_many_changes", "You have changed your choice too often.")
    return Draft("move", seat, {"moves": [f"{seat}: {match.game.show_action(action)}"]})


def _choices(match: Match, seat: int) -> list[int]:
    """Return what the seat has chosen in the choice that is being made, the last first."""
    chosen, acting = [], match.acting
    for number in reversed(range(len(match.moves))):
        if match.acting_at(number) != acting:
            break
        if match.moves[number].seat == seat:
            chosen.append(match.moves[number].action)
    return chosen


def illegal(match: Match, reason: Reason) -> Refusal:
    """Say why something cannot be played or taken back."""
    return Refusal(
        422,
        "illegal",
        match.show_reason(reason),
        reason={"code": reason.code, "values": dict(reason.values)},
    )


def playing(table: Table) -> Match:
    """Return the match that is being played."""
    if table.match is None:
        raise Refusal(409, "not_started", "The match has not started.")
    if table.status == OVER:
        raise Refusal(409, "match_over", "The match is over.")
    return table.match


def undo(
    table: Table, person: str, answers: int, whole_turn: bool, wanted: int | None = None
) -> Draft:
    """Take back one's last move, or all of one's turn, as far as nothing was revealed."""
    match = playing(table)
    seat = own_seat(table, person, wanted)
    if wanted is None and match.moves[-1].seat in table.seats_of(person):
        seat = match.moves[-1].seat
    if table.seats[seat].away:
        raise Refusal(409, "away", "A bot plays your seat: take it again first.")
    check_fresh(table, seat, answers)
    reason = match.why_not_undo(seat)
    if reason is not None:
        raise illegal(match, reason)
    moves = len(match.moves) - 1
    while whole_turn and match.why_not_undo(seat, moves) is None:
        moves -= 1
    return Draft("undo", seat, {"moves": moves})


def ask_take_back(table: Table, person: str, wanted: int | None = None) -> Draft:
    """Ask the others to go back to before one's last move; if there are none, go back."""
    match = playing(table)
    seat = own_seat(table, person, wanted)
    own = [number for number, move in enumerate(match.moves) if move.seat == seat]
    if not own:
        raise Refusal(409, "nothing_to_take_back", "You have not moved yet.")
    if table.take_back:
        raise Refusal(409, "asked_already", "Somebody has asked already: answer that first.")
    if not asked_people(table, person):
        return Draft("go_back", seat, {"moves": own[-1]})
    return Draft("ask", seat, {"moves": own[-1]})


def asked_people(table: Table, asker: str | None) -> set[str]:
    """Return whose consent it takes: all other people who are at the table."""
    present = {seat.person for seat in table.seats if seat.person and not seat.away}
    return present - {asker}


def answer_take_back(table: Table, person: str, agree: bool) -> Draft:
    """Agree to a take-back, or refuse it; the last to agree brings it about."""
    playing(table)
    seat = own_seat(table, person)
    asked = table.take_back
    if asked is None:
        raise Refusal(409, "nothing_asked", "Nobody has asked to take back a move.")
    asker = table.seats[asked.seat].person
    agreed = {table.seats[other].person for other in asked.agreed}
    if not agree:
        return Draft("refuse", seat)
    if person == asker or person in agreed:
        raise Refusal(409, "answered_already", "You have answered: the others have to.")
    if asked_people(table, asker) <= agreed | {person}:
        return Draft("go_back", asked.seat, {"moves": asked.moves})
    return Draft("agree", seat)


def say(table: Table, person: str, text: str) -> Draft:
    """Say something to the other players."""
    return Draft("say", own_seat(table, person), {"text": text})


def rematch_seats(table: Table, who: Who) -> list[Seat]:
    """Return the seats of a rematch: everybody one seat on, the others' kept for them."""
    own_seat(table, who.person)
    if table.status != OVER:
        raise Refusal(409, "not_over", "The match is not over yet.")
    rotated = [table.seats[number - 1] for number in range(len(table.seats))]
    return [
        Seat(who=who)
        if seat.person == who.person
        else Seat(bot=seat.bot)
        if seat.bot
        else Seat(kept_for=seat.who)
        for seat in rotated
    ]


def start_full(table: Table, person: str) -> Draft | None:
    """Start a rematch for which nobody is waited for."""
    waits = table.status != OPEN or any(seat.free for seat in table.seats)
    return None if waits else start(table, person)


def offer_rematch(table: Table, new: str) -> Draft | None:
    """Say where the rematch is, unless somebody has made one."""
    return None if table.rematch else Draft("rematch", data={"table": new})
