"""What browser tests do with a page beyond Playwright's own."""

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
class Complaints:
    """What was wrong with the pages of a test: a test may allow what it provokes."""

    host: str
    _said: list[str] = field(default_factory=list)
    _allowed: list[str] = field(default_factory=list)

    def watch(self, page: Page) -> None:
        """Hear all that a page complains of, and where it sends requests."""
        page.on("console", self._console)
        page.on("pageerror", lambda error: self._said.append(f"error: {error}"))
        page.on("request", self._request)

    def allow(self, pattern: str) -> None:
        """Allow complaints in which a regular expression is found."""
        self._allowed.append(pattern)

    @property
    def left(self) -> list[str]:
        """All complaints that were not allowed."""
        return [
            said for said in self._said if not any(re.search(one, said) for one in self._allowed)
        ]

    def _console(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self._said.append(f"{message.type}: {message.text} ({message.location['url']})")

    def _request(self, request: Request) -> None:
        if not request.url.startswith((f"{self.host}/", "data:", "blob:")):
            self._said.append(f"request to another host: {request.url}")


def wait_for(page: Page, script: str, seconds: float = PATIENCE) -> Any:
    """Wait until a script gives something true, and return it.

    Playwright's own wait_for_function evaluates text in the page, which the content policy forbids.
    """
    end = time.monotonic() + seconds
    while not (found := page.evaluate(script)):
        assert time.monotonic() < end, f"not within {seconds} s: {script}"
        page.wait_for_timeout(POLL_MS)
    return found


def axe(page: Page) -> list[str]:
    """Return what is not accessible on a page as it is now, one line for each element."""
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
    """Return how many bytes a page has loaded so far, as they were sent."""
    return int(
        page.evaluate(
            """performance.getEntries()
                 .filter((entry) => "encodedBodySize" in entry)
                 .reduce((sum, entry) => sum + entry.encodedBodySize, 0)"""
        )
    )
