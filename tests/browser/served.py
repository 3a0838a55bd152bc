"""A server as people run it, for browsers to visit."""

import os
import re
import subprocess
import sys
import time
from pathlib import Path
from typing import Final

from londinium.server.http.pages import BUILT
from tests.server.in_process_server import NO_LIMITS

LONDINIUM: Final = str(Path(sys.executable).with_name("londinium"))
START_PATIENCE: Final = 300  # seconds: the first start of all compiles
STOP_PATIENCE: Final = 20


class Server:
    """`londinium serve` as a process of its own, on a database of its own."""

    url: str

    def __init__(self, folder: Path) -> None:
        """Start on any free port."""
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
        """Start, where it was before if it has run before."""
        given = {f"LONDINIUM_{name.upper()}": str(is_) for name, is_ in self._settings.items()}
        with self._log.open("w") as log:
            self._process = subprocess.Popen(
                [LONDINIUM, "serve"], env=os.environ | given, stderr=log
            )
        end = time.monotonic() + START_PATIENCE
        while not (found := re.search(r"http://127\.0\.0\.1:(\d+)", self._log.read_text())):
            if not self.is_running or time.monotonic() > end:
                self.stop()
                raise AssertionError(f"The server has not started: {self._log.read_text()}")
            time.sleep(0.05)
        self.url, self._settings["port"] = found[0], int(found[1])

    @property
    def is_running(self) -> bool:
        """Whether it was neither stopped nor ended by itself."""
        return self._process.poll() is None

    def stop(self) -> None:
        """Stop as Ctrl-C does, or by force."""
        self._process.terminate()
        try:
            self._process.wait(STOP_PATIENCE)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()

    def restart(self) -> None:
        """Stop and start again; browsers find it where it was."""
        self.stop()
        self.start()
