"""Hints: they say what, why and how good; one is chosen and shown before it is played."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import FloatRect, Locator, Page, Route, expect

from tests.browser.conftest import NewPage
from tests.browser.games import GAMES, OLD_LONDON_BRIDGE, TICKET_TO_RIDE
from tests.browser.player import Player
from tests.browser.table_page import (
    become_guest,
    board,
    call_api,
    eventually,
    is_to_move,
    play,
    sit_alone,
    tool,
)

LAPTOP = {"width": 1366, "height": 650}
PHONE = {"width": 360, "height": 740, "touch": True}
I18N = Path(__file__).parents[2] / "client" / "src"
MARKED = ":is(.hint, .hinted, .advised)"


def hints_of(page: Page) -> Locator:
    return page.get_by_role("region", name="What a strong bot would consider")


def ask(page: Page) -> Locator:
    """Ask for hints; return the list that comes."""
    expect(tool(page, "Hint")).to_be_enabled()
    tool(page, "Hint").click()
    found = hints_of(page).get_by_role("listitem")
    found.first.wait_for()
    return found


def chances(found: Locator) -> list[int]:
    texts = found.locator(".chance").all_inner_texts()
    return [int(match[1]) for text in texts if (match := re.search(r"wins (\d+)\s?%", text))]


def boxes(*locators: Locator) -> list[FloatRect]:
    return [box for one in locators if (box := one.bounding_box())]


def overlap(one: FloatRect, two: FloatRect) -> bool:
    across = one["x"] < two["x"] + two["width"] and two["x"] < one["x"] + one["width"]
    down = one["y"] < two["y"] + two["height"] and two["y"] < one["y"] + one["height"]
    return across and down


@pytest.mark.parametrize("game", GAMES)
def test_a_hint_says_what_and_why_and_is_shown_before_it_is_played(
    new_page: NewPage, game: str
) -> None:
    page = new_page(**LAPTOP)
    player = sit_alone(page, game, "easy", "easy")
    play(player)
    eventually(lambda: is_to_move(player), "it is the player's turn again")
    found = ask(page)
    expect(board(page).locator(MARKED)).to_have_count(0)
    assert 1 <= found.count() <= 3
    for text in found.locator(".move").all_inner_texts():
        assert re.fullmatch(r"[A-Z+].+", text)
        assert not re.search(r"stack \d|lane \d|tile \d|seat \d", text)
    reasons = found.locator(".reason").all_inner_texts()
    assert reasons
    assert all(re.search(r"[a-z]{3}", reason) and "_" not in reason for reason in reasons)
    shown = chances(found)
    assert len(shown) == found.count()
    assert shown == sorted(shown, reverse=True)
    for chance, one in zip(shown[1:], found.all()[1:], strict=True):
        behind = shown[0] - chance
        said = f"{behind}% less than the best" if behind else "as good as the best"
        expect(one).to_contain_text(said)

    panel, parts = page.locator(".hints"), [page.locator(".prompt"), board(page)]
    assert not [part for part in boxes(*parts) if overlap(boxes(panel)[0], part)]

    before = player.fetch_update()["version"]
    first = found.first.get_by_role("button").first
    first.click()
    expect(first).to_have_attribute("aria-pressed", "true")
    mark = board(page).locator(MARKED).first
    expect(mark).to_be_visible()
    expect(mark).to_be_in_viewport()
    assert player.fetch_update()["version"] == before, "to choose a hint is not to play it"
    hints_of(page).get_by_role("button", name="Play this move").click()
    eventually(lambda: player.fetch_update()["version"] > before, "the hint is played")
    expect(hints_of(page)).to_have_count(0)


def test_another_hint_can_be_chosen_and_all_are_closed_by_a_key(page: Page) -> None:
    sit_alone(page, TICKET_TO_RIDE, "easy")
    found = ask(page)
    for one in found.all():
        one.get_by_role("button").first.click()
        expect(one.get_by_role("button").first).to_have_attribute("aria-pressed", "true")
        expect(hints_of(page).locator("[aria-pressed=true]")).to_have_count(1)
    hints_of(page).locator("[aria-pressed=true]").click()
    expect(hints_of(page).get_by_role("button", name="Play this move")).to_have_count(0)
    page.keyboard.press("Escape")
    expect(hints_of(page)).to_have_count(0)
    board(page).focus()
    page.keyboard.press("h")
    expect(hints_of(page).get_by_role("listitem").first).to_be_visible()
    page.get_by_role("button", name="Close the hints").click()
    expect(hints_of(page)).to_have_count(0)


@pytest.mark.parametrize("game", GAMES)
def test_on_a_phone_hints_cover_neither_prompt_nor_hand_nor_board(
    new_page: NewPage, game: str
) -> None:
    page = new_page(**PHONE)
    player = sit_alone(page, game, "easy")
    play(player)
    eventually(lambda: is_to_move(player), "it is the player's turn again")
    found = ask(page)
    page.evaluate("scrollTo(0, 0)")
    parts = [page.locator(".prompt"), board(page)]
    panel = page.locator(".hints")
    assert not [part for part in boxes(*parts) if overlap(boxes(panel)[0], part)]
    found.first.get_by_role("button").first.click()
    expect(found).to_have_count(1)
    mark = board(page).locator(MARKED).first
    expect(mark).to_be_in_viewport()
    expect(panel.get_by_role("button", name="Play this move")).to_be_in_viewport()
    assert not [
        part for part in boxes(mark, page.locator(".prompt")) if overlap(boxes(panel)[0], part)
    ]
    before = player.fetch_update()["version"]
    panel.get_by_role("button", name="Play this move").tap()
    eventually(lambda: player.fetch_update()["version"] > before, "the hint is played")


def test_a_hint_arrives_although_a_bot_chooses_meanwhile(page: Page) -> None:
    become_guest(page, "Ann")
    body = {"game": OLD_LONDON_BRIDGE, "seats": ["me", "me"], "start": True}
    table = call_api(page, "POST", "/tables", body)["id"]
    page.goto(f"/table/{table}")
    page.get_by_role("button", name=re.compile("show my seat")).click()
    board(page).wait_for()
    held: list[Route] = []
    page.route("**/hints*", lambda route: held.append(route))
    tool(page, "Hint").click()
    expect(page.get_by_text("A bot is thinking")).to_be_visible()
    while not held:
        page.wait_for_timeout(50)
    answer = held[0].fetch()
    player = Player(page)
    before = player.fetch_update()["version"]
    call_api(page, "DELETE", f"/tables/{table}/seats?seat=1")
    eventually(
        lambda: call_api(page, "GET", f"/tables/{table}?seat=0")["position"]["waited_for"] == [0],
        "the bot has chosen",
    )
    assert player.fetch_update()["version"] > before + 1
    expect(page.get_by_role("button", name="Return to my seat")).to_be_visible()
    held[0].fulfill(response=answer)
    expect(hints_of(page).get_by_role("listitem").first).to_be_visible()


@pytest.mark.parametrize("language", ["it", "fr", "pl"])
def test_a_hint_gives_its_reasons_in_the_readers_language(new_page: NewPage, language: str) -> None:
    page = new_page(locale=language)
    sit_alone(page, TICKET_TO_RIDE, "easy")
    texts = json.loads((I18N / "i18n" / language / "table.json").read_text(encoding="utf-8"))
    page.get_by_role("button", name=texts["hint"], exact=True).click()
    region = page.get_by_role("region", name=texts["hints"])
    region.get_by_role("listitem").first.wait_for()
    reasons = region.locator(".reason").all_inner_texts()
    own = texts_of_merits(language)
    assert reasons
    assert all(any(pattern.search(reason) for pattern in own) for reason in reasons), reasons


def texts_of_merits(language: str) -> list[re.Pattern[str]]:
    """Return patterns of all reasons of a language."""
    path = I18N / "games" / TICKET_TO_RIDE / "texts" / f"{language}.json"
    texts: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    merits = [text for key, text in texts.items() if key.startswith("merit_")]
    forms = [
        form for text in merits for form in ([text] if isinstance(text, str) else text.values())
    ]
    return [re.compile(".+".join(map(re.escape, re.split(r"\{\w+\}", form)))) for form in forms]
