"""Names at a table: of those who share a screen, in the waiting room, and in saved games."""

from playwright.sync_api import Page, expect

from tests.browser.api_guest import Guest
from tests.browser.conftest import NewPage
from tests.browser.games import OLD_LONDON_BRIDGE, TICKET_TO_RIDE, TITLES
from tests.browser.table_page import board, call_api


def test_those_who_share_a_screen_are_called_by_their_names_until_the_result(page: Page) -> None:
    page.goto("/new?with=hotseat")
    page.get_by_role("radio", name=TITLES[TICKET_TO_RIDE]).check(force=True)
    page.get_by_role("textbox", name="Name: Player 1").fill("Cat")
    page.get_by_role("textbox", name="Name: Player 2").fill("Dan")
    page.get_by_role("button", name="Start game").click()
    page.get_by_role("button", name="I am Cat: show my seat").click()
    page.get_by_role("button", name="Keep both").click()
    page.get_by_role("button", name="Hand over to Dan").click()
    page.get_by_role("button", name="I am Dan: show my seat").click()
    page.get_by_role("button", name="Keep both").click()
    expect(board(page)).to_contain_text("Cat")
    table = page.url.rpartition("/")[2]
    for seat in (0, 1):
        call_api(page, "DELETE", f"/tables/{table}/seats?seat={seat}")
    page.get_by_role("button", name="Skip to the result").click()
    expect(page.get_by_role("table", name="Score sheet")).to_contain_text("Cat")
    expect(page.get_by_role("table", name="Score sheet")).to_contain_text("Dan")


def test_in_the_waiting_room_everybody_may_change_their_name(new_page: NewPage) -> None:
    ann, ben = Guest(new_page()).become_guest("Ann"), Guest(new_page()).become_guest("Ben")
    table = ann.make(OLD_LONDON_BRIDGE, ["me", "free", "random"], start=False)
    ben.call_api("POST", f"tables/{table}/seats", {})
    for guest in (ann, ben):
        guest.page.goto(f"/table/{table}")
    host = ann.page.get_by_role("textbox", name="Name: Player 1")
    expect(host).to_have_value("Ann")
    host.fill("Annabel")
    host.press("Enter")
    expect(ben.page.get_by_role("listitem").filter(has_text="Annabel")).to_be_visible()
    ben.page.get_by_role("textbox", name="Name: Player 2").fill("Benedict")
    ben.page.get_by_role("textbox", name="Name: Player 2").blur()
    expect(ann.page.get_by_role("listitem").filter(has_text="Benedict")).to_be_visible()
    expect(ann.page.get_by_role("banner")).to_contain_text("Annabel")
    expect(ann.page.get_by_text("Plays any legal move.").first).to_be_visible()


def test_a_saved_game_has_the_names_if_the_player_agrees(new_page: NewPage) -> None:
    me = Guest(new_page()).become_guest("Ann")
    table = me.make(TICKET_TO_RIDE, ["me", "easy"])
    me.let_bots_play(table, float("inf"))
    me.page.goto(f"/table/{table}")
    box = me.page.get_by_role("checkbox", name="Save my name with the game")
    expect(box).not_to_be_checked()
    assert "players" not in me.call_api("GET", f"tables/{table}/match-file")
    box.check()
    expect(me.page.get_by_text("the saved game has the players' names")).to_be_visible()
    file = me.call_api("GET", f"tables/{table}/match-file")
    assert file["players"] == [{"name": "Ann"}, {"bot": "easy"}]
    imported = me.call_api("POST", "matches", file)["id"]
    me.page.goto(f"/table/{imported}")
    sheet = me.page.get_by_role("table", name="Score sheet")
    expect(sheet).to_contain_text("Ann")
    expect(sheet).to_contain_text("Bot (Easy)")


def test_the_page_says_that_it_is_unofficial_and_whose_games_these_are(page: Page) -> None:
    foot = page.get_by_role("contentinfo")
    expect(foot).to_contain_text("Londinium is unofficial")
    expect(foot).to_contain_text("Alan R. Moon")
    expect(foot).to_contain_text("Gabriele Bubola and Leo Colovini")
