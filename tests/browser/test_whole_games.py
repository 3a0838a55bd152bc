"""Whole games in a browser, against bots."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import NewPage
from tests.browser.player import KeyboardPlayer, start_game

GAMES = ["Ticket to Ride: London", "Old London Bridge"]


@pytest.mark.parametrize("opponents", [1, 3])
@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_by_click(new_page: NewPage, game: str, opponents: int) -> None:
    page = new_page(fast=True)
    player = start_game(page, game, opponents)
    over = player.play_to_the_end()
    assert len(over["table"]["seats"]) == opponents + 1
    expect(page.get_by_role("heading", level=2).first).to_be_focused()
    expect(page.get_by_role("table", name="Score sheet")).to_be_visible()


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_by_keyboard_alone(new_page: NewPage, game: str) -> None:
    page = new_page(still=True)
    player = start_game(page, game, 1, player=KeyboardPlayer)
    player.play_to_the_end()
    expect(page.get_by_role("table", name="Score sheet")).to_be_visible()
