"""How fast random play is here and in other libraries of games: one run, one core, side by side.

The other libraries are installed once, into an environment of their own in the user's cache
directory; each game is then played in a process of its own, by bench/peers_run.py. A library that
cannot be installed, or a game that cannot be played, is told and left out.

python bench/peers.py [seconds]
"""

import json
import platform
import re
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from subprocess import DEVNULL, CompletedProcess, TimeoutExpired

from peers_run import BATCH, SECONDS
from platformdirs import user_cache_path
from rich.console import Console
from rich.progress import (
    BarColumn,
    Progress,
    SpinnerColumn,
    TaskID,
    TextColumn,
    TimeElapsedColumn,
)
from rich.table import Table as Sheet

SEATS = 4
FOLDER = user_cache_path("londinium") / "peers"
PYTHON = FOLDER / "bin" / "python"
SCRIPT = Path(__file__).with_name("peers_run.py")
INSTALLING = 900  # seconds, at most
PLAYING = 300  # seconds, at most, with the first compilation of ours
OPEN_SPIEL, RLCARD, PETTING_ZOO, CATANATRON = "open_spiel", "rlcard", "pettingzoo", "catanatron"
PACKAGES = {  # what pip is asked for
    OPEN_SPIEL: "open_spiel",
    RLCARD: "rlcard",
    PETTING_ZOO: "pettingzoo[classic]",
    CATANATRON: "catanatron",
}
OURS = {
    "ticket_to_ride_london": "Ticket to Ride: London",
    "old_london_bridge": "Old London Bridge",
}
console = Console(highlight=False)


@dataclass
class Line:
    """A line of the sheet: a game, how it is played, and whose it is."""

    title: str
    way: str  # of peers_run
    game: str
    package: str | None = None  # None: ours
    seats: int = SEATS


@dataclass
class Figures:
    """What a line has taken."""

    seats: int
    games: float  # a second
    decisions: float  # a second


def ours(way: str, how: str) -> list[Line]:
    """Return the lines of both our games, played in a way."""
    return [Line(f"{title}, {how}", way, game) for game, title in OURS.items()]


# Lines are compared with ours of the same part.
PARTS = {
    "the library's own loop": [
        *ours("compiled", "compiled"),
        Line("crazy eights, C++", "spiel_bots", "crazy_eights", OPEN_SPIEL),
        Line("Catan", "catanatron", "catan", CATANATRON),
    ],
    "games side by side, an observation and a mask for every decision": [
        *ours("batch", f"{BATCH:,} at once"),
    ],
    "one game in Python, an observation and the legal actions for every decision": [
        *ours("our_aec", "PettingZoo's calls"),
        Line("connect four", "classic_aec", "connect_four_v3", PETTING_ZOO),
        Line("Leduc hold'em", "classic_aec", "leduc_holdem_v4", PETTING_ZOO),
        Line("Texas hold'em", "classic_aec", "texas_holdem_v4", PETTING_ZOO),
        Line("Hanabi", "classic_aec", "hanabi_v5", PETTING_ZOO),
        Line("chess", "classic_aec", "chess_v6", PETTING_ZOO),
        Line("Uno", "rlcard", "uno", RLCARD),
        Line("Leduc hold'em", "rlcard", "leduc-holdem", RLCARD, seats=2),  # fails with more
    ],
    "one game in Python, OpenSpiel's calls, the legal actions and chance only": [
        *ours("our_spiel", "OpenSpiel's calls"),
        Line("crazy eights", "spiel", "crazy_eights", OPEN_SPIEL),
        Line("Hanabi", "spiel", "hanabi", OPEN_SPIEL),
        Line("Leduc poker", "spiel", "leduc_poker", OPEN_SPIEL),
    ],
}


def run(*command: str | Path, limit: float) -> CompletedProcess[str]:
    """Run a command and keep what it says; one that takes too long has failed."""
    try:
        return subprocess.run(
            command, stdin=DEVNULL, capture_output=True, text=True, timeout=limit, check=False
        )
    except TimeoutExpired:
        return CompletedProcess(command, 1, "", f"it took more than {limit:.0f} seconds")
    except FileNotFoundError:
        return CompletedProcess(command, 1, "", f"there is no {command[0]}")


def say(sentence: str) -> None:
    """Print a sentence as it is, brackets and all."""
    console.print(sentence, markup=False)


def reason(done: CompletedProcess[str]) -> str:
    """Return the last thing that a failed command has said."""
    said = [line.strip() for line in done.stderr.splitlines() if line.strip()]
    errors = [line for line in said if line.startswith("ERROR: ")]  # pip may say more after it
    last = (errors or said or ["it did not say why"])[-1]
    return last.removeprefix("ERROR: ").rstrip(".")


