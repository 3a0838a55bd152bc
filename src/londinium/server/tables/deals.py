"""The deal of a table: a new one, to which its seats may contribute, or that of another match.

The dealer is committed to its seed before anybody sits down. A seat that wants to contribute
commits to random bytes of its own, and reveals them when all seats are taken; the match can start
without those that do not. If somebody commits or leaves after that, what was revealed is dropped
and those seats commit again: nobody chooses what to contribute by what others have revealed.
"""

from dataclasses import replace

from londinium.dealer import commit_contribution
from londinium.server.errors import Conflict, InvalidValue
from londinium.server.tables.commands import own_seat
from londinium.server.tables.entries import CommitContribution, RevealContribution
from londinium.server.tables.table import OPEN, Table
from londinium.store.records import Header


def same_deal(table: Table, header: Header) -> Header:
    """Return the header with the deal of a table that is over, so no longer secret."""
    match, theirs = table.match, table.header
    if match is None or match.dealer is None or not match.is_over:
        raise Conflict("not_over", "A deal can be played again once its match is over.")
    same = (theirs.game, theirs.seats, theirs.options)
    if same != (header.game, header.seats, header.options):
        raise InvalidValue(
            "another_game", "Playing the same deal takes the same game, seats and options."
        )
    return replace(header, seed=match.dealer.key)


def dealt_first(table: Table) -> str | None:
    """Return which table had its deal before it, if one had; the file of none may have brought it.

    Whoever makes a match file may choose its seed, and so every card.
    """
    if table.imported:
        raise Conflict(
            "imported_deal",
            "The deal of an imported match cannot be played again: start a new one.",
        )
    return table.header.same_deal_of


def commit(
    table: Table, person: str, commitment: str, wanted: int | None = None
) -> CommitContribution:
    """Commit a seat to what it will contribute to the dealer's seed."""
    seat = own_seat(table, person, wanted)
    _check_open(table)
    if table.header.same_deal_of:
        raise Conflict(
            "deal_is_fixed", "This table uses another match's deal, so nothing can be added to it."
        )
    return CommitContribution(seat, commitment)


def reveal(
    table: Table, person: str, contribution: bytes, wanted: int | None = None
) -> RevealContribution | None:
    """Reveal what a seat contributes, when no more seats are free; None if it has."""
    seat = own_seat(table, person, wanted)
    _check_open(table)
    if any(other.free for other in table.seats):
        raise Conflict("seats_free", "Some seats are still free: reveal once all are taken.")
    committed = table.contributions.get(seat)
    if committed is None:
        raise Conflict(
            "not_committed", "You have not committed to a contribution yet: do that first."
        )
    if commit_contribution(contribution) != committed.commitment:
        raise InvalidValue("another_contribution", "This is not what you committed to.")
    return None if committed.revealed else RevealContribution(seat, contribution)


def _check_open(table: Table) -> None:
    if table.status != OPEN:
        raise Conflict("has_started", "The match has started, so its cards have been dealt.")
