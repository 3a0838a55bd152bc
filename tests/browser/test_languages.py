"""The client in each language: chosen by the browser, switched at once, complete on every page."""

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from londinium import match_file
from tests.browser.browser import ROOT, PageErrors
from tests.browser.conftest import NewPage
from tests.browser.games import GAMES, OLD_LONDON_BRIDGE
from tests.browser.table_page import (
    become_guest,
    board,
    call_api,
    log_of,
    play,
    sit_alone,
)
from tests.test_match import finished

SOURCE = ROOT / "client" / "src"
LOCALES = {"it": "it-IT", "fr": "fr-FR", "pl": "pl-PL", "en": "en-GB"}
MISSING_TEXT = re.compile(
    r"\b(?:shell|table|rules|plain|game/\w+)\.[a-z_]+\w*|\{\w+\}|undefined|NaN"
)
# All that a page shows or says.
ALL_TEXTS = """() => [
  document.title,
  document.body.innerText,
  ...[...document.querySelectorAll("*")].flatMap((one) =>
    ["aria-label", "aria-valuetext", "title", "placeholder", "alt"].flatMap(
      (name) => one.getAttribute(name) ?? [],
    )),
]"""

each_language = pytest.mark.parametrize("language", LOCALES)
each_game = pytest.mark.parametrize("game", GAMES)
each_language_at_a_game = pytest.mark.parametrize(
    ("language", "game"), list(zip(LOCALES, 2 * GAMES, strict=True))
)


def words(language: str, namespace: str) -> dict[str, Any]:
    """Return the texts of a language."""
    path = SOURCE / "i18n" / language / f"{namespace}.json"
    found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return found


def game_texts(game: str, kind: str, language: str) -> Any:
    """Return texts of a game's folder."""
    path = SOURCE / "games" / game / kind / f"{language}.json"
    return json.loads(path.read_text(encoding="utf-8"))


def missing_texts(page: Page) -> list[str]:
    """Return the keys and placeholders on a page that should have been texts."""
    said = "\n".join(page.evaluate(ALL_TEXTS))
    return sorted({match[0] for match in MISSING_TEXT.finditer(said)})


@each_language
def test_the_page_comes_in_the_language_of_the_browser(new_page: NewPage, language: str) -> None:
    page = new_page(locale=LOCALES[language])
    shell = words(language, "shell")
    expect(page.get_by_role("heading", level=1)).to_have_text(shell["home_heading"])
    expect(page.get_by_role("button", name=shell["play_now"])).to_be_visible()
    assert page.evaluate("document.documentElement.lang") == language


def test_another_language_is_spoken_at_once_and_kept(new_page: NewPage) -> None:
    page = new_page(locale="en-GB")
    switch = page.get_by_role("banner").get_by_role("combobox")
    page.evaluate("window.notLoadedAnew = true")
    for language in ("pl", "it", "fr", "en", "fr"):
        switch.select_option(language)
        heading = page.get_by_role("heading", level=1)
        expect(heading).to_have_text(words(language, "shell")["home_heading"])
        assert page.evaluate("document.documentElement.lang") == language
        assert missing_texts(page) == []
    assert page.evaluate("window.notLoadedAnew")
    page.reload()
    expect(page.get_by_role("heading", level=1)).to_have_text(words("fr", "shell")["home_heading"])


@each_game
def test_another_language_is_spoken_at_once_at_a_table(page: Page, game: str) -> None:
    player = sit_alone(page, game, "easy")
    play(player, 2)
    log_of(page)
    switch = page.get_by_role("banner").get_by_role("combobox")
    for language in ("it", "fr", "pl", "en"):
        switch.select_option(language)
        expect(page.get_by_role("tab").first).to_have_text(words(language, "table")["log"])
        title = game_texts(game, "about", language)["title"]
        expect(page.locator("h1")).to_have_text(title)
        assert missing_texts(page) == []
    play(player)


@each_language
def test_every_page_is_in_words(new_page: NewPage, language: str) -> None:
    page = new_page(locale=LOCALES[language])
    for path in ("/", "/new", f"/new?with=hotseat&game={OLD_LONDON_BRIDGE}", "/tables", "/account"):
        page.goto(path)
        expect(page.get_by_role("heading", level=1)).to_be_visible()
        page.wait_for_load_state("networkidle")
        for details in page.locator("details > summary:visible").all():
            details.click()
        assert missing_texts(page) == []
    page.get_by_role("button", name=words(language, "shell")["settings"]).click()
    expect(page.get_by_role("dialog", name=words(language, "shell")["settings"])).to_be_visible()
    assert missing_texts(page) == []


