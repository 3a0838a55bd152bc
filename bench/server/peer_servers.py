"""boardgame.io's server beside ours: the same load, in one run, so that the ratio can be trusted.

python -m bench.server.peer_servers [--tables 500] [--seconds 8] [--json FILE]
"""

import shutil
import subprocess
import sys
from argparse import Namespace
from pathlib import Path
from subprocess import PIPE

import orjson

from bench.server.figures import MOVES, Report, arguments, console, machine, progress


def measure_boardgame_io(options: Namespace) -> None:
    """Put the same load on boardgame.io's server."""
    npm = shutil.which("npm")
    if not npm:
        console.print("There is no npm, so boardgame.io cannot be measured beside it.")
        return
    folder = Path(sys.prefix) / "boardgame_io"
    shutil.copytree(Path(__file__).with_name("boardgame_io"), folder, dirs_exist_ok=True)
    subprocess.run([npm, "install", "--silent", "--no-audit", "--no-fund"], cwd=folder, check=True)
    progress("boardgame.io 0.50.2, noughts and crosses, matches in memory, a socket each")
    command = ["node", "load.js", str(options.tables), str(options.seconds)]
    done = subprocess.run(command, cwd=folder, check=True, stdout=PIPE, text=True)
    report = Report("moves, boardgame.io", ("offered", *MOVES), options.json)
    for line in done.stdout.splitlines():
        report.add(**orjson.loads(line))
    report.show()


def main() -> None:
    """Measure, and say on what."""
    options = arguments(__doc__, tables=500, seconds=8.0)
    console.print(f"{options.tables} tables; {machine()}")
    measure_boardgame_io(options)


if __name__ == "__main__":
    main()
