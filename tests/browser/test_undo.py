"""Undo on the page: one button, that is there whenever something can be taken back unasked."""

from functools import partial

from playwright.sync_api import Page, expect

from tests.browser.games import OLD_LONDON_BRIDGE, TICKET_TO_RIDE
from tests.browser.player import Player
from tests.browser.table_page import eventually, is_to_move, play, sit_alone, tool


def has_gone_back(player: Player, moves: int) -> bool:
    return moves_of(player) < moves


def moves_of(player: Player) -> int:
    return int(player.fetch_update()["position"]["moves"])


def test_against_bots_one_button_goes_back_to_the_last_decision_again_and_again(
    page: Page,
) -> None:
    player = sit_alone(page, TICKET_TO_RIDE, "easy")
    undo = tool(page, "Undo")
    expect(undo).to_be_disabled()
    page.get_by_role("button", name="Keep both").click()
    expect(page.get_by_text("Take transport cards, claim a route")).to_be_visible()
    chosen = moves_of(player)
    play(player, 3)  # cards from the deck or the display: something is revealed, bots move
    eventually(lambda: is_to_move(player), "it is the player's turn again")
    assert moves_of(player) > chosen
    for _ in range(3):
        before = moves_of(player)
        expect(undo).to_be_enabled()
        undo.click()
        eventually(partial(has_gone_back, player, before), "a decision is taken back")
    expect(page.get_by_text("Take transport cards, claim a route")).to_be_visible()
    assert moves_of(player) == chosen
    undo.click()
    expect(page.get_by_role("button", name="Keep both")).to_be_visible()
    expect(undo).to_be_disabled()
    tool(page, "More").click()
    listed = page.get_by_role("group", name="Actions")
    expect(listed.get_by_role("button", name="Replay")).to_be_visible()
    expect(listed.get_by_role("button", name="Take back")).to_have_count(0)


def test_the_key_u_takes_back_a_pawn_after_the_next_tile_was_revealed(page: Page) -> None:
    player = sit_alone(page, OLD_LONDON_BRIDGE, "easy")
    play(player)
    stack = page.locator("[data-spot^=stack-].may").first
    spot = stack.get_attribute("data-spot")
    before = moves_of(player)
    stack.click()
    eventually(lambda: moves_of(player) > before, "the pawn is placed")
    expect(tool(page, "Undo")).to_be_enabled()
    page.keyboard.press("u")
    eventually(lambda: moves_of(player) == before, "the pawn is taken back")
    expect(page.locator(f"[data-spot={spot}].may")).to_be_visible()
