"""What a viewer is shown of a table: only what `Match.known` lets them know."""

from itertools import accumulate, takewhile
from typing import Any, NamedTuple

import numpy as np

from londinium import game
from londinium.game import CHANCE, SPECTATOR
from londinium.match import Match
from londinium.match_file import contribution_to_json
from londinium.server.errors import Conflict, Forbidden, InvalidValue
from londinium.server.tables import commands
from londinium.server.tables.seat import Seat
from londinium.server.tables.table import OVER, PLAYING, HistoryItem, Table

MOST_STEPS = 24  # moves of an update whose positions are shown: each costs as much as a view


class Viewer(NamedTuple):
    """All that an update depends on besides the table: two alike are shown the same."""

    sees_as: int  # a seat, or SPECTATOR
    seats: tuple[int, ...] = ()  # the person's own
    host: bool = False  # whether they decide who plays and when it starts
    steps: bool = False  # whether the news show the positions between, to be seen one by one


def viewer_of(table: Table, person: str | None, wanted: int | None = None) -> Viewer:
    """Return as whom a person sees the table; who has several seats may say which."""
    own = tuple(table.seats_of(person))
    host = table.is_host(person)
    if wanted is None:
        return Viewer(table.most_urgent(own) if own else SPECTATOR, own, host)
    if wanted not in range(len(table.seats)):
        raise InvalidValue("no_such_seat", f"There is no seat {wanted} at this table.")
    if wanted not in own and table.status != OVER:
        raise Forbidden(
            "not_your_seat", f"Seat {wanted} is not yours, so you may not see its cards."
        )
    return Viewer(wanted, own, host)


def update(table: Table, viewer: Viewer, since: int | None = None) -> dict[str, Any]:
    """Return all that the viewer is shown, and what happened since a version they have seen."""
    oldest = table.history[0].version - 1 if table.history else 0
    gap = since is not None and not oldest <= since <= table.version
    return {
        "version": table.version,
        "table": show_table(table, viewer),
        "you": {
            "seat": viewer.sees_as if viewer.sees_as != SPECTATOR else None,
            "seats": list(viewer.seats),
            "host": viewer.host,
        },
        "position": show_position(table, viewer) if table.match else None,
        "news": [] if since is None or gap else news(table, viewer.sees_as, since, viewer.steps),
        "gap": gap,
        "chat": [line._asdict() for line in (table.chat if viewer.seats else ())],
    }


def show_table(table: Table, viewer: Viewer) -> dict[str, Any]:
    """Return what everybody may know of the table, besides the match."""
    header, contributions = table.header, table.contributions.values()
    return {
        "id": header.id,
        "game": header.game,
        "status": table.status,
        "options": header.options,
        "pace": header.pace,
        "listed": header.listed,
        "created": header.created,
        "imported": table.imported,
        "same_deal_of": header.same_deal_of,
        "rematch": table.rematch,
        "commitment": table.commitment,
        "contributions": [contribution_to_json(one) for one in sorted(contributions)],
        "seed": seed(table),
        "seats": [show_seat(table, number, seat) for number, seat in enumerate(table.seats)],
        "take_back": show_take_back(table),
    }


def show_take_back(table: Table) -> dict[str, Any] | None:
    """Return who asks to take back a move, who has agreed, and who has yet to."""
    asked = table.take_back
    if asked is None:
        return None
    waited_for = commands.seats_to_agree(table)
    return {"seat": asked.seat, "agreed": list(asked.agreed), "waited_for": waited_for}


def seed(table: Table) -> str | None:
    """Return the dealer's seed, once the match is over."""
    match = table.match
    return match.dealer.seed.hex() if match and match.dealer and match.is_over else None


def show_seat(table: Table, number: int, seat: Seat) -> dict[str, Any]:
    """Return who is in a seat and how much time is left."""
    clocks, deadline = table.clocks, table.clocks.deadline(number)
    has_clock = clocks.pace.move is not None
    kept_for = seat.kept_for.name if seat.kept_for else None
    return {
        **show_occupant(seat),
        "kept_for": kept_for,
        "away": seat.away,
        "saves_name": seat.saves_name,
        "bank": clocks.banks[number] if has_clock else None,
        "deadline": deadline,
    }


def show_occupant(seat: Seat) -> dict[str, Any]:
    """Return who is in a seat, as lists of tables show it."""
    name = seat.occupant.name if seat.occupant else seat.played_by
    kind = "person" if name else "bot" if seat.bot else "free"
    return {"kind": kind, "name": name, "guest": bool(seat.occupant and seat.occupant.guest)} | {
        "level": seat.bot
    }


def show_position(table: Table, viewer: Viewer) -> dict[str, Any]:
    """Return the match as the viewer may know it, what is asked of whom, and the legal moves."""
    match = table.match
    assert match is not None
    seat = viewer.sees_as
    view = match.game.view(match.known(seat), seat)
    actions = match.legal(seat)
    own = seat in viewer.seats
    show = match.game.show_action
    playing = own and table.status == PLAYING
    return {
        "moves": len(match.moves),
        "waited_for": table.waited_for,
        # The version since which the seat has had to decide what it is asked. It stays the same
        # while others make their choices at the same time.
        "decision": table.asked_at_version[seat] if own and actions else None,
        "prompt": prompt(match, view["phase"]) if actions else None,
        "legal": [{"action": one, "text": show(one)} for one in actions] if playing else [],
        "can_undo": playing and commands.may_undo(table, match, seat),
        "winners": match.winners,
        "view": view,
    }


