"""Fixtures: a browser, the server, and pages.

The browser and the server last as long as a worker stays in this package, and not for the session:
while Playwright runs, its event loop is the thread's, and other tests could not run theirs.
"""

import os
import shutil
import signal
from collections.abc import Callable, Iterator
from pathlib import Path
from types import FrameType

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from tests.browser.browser import PATIENCE, PageErrors
from tests.browser.server_process import ServerProcess

CHROMIUM = shutil.which(os.environ.get("CHROMIUM") or "chromium")
QUIET = [
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-gpu",
    "--disable-sync",
    "--no-first-run",
]
# Pieces move as fast as one can choose on the page: for whole games, which are not about motion.
FAST = """localStorage["londinium settings"] ??= '{"speed": "fast"}'"""
TIME_LIMIT = 180  # seconds
expect.set_options(timeout=PATIENCE * 1000)
HERE = Path(__file__).parent

NewPage = Callable[..., Page]


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out the tests where there is no browser; `install_chromium` says so."""
    if CHROMIUM is None and (here := [item for item in items if HERE in item.path.parents]):
        config.hook.pytest_deselected(items=here)
        items[:] = [item for item in items if item not in here]


@pytest.fixture(autouse=True)
def time_limit() -> Iterator[None]:
    """Fail a test that takes too long."""

    def end(_signal: int, _frame: FrameType | None) -> None:
        raise TimeoutError(f"The test took more than {TIME_LIMIT} seconds.")

    before = signal.signal(signal.SIGALRM, end)
    signal.alarm(TIME_LIMIT)
    yield
    signal.alarm(0)
    signal.signal(signal.SIGALRM, before)


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """Chromium."""
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=QUIET)
        yield chromium
        chromium.close()


@pytest.fixture(scope="package")
def shared_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """The server that the tests of this worker share."""
    server = ServerProcess(tmp_path_factory.mktemp("server"))
    yield server
    server.stop()


@pytest.fixture
def server(shared_server: ServerProcess) -> ServerProcess:
    """A running server with fast bots, also if the test before has stopped it."""
    if not shared_server.is_running:
        shared_server.start()
    return shared_server


@pytest.fixture
def page_errors(server: ServerProcess) -> Iterator[PageErrors]:
    """The errors of a test's pages; the test fails if it has not expected them."""
    page_errors = PageErrors(server.url)
    yield page_errors
    assert not page_errors.unexpected, "\n".join(page_errors.unexpected)


@pytest.fixture
def new_page(browser: Browser, server: ServerProcess, page_errors: PageErrors) -> Iterator[NewPage]:
    """Open pages: each of another person, unless it shares the `context` of a page."""
    contexts: list[BrowserContext] = []

    def new_page(
        path: str | None = "/",
        *,
        width: int = 1280,
        height: int = 800,
        locale: str = "en-GB",
        dark: bool = False,
        touch: bool = False,
        still: bool = False,
        fast: bool = False,
        context: BrowserContext | None = None,
    ) -> Page:
        if context is None:
            context = browser.new_context(
                base_url=server.url,
                viewport={"width": width, "height": height},
                locale=locale,
                color_scheme="dark" if dark else "light",
                has_touch=touch,
                reduced_motion="reduce" if still else "no-preference",
            )
            context.set_default_timeout(PATIENCE * 1000)
            if fast:
                context.add_init_script(FAST)
            contexts.append(context)
        page = context.new_page()
        page_errors.listen(page)
        if path is not None:
            page.goto(path)
        return page

    yield new_page
    for context in contexts:
        context.close()


@pytest.fixture
def page(new_page: NewPage) -> Page:
    """The home page on a desktop."""
    return new_page()
