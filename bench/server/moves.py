"""How many moves the server takes: tables of four seats with a stream each, over loopback.

The clients are this process, the server is another. Every move is acknowledged when it is durable.
Then where the time goes, by Python's profiler.

python -m bench.server.moves [--tables 500] [--seconds 10] [--json FILE]
"""

import pstats
import sys
import tempfile
from argparse import Namespace
from collections import Counter
from pathlib import Path

import uvloop
from bench.server.figures import MOVES, Report, arguments, console, machine, progress
from bench.server.players import SEATS, make_players, measure_moves, play_all
from bench.server.running import running

RATES = (600, 1000, None)  # moves a second offered in all; None: as fast as they are taken
PARTS = {  # functions of the server, and what they do of a move
    "commands.move": "checking that it is legal",
    "table.apply": "playing it",
    "serialization.encode": "writing it in text",
    "serialization.listing": "what lists show",
    "store.append": "handing it to the thread that commits",
    "live_table.publish": "what the viewer is shown: view, legal moves, news",
}


async def measure(options: Namespace) -> None:
    """Measure at several rates, and print a row for each."""
    report = Report("moves, SQLite", ("offered", *MOVES), options.json)
    with running() as server:
        progress(f"making {options.tables} tables")
        players = await make_players(options.tables, server.host, server.port)
        for rate in RATES:
            offered = rate or "all that fits"
            progress(f"moves offered a second: {offered}")
            figures = await measure_moves(players, rate, options.seconds, server)
            report.add(offered=offered, **figures)
    report.show()


async def profile(options: Namespace) -> None:
    """Say where the server's time goes when it has as much to do as it can."""
    with tempfile.TemporaryDirectory() as directory:
        file = f"{directory}/profile"
        script = str(Path(__file__).with_name("profiled_server.py"))
        with running(sys.executable, script, file) as server:
            progress("profiling the server")
            players = await make_players(options.tables, server.host, server.port)
            await play_all(players, None, options.seconds)
        spent = seconds_by_function(pstats.Stats(file))
    whole = spent["httptools_impl.run_asgi"] + spent["httptools_impl.data_received"]
    report = Report("what a move takes, in the event loop", ("part", "share"), options.json)
    for name, what in PARTS.items():
        report.add(part=what, share=f"{spent[name] / whole:.0%}")
    rest = whole - sum(spent[name] for name in PARTS)
    report.add(part="HTTP, identity, limits, waiting for others", share=f"{rest / whole:.0%}")
    report.show()


def seconds_by_function(stats: pstats.Stats) -> Counter[str]:
    """Return the time spent in functions and what they call, by module and name."""
    spent: Counter[str] = Counter()
    for (file, _, name), (_, _, _, cumulative, _) in stats.stats.items():  # type: ignore[attr-defined]
        spent[f"{Path(file).stem}.{name}"] += cumulative
    return spent


def main() -> None:
    """Measure, and say on what."""
    options = arguments(__doc__, tables=500, seconds=10.0)
    console.print(f"{options.tables} tables of {SEATS} seats, half of each game; {machine()}")
    uvloop.run(measure(options))
    uvloop.run(profile(options))


if __name__ == "__main__":
    main()
