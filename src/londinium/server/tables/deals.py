"""The deal of a table: a new one, to which its seats may contribute, or that of another match."""

from dataclasses import replace

from londinium.server.errors import Conflict, InvalidValue
from londinium.server.tables.table import Table
from londinium.store.records import Header


def same_deal(table: Table, header: Header) -> Header:
    """Return the header with the deal of a table that is over, so no longer secret."""
    match, theirs = table.match, table.header
    if match is None or match.dealer is None or not match.is_over:
        raise Conflict("not_over", "The same deal can be had once a match is over.")
    same = (theirs.game, theirs.seats, theirs.options)
    if same != (header.game, header.seats, header.options):
        raise InvalidValue("another_game", "The same deal needs the same game, seats and options.")
    return replace(header, seed=match.dealer.key)


def dealt_first(table: Table) -> str | None:
    """Return which table had its deal before it, if one had; the file of none may have brought it.

    Whoever makes a match file may choose its seed, and so every card.
    """
    if table.imported:
        raise Conflict(
            "imported_deal", "The deal of an imported match is not played again: deal a new one."
        )
    return table.header.same_deal_of
