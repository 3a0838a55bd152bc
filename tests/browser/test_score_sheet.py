"""The score sheet opens to what was counted, and the end of a game is revealed bit by bit."""

import re
from math import inf
from typing import Any

from playwright.sync_api import Locator, Page, expect

from londinium.server.tables.view import score_sheet
from tests.browser.api_guest import Guest
from tests.browser.browser import axe, wait_for
from tests.browser.conftest import NewPage
from tests.browser.games import TICKET_TO_RIDE
from tests.browser.test_order import set_speed
from tests.browser.test_replay import imported
from tests.test_score_sheets import finished, scoring_options


def sheet_of(page: Page) -> Locator:
    """Return the score sheet."""
    return page.get_by_role("table", name="Score sheet")


def open_row(page: Page, name: str) -> Locator:
    """Open a row of the score sheet, and return what it shows."""
    button = sheet_of(page).get_by_role("button", name=name, exact=True)
    button.click()
    expect(button).to_have_attribute("aria-expanded", "true")
    return sheet_of(page).locator("tr.opened:visible")


def test_a_row_tells_what_was_counted_by_which_rule_and_shows_it_on_the_map(page: Page) -> None:
    match = finished(TICKET_TO_RIDE, 3, 9)
    routes, tickets, districts, _ = score_sheet(match)["rows"]
    imported(page, match)
    opened = open_row(page, "Tickets")
    expect(opened).to_contain_text("Rule T4.2")
    lines = opened.get_by_role("button")
    expect(lines).to_have_count(len(tickets["counted"]))
    for n, ticket in enumerate(tickets["counted"]):
        state = "completed" if ticket["completed"] else "not completed"
        points = re.escape(signed(ticket["points"]))
        expect(lines.nth(n)).to_have_text(re.compile(rf": {state} {points}$"))
    longest = max(
        range(len(tickets["counted"])), key=lambda n: len(tickets["counted"][n]["routes"])
    )
    lines.nth(longest).hover()
    marked = page.locator("[data-spot=map] path.marked")
    expect(marked).to_have_count(len(tickets["counted"][longest]["routes"]))
    opened = open_row(page, "Districts")
    one = districts["counted"][0]
    said = f"District {one['district']}: {one['joined']} of {one['of']} places joined"
    expect(opened.get_by_role("button").first).to_contain_text(said)
    opened = open_row(page, "Routes")
    expect(opened).to_contain_text("Rule T3.9")
    expect(opened.get_by_role("button")).to_have_count(len(routes["counted"]))
    assert axe(page) == []
    check_ends_of_lines(page)


def check_ends_of_lines(page: Page) -> None:
    """Check that the last marks of the chart stand at the height of their lines' ends."""
    ends = page.evaluate(
        """() => [...document.querySelectorAll("figure path.line")].map((line) => {
             const end = line.getPointAtLength(line.getTotalLength());
             return [end.x, end.y];
           })"""
    )
    marks = page.evaluate(
        """() => [...document.querySelectorAll("figure circle.end")].map((mark) =>
             [mark.cx.baseVal.value, mark.cy.baseVal.value])"""
    )
    assert len(ends) == len(marks) > 0
    for (x, y), (mark_x, mark_y) in zip(ends, marks, strict=True):
        assert abs(y - mark_y) < 1
        assert mark_x > x - 1
    assert any(abs(x - mark_x) < 1 for (x, _), (mark_x, _) in zip(ends, marks, strict=True))


