"""Matches that are over, and the past of those that are not: score sheet, chart and replay."""

import json
import re

from playwright.sync_api import Locator, Page, expect

from londinium import match_file
from londinium.match import Match
from tests.browser.games import OLD_LONDON_BRIDGE
from tests.browser.table_page import (
    board,
    expect_replay_at,
    log_of,
    play,
    press_more,
    sit_alone,
)
from tests.test_match import finished


def imported(page: Page, match: Match) -> Page:
    """See a match again, by its file."""
    file = json.dumps(match_file.to_json(match)).encode()
    page.goto("/tables")
    page.get_by_label("Choose a file").set_input_files(
        {"name": "match.json", "mimeType": "application/json", "buffer": file}
    )
    board(page).wait_for()
    return page


def over(page: Page) -> Match:
    match = finished(seats=3)
    imported(page, match)
    return match


def test_a_match_that_is_over_has_its_score_sheet_and_chart(page: Page) -> None:
    match = over(page)
    sheet = page.get_by_role("table", name="Score sheet")
    totals = sheet.get_by_role("row").last.get_by_role("cell")
    expect(totals).to_have_text([str(score) for score in match.scores])
    expect(sheet.get_by_text("Winner")).to_have_count(len(match.winners))
    chart = page.get_by_role("figure", name="Score over time")
    said = f"{match.scores[0]} at the end."
    expect(chart.get_by_role("img")).to_have_attribute("aria-label", re.compile(said))
    chart.get_by_text("Show as a table").click()
    last = chart.get_by_role("row").last
    expect(last.get_by_role("cell")).to_have_text([str(score) for score in match.scores])


def test_a_match_that_is_over_can_be_saved_and_seen_again(page: Page) -> None:
    match = over(page)
    with page.expect_download() as download:
        page.get_by_role("link", name="Save game").click()
    assert match_file.read(download.value.path()).moves == match.moves


def test_a_match_is_replayed_step_by_step(page: Page) -> None:
    match = over(page)
    decided = [move.seat for move in match.moves if move.seat >= 0]
    count = len(decided)
    assert count < len(match.moves)  # chance decides nothing
    replay = open_replay(page)
    slider = replay.get_by_role("slider", name="Position in the game")
    expect_replay_at(page, 0, count)
    expect(slider).to_be_focused()
    expect(replay.get_by_text("Before the first move.")).to_be_visible()
    expect(replay.get_by_role("button", name="Step back")).to_be_disabled()
    page.keyboard.press("ArrowRight")
    expect_replay_at(page, 1, count)
    seats = replay.get_by_label("Seen by")
    for at in (1, 2, 3):
        by = seats.locator(f"option[value='{decided[at - 1]}']").text_content()
        expect(replay.get_by_text(f"Move {at} of {count}: {by}")).to_be_visible()
        page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    expect_replay_at(page, 2, count)
    page.keyboard.press("ArrowLeft")
    expect_replay_at(page, 1, count)
    replay.get_by_role("button", name="Step forward").click()
    expect_replay_at(page, 2, count)
    slider.fill(str(count // 2))
    expect_replay_at(page, count // 2, count)
    expect(log_of(page).locator("[aria-current]")).to_be_in_viewport()
    claimed = page.locator("[data-route][aria-label*='Claimed']")
    halfway = claimed.count()
    replay.get_by_role("button", name="Go to the end").click()
    expect_replay_at(page, count, count)
    expect(replay.get_by_role("button", name="Step forward")).to_be_disabled()
    expect(claimed.nth(halfway)).to_be_attached()
    replay.get_by_role("button", name="Go to the start").click()
    expect(claimed).to_have_count(0)
    replay.get_by_role("button", name="Play", exact=True).click()
    expect(replay.get_by_role("button", name="Pause")).to_be_visible()
    expect(page.get_by_text(re.compile(rf"Move [3-9] of {count}"))).to_be_visible()
    replay.get_by_role("button", name="Pause").click()
    page.keyboard.press("Escape")
    expect(replay).to_have_count(0)
    expect(page.get_by_role("table", name="Score sheet")).to_be_visible()


def test_a_match_is_replayed_as_each_seat_saw_it(page: Page) -> None:
    match = over(page)
    replay = open_replay(page)
    eyes = replay.get_by_label("Seen by")
    hand = page.get_by_role("region", name="Your cards")
    slider = replay.get_by_role("slider", name="Position in the game")
    decided = [number for number, move in enumerate(match.moves) if move.seat >= 0]
    halfway = len(decided) // 2
    slider.fill(str(halfway))
    expect(hand).to_have_count(0)
    for seat in range(3):
        eyes.select_option(str(seat))
        held = match_at(match, decided[halfway]).view(seat)["players"][seat]["hand"]
        stacks = hand.get_by_role("listitem").locator(".n")
        expect(stacks).to_have_text([str(held.get(card, 0)) for card in CARDS])
    eyes.select_option("")
    expect(hand).to_have_count(0)


CARDS = ("blue", "green", "black", "pink", "yellow", "orange", "bus")


def match_at(match: Match, moves: int) -> Match:
    """Return a match as it was after so many moves."""
    early = match_file.from_json(match_file.to_json(match))
    early.rewind(moves)
    return early


def open_replay(page: Page) -> Locator:
    """Look back at the match."""
    page.get_by_role("button", name="Replay").first.click()
    replay = page.get_by_role("region", name="Replay")
    expect(replay).to_be_visible()
    return replay


def test_a_running_match_is_replayed_as_the_player_saw_it_only(page: Page) -> None:
    player = sit_alone(page, OLD_LONDON_BRIDGE, "easy")
    play(player, 3)
    press_more(page, "Replay")
    replay = page.get_by_role("region", name="Replay")
    expect(replay.get_by_role("slider", name="Position in the game")).to_be_focused()
    expect(replay.get_by_label("Seen by")).to_have_count(0)
    page.keyboard.press("Home")
    expect(replay.get_by_text("Before the first move.")).to_be_visible()
    replay.get_by_role("button", name="Back to the table").click()
    expect(replay).to_have_count(0)
    play(player)
