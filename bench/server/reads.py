"""How fast pages and reads are, by an independent tool: wrk, over loopback.

python -m bench.server.reads [--seconds 4] [--connections 16] [--json FILE]
"""

import re
import shutil
import subprocess
from argparse import Namespace
from subprocess import PIPE
from urllib.request import urlopen

import uvloop
from bench.server.figures import Report, arguments, console, machine, progress
from bench.server.loads import played_file
from bench.server.players import GAMES, Player, make_players, play_all
from bench.server.running import Server, running

TABLES = 50  # being played, and as many that wait for players
COLUMNS = ("what", "requests_s", "p50_ms", "p99_ms", "CPU_ms_request", "refused")
UNITS = {"us": 0.001, "ms": 1.0, "s": 1000.0}  # in milliseconds


async def prepare(server: Server) -> dict[str, str]:
    """Make tables, and return the paths to read by what they are."""
    players = await make_players(TABLES, server.host, server.port)
    await play_all(players, None, 2)
    for player in players:
        await _offer_table(player)
    status, made = await players[0].connection.request("POST", "/api/matches", played_file(0))
    assert status == 201, made
    finished, playing = f"/api/tables/{made['id']}", players[0].table
    return {
        "the start page": "/",
        "a script of the page": _script(server),
        f"a list of {TABLES} open tables": "/api/tables?which=open",
        "what is printed of a game": f"/api/games/{GAMES[0]}",
        "a table being played": playing,
        "its log": f"{playing}/log",
        "the log of a match that is over": f"{finished}/log",
        "the health": "/healthz",
        "the description of the interface": "/openapi.json",
    }


async def _offer_table(player: Player) -> None:
    body = {"game": GAMES[0], "seats": ["me", "free"], "listed": True}
    status, made = await player.connection.request("POST", "/api/tables", body)
    assert status == 201, made


def _script(server: Server) -> str:
    """Return the path of the page's own script, if the page is built."""
    with urlopen(f"{server.url}/", timeout=10) as page:
        found = re.search(r'src="(/assets/[^"]+\.js)"', page.read().decode())
    return found[1] if found else ""


def read(wrk: str, server: Server, path: str, options: Namespace) -> dict[str, float]:
    """Read a path as often as it is answered, and return the figures."""
    duration = f"{options.seconds:.0f}s"
    command = [wrk, "-t1", f"-c{options.connections}", f"-d{duration}", "--latency"]
    cpu = server.cpu_seconds()
    done = subprocess.run(
        [*command, "-H", "Accept-Encoding: gzip", f"{server.url}{path}"],
        check=True,
        stdout=PIPE,
        text=True,
        timeout=options.seconds + 30,
    ).stdout
    cpu = server.cpu_seconds() - cpu
    requests = int(re.findall(r"(\d+) requests in", done)[0])
    percentiles = {
        share: float(number) * UNITS[unit]
        for share, number, unit in re.findall(r"(\d+)% +([\d.]+)(us|ms|s)\b", done)
    }
    refused = re.search(r"Non-2xx or 3xx responses: (\d+)", done)
    return {
        "requests_s": float(re.findall(r"Requests/sec: +([\d.]+)", done)[0]),
        "p50_ms": percentiles["50"],
        "p99_ms": percentiles["99"],
        "CPU_ms_request": 1000 * cpu / requests,
        "refused": int(refused[1]) if refused else 0,
    }


def main() -> None:
    """Read each in turn."""
    options = arguments(__doc__, seconds=4.0, connections=16)
    wrk = shutil.which("wrk")
    if not wrk:
        console.print("There is no wrk, so reads are not measured: install Debian's package wrk.")
        return
    console.print(f"{options.connections} connections; {machine()}")
    report = Report("pages and reads, by wrk", COLUMNS, options.json)
    with running() as server:
        for what, path in uvloop.run(prepare(server)).items():
            if not path:
                console.print(f"The page is not built, so {what} is left out: run make client.")
                continue
            progress(f"{what}: {path}")
            report.add(what=what, **read(wrk, server, path, options))
    report.show()


if __name__ == "__main__":
    main()
