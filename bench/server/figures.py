"""Figures: percentiles of what was measured, as sheets for people and as lines of JSON."""

import argparse
import os
import platform
import re
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import orjson
from rich.console import Console
from rich.table import Table as Sheet

WIDTH = 130  # where nothing says how wide the screen is
console = Console(highlight=False, width=None if sys.stdout.isatty() else WIDTH)
MOVES = ("moves_s", "p50_ms", "p99_ms", "CPU_ms_move", "MB")  # what is measured of moves


@dataclass
class Latencies:
    """How long each of many things took, in seconds."""

    seconds: list[float] = field(default_factory=list)
    elapsed: float = 0.0  # seconds in which all of them were done

    def __len__(self) -> int:
        return len(self.seconds)

    def rate(self) -> float:
        """Return how many were done a second."""
        return len(self.seconds) / self.elapsed

    def ms(self, percentile: float) -> float:
        """Return a percentile in milliseconds."""
        ordered = sorted(self.seconds)
        return 1000 * ordered[min(len(ordered) - 1, int(percentile / 100 * len(ordered)))]


@dataclass
class Report:
    """A table of figures: each row is printed with the others, and written to a file at once."""

    title: str
    columns: tuple[str, ...]
    file: Path | None
    rows: list[dict[str, Any]] = field(default_factory=list)

    def add(self, **row: Any) -> None:
        """Add a row, a value for each column."""
        assert tuple(row) == self.columns, tuple(row)
        self.rows.append(row)
        if self.file:
            about = {"measured": self.title, "time": int(time.time()), "load": os.getloadavg()[0]}
            with self.file.open("ab") as file:
                file.write(orjson.dumps(about | row) + b"\n")

    def show(self) -> None:
        """Print all rows."""
        sheet = Sheet(*(name.replace("_", " ") for name in self.columns), title=self.title)
        for row in self.rows:
            sheet.add_row(*map(show, row.values()))
        console.print(sheet)


def show(value: Any) -> str:
    """Return a figure as text, with as many digits as one can read."""
    if not isinstance(value, float):
        return f"{value:,}" if isinstance(value, int) else str(value)
    return f"{value:,.0f}" if abs(value) >= 100 else f"{value:.3g}"


def progress(sentence: str) -> None:
    """Say what is being done."""
    console.print(f"[dim]{time.strftime('%H:%M:%S')}[/] {sentence}")


def arguments(about: str, **defaults: float | str) -> argparse.Namespace:
    """Read the command line: each of these by its name, and a file for lines of JSON."""
    parser = argparse.ArgumentParser(description=about.partition("\n")[0])
    for name, default in defaults.items():
        parser.add_argument(f"--{name}", type=type(default), default=default)
    parser.add_argument("--json", type=Path, help="add each row to this file, as a line of JSON")
    parser.add_argument("--limits", action="store_true", help="limits as they are by default")
    return parser.parse_args()


def machine() -> str:
    """Describe this machine, and how busy it was before."""
    cpus = re.findall(r"model name\s*: (.*)", Path("/proc/cpuinfo").read_text())
    model = f" ({cpus[0]})" if cpus else ""
    busy = os.getloadavg()[0]
    python = platform.python_version()
    return f"{os.cpu_count()} cores{model}, Python {python}, loopback, load average {busy:.1f}"
