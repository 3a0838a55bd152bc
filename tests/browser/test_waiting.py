"""Waiting for others: a sign at whose turn it is, and the pace of the bots."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import NewPage
from tests.browser.games import GAMES, OLD_LONDON_BRIDGE, TICKET_TO_RIDE
from tests.browser.table_page import eventually, play, sit_alone, sit_together

PANEL = {TICKET_TO_RIDE: "seat-1", OLD_LONDON_BRIDGE: "bridge-1"}


@pytest.mark.parametrize("game", GAMES)
def test_a_sign_shows_who_is_thinking_at_their_panel_and_in_the_prompt(
    new_page: NewPage, game: str
) -> None:
    ann, ben = sit_together(new_page(), new_page(), game)
    in_prompt = ann.page.locator(".prompt .thinking")
    at_panel = ann.page.locator(f"[data-spot={PANEL[game]}] .thinking").first
    expect(in_prompt).to_have_count(0)
    play(ann)
    expect(in_prompt).to_be_visible()
    expect(at_panel).to_be_visible()
    expect(ann.page.locator(".prompt")).to_contain_text("Ben")
    expect(ben.page.locator(".prompt .thinking")).to_have_count(0)
    while 0 not in ann.fetch_update()["position"]["waited_for"]:
        play(ben)
    expect(in_prompt).to_have_count(0)


def test_the_pace_of_the_bots_is_a_setting_that_holds_at_once(page: Page) -> None:
    with page.expect_request("**/stream?*bots=humane*"):
        player = sit_alone(page, TICKET_TO_RIDE, "easy")
    page.get_by_role("button", name="Settings").click()
    with page.expect_request("**/stream?*bots=at_once*"):
        page.get_by_role("radio", name="At once").check(force=True)
    page.get_by_role("dialog").get_by_role("button", name="Close").click()
    play(player)
    eventually(lambda: 0 in player.fetch_update()["position"]["waited_for"], "the bot has moved")
    with page.expect_request("**/stream?*bots=at_once*"):
        page.reload()
