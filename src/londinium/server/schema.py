"""The schema of the server's interface, from which the client's types are generated."""

import asyncio
import sys
import tempfile
from typing import Any

import orjson

from londinium.server.app import opened
from londinium.server.settings import Settings


async def schema() -> dict[str, Any]:
    """Return the schema of a server as it would be opened here."""
    with tempfile.TemporaryDirectory() as directory:
        settings = Settings.from_environment(
            {"LONDINIUM_DATABASE_URL": f"sqlite:///{directory}/schema.db"}
        )
        async with opened(settings, keeping=False) as server:
            return server.api.openapi()


if __name__ == "__main__":
    sys.stdout.buffer.write(orjson.dumps(asyncio.run(schema()), option=orjson.OPT_INDENT_2))
