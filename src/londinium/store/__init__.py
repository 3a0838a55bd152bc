"""Where people, tables and their journals are kept: SQLite for one worker, PostgreSQL for many."""

from londinium.store.opening import StoreUnavailable
from londinium.store.records import Entry, Header, Index, Listed, Loaded, Person, Token
from londinium.store.store import Store

__all__ = [
    "Entry",
    "Header",
    "Index",
    "Listed",
    "Loaded",
    "Person",
    "Store",
    "StoreUnavailable",
    "Token",
]
