"""A browser and a server of its own to visit, for figures and pictures of the page."""

import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright
from tests.browser.conftest import CHROMIUM, QUIET
from tests.browser.server_process import LONDINIUM, ServerProcess


@contextmanager
def opened(command: Sequence[str] = (LONDINIUM,)) -> Iterator[tuple[Browser, ServerProcess]]:
    """Open a browser, and a server with a database of its own."""
    if CHROMIUM is None:
        sys.exit("There is no Chromium: install Debian's package chromium.")
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = ServerProcess(Path(folder), command)
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=QUIET)
        try:
            yield browser, server
        finally:
            browser.close()
            server.stop()
