"""What is not accessible on a page: by axe, in light and dark, and by its structure."""

from itertools import pairwise
from typing import Final

from playwright.sync_api import Page

from tests.browser.browser import axe, wait_for

CONTRAST: Final = """
    () => axe.run(document, { runOnly: { type: "rule", values: ["color-contrast"] } })
        .then((found) => found.violations.flatMap(({ nodes }) => nodes)
            .map(({ html, any }) => `${any[0].message}: ${html}`))"""
HEADINGS: Final = """
    (inside) => [...document.querySelectorAll("h1, h2, h3, h4, h5, h6")]
        .filter((heading) => heading.checkVisibility() && !heading.closest("[aria-hidden=true]"))
        .filter((heading) => Boolean(heading.closest("dialog")) === inside)
        .map((heading) => Number(heading.tagName.slice(1)))"""


def faults(page: Page) -> list[str]:
    """Return what is wrong with a page as it is now, in light and dark."""
    page.emulate_media(color_scheme="light")
    wait_for(page, "document.documentElement.dataset.theme === 'light'")
    found = axe(page)
    page.emulate_media(color_scheme="dark")
    wait_for(page, "document.documentElement.dataset.theme === 'dark'")
    found += [f"dark: {fault}" for fault in page.evaluate(CONTRAST)]
    page.emulate_media(color_scheme="light")
    return found + [f"structure: {fault}" for fault in out_of_order(page)]


def assert_none(found: list[str]) -> None:
    """Fail with all faults, one in a line."""
    assert not found, "\n".join(found)


def out_of_order(page: Page) -> list[str]:
    """Return what is wrong with the page's title, language and headings."""
    levels: list[int] = page.evaluate(HEADINGS, False)
    within: list[int] = page.evaluate(HEADINGS, True)  # a dialog is read by itself
    checks = {
        "it has no title": bool(page.title().strip()),
        "its language is not English": page.evaluate("document.documentElement.lang") == "en",
        f"it has not one main heading: {levels}": levels.count(1) == 1,
        f"a level of headings is left out: {levels}": in_order([0, *levels]),
        f"a level is left out in a dialog: {within}": in_order([1, *within]),
        "it is wider than the screen": page.evaluate(
            "document.documentElement.scrollWidth <= innerWidth"
        ),
    }
    return [fault for fault, is_well in checks.items() if not is_well]


def in_order(levels: list[int]) -> bool:
    """Whether no heading is more than a level below the one before it."""
    return all(lower - upper <= 1 for upper, lower in pairwise(levels))
