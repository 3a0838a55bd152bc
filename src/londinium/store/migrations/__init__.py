"""Bringing a database to the newest schema, from any older one or from nothing."""

from pathlib import Path
from threading import Lock

from sqlalchemy import Connection, inspect, text

NEWEST = "0002"
_ALONE = Lock()  # alembic keeps the migration under way in globals


class NewerSchema(Exception):
    """The database has a schema that this version does not know."""


def migrate(connection: Connection) -> None:
    """Bring the database to the newest schema; belongs in a thread, and waits for others there."""
    if is_newest(connection):
        return
    # Here and not above: most starts find the newest schema, and alembic takes long to import.
    from alembic import command
    from alembic.config import Config
    from alembic.util import CommandError

    config = Config(attributes={"connection": connection})
    config.set_main_option("script_location", str(Path(__file__).parent).replace("%", "%%"))
    with _ALONE:
        try:
            command.upgrade(config, "head")
        except CommandError as error:
            raise NewerSchema from error


def is_newest(connection: Connection) -> bool:
    """Return whether there is nothing to do."""
    if not inspect(connection).has_table("alembic_version"):
        return False
    return connection.scalar(text("SELECT version_num FROM alembic_version")) == NEWEST
