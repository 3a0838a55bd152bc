"""The kill test: workers are killed under load, and nothing acknowledged is lost or done twice.

SQLite with one worker, then PostgreSQL with two. The same as tests/server/test_nothing_lost.py,
with more kills: what does not hold is an AssertionError.

python -m bench.server.kills [--kills 100] [--between 20] [--json FILE]
"""

import asyncio
import tempfile
import time
from argparse import Namespace
from pathlib import Path

from bench.server.figures import Report, arguments, console, machine, progress
from tests.databases import running_postgres
from tests.server.kill_test import TABLES, KillTest

COLUMNS = (
    *("database", "workers", "kills", "matches", "moves_acknowledged"),
    *("moves_repeated", "streams_cut", "lost_or_doubled", "seconds"),
)
PATIENCE = 900  # seconds for all kills
SAID_EVERY = 10  # kills


def say(sentence: str) -> None:
    """Say how far the test is, now and then."""
    first = sentence.split()[0]
    if not first.isdigit() or int(first) % SAID_EVERY == 0:
        progress(sentence)


def kill(database: str, url: str, workers: int, options: Namespace, report: Report) -> None:
    """Kill the workers of a server on a database."""
    progress(f"{database}, workers: {workers}")
    start = time.monotonic()
    with tempfile.TemporaryDirectory() as directory:
        folder = Path(directory)
        test = KillTest(url, folder, options.kills, options.between, workers=workers, say=say)
        server = asyncio.run(asyncio.wait_for(test.run(), PATIENCE))
    report.add(
        database=database,
        workers=workers,
        kills=options.kills,
        matches=len(test.matches),
        moves_acknowledged=len(server.acknowledged),
        moves_repeated=server.repeated,
        streams_cut=server.streams_cut,
        lost_or_doubled=0,  # otherwise it has failed
        seconds=time.monotonic() - start,
    )


def main() -> None:
    """Kill on both databases."""
    options = arguments(__doc__, kills=100, between=20)
    console.print(f"{len(TABLES)} tables at a time; {machine()}")
    report = Report("the kill test", COLUMNS, options.json)
    with tempfile.TemporaryDirectory() as directory:
        kill("SQLite", f"sqlite:///{directory}/londinium.db", 1, options, report)
    with running_postgres(durable=True) as postgres:
        kill("PostgreSQL", postgres.fresh(), 2, options, report)
    report.show()


if __name__ == "__main__":
    main()
