"""What a table's page offers besides the board: undo, rules, words and keys."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.browser import PageErrors
from tests.browser.conftest import NewPage
from tests.browser.games import GAMES, OLD_LONDON_BRIDGE, TICKET_TO_RIDE
from tests.browser.player import Player
from tests.browser.server_process import ServerProcess
from tests.browser.table_page import (
    become_guest,
    board,
    call_api,
    eventually,
    is_to_move,
    log_of,
    open_tab,
    pick_two,
    play,
    press_more,
    sit_alone,
    sit_together,
    tool,
)

AFTER_A_RESTART = (
    "ERR_CONNECTION_REFUSED|ERR_CONNECTION_RESET|ERR_INCOMPLETE_CHUNKED_ENCODING"
    "|ERR_EMPTY_RESPONSE|ERR_FAILED"
)


@pytest.mark.parametrize("game", GAMES)
def test_a_page_comes_back_by_itself_when_the_server_does(
    page: Page, server: ServerProcess, page_errors: PageErrors, game: str
) -> None:
    page_errors.expect(AFTER_A_RESTART)
    player = sit_alone(page, game, "easy")
    play(player)
    lost = page.get_by_text("Connection lost. Reconnecting…")
    expect(lost).to_have_count(0)
    server.stop()
    expect(lost).to_be_visible()
    open_tab(page, "Chat")
    page.get_by_label("Write to the other players").fill("Hello?")
    page.get_by_role("button", name="Send").click()
    unreachable = page.get_by_text("Can't reach the server")
    expect(unreachable).to_be_visible()
    server.start()
    expect(lost).to_have_count(0)
    expect(unreachable).to_have_count(0)
    before = player.fetch_update()["position"]["moves"]
    play(player, 2)
    assert player.fetch_update()["position"]["moves"] > before
    expect(page.get_by_role("alert")).to_have_count(0)


def test_a_choice_is_undone_until_others_have_chosen(new_page: NewPage) -> None:
    ann, ben = sit_together(new_page(), new_page(), TICKET_TO_RIDE)
    expect(tool(ann.page, "Undo")).to_be_disabled()
    both = ann.page.get_by_role("button", name="Keep both")
    both.click()
    expect(both).to_have_attribute("aria-pressed", "true")
    expect(tool(ben.page, "Undo")).to_be_disabled()
    tool(ann.page, "Undo").click()
    expect(both).to_have_attribute("aria-pressed", "false")
    expect(tool(ann.page, "Undo")).to_be_disabled()
    expect(log_of(ann.page)).to_contain_text("You took a move back.")
    expect(ben.page.locator("[data-spot=seat-0]")).not_to_contain_text("has chosen")
    assert is_to_move(ann)
    both.click()
    ben.page.get_by_role("button", name="Keep both").click()
    expect(ann.page.get_by_text("Take transport cards, claim a route")).to_be_visible()
    expect(tool(ann.page, "Undo")).to_be_disabled()
    expect(tool(ben.page, "Undo")).to_be_disabled()


def test_chosen_cards_are_undone_by_the_key_u(new_page: NewPage) -> None:
    ann, ben = sit_together(new_page(), new_page(), OLD_LONDON_BRIDGE)
    pick_two(ann.page, 0, 1)
    note = ann.page.get_by_text("You can still change your mind.")
    expect(note).to_be_visible()
    expect(tool(ann.page, "Undo")).to_be_enabled()
    ann.page.keyboard.press("u")
    expect(note).to_have_count(0)
    expect(ben.page.get_by_role("region", name="Turn order")).not_to_contain_text("has chosen")
    assert is_to_move(ann)


def test_around_one_screen_nobody_undoes_the_choice_of_another(page: Page) -> None:
    become_guest(page, "Ann")
    body = {"game": OLD_LONDON_BRIDGE, "seats": ["me", "me"], "start": True}
    page.goto(f"/table/{call_api(page, 'POST', '/tables', body)['id']}")
    page.get_by_role("button", name="I am Player 1: show my seat").click()
    pick_two(page, 0, 1)
    expect(tool(page, "Undo")).to_be_enabled()
    page.get_by_role("button", name="Hand over to Player 2").click()
    page.get_by_role("button", name="I am Player 2: show my seat").click()
    expect(page.get_by_text("Pick two cards.")).to_be_visible()
    expect(tool(page, "Undo")).to_be_disabled()
    expect(tool(page, "Restart turn")).to_have_count(0)


def test_who_has_only_a_keyboard_stays_at_the_board_when_an_offer_is_gone(page: Page) -> None:
    sit_alone(page, TICKET_TO_RIDE, "easy")
    both = page.get_by_role("button", name="Keep both")
    both.focus()
    page.keyboard.press("Enter")
    expect(both).to_have_count(0)
    expect(board(page)).to_be_focused()


def test_a_stack_that_was_chosen_is_not_looked_at_any_more(page: Page) -> None:
    player = sit_alone(page, OLD_LONDON_BRIDGE, "easy")
    play(player)
    looked = page.locator(".previewed", has_text=re.compile(r"build .+ at the end"))
    stack = page.locator("[data-spot^=stack-].may").first
    stack.hover()
    expect(looked).to_be_visible()
    before = player.fetch_update()["position"]["moves"]
    stack.click()
    eventually(lambda: player.fetch_update()["position"]["moves"] > before, "the pawn is placed")
    expect(board(page)).to_have_attribute("aria-busy", "false")
    expect(looked).to_have_count(0)


def test_a_claimed_route_is_given_back_when_the_turn_is_restarted(new_page: NewPage) -> None:
    ann, ben = sit_together(new_page(), new_page(), TICKET_TO_RIDE)
    for player in (ann, ben):
        player.page.get_by_role("button", name="Keep both").click()
    route = claim(ann.page)
    for page, state in ((ann.page, "Claimed by you."), (ben.page, "Claimed by Ann.")):
        expect(page.locator(f"[data-route='{route}']")).to_have_attribute(
            "aria-label", re.compile(re.escape(state))
        )
    expect(ben.page.get_by_text("Take transport cards, claim a route")).to_be_visible()
    press_more(ann.page, "Restart turn")
    for page in (ann.page, ben.page):
        expect(page.locator(f"[data-route='{route}']")).not_to_have_attribute(
            "aria-label", re.compile("Claimed")
        )
    expect(ann.page.get_by_text("Take transport cards, claim a route")).to_be_visible()
    expect(ben.page.get_by_text("Waiting for Ann to play.")).to_be_visible()
    expect(tool(ann.page, "Undo")).to_be_disabled()
    assert claim(ann.page) == route
    play(ben)
    expect(tool(ann.page, "Undo")).to_be_disabled()


def claim(page: Page) -> str:
    """Claim the first route of the list of those that may be claimed; return its number."""
    page.get_by_text(re.compile(r"\d+ routes? you can claim")).click()
    owned = page.locator("[data-route][aria-label*='Claimed by you']")
    before = owned.count()
    page.locator("details[open] ul button").first.click()
    pay = page.get_by_role("dialog", name=re.compile("Pay for"))
    if pay.count():
        pay.get_by_role("listitem").get_by_role("button").first.click()
    expect(owned).to_have_count(before + 1)
    return owned.first.get_attribute("data-route") or ""


def test_there_are_no_hints_between_people(new_page: NewPage) -> None:
    ann, ben = sit_together(new_page(), new_page(), TICKET_TO_RIDE)
    for player in (ann, ben):
        expect(tool(player.page, "Undo")).to_be_visible()
        expect(tool(player.page, "Hint")).to_have_count(0)


@pytest.mark.parametrize(
    ("game", "words"),
    [(TICKET_TO_RIDE, "Aim of the game"), (OLD_LONDON_BRIDGE, "Old London Bridge")],
    ids=GAMES,
)
def test_the_rules_are_at_hand(page: Page, game: str, words: str) -> None:
    sit_alone(page, game, "easy")
    tool(page, "Rules").click()
    rules = page.get_by_role("dialog", name="Rules: ")
    expect(rules).to_be_visible()
    expect(rules).to_contain_text(words)
    contents = rules.get_by_role("navigation").get_by_role("button")
    contents.last.click()
    expect(
        rules.get_by_role("heading", name=contents.last.inner_text(), exact=True)
    ).to_be_focused()
    search = rules.get_by_role("searchbox", name="Search the rules")
    search.fill("zzzz")
    expect(rules.get_by_text("No section contains these words.")).to_be_visible()
    search.fill("")
    rules.get_by_role("button", name="Close").click()
    expect(rules).to_be_hidden()
    tool(page, "Rules").click()
    expect(rules).to_be_visible()
    page.keyboard.press("Escape")
    expect(rules).to_be_hidden()
    tool(page, "Rules").click()
    expect(rules).to_be_visible()


def test_the_table_is_read_with_the_hand_in_words(page: Page) -> None:
    player = sit_alone(page, TICKET_TO_RIDE, "easy")
    hand = mine(player)["hand"]
    tool(page, "Read the table").click()
    words = page.get_by_role("dialog", name="The table in words")
    expect(words).to_contain_text("Choose which of your first tickets to keep: one or both.")
    expect(words.get_by_role("heading", name="Your hand")).to_be_visible()
    for card, number in hand.items():
        if number:
            expect(words).to_contain_text(f"{number} {card} card")
    words.get_by_role("button", name="Close").click()
    expect(words).to_be_hidden()


def test_the_bridges_are_read_with_the_hand_in_words(page: Page) -> None:
    player = sit_alone(page, OLD_LONDON_BRIDGE, "easy")
    tool(page, "Read the table").click()
    words = page.get_by_role("dialog", name="The table in words")
    expect(words.get_by_role("heading", name="Your bridge")).to_be_visible()
    line = words.get_by_role("listitem").filter(has_text="Cards in hand:")
    expect(line).to_have_count(1)
    assert len(re.findall(r"\d", line.inner_text())) == mine(player)["cards"]
    page.keyboard.press("Escape")
    expect(words).to_be_hidden()


def mine(player: Player) -> Any:
    """Return what a player sees of what is theirs."""
    update = player.fetch_update()
    return update["position"]["view"]["players"][update["you"]["seat"]]


def test_single_keys_open_and_close_and_can_be_switched_off(page: Page) -> None:
    sit_alone(page, TICKET_TO_RIDE, "easy")
    words = page.get_by_role("dialog", name="The table in words")
    keys = page.get_by_role("dialog", name="Keyboard")
    for key, opens in (("r", words), ("?", keys)):
        page.keyboard.press(key)
        expect(opens).to_be_visible()
        page.keyboard.press("Escape")
        expect(opens).to_be_hidden()
    log = page.get_by_role("tabpanel", name="Log")
    expect(log).to_be_hidden()  # the board has all the room at first
    page.keyboard.press("l")
    expect(log).to_be_visible()
    page.keyboard.press("l")
    expect(log).to_be_hidden()
    page.keyboard.press("c")
    field = page.get_by_label("Write to the other players")
    expect(field).to_be_focused()
    page.keyboard.type("clurh?")
    expect(field).to_have_value("clurh?")
    expect(words).to_be_hidden()
    press_more(page, "Keyboard")
    expect(keys).to_contain_text("Undo your last move")
    keys.get_by_label("Use keyboard shortcuts").uncheck()
    page.keyboard.press("Escape")
    expect(keys).to_be_hidden()
    page.keyboard.press("r")
    page.keyboard.press("l")
    expect(field).to_be_visible()
    expect(words).to_be_hidden()
