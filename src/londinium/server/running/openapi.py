"""The OpenAPI schema of the server, from which the client's types are generated."""

import asyncio
import sys
import tempfile
from typing import Any

import orjson

from londinium.server.http.app import open_server
from londinium.server.settings import Settings


async def openapi() -> dict[str, Any]:
    """Return the schema of a server with the games that are installed here."""
    with tempfile.TemporaryDirectory() as directory:
        settings = Settings.from_environment(
            {"LONDINIUM_DATABASE_URL": f"sqlite:///{directory}/schema.db"}
        )
        async with open_server(settings, run_turns=False) as server:
            return server.api.openapi()


if __name__ == "__main__":
    sys.stdout.buffer.write(orjson.dumps(asyncio.run(openapi()), option=orjson.OPT_INDENT_2))
