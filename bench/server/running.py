"""Servers in processes of their own, to be measured: fresh databases, limits as one wants them."""

import os
import re
import resource
import shutil
import sys
import tempfile
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from subprocess import PIPE, Popen, TimeoutExpired

from londinium.server.settings import COUNT, SETTINGS

LONDINIUM = str(Path(sys.executable).with_name("londinium"))
OPEN_FILES = 16_384
STOP_SECONDS = 30
# Whatever a host can limit by a number of things is raised, so that the machine is the limit.
UNLIMITED = {setting.variable: "1000000" for setting in SETTINGS if setting.kind is COUNT}
# As on a site: limits as they are by default, and a proxy that says where each client is.
LIMITED = {"LONDINIUM_TRUSTED_PROXIES": "127.0.0.1"}


@dataclass(frozen=True)
class Server:
    """A server that runs, and where."""

    process: Popen[str]
    host: str
    port: int

    @property
    def url(self) -> str:
        """Where the server is."""
        return f"http://{self.host}:{self.port}"

    def megabytes(self) -> float:
        """Return the memory of the process."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        found = re.search(r"VmRSS:\s+(\d+) kB", status)
        assert found
        return int(found[1]) / 1024

    def cpu_seconds(self) -> float:
        """Return the processor time that the process has used."""
        stat = Path(f"/proc/{self.process.pid}/stat").read_text()
        fields = stat.rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@contextmanager
def running(
    *command: str, settings: Mapping[str, str] = UNLIMITED, database_url: str | None = None
) -> Iterator[Server]:
    """Run a server, on a fresh SQLite file if nothing else is said."""
    allow_open_files()
    with tempfile.TemporaryDirectory() as directory:
        environment = (
            os.environ
            | dict(settings)
            | {
                "LONDINIUM_DATABASE_URL": database_url or f"sqlite:///{directory}/bench.db",
                "LONDINIUM_LOG_LEVEL": "warning",
                "LONDINIUM_PORT": "0",
            }
        )
        arguments = command or (LONDINIUM, "serve")
        with Popen(arguments, env=environment, stderr=PIPE, text=True) as process:
            try:
                yield _ready(process)
            finally:
                _stop(process)


def _stop(process: Popen[str]) -> None:
    process.terminate()
    try:
        process.wait(STOP_SECONDS)
    except TimeoutExpired:
        sys.stderr.write(f"The server did not stop within {STOP_SECONDS} s, and is killed.\n")
        process.kill()


def allow_open_files() -> None:
    """Let this process and those that it starts have thousands of connections."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = OPEN_FILES if hard == resource.RLIM_INFINITY else min(OPEN_FILES, hard)
    if soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def _ready(process: Popen[str]) -> Server:
    """Wait until the server says where it is; all else that it says is shown."""
    assert process.stderr is not None
    found = None
    while not found and (line := process.stderr.readline()):
        found = re.search(r"http://([\d.]+):(\d+)", line)
        if not found:  # at the first start it says that it compiles, for minutes
            sys.stderr.write(line)
    if not found:
        raise RuntimeError("the server did not start")
    threading.Thread(target=shutil.copyfileobj, args=[process.stderr, sys.stderr]).start()
    return Server(process, found[1], int(found[2]))
