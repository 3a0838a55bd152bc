"""`londinium serve` as a process of its own, for browsers."""

import os
import re
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

from londinium.server.http.pages import BUILT
from tests.browser.browser import ROOT
from tests.server.in_process_server import NO_LIMITS

LONDINIUM: Final = str(Path(sys.executable).with_name("londinium"))
START_TIMEOUT: Final = 300  # seconds: the first start of all compiles
STOP_TIMEOUT: Final = 20


class ServerProcess:
    """A server with a database of its own."""

    url: str

    def __init__(
        self,
        folder: Path,
        command: Sequence[str] = (LONDINIUM,),
        environment: Mapping[str, str] = os.environ,
    ) -> None:
        """Start on any free port."""
        self._command = [*command, "serve"]
        self._environment = dict(environment)
        assert (BUILT / "index.html").exists(), "The client is not built: run `make client`."
        self._log = folder / "server.log"
        self._settings = NO_LIMITS | {
            "database_url": f"sqlite:///{folder / 'londinium.db'}",
            "port": 0,
            "bot_pace_ms": 20,
            "heartbeat_seconds": 15,
            "log_level": "warning",
        }
        self.start()

    def start(self) -> None:
        """Start, on the same port if it has run before."""
        given = {f"LONDINIUM_{name.upper()}": str(value) for name, value in self._settings.items()}
        with self._log.open("w") as log:
            self._process = subprocess.Popen(
                self._command, cwd=ROOT, env=self._environment | given, stderr=log
            )
        end = time.monotonic() + START_TIMEOUT
        while not (found := re.search(r"http://127\.0\.0\.1:(\d+)", self._log.read_text())):
            if not self.is_running or time.monotonic() > end:
                self.stop()
                raise AssertionError(f"The server has not started: {self._log.read_text()}")
            time.sleep(0.05)
        self.url, self._settings["port"] = found[0], int(found[1])

    @property
    def is_running(self) -> bool:
        """Return whether the process is running."""
        return self._process.poll() is None

    def stop(self) -> None:
        """Stop it, by force if it does not end."""
        self._process.terminate()
        try:
            self._process.wait(STOP_TIMEOUT)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()

    def restart(self) -> None:
        """Stop and start again, on the same port."""
        self.stop()
        self.start()