def progress(total: int) -> tuple[Progress, TaskID]:
    """Return a bar that also moves while something takes long."""
    columns = SpinnerColumn(), TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn()
    bar = Progress(*columns, console=console, transient=True)
    return bar, bar.add_task("", total=total)


def version(package: str) -> str | None:
    """Return which version of a package is installed beside us, if any."""
    code = f"from importlib.metadata import version; print(version({package!r}))"
    done = run(PYTHON, "-c", code, limit=PLAYING)
    return done.stdout.strip() if done.returncode == 0 else None


def make_environment() -> bool:
    """Make the environment unless it is there and whole; return whether there is one."""
    if run(PYTHON, "-m", "pip", "--version", limit=PLAYING).returncode == 0:
        return True
    say(f"The other libraries go into {FOLDER}, once.")
    done = run(sys.executable, "-m", "venv", "--clear", FOLDER, limit=INSTALLING)
    if done.returncode:
        say(f"Only ours is measured, because {FOLDER} could not be made: {reason(done)}.")
    return done.returncode == 0


def install() -> dict[str, str]:
    """Install what is not there yet; return the versions of what is there then."""
    versions = {}
    bar, task = progress(1 + len(PACKAGES))
    with bar:
        bar.update(task, description="Making an environment for the other libraries")
        if not make_environment():
            return {}
        for package, asked in PACKAGES.items():
            bar.update(task, advance=1, description=f"Installing {package}")
            if found := version(package) or install_one(package, asked):
                versions[package] = found
    return versions


def install_one(package: str, asked: str) -> str | None:
    """Install a package, say how that went, and return its version."""
    start = time.perf_counter()
    pip = (PYTHON, "-m", "pip", "install", "--disable-pip-version-check", "--no-input")
    done = run(*pip, asked, limit=INSTALLING)
    found = version(package) if done.returncode == 0 else None
    if found:
        say(f"{package} {found} was installed in {time.perf_counter() - start:.0f} s.")
    else:
        say(f"{package} is left out, because pip could not install it: {reason(done)}.")
    return found


def play(line: Line, seconds: float) -> Figures | None:
    """Let a line be played in its environment, and return its figures; if it fails, say so."""
    python = PYTHON if line.package else sys.executable
    asked = (line.way, line.game, str(line.seats), str(seconds))
    done = run(python, SCRIPT, *asked, limit=PLAYING + 10 * seconds)
    if done.returncode:
        say(f"{name(line)} is left out, because it failed: {reason(done)}.")
        return None
    return Figures(**json.loads(done.stdout.splitlines()[-1]))


def name(line: Line, versions: dict[str, str] | None = None) -> str:
    """Return whose game a line is, with the version if it is known, and which."""
    whose = line.package or "Londinium"
    if versions and line.package:
        whose += f" {versions[line.package]}"
    return f"{whose}: {line.title}"


def figure(value: float) -> str:
    """Write a figure for people."""
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"


def measure(versions: dict[str, str], seconds: float) -> Sheet:
    """Play all that is installed, and return the sheet."""
    sheet = Sheet("random play", "seats", "games/s", "decisions/s", "ours to theirs")
    for column in sheet.columns[1:]:
        column.justify = "right"
    parts = {
        part: [line for line in lines if not line.package or line.package in versions]
        for part, lines in PARTS.items()
    }
    bar, task = progress(sum(len(lines) for lines in parts.values()))
    with bar:
        for part, lines in parts.items():
            sheet.add_row(f"[bold]{part}")
            own: list[float] = []  # decisions a second of our games
            for line in lines:
                bar.update(task, description=name(line))
                if found := play(line, seconds):
                    if not line.package:
                        own.append(found.decisions)
                    ratio = (
                        f"{figure(min(own) / found.decisions)} x" if line.package and own else ""
                    )
                    shown = figure(found.games), figure(found.decisions), ratio
                    sheet.add_row(name(line, versions), str(found.seats), *shown)
                bar.advance(task)
            sheet.add_section()
    return sheet


def machine() -> str:
    """Describe this machine."""
    cpus = re.findall(r"model name\s*: (.*)", Path("/proc/cpuinfo").read_text())
    return f"{len(cpus)} cores ({cpus[0]}), Python {platform.python_version()}"


def main() -> None:
    """Install, measure, and say on what."""
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else SECONDS
    console.print(f"{seconds:g} s of one core for each; {machine()}")
    console.print(measure(install(), seconds))
    console.print(
        "Ours to theirs: decisions a second, of the slower of our two games in the same part."
        " Games differ in what a decision takes: compare kinds of play, not single games."
    )


if __name__ == "__main__":
    main()
