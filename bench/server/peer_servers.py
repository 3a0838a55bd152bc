"""boardgame.io's server beside ours: the same load in one run, and each as a share of ours.

Both play tables of four with a connection each that plays all seats. Ours acknowledges a move when
it is on the disk. boardgame.io sends it to everybody before it is stored: in memory, in files that
are not synced to the disk (its FlatFile), or in PostgreSQL by a transaction (bgio-postgres).

python -m bench.server.peer_servers [--tables 500] [--seconds 8] [--json FILE]
"""

import shutil
import subprocess
import sys
import tempfile
from argparse import Namespace
from pathlib import Path
from subprocess import PIPE

import orjson
import uvloop
from bench.server.figures import MOVES, Report, arguments, console, machine, progress, show
from bench.server.players import make_players, measure_moves
from bench.server.running import running
from tests.databases import running_postgres

RATES = (600, None)  # moves a second offered in all; None: as fast as they are taken
PATIENCE = 180  # seconds for all that is measured of a server
NOUGHTS = "boardgame.io, noughts and crosses"
HIDDEN = "boardgame.io, hidden hands"  # of a game of our size, by playerView


async def measure_ours(options: Namespace, report: Report) -> float:
    """Measure our server; return how many moves a second it took at most."""
    progress("ours")
    with running() as server:
        players = await make_players(options.tables, server.host, server.port)
        for rate in RATES:
            figures = await measure_moves(players, rate, options.seconds, server)
            server_name = {"server": "ours, SQLite", "offered": rate or "all that fits"}
            report.add(**server_name, **figures, of_ours="1")
    return figures["moves_s"]


class BoardgameIo:
    """Measures boardgame.io's server, as it is installed in a folder of the environment."""

    def __init__(self, npm: str) -> None:
        """Install it."""
        self._folder = Path(sys.prefix) / "boardgame_io"
        shutil.copytree(Path(__file__).with_name("boardgame_io"), self._folder, dirs_exist_ok=True)
        install = [npm, "install", "--silent", "--no-audit", "--no-fund"]
        subprocess.run(install, cwd=self._folder, check=True)

    def measure(
        self, name: str, options: Namespace, report: Report, ours: float, *arguments: str
    ) -> None:
        """Put the load on it, with a game and a store."""
        progress(name)
        command = ["node", "load.js", str(options.tables), str(options.seconds), *arguments]
        done = subprocess.run(
            command, cwd=self._folder, check=True, stdout=PIPE, text=True, timeout=PATIENCE
        )
        for line in done.stdout.splitlines():
            row = orjson.loads(line)
            at_most = row["offered"] == "all that fits"
            of_ours = show(row["moves_s"] / ours) if at_most else ""
            report.add(server=name, **row, of_ours=of_ours)


def measure_boardgame_io(npm: str, options: Namespace, report: Report, ours: float) -> None:
    """Measure boardgame.io's server with each store."""
    peer = BoardgameIo(npm)
    peer.measure(f"{NOUGHTS}, memory", options, report, ours, "noughts", "memory")
    peer.measure(f"{HIDDEN}, memory", options, report, ours, "routes", "memory")
    with tempfile.TemporaryDirectory() as folder:
        peer.measure(f"{HIDDEN}, FlatFile", options, report, ours, "routes", "files", folder)
    with running_postgres(durable=True) as postgres:
        url = postgres.fresh("template0")
        peer.measure(f"{HIDDEN}, PostgreSQL", options, report, ours, "routes", "postgres", url)


def main() -> None:
    """Measure, and say on what."""
    options = arguments(__doc__, tables=500, seconds=8.0)
    console.print(f"{options.tables} tables; {machine()}")
    columns = ("server", "offered", *MOVES, "of_ours")
    report = Report("moves, beside boardgame.io 0.50.2", columns, options.json)
    ours = uvloop.run(measure_ours(options, report))
    if npm := shutil.which("npm"):
        measure_boardgame_io(npm, options, report, ours)
    else:
        console.print("There is no npm, so boardgame.io cannot be measured beside it.")
    report.show()


if __name__ == "__main__":
    main()
