"""The deal on the page: its commitment, what browsers add to it, and the same deal again."""

import shlex
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from londinium import match_file
from londinium.cli.matches import read_contribution
from londinium.match import Match
from tests.browser.api_guest import Guest, is_over
from tests.browser.browser import axe
from tests.browser.conftest import NewPage
from tests.browser.games import TICKET_TO_RIDE
from tests.browser.table_page import (
    board,
    call_api,
    eventually,
    fits,
    press_more,
)

NOTICES = {
    "en-GB": "This table replays the deal of another game",
    "it-IT": "Questo tavolo ripete la distribuzione di un'altra partita",
    "fr-FR": "Cette table rejoue la donne d'une autre partie",
    "pl-PL": "Ten stół powtarza rozdanie innej partii",
}
IN_LISTS = {
    "en-GB": "The same deal as another game",
    "it-IT": "La stessa distribuzione di un'altra partita",
    "fr-FR": "La même donne qu'une autre partie",
    "pl-PL": "To samo rozdanie co w innej partii",
}
SIZES = {"laptop": (1280, 800), "phone": (390, 844)}


def kept_line(page: Page) -> list[str]:
    """Return what the page gives to keep, as arguments of `londinium verify`."""
    return shlex.split(page.get_by_label("Keep this to check the deal").input_value())


def finished_match(guest: Guest, table: str) -> Match:
    """Let bots play a match to its end, and return it from its file."""
    while guest.call_api("GET", f"tables/{table}")["you"]["seats"]:
        update = guest.call_api("GET", f"tables/{table}")
        if is_over(update):
            break
        for seat in update["you"]["seats"]:
            if not update["table"]["seats"][seat]["away"]:
                guest.call_api("DELETE", f"tables/{table}/seats?seat={seat}")
        guest.page.wait_for_timeout(100)
    return match_file.from_json(guest.call_api("GET", f"tables/{table}/match-file"))


def check_kept(match: Match, line: list[str]) -> None:
    """Check a match against what the page gave to keep."""
    options = list(zip(line[::2], line[1::2], strict=True))
    commitments = [value for name, value in options if name == "--commitment"]
    contributions = dict(
        read_contribution(value) for name, value in options if name == "--contribution"
    )
    assert len(commitments) == 1
    assert match_file.compare(match, commitments[0], contributions) is None
    assert match_file.verify(match) is None


def test_what_is_kept_from_the_waiting_room_verifies_the_match(new_page: NewPage) -> None:
    ann, ben = new_page("/"), new_page(None)
    table = Guest(ann).become_guest("Ann").make(TICKET_TO_RIDE, ["me", "free"], start=False)
    ann.goto(f"/table/{table}")
    ann.get_by_text("The deal", exact=True).click()
    first = kept_line(ann)
    assert first[:2] == [
        "--commitment",
        call_api(ann, "GET", f"/tables/{table}")["table"]["commitment"],
    ]
    ben.goto(f"/table/{table}")
    ben.get_by_label("Your name at this table").fill("Ben")
    ben.get_by_role("button", name="Sit here: Player 2").click()
    expect(ann.get_by_text("Added by Ann")).to_be_visible()
    expect(ann.get_by_text("Added by Ben")).to_be_visible()
    line = kept_line(ann)
    assert line[:2] == first[:2]
    assert len(line) == 6
    assert axe(ann) == []
    ann.get_by_role("button", name="Start game").click()
    board(ann).wait_for()
    press_more(ann, "The deal")
    assert kept_line(ann) == line
    ann.keyboard.press("Escape")
    Guest(ben).call_api("DELETE", f"tables/{table}/seats")
    match = finished_match(Guest(ann), table)
    assert [one.revealed is not None for one in match.contributions] == [True, True]
    check_kept(match, line)


def test_who_starts_at_once_adds_to_the_deal_too(page: Page) -> None:
    page.get_by_role("button", name="Play now").click()
    board(page).wait_for()
    press_more(page, "The deal")
    line = kept_line(page)
    assert [option for option in line if option.startswith("--")] == [
        "--commitment",
        "--contribution",
    ]
    assert fits(page)
    page.keyboard.press("Escape")
    match = finished_match(Guest(page), page.url.rpartition("/")[2])
    assert match.contributions[0].revealed is not None
    check_kept(match, line)


def test_a_contribution_that_was_left_out_is_told(new_page: NewPage) -> None:
    page = new_page("/")
    guest = Guest(page).become_guest("Ann")
    table = guest.make(TICKET_TO_RIDE, ["me", "easy"], start=False)
    page.goto(f"/table/{table}")
    eventually(lambda: revealed(guest, table), "the browser adds to the deal")
    page.goto("/")  # so that it does not commit again
    guest.call_api("PUT", f"tables/{table}/commitment", {"commitment": "0" * 64})
    guest.call_api("POST", f"tables/{table}/start")
    page.goto(f"/table/{table}")
    board(page).wait_for()
    press_more(page, "The deal")
    expect(page.get_by_text("secret is not part of this deal")).to_be_visible()


def revealed(guest: Guest, table: str) -> Any:
    shown = guest.call_api("GET", f"tables/{table}")["table"]["contributions"]
    return [one for one in shown if one["contribution"]]


@pytest.mark.parametrize(
    ("locale", "size"), [("en-GB", "laptop"), *((locale, "phone") for locale in NOTICES)]
)
def test_the_same_deal_is_announced_in_list_waiting_room_and_table(
    new_page: NewPage, locale: str, size: str
) -> None:
    width, height = SIZES[size]
    page = new_page("/", locale=locale, width=width, height=height)
    guest = Guest(page).become_guest("Ann")
    first = guest.make(TICKET_TO_RIDE, ["random", "random"])
    eventually(lambda: is_over(guest.call_api("GET", f"tables/{first}")), "the bots have played")
    table = guest.make(TICKET_TO_RIDE, ["me", "free"], start=False, same_deal_of=first)
    page.goto(f"/table/{table}")
    notice = page.get_by_role("note").filter(has_text=NOTICES[locale])
    expect(notice).to_be_visible()
    expect(notice.get_by_role("link")).to_have_attribute("href", f"/table/{first}")
    assert fits(page)
    guest.call_api("PUT", f"tables/{table}/seats/1", {"level": "easy"})
    guest.call_api("POST", f"tables/{table}/start")
    board(page).wait_for()
    expect(notice).to_be_visible()
    assert fits(page)
    page.goto("/tables")
    expect(page.get_by_text(IN_LISTS[locale]).first).to_be_visible()
    assert fits(page)
