"""The home page: it loads, is small and accessible, and survives a restart of the server."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.browser import PageErrors, axe, transferred, wait_for
from tests.browser.conftest import NewPage
from tests.browser.server_process import ServerProcess

BUDGET = 250_000  # bytes, compressed, until the home page is complete


def test_the_home_page_has_a_title_and_a_heading(page: Page) -> None:
    expect(page).to_have_title("Londinium")
    expect(page.get_by_role("heading", level=1)).to_be_visible()


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize(("width", "height"), [(360, 780), (1440, 900)])
def test_the_home_page_can_be_used_by_all(
    new_page: NewPage, width: int, height: int, dark: bool
) -> None:
    page = new_page(width=width, height=height, dark=dark, touch=width < 600)
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    assert axe(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_the_home_page_is_small(page: Page) -> None:
    page.wait_for_load_state("networkidle")
    wait_for(page, "document.fonts.status === 'loaded'")
    assert 1_000 < transferred(page) < BUDGET


def test_the_page_is_found_again_when_the_server_was_restarted(
    page: Page, server: ServerProcess, page_errors: PageErrors
) -> None:
    page_errors.expect("ERR_CONNECTION_REFUSED")
    server.restart()
    page.reload()
    expect(page.get_by_role("heading", level=1)).to_be_visible()
