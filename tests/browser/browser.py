"""What browser tests do with a page beyond Playwright's own methods."""

import re
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from playwright.sync_api import ConsoleMessage, Page, Request

ROOT: Final = Path(__file__).parents[2]
AXE: Final = ROOT / "client" / "node_modules" / "axe-core" / "axe.min.js"
STANDARDS: Final = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
PATIENCE: Final = 20  # seconds that a page has for anything
POLL_MS: Final = 50


@dataclass
class PageErrors:
    """Warnings, errors and foreign requests of a test's pages; a test may expect some."""

    host: str
    _found: list[str] = field(default_factory=list)
    _expected: list[str] = field(default_factory=list)

    def listen(self, page: Page) -> None:
        """Collect what a page logs, and the requests that it sends to other hosts."""
        page.on("console", self._console)
        page.on("pageerror", lambda error: self._found.append(f"error: {error}"))
        page.on("request", self._request)

    def expect(self, pattern: str) -> None:
        """Expect errors that match a regular expression."""
        self._expected.append(pattern)

    @property
    def unexpected(self) -> list[str]:
        """Return the errors that no test has expected."""
        return [
            error
            for error in self._found
            if not any(re.search(pattern, error) for pattern in self._expected)
        ]

    def _console(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self._found.append(f"{message.type}: {message.text} ({message.location['url']})")

    def _request(self, request: Request) -> None:
        if not request.url.startswith((f"{self.host}/", "data:", "blob:")):
            self._found.append(f"request to another host: {request.url}")


def wait_for(page: Page, script: str, seconds: float = PATIENCE) -> Any:
    """Wait until a script returns something true, and return it.

    Playwright's own wait_for_function evaluates text in the page, which the content policy forbids.
    """
    end = time.monotonic() + seconds
    while not (found := page.evaluate(script)):
        assert time.monotonic() < end, f"not within {seconds} s: {script}"
        page.wait_for_timeout(POLL_MS)
    return found


def axe(page: Page) -> list[str]:
    """Return the accessibility violations of a page, one line for each element."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(f"{AXE.read_text(encoding='utf-8')}; 0")
    options = {"runOnly": STANDARDS, "resultTypes": ["violations"]}
    found = page.evaluate("options => axe.run(document, options)", options)
    return [
        f"{violation['id']}: {violation['help']}: {node['html']}"
        for violation in found["violations"]
        for node in violation["nodes"]
    ]


def transferred(page: Page) -> int:
    """Return how many bytes a page has loaded so far, compressed."""
    return int(
        page.evaluate(
            """performance.getEntries()
                 .filter((entry) => "encodedBodySize" in entry)
                 .reduce((sum, entry) => sum + entry.encodedBodySize, 0)"""
        )
    )
