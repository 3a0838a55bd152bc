"""Taking back a move on the page, where others have to agree."""

from typing import Any

from playwright.sync_api import expect

from tests.browser.api_guest import Guest
from tests.browser.conftest import NewPage
from tests.browser.games import TICKET_TO_RIDE
from tests.browser.player import Player
from tests.browser.table_page import eventually, play, press_more, sit_together


def test_the_other_player_agrees_to_a_take_back_on_the_page(new_page: NewPage) -> None:
    ann, ben = sit_together(new_page(), new_page(), TICKET_TO_RIDE)
    for player in (ann, ben, ann):
        play(player)
    moves = ann.fetch_update()["position"]["moves"]
    press_more(ann.page, "Ask to take back my last move")
    expect(ann.page.get_by_text("Waiting for Ben to agree")).to_be_visible()
    ben.page.get_by_role("button", name="Agree").click()
    eventually(lambda: went_back(ann, moves), "the move is taken back")


def went_back(player: Player, moves: int) -> bool:
    return bool(player.fetch_update()["position"]["moves"] < moves)


def test_a_take_back_over_a_reveal_is_refused_while_the_other_is_away(
    new_page: NewPage, page_errors: Any
) -> None:
    page_errors.expect("409")
    ann, ben = sit_together(new_page(), new_page(), TICKET_TO_RIDE)
    for player in (ann, ben, ann):
        play(player)
    version = ann.fetch_update()["position"]["moves"]
    Guest(ben.page).call_api("DELETE", f"tables/{ann.table}/seats")
    press_more(ann.page, "Ask to take back my last move")
    expect(ann.page.get_by_text("somebody who must agree is away").first).to_be_visible()
    assert ann.fetch_update()["position"]["moves"] >= version
