"""What a second worker gives: the same load on PostgreSQL with one worker and with two.

Half of the players of two workers move at one of them and read their stream at the other.

python -m bench.server.workers [--tables 500] [--seconds 8] [--json FILE]
"""

from argparse import Namespace
from contextlib import ExitStack

import uvloop
from bench.server.figures import MOVES, Report, arguments, console, machine, progress, show
from bench.server.players import make_players, measure_moves
from bench.server.running import running
from tests.databases import running_postgres

RATES = (600, None)  # moves a second offered in all; None: as fast as they are taken


async def measure(url: str, workers: int, options: Namespace, report: Report) -> None:
    """Measure with so many workers."""
    progress(f"workers: {workers}")
    with ExitStack() as stack:
        servers = [stack.enter_context(running(database_url=url)) for _ in range(workers)]
        ports = (server.port for server in servers)
        players = await make_players(options.tables, servers[0].host, *ports)
        for rate in RATES:
            figures = await measure_moves(players, rate, options.seconds, *servers)
            report.add(workers=workers, offered=rate or "all that fits", **figures)


def main() -> None:
    """Measure with one worker and with two."""
    options = arguments(__doc__, tables=500, seconds=8.0)
    console.print(f"{options.tables} tables, PostgreSQL that syncs to the disk; {machine()}")
    report = Report("moves, PostgreSQL", ("workers", "offered", *MOVES), options.json)
    with running_postgres(durable=True) as postgres:
        for workers in (1, 2):
            uvloop.run(measure(postgres.fresh(), workers, options, report))
    report.show()
    most = {row["workers"]: row["moves_s"] for row in report.rows if row["offered"] != RATES[0]}
    console.print(f"Two workers take {show(most[2] / most[1])} times the moves of one.")


if __name__ == "__main__":
    main()
