"""Where people, tables and their journals are kept: SQLite for one worker, PostgreSQL for many."""

from londinium.store.database import DatabaseOutage
from londinium.store.opening import StoreUnavailable
from londinium.store.records import (
    EntryRow,
    Header,
    ListedTable,
    Listing,
    Person,
    SessionRow,
    StoredTable,
    Token,
    UnusableSnapshot,
)
from londinium.store.store import Store

__all__ = [
    "DatabaseOutage",
    "EntryRow",
    "Header",
    "ListedTable",
    "Listing",
    "Person",
    "SessionRow",
    "Store",
    "StoreUnavailable",
    "StoredTable",
    "Token",
    "UnusableSnapshot",
]