def test_payments_during_the_game_have_a_row_of_their_own(page: Page) -> None:
    match = finished("old_london_bridge", 3, 5, **scoring_options(2))
    rows = {row["part"]: row for row in score_sheet(match)["rows"]}
    imported(page, match)
    for part, name in {"money": "Money", "payments": "Paid during the game"}.items():
        row = sheet_of(page).get_by_role("row", name=re.compile(f"^{name}"))
        expect(row.get_by_role("cell")).to_have_text([str(n) for n in rows[part]["values"]])
    opened = open_row(page, "Paid during the game")
    expect(opened).to_contain_text("Rule B8.3, B8.7, B8.11, B8.15")
    for one, line in zip(rows["payments"]["counted"], lines_of(opened), strict=True):
        assert line.endswith(f"\N{MULTIPLICATION SIGN} {one['times']} {signed(one['money'])}")
    opened = open_row(page, "Chapel: Leader each round")
    expect(opened).to_contain_text(
        "At the end of each round, the leader on the chapel track gets £1."
    )
    opened = open_row(page, "Empty slots")
    for one, line in zip(rows["empty_slots"]["counted"], lines_of(opened), strict=True):
        assert line.startswith(f"{one['count']} empty slot")
    opened.get_by_role("button").first.hover()
    expect(page.locator("[data-spot=bridge-0][data-marked]").first).to_be_attached()


def lines_of(opened: Locator) -> list[str]:
    """Return the lines of an open row."""
    return [" ".join(text.split()) for text in opened.get_by_role("button").all_inner_texts()]


def signed(value: int) -> str:
    return f"+{value}" if value > 0 else str(value).replace("-", "\N{MINUS SIGN}")


RECORD = """() => {
  window.revealed = [];
  const look = () => {
    const reveal = document.querySelector(".reveal");
    const text = reveal && ["row", "text"].map((name) =>
      reveal.querySelector(`.${name}`).textContent.trim().replace(/\\s+/g, " ")).join(" | ");
    if (text && window.revealed.at(-1) !== text) window.revealed.push(text);
    if (document.querySelector(".result") && window.revealed.at(-1) !== "result")
      window.revealed.push("result");
  };
  const all = { subtree: true, childList: true, characterData: true };
  new MutationObserver(look).observe(document.body, all);
}"""


def test_the_end_is_revealed_one_by_one_and_can_be_skipped(new_page: NewPage) -> None:
    ann = Guest(new_page()).become_guest("Ann")
    pages = [ann.page, new_page(), new_page(), new_page(width=360, height=740, touch=True)]
    table = ann.make(TICKET_TO_RIDE, ["me", "easy"])
    for page, speed in zip(pages, ("fast", "slow", "slow", "slow"), strict=True):
        set_speed(page, speed)
        Guest(page).show(table)
        page.evaluate(RECORD)
    pages[3].evaluate("scrollTo(0, document.body.scrollHeight)")
    ann.let_bots_play(table, inf)
    reveals = [page.get_by_role("region", name="Final scoring") for page in pages]
    for reveal in reveals:
        reveal.wait_for()
    wait_for(pages[3], MAP_IN_SIGHT)
    skip(pages[1], lambda page: page.keyboard.press("Escape"))
    skip(pages[2], lambda page: page.locator(".prompt").click())
    skip(pages[3], lambda page: page.get_by_role("button", name="Skip to the result").click())
    wait_for(pages[0], "document.querySelector('.result') !== null")
    shown = pages[0].evaluate("window.revealed")
    rows = ann.call_api("GET", f"tables/{table}/score-sheet")["rows"]
    assert shown[0].startswith("Routes | ")
    assert shown[-1] == "result"
    scored = [one for row in rows[1:3] for one in row["counted"] if one["points"]]
    assert len(shown) == 2 + len(scored)
    for text, one in zip(shown[1:-1], scored, strict=True):
        assert text.startswith("Tickets | " if "ticket" in one else "Districts | ")
        assert text.endswith(signed(one["points"]))


# Whether the map, on which the routes are marked, has come into view on a phone.
MAP_IN_SIGHT = """(() => {
  const map = document.querySelector("[data-spot=map]").getBoundingClientRect();
  const bar = document.querySelector(".top").getBoundingClientRect();
  return map.bottom > bar.bottom + 100;
})()"""


def skip(page: Page, how: Any) -> None:
    """Skip the reveal, and expect the result."""
    how(page)
    expect(page.locator(".result")).to_be_visible()
    expect(page.get_by_role("region", name="Final scoring")).to_have_count(0)
