"""Several people at one table, each with a browser: simultaneous choices, spectators, chat."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import NewPage
from tests.browser.games import GAMES, OLD_LONDON_BRIDGE, TICKET_TO_RIDE, TITLES
from tests.browser.player import Player
from tests.browser.table_page import (
    board,
    call_api,
    eventually,
    expect_same,
    identifying,
    is_to_move,
    log_of,
    offered,
    open_tab,
    pick_two,
    play,
    play_in_turn,
    record_texts,
    recorded_texts,
    sit_together,
    tool,
)


def meet(new_page: NewPage, game: str) -> tuple[Player, Player]:
    """Let Ann make a table and Ben come by its link, all by the pages; Ann starts."""
    ann, ben = new_page("/account"), new_page(None)
    ann.get_by_label("Name", exact=True).first.fill("Ann")
    ann.get_by_role("button", name="Play as a guest").click()
    expect(ann.get_by_text("You are playing as Ann, a guest.")).to_be_visible()
    ann.get_by_role("navigation").get_by_role("link", name="New table").click()
    ann.get_by_role("radio", name=TITLES[game]).check(force=True)
    ann.get_by_role("button", name="Create table").click()
    link = ann.get_by_label("Link to this table")
    expect(ann.get_by_text("One seat is still free.")).to_be_visible()
    ben.goto(link.input_value())
    ben.get_by_label("Your name at this table").fill("Ben")
    ben.get_by_role("button", name="Sit here: Player 2").click()
    expect(ben.get_by_text("The host starts the game.")).to_be_visible()
    expect(ann.get_by_role("listitem").filter(has_text="Ben")).to_be_visible()
    ann.get_by_role("button", name="Start game").click()
    for page in (ann, ben):
        board(page).wait_for()
        record_texts(page)
    return Player(ann), Player(ben)


def face_up(page: Page) -> Any:
    """What lies face up and how many are in the piles, in Ticket to Ride: London."""
    return page.evaluate(
        """[...document.querySelectorAll(
              "[data-spot^=display-] [data-spot], [data-spot=deck] .count, " +
              "[data-spot=ticket-deck] .count, [data-spot=discards] .count, " +
              "[data-spot^=seat-] .fact"
            )].map((one) => one.dataset.spot ?? one.textContent.trim())"""
    )


def in_the_middle(page: Page) -> Any:
    """The stacks around the rondel, and the bridges, in Old London Bridge."""
    return page.evaluate(
        """[
          ...[...document.querySelectorAll("[data-spot^=stack-] .left")].map((n) => n.textContent),
          document.querySelector("[data-spot=order] h3").textContent,
          document.querySelectorAll("[data-spot=order] .turns > li").length,
        ]"""
    )


def test_tickets_chosen_at_the_same_time_are_secret(new_page: NewPage) -> None:
    ann, ben = meet(new_page, TICKET_TO_RIDE)
    of_ann, of_ben = offered(ann), offered(ben)
    secret_of_ann, secret_of_ben = identifying(ann, of_ann), identifying(ben, of_ben)
    assert secret_of_ann
    assert secret_of_ben
    for player, tickets in ((ann, of_ann), (ben, of_ben)):
        for ticket in tickets:
            keep = player.page.get_by_role("button", name=f"Keep only this one: {ticket}, ")
            expect(keep).to_be_visible()
    ann.page.get_by_role("button", name=f"Keep only this one: {of_ann[0]}").click()
    expect(ben.page.locator("[data-spot=seat-0]")).to_contain_text("has chosen")
    expect(ann.page.get_by_text("You can still change your choice.")).to_be_visible()
    both = ann.page.get_by_role("button", name="Keep both")
    both.click()
    expect(both).to_have_attribute("aria-pressed", "true")
    assert not texts_with(ann.page, secret_of_ben)
    ann.page.reload()
    record_texts(ann.page)
    expect(both).to_have_attribute("aria-pressed", "true")
    expect(ann.page.get_by_text("You can still change your choice.")).to_be_visible()
    assert is_to_move(ben)
    assert not is_to_move(ann)
    ben.page.get_by_role("button", name=f"Keep only this one: {of_ben[1]}").click()
    expect(ann.page.get_by_text("Take transport cards, claim a route")).to_be_visible()
    expect(ben.page.get_by_text("Waiting for Ann to play.")).to_be_visible()
    expect_same(ann.page, ben.page, face_up)
    play_in_turn([ann, ben], 8)
    expect_same(ann.page, ben.page, face_up)
    assert not texts_with(ann.page, secret_of_ben)
    assert not texts_with(ben.page, secret_of_ann)


def texts_with(page: Page, secrets: list[str]) -> list[str]:
    """Return the texts that a page has shown with one of these secrets in them."""
    return [text for text in recorded_texts(page) if any(secret in text for secret in secrets)]


def test_cards_chosen_at_the_same_time_are_secret(new_page: NewPage) -> None:
    ann, ben = meet(new_page, OLD_LONDON_BRIDGE)
    order = ben.page.get_by_role("region", name="Turn order")
    pick_two(ann.page, 0, 1)
    note = ann.page.get_by_text(re.compile(r"You chose .*\. You can still change your mind\."))
    expect(note).to_be_visible()
    of_ann = order.get_by_role("listitem").filter(has_text="Ann")
    expect(of_ann).to_contain_text("has chosen")
    expect(of_ann).to_contain_text("A face-down card")
    pick_two(ann.page, 0, 2)
    eventually(lambda: choice(ann) == cards(ann, 0, 2), "the choice is changed")
    chosen = note.inner_text()
    ann.page.reload()
    record_texts(ann.page)
    expect(note).to_have_text(chosen)
    expect(of_ann).to_contain_text("A face-down card")
    assert not texts_with(ben.page, ["You chose"])
    expect(of_ann).not_to_contain_text(re.compile(r"\(\d\)"))
    pick_two(ben.page, 0, 1)
    expect(of_ann.first).to_contain_text(re.compile(r"\(\d\)"))
    expect_same(ann.page, ben.page, in_the_middle)
    play_in_turn([ann, ben], 6)
    expect_same(ann.page, ben.page, in_the_middle)
    for player in (ann, ben):
        expect(player.page.locator("ul[data-spot^=hand-]")).to_have_count(1)


def cards(player: Player, *places: int) -> list[int]:
    """Return the cards at some places of the hand, the highest first."""
    hand = player.page.locator("ul[data-spot^=hand-] button")
    labels = [hand.nth(place).get_attribute("title") or "" for place in places]
    return sorted((int(re.findall(r"\d", label)[0]) for label in labels), reverse=True)


def choice(player: Player) -> list[int]:
    """Return the cards that a player has chosen."""
    update = player.fetch_update()
    player_view = update["position"]["view"]["players"][update["you"]["seat"]]
    return sorted(player_view["choice"] or [], reverse=True)


@pytest.mark.parametrize("game", GAMES)
def test_a_spectator_sees_the_game_go_on_but_no_secret(new_page: NewPage, game: str) -> None:
    ann, ben = sit_together(new_page(fast=True), new_page(fast=True), game)
    watching = new_page(f"/table/{ann.table}", fast=True)
    board(watching).wait_for()
    record_texts(watching)
    expect(watching.get_by_text("You are watching.")).to_be_visible()
    open_tab(ann.page, "Log")
    expect(ann.page.get_by_text("1 person is watching.")).to_be_visible()
    play_in_turn([ann, ben], 5)
    expect(log_of(watching)).to_contain_text("Ann ")
    expect(log_of(watching)).to_contain_text("Ben ")
    expect_same(watching, ann.page, face_up if game == TICKET_TO_RIDE else in_the_middle)
    expect(watching.get_by_role("region", name="Your cards")).to_have_count(0)
    expect(watching.get_by_role("region", name="Your first tickets")).to_have_count(0)
    expect(watching.locator("ul[data-spot^=hand-], [data-spot=hand]")).to_have_count(0)
    assert not texts_with(
        watching, ["Your cards", "Your tickets", "Keep only", "Keep both", "You chose"]
    )


@pytest.mark.parametrize("game", GAMES)
def test_a_spectator_can_neither_act_nor_talk(new_page: NewPage, game: str) -> None:
    ann, ben = sit_together(new_page(), new_page(), game)
    play_in_turn([ann, ben], 2)
    watching = new_page(f"/table/{ann.table}")
    board(watching).wait_for()
    expect(log_of(watching)).to_be_visible()
    expect(watching.get_by_role("tab", name="Chat")).to_have_count(0)
    for name in ("Undo", "Restart turn", "Hint", "Chat"):
        expect(tool(watching, name)).to_have_count(0)
    version = ann.fetch_update()["version"]
    places = board(watching).locator("[data-spot^=stack-], [data-spot=deck], [data-spot^=card-]")
    for place in places.all():
        expect(place).to_have_attribute("aria-disabled", "true")
        place.click(force=True)
    watching.keyboard.press("c")
    expect(watching.get_by_label("Write to the other players")).to_have_count(0)
    assert ann.fetch_update()["version"] == version


def test_players_talk_and_a_spectator_does_not_hear_it(new_page: NewPage) -> None:
    ann, ben = sit_together(new_page(), new_page(), TICKET_TO_RIDE)
    watching = new_page(f"/table/{ann.table}")
    board(watching).wait_for()
    record_texts(watching)
    log_of(ben.page)
    open_tab(ann.page, "Chat")
    ann.page.get_by_label("Write to the other players").fill("Mind the gap!")
    ann.page.get_by_role("button", name="Send").click()
    expect(ann.page.get_by_role("log", name="Chat")).to_contain_text("Ann Mind the gap!")
    expect(ann.page.get_by_label("Write to the other players")).to_have_value("")
    expect(ben.page.get_by_role("tab", name="Chat")).to_contain_text("1 new message")
    ben.page.get_by_role("tab", name="Chat").click()
    expect(ben.page.get_by_role("tab", name="Chat")).to_have_text("Chat")
    expect(ben.page.get_by_role("log", name="Chat")).to_contain_text("Ann Mind the gap!")
    ben.page.get_by_label("Write to the other players").fill("Stand on the right.")
    ben.page.keyboard.press("Enter")
    expect(ann.page.get_by_role("log", name="Chat")).to_contain_text("Ben Stand on the right.")
    play(ann)
    play(ben)
    expect(log_of(watching)).to_contain_text("Ben kept")
    assert not texts_with(watching, ["Mind the gap!", "Stand on the right."])
    assert call_api(watching, "GET", f"/tables/{ann.table}")["chat"] == []
