"""The games on a telephone: by touch, on a narrow screen, with a word before each move."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import NewPage
from tests.browser.games import GAMES, OLD_LONDON_BRIDGE, TICKET_TO_RIDE
from tests.browser.player import Player
from tests.browser.table_page import (
    board,
    eventually,
    fits,
    play,
    sit_alone,
)

WIDTH, HEIGHT = 360, 780


@pytest.fixture
def telephone(new_page: NewPage) -> Page:
    """The home page on a telephone."""
    return new_page(width=WIDTH, height=HEIGHT, touch=True)


def sit_with_a_bot(page: Page, game: str) -> Player:
    player = sit_alone(page, game, "easy", "easy")
    player.touch = True
    return player


def test_a_move_is_made_once_it_is_confirmed(telephone: Page) -> None:
    player = sit_with_a_bot(telephone, TICKET_TO_RIDE)
    assert not has_chosen(player)
    bar = telephone.get_by_role("group", name="Confirm your move")
    expect(bar).to_have_count(0)
    both = telephone.get_by_role("button", name="Keep both")
    both.tap()
    expect(bar).to_be_in_viewport()
    expect(bar).to_contain_text("Keep both tickets")
    assert fits(telephone)
    bar.get_by_role("button", name="Cancel").tap()
    expect(bar).to_have_count(0)
    assert not has_chosen(player)
    both.tap()
    bar.get_by_role("button", name="Confirm").tap()
    expect(bar).to_have_count(0)
    eventually(lambda: has_chosen(player), "the move is made")


def test_a_card_that_can_still_be_changed_is_chosen_at_once(telephone: Page) -> None:
    player = sit_with_a_bot(telephone, OLD_LONDON_BRIDGE)
    telephone.get_by_role("region", name="Your cards").first.locator("ul button").first.tap()
    eventually(lambda: has_chosen(player), "the card is chosen")
    expect(telephone.get_by_role("group", name="Confirm your move")).to_have_count(0)


def has_chosen(player: Player) -> bool:
    """Whether the first thing that both games ask for was done."""
    view = player.fetch_update()["position"]["view"]
    return view["phase"] not in ("choose", "cards") or view["players"][view["seat"]]["chosen"]


@pytest.mark.parametrize("game", GAMES)
def test_a_game_is_played_by_touch_and_nothing_lies_beside_the_screen(
    telephone: Page, game: str
) -> None:
    player = sit_with_a_bot(telephone, game)
    for _ in range(5):
        play(player)
        assert fits(telephone), player.fetch_update()["position"]["view"]["phase"]
    expect(telephone.get_by_role("button", name="More", exact=True)).to_be_in_viewport()


def test_the_log_is_a_sheet_that_opens_and_closes(telephone: Page) -> None:
    sit_with_a_bot(telephone, OLD_LONDON_BRIDGE)
    sheet = telephone.get_by_role("complementary", name="Log and chat")
    expect(sheet).to_have_count(0)
    telephone.get_by_role("button", name="Log", exact=True).tap()
    expect(sheet).to_be_in_viewport()
    assert fits(telephone)
    sheet.get_by_role("tab", name="Chat").tap()
    expect(telephone.get_by_label("Write to the other players")).to_be_in_viewport()
    assert fits(telephone)
    telephone.get_by_role("button", name="Close log and chat").tap()
    expect(sheet).to_have_count(0)


def test_keys_need_no_confirmation_on_a_touch_screen(telephone: Page) -> None:
    player = sit_with_a_bot(telephone, TICKET_TO_RIDE)
    telephone.get_by_role("button", name="Keep both").focus()
    telephone.keyboard.press("Enter")
    expect(telephone.get_by_role("region", name="Your first tickets")).to_have_count(0)
    assert player.fetch_update()["position"]["view"]["phase"] != "choose"


@pytest.mark.parametrize("path", ["/", "/new", "/new?with=hotseat", "/tables", "/account"])
def test_no_page_is_wider_than_the_screen(new_page: NewPage, path: str) -> None:
    page = new_page(path, width=WIDTH, height=HEIGHT, touch=True)
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    assert fits(page)


@pytest.mark.parametrize("game", GAMES)
def test_the_guided_game_is_not_wider_than_the_screen(new_page: NewPage, game: str) -> None:
    page = new_page(f"/learn/{game}", width=WIDTH, height=HEIGHT, touch=True)
    board(page).wait_for()
    assert fits(page)
