"""The server is killed at random moments under load, and nothing is lost or done twice.

`make bench-server` kills it a hundred times.
"""

from pathlib import Path

from tests.server.in_process_server import async_test
from tests.server.kill_test import KillTest

KILLS = 5


@async_test
async def test_a_server_that_is_killed_loses_nothing_and_does_nothing_twice(
    database_url: str, tmp_path: Path
) -> None:
    workers = 2 if database_url.startswith("postgresql") else 1
    server = await KillTest(database_url, tmp_path, KILLS, workers=workers).run()
    assert server.repeated > 0
    assert server.streams_cut > KILLS