@each_language
@pytest.mark.parametrize(
    ("path", "namespace", "heading"),
    [("/nowhere", "shell", "nothing_heading"), ("/table/aaaaaaaaaaaa", "table", "cannot_show")],
    ids=["page", "table"],
)
def test_a_wrong_address_is_answered_in_words(
    new_page: NewPage,
    page_errors: PageErrors,
    language: str,
    path: str,
    namespace: str,
    heading: str,
) -> None:
    page_errors.expect("404")
    page = new_page(path, locale=LOCALES[language])
    expect(page.get_by_role("heading", level=1)).to_have_text(words(language, namespace)[heading])
    assert missing_texts(page) == []


@each_language_at_a_game
def test_a_waiting_table_is_in_words(new_page: NewPage, language: str, game: str) -> None:
    page = new_page(locale=LOCALES[language])
    become_guest(page, "Ann")
    seats = {"game": game, "seats": ["me", "free", "easy", "free"]}
    page.goto(f"/table/{call_api(page, 'POST', '/tables', seats)['id']}")
    shell = words(language, "shell")
    expect(page.get_by_role("button", name=shell["start_game"])).to_be_disabled()
    for details in page.locator("details > summary:visible").all():
        details.click()
    assert missing_texts(page) == []


@each_language
@each_game
def test_a_game_is_played_in_words(new_page: NewPage, language: str, game: str) -> None:
    page = new_page(locale=LOCALES[language], fast=True)
    player = sit_alone(page, game, "easy", "medium")
    table = words(language, "table")
    for _ in range(3):
        play(player)
        assert missing_texts(page) == []
    tools = page.get_by_role("group", name=table["tools"])
    for opened in dialogs(page, language):
        assert missing_texts(page) == [], opened
    tools.get_by_role("button", name=table["hint"], exact=True).click()
    expect(page.get_by_role("region", name=table["hints"])).to_be_visible()
    assert missing_texts(page) == []
    tools.get_by_role("button", name=table["chat"], exact=True).click()
    assert missing_texts(page) == []


def dialogs(page: Page, language: str) -> Iterator[str]:
    """Open what can be opened at a table, one after the other."""
    table = words(language, "table")
    tools = page.get_by_role("group", name=table["tools"])
    for name in ("read", "rules", "keys", "leave"):
        if name in ("keys", "leave"):
            tools.get_by_role("button", name=table["more"], exact=True).click()
        tools.get_by_role("button", name=table[name], exact=True).click()
        dialog = page.locator("dialog[open]")
        expect(
            dialog.get_by_role("heading").nth(1 if name in ("read", "rules") else 0)
        ).to_be_visible()
        yield name
        page.keyboard.press("Escape")
        expect(dialog).to_have_count(0)


@each_language
def test_the_end_and_the_past_of_a_game_are_in_words(new_page: NewPage, language: str) -> None:
    page = new_page(locale=LOCALES[language])
    become_guest(page, "Ann")
    table = words(language, "table")
    match = call_api(page, "POST", "/matches", match_file.to_json(finished()))
    page.goto(f"/table/{match['id']}")
    expect(page.get_by_role("table", name=table["scores"])).to_be_visible()
    expect(page.get_by_role("figure", name=table["chart"])).to_be_visible()
    for details in page.locator("details > summary:visible").all():
        details.click()
    assert missing_texts(page) == []
    page.get_by_role("button", name=table["replay"]).first.click()
    expect(page.get_by_role("slider", name=table["replay_slider"])).to_be_focused()
    page.keyboard.press("ArrowRight")
    assert missing_texts(page) == []


@each_language_at_a_game
def test_the_guided_game_is_in_words(new_page: NewPage, language: str, game: str) -> None:
    page = new_page(f"/learn/{game}", locale=LOCALES[language])
    board(page).wait_for()
    first = game_texts(game, "tour", language)[0]
    expect(page.get_by_text(first["title"], exact=True)).to_be_visible()
    assert missing_texts(page) == []
