"""Bringing a database to the newest schema, from any older one or from nothing."""

from pathlib import Path
from threading import Lock

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection

_ALONE = Lock()  # alembic keeps the migration under way in globals


def migrate(connection: Connection) -> None:
    """Bring the database to the newest schema; belongs in a thread, and waits for others there."""
    config = Config(attributes={"connection": connection})
    config.set_main_option("script_location", str(Path(__file__).parent).replace("%", "%%"))
    with _ALONE:
        command.upgrade(config, "head")
