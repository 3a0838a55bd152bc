"""Other people's moves while the worst goes on: tables of experts, imports, spectators, a reader.

Tables of four seats at a steady rate, and how long their moves take until they are acknowledged,
before and while somebody puts a load on the same server from another process. How late a timer of
the measuring process is tells what the machine itself adds.

python -m bench.server.others [--tables 100] [--rate 200] [--seconds 12] [--only spectators]
    [--limits] [--json FILE]
"""

import asyncio
import time
from argparse import Namespace
from collections import Counter

import uvloop
from bench.server.figures import Report, arguments, console, machine, progress, show
from bench.server.loads import LOADS, load
from bench.server.players import make_players, play_all, timer_lateness
from bench.server.running import LIMITED, UNLIMITED, running

WARM_UP = 3.0  # seconds; a server that has just started still loads compiled code
ALONE = 0.4  # of the time is measured before the load begins
COLUMNS = (
    *("meanwhile", "moves_s", "p50_ms", "p95_ms", "p99_ms", "p50_before", "p99_before"),
    *("timer_p99", "CPU", "MB", "load_did"),
)


async def measure(name: str, options: Namespace, report: Report) -> None:
    """Measure people's moves before and under a load."""
    settings = LIMITED if options.limits else UNLIMITED
    with running(settings=settings) as server:
        players = await make_players(options.tables, server.host, server.port)
        await play_all(players, options.rate, WARM_UP)
        alone = await play_all(players, options.rate, options.seconds * ALONE)
        progress(f"{name}: preparing")
        start = time.monotonic()
        tables = [player.table for player in players]
        with load(name, server.host, server.port, tables) as other:
            ready = ", ".join(f"{much:,} {what}" for what, much in other.prepared.items())
            progress(f"{name}: measuring ({time.monotonic() - start:.0f} s to prepare; {ready})")
            before, cpu = other.done(), server.cpu_seconds()
            latencies, timer = await asyncio.gather(
                play_all(players, options.rate, options.seconds), timer_lateness(options.seconds)
            )
            done = await asyncio.to_thread(other.done) - before
            report.add(
                meanwhile=name,
                moves_s=latencies.rate(),
                p50_ms=latencies.ms(50),
                p95_ms=latencies.ms(95),
                p99_ms=latencies.ms(99),
                p50_before=alone.ms(50),
                p99_before=alone.ms(99),
                timer_p99=timer.ms(99),
                CPU=f"{(server.cpu_seconds() - cpu) / latencies.elapsed:.0%}",
                MB=server.megabytes(),
                load_did=per_second(done, latencies.elapsed),
            )


def per_second(done: Counter[str], seconds: float) -> str:
    """Return what a load has done, as text."""
    return ", ".join(f"{show(much / seconds)} {what}/s" for what, much in done.items())


def main() -> None:
    """Measure under each load in turn."""
    options = arguments(__doc__, tables=100, rate=200, seconds=12.0, only="")
    console.print(f"{options.tables} tables, {options.rate} moves/s offered; {machine()}")
    limits = "limits by default" if options.limits else "limits lifted"
    report = Report(f"other people's moves, {limits}", COLUMNS, options.json)
    for name in LOADS:
        if options.only not in name:
            continue
        uvloop.run(measure(name, options, report))
    report.show()


if __name__ == "__main__":
    main()