def prompt(match: Match, phase: str) -> dict[str, Any] | None:
    """Return what is asked in a phase; by the phase it can be translated."""
    text = match.game.prompts.get(phase)
    return None if text is None or match.is_over else {"phase": phase, "text": text}


def news(table: Table, sees_as: int, since: int, with_steps: bool = False) -> list[dict[str, Any]]:
    """Return what happened since a version, as the viewer saw it."""
    newer = [*takewhile(lambda item: item.version > since, reversed(table.history))][::-1]
    shown = [show_news(table, sees_as, item) for item in newer]
    if with_steps and sum(item.until - item.since for item in newer) <= MOST_STEPS:
        for one, item in zip(shown, newer, strict=True):
            one["steps"] = steps(table, sees_as, item)
    return shown


def show_news(table: Table, sees_as: int, item: HistoryItem) -> dict[str, Any]:
    """Return one thing that happened, as the viewer saw it."""
    return {
        "version": item.version,
        "kind": item.kind,
        "at": item.at,
        "seat": item.seat,
        "moves": min(item.until, table.moves),
        "events": events(table, sees_as, item.since, item.until),
        "steps": [],
    }


def steps(table: Table, sees_as: int, item: HistoryItem) -> list[dict[str, Any]]:
    """Return how the viewer saw the match after each move of an entry that had events.

    The present position is left out, since the update shows it.
    """
    match, told, shown = table.match, 0, []
    for moves in range(item.since + 1, item.until + 1):
        new = len(events(table, sees_as, moves - 1, moves))
        told += new
        if match and new and moves < table.moves:
            view = match.game.view(match.known(sees_as, moves), sees_as)
            shown.append({"moves": moves, "events": told, "view": view})
    return shown


def events(table: Table, sees_as: int, since: int, until: int) -> list[dict[str, Any]]:
    """Return what happened in a part of the match, with its text."""
    match = table.match
    if match is None or since >= until:
        return []
    show = match.game.show_event
    return [{**event, "text": show(event)} for event in match.events(sees_as, since, until)]


def started_match(table: Table) -> Match:
    """Return the match, or raise Conflict if it has not started."""
    if table.match is None:
        raise Conflict("not_started", "The match has not started.")
    return table.match


def replay(table: Table, sees_as: int, moves: int) -> dict[str, Any]:
    """Return how a viewer saw the match after this many moves, and what the last of them did."""
    match = started_match(table)
    if moves not in range(len(match.moves) + 1):
        raise InvalidValue("no_such_move", f"The match has {len(match.moves)} moves, not {moves}.")
    return {
        "moves": moves,
        "of": len(match.moves),
        "seat": sees_as if sees_as != SPECTATOR else None,
        "view": match.game.view(match.known(sees_as, moves), sees_as),
        "events": events(table, sees_as, moves - 1, moves) if moves else [],
    }


def after_decision(table: Table, sees_as: int, number: int) -> dict[str, Any]:
    """Return how a viewer saw the match after so many decisions, and what the last led to.

    What chance does counts for the decision before it; after none, the first cards are dealt.
    """
    match = started_match(table)
    decided = [n for n, move in enumerate(match.moves) if move.seat != CHANCE]
    if number not in range(len(decided) + 1):
        message = f"The match has {len(decided)} decisions, not {number}."
        raise InvalidValue("no_such_decision", message)
    moves = [*decided, len(match.moves)][number]
    since = decided[number - 1] if number else moves
    return {
        "decision": number,
        "of": len(decided),
        "by": match.moves[since].seat if number else None,
        "moves": moves,
        "seat": sees_as if sees_as != SPECTATOR else None,
        "view": match.game.view(match.known(sees_as, moves), sees_as),
        "events": events(table, sees_as, since, moves),
    }


def why(table: Table, sees_as: int, action: int) -> dict[str, Any]:
    """Return why an action is not legal for a seat, by what that seat knows."""
    match = started_match(table)
    if sees_as == SPECTATOR and not match.is_over:
        raise Forbidden("not_seated", "You have no seat at this table, but you can watch.")
    reason = match.why_not(action, sees_as)
    if reason is None:
        return {"code": None, "values": {}, "text": ""}
    return {"code": reason.code, "values": reason.values, "text": match.show_reason(reason)}


def score_sheet(match: Match) -> dict[str, Any]:
    """Return what was counted of a match that is over, if the game tells it; else no rows."""
    part = match.game.part("score_sheet")
    return {"rows": part.rows(match.state, match.events()) if part else []}


def chart(match: Match) -> dict[str, Any]:
    """Return what each seat had scored after each move of a match that is over."""
    out = np.zeros(match.seats, np.int32)
    last = len(match.moves)  # which may be something dealt, after which the score is another
    moves = [n for n in range(last + 1) if n in (0, last) or match.moves[n - 1].seat >= 0]
    scores = []
    for number in moves:
        game.scores(match.at(number), out)
        scores.append(out.tolist())
    made = [0, *accumulate(move.seat >= 0 for move in match.moves)]
    return {
        "moves": moves,
        "decisions": [made[number] for number in moves],
        "scores": [list(of_seat) for of_seat in zip(*scores, strict=True)],
    }
