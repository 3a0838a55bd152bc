"""The tables of the database; `migrations` makes them, and a test holds the two together."""

from sqlalchemy import (
    Boolean,
    Column,
    Double,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
    false,
)

METADATA = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)

PEOPLE = Table(
    "people",
    METADATA,
    Column("id", Text, primary_key=True),
    Column("name", Text, nullable=False),
    Column("login", Text, unique=True),  # the folded name, of accounts only
    Column("password", Text),
    Column("epoch", Integer, nullable=False),
    Column("created", Double, nullable=False),
)

TOKENS = Table(
    "tokens",
    METADATA,
    Column("id", Text, primary_key=True),
    Column("person_id", Text, ForeignKey("people.id"), nullable=False, index=True),
    Column("digest", LargeBinary, nullable=False),
    Column("label", Text, nullable=False),
    Column("created", Double, nullable=False),
    Column("scope", Text, nullable=False, server_default="play"),
    Column("expires", Double),
    Column("used", Double),
)

SESSIONS = Table(
    "sessions",
    METADATA,
    Column("id", Text, primary_key=True),
    Column(
        "person_id", Text, ForeignKey("people.id", ondelete="CASCADE"), nullable=False, index=True
    ),
    Column("created", Double, nullable=False),
    Column("seen", Double, nullable=False),
    Column("browser", Text),
    Column("system", Text),
    Column("ended", Boolean, nullable=False, server_default=false()),
)

SECRETS = Table(
    "secrets",
    METADATA,
    Column("name", Text, primary_key=True),
    Column("value", LargeBinary, nullable=False),
)

TABLES = Table(
    "tables",
    METADATA,
    Column("id", Text, primary_key=True),
    Column("created", Double, nullable=False),
    Column("host", Text, nullable=False),
    Column("game", Text, nullable=False),
    Column("rules_version", Integer, nullable=False),
    Column("seats", Integer, nullable=False),
    Column("options", Text, nullable=False),  # JSON
    Column("pace", Text, nullable=False),  # JSON
    Column("listed", Boolean, nullable=False),
    Column("seed", LargeBinary, nullable=False),
    Column("same_deal_of", Text),
)

# No index for client ids: a repeat is looked for in the entries of one table, which lie together.
ENTRIES = Table(
    "entries",
    METADATA,
    Column("table_id", Text, ForeignKey("tables.id"), primary_key=True),
    Column("version", Integer, primary_key=True, autoincrement=False),
    Column("kind", Text, nullable=False),
    Column("at", Double, nullable=False),
    Column("seat", Integer),
    Column("person", Text),
    Column("client_id", Text),
    Column("data", Text),  # JSON
    sqlite_with_rowid=False,
)

SNAPSHOTS = Table(
    "snapshots",
    METADATA,
    Column("table_id", Text, ForeignKey("tables.id"), primary_key=True),
    Column("version", Integer, nullable=False),
    Column("data", LargeBinary, nullable=False),  # JSON, compressed
)

# Apart from `tables`, so that moves rewrite only what lists need. The version is not here: it is
# the last one in `entries`, so an entry that changes nothing in a list costs one insert only.
LISTINGS = Table(
    "listings",
    METADATA,
    Column("table_id", Text, ForeignKey("tables.id"), primary_key=True),
    Column("status", Text, nullable=False),
    Column("wake", Double, index=True),
    Column("changed", Double, nullable=False),
    Column("people", Text, nullable=False),  # JSON; shows whether `sittings` must be rewritten
    Column("summary", Text, nullable=False),  # JSON
    Index(None, "status", "changed"),
    sqlite_with_rowid=False,
)

SITTINGS = Table(
    "sittings",
    METADATA,
    Column("table_id", Text, ForeignKey("tables.id"), primary_key=True),
    Column("person_id", Text, primary_key=True, index=True),
    sqlite_with_rowid=False,
)
