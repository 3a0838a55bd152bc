"""Everything one needs to act is on the screen, at every kind of decision and every usual size.

From 1280 by 600 on, the whole table fits without scrolling. On smaller pages what is asked for
scrolls into view by itself, and no bar covers it. In languages with longer words, too.
"""

import re
from collections.abc import Iterator
from typing import Any, Final

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.api_guest import Guest, Update, in_phase, is_over, is_to_move, two_ways_to_pay
from tests.browser.browser import wait_for
from tests.browser.conftest import NewPage
from tests.browser.games import GAMES, OLD_LONDON_BRIDGE, TICKET_TO_RIDE
from tests.browser.table_page import board, eventually, log_of, tool

ROOMY: Final = [(1280, 600), (1366, 650), (1536, 730), (1920, 950)]
SMALL: Final = [(768, 1024), (360, 740)]
EXPERT: Final = dict.fromkeys(("chapel", "gate", "inn", "bridge"), "random")
BRIDGE_KINDS: Final = {
    "cards", "ladies", "raise", "turn", "replace", "take cards", "take tile", "after",
}  # fmt: skip
LONG_WORDS: Final = {3: "pl", 4: "fr"}  # by seats of Ticket to Ride
LONDON_KINDS: Final = ("choose", "turn", "second", "keep")
HOARDED: Final = ("lady", "plus one", "chapel steps", "gate steps")  # bonus tiles that ask later
TRIES: Final = 10  # matches at most until there was every kind of decision

# What is wrong with a page that should show all of the table at once.
NOT_ALL_IN_VIEW: Final = """() => {
  const wrong = [];
  const page = document.documentElement;
  const board = document.querySelector("[role=region][aria-labelledby=board]");
  if (page.scrollHeight > innerHeight + 1) wrong.push("the page scrolls");
  if (page.scrollWidth > innerWidth) wrong.push("the page is too wide");
  if (board.scrollHeight > board.clientHeight + 1) wrong.push("the board scrolls");
  const name = (one) => one.dataset.spot ?? one.getAttribute("aria-label") ?? one.className;
  const isShown = (one) =>
    one.getClientRects().length > 0 &&
    !one.closest(".hidden, details > p, svg *") &&
    getComputedStyle(one).clipPath === "none";
  const isCut = (one) =>
    getComputedStyle(one).overflowY !== "visible" &&
    one.clientHeight > 0 &&
    one.scrollHeight > one.clientHeight + 1 &&
    getComputedStyle(one).textOverflow !== "ellipsis";
  const around = (rects) => ({
    top: Math.min(...rects.map((rect) => rect.top)),
    bottom: Math.max(...rects.map((rect) => rect.bottom)),
    left: Math.min(...rects.map((rect) => rect.left)),
    right: Math.max(...rects.map((rect) => rect.right)),
  });
  const within = (part) => [part, ...part.querySelectorAll("*")].filter(isShown);
  const box = board.getBoundingClientRect();
  for (const one of within(board)) {
    const { top, bottom, left, right } = one.getBoundingClientRect();
    if (top < box.top - 1 || bottom > box.bottom + 1) wrong.push(`${name(one)} sticks out`);
    if (left < box.left - 1 || right > box.right + 1) wrong.push(`${name(one)} sticks out`);
    if (one instanceof HTMLElement && isCut(one)) wrong.push(`${name(one)} is cut off`);
  }
  const parts = [...board.querySelectorAll(".sheet > *, .grid > *, .side > *")]
    .filter((part) => !part.matches(".side"))
    .map((part) => [part.className, within(part).map((one) => one.getBoundingClientRect())])
    .map(([part, rects]) => [part, rects.filter(({ width, height }) => width && height)])
    .filter(([, rects]) => rects.length)
    .map(([part, rects]) => [part, around(rects)]);
  for (const [i, [one, a]] of parts.entries())
    for (const [other, b] of parts.slice(i + 1)) {
      const x = Math.min(a.right, b.right) - Math.max(a.left, b.left);
      const y = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      if (x > 3 && y > 3) wrong.push(`${one} and ${other} overlap by ${x} x ${y}`);
    }
  return [...new Set(wrong)];
}"""

# What is wrong with a page that should show what is asked for, between its bars.
NOT_ASKED_IN_VIEW: Final = """() => {
  const wrong = [];
  if (document.documentElement.scrollWidth > innerWidth)
    for (const one of document.querySelectorAll("body *"))
      if (one.getBoundingClientRect().right > innerWidth + 0.5)
        wrong.push(`${one.className || one.tagName} makes the page too wide`);
  const asked = [...document.querySelectorAll("[data-asked]")];
  if (!asked.length) return ["nothing is asked for"];
  const rects = asked.map((one) => one.getBoundingClientRect());
  const above = document.querySelector(".top").getBoundingClientRect().bottom;
  const below = document.querySelector(".dock").getBoundingClientRect().top;
  const [top, bottom] = [
    Math.min(...rects.map((rect) => rect.top)),
    Math.max(...rects.map((rect) => rect.bottom)),
  ];
  if (top < above - 1) wrong.push(`it begins ${above - top} px above`);
  if (bottom > below + 1) wrong.push(`it ends ${bottom - below} px below`);
  return wrong;
}"""

# Which of the things that can be chosen now cannot be pressed where they are seen.
COVERED: Final = """() =>
  [...document.querySelectorAll("button:is(.legal, .may, .keep)")]
    .filter((one) => one.getClientRects().length > 0 && !one.ariaHidden)
    .filter((one) => {
      const { left, top, width, height } = one.getBoundingClientRect();
      const at = document.elementFromPoint(left + Math.min(width / 2, 9), top + height / 2);
      return !one.contains(at);
    })
    .map((one) => one.dataset.spot ?? one.ariaLabel ?? one.textContent)"""

# Names and labels that are cut off, or touch each other.
UNREADABLE: Final = """() => {
  const shown = (what) =>
    [...document.querySelectorAll(what)].filter((one) => one.getClientRects().length > 0);
  const cut = shown(".fitted > :first-child, .scoring > summary")
    .filter((one) => one.scrollWidth > one.clientWidth + 1)
    .map((one) => `${one.textContent.trim()} is cut off`);
  const labels = shown(".display .title, .store .name").map((one) => {
    const words = document.createRange();
    words.selectNodeContents(one);
    return [one.textContent, words.getBoundingClientRect()];
  });
  const touching = labels.flatMap(([one, a], n) =>
    labels.slice(n + 1).flatMap(([other, b]) => {
      const x = Math.min(a.right, b.right) - Math.max(a.left, b.left);
      const y = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      return x > -1 && y > 0 ? [`${one} touches ${other}`] : [];
    }),
  );
  return [...cut, ...touching];
}"""


def expect_in_view(page: Page, kind: str, opponents: Locator, count: int) -> None:
    """Expect a decision to be in view at all sizes."""
    for size in ROOMY:
        resize(page, size)
        expect_none(page, NOT_ALL_IN_VIEW, f"{kind} at {size}")
        expect_none(page, COVERED, f"{kind} at {size}: covered")
        expect_none(page, UNREADABLE, f"{kind} at {size}: unreadable")
        expect(opponents).to_have_count(count)
        expect(page.locator(".prompt .sentence")).to_be_in_viewport()
    for size in SMALL:
        resize(page, size)
        expect_none(page, NOT_ASKED_IN_VIEW, f"{kind} at {size}")


def expect_in_view_in(page: Page, language: str, kind: str) -> None:
    """Expect a decision to be in view in another language, at the smallest sizes."""
    page.locator("header select").select_option(language)
    expect(page.locator("html")).to_have_attribute("lang", language)
    for size, scripts in (
        (ROOMY[0], (NOT_ALL_IN_VIEW, COVERED, UNREADABLE)),
        (SMALL[-1], (NOT_ASKED_IN_VIEW, UNREADABLE)),
    ):
        resize(page, size)
        for script in scripts:
            expect_none(page, script, f"{kind} in {language} at {size}")
    page.locator("header select").select_option("en")
    expect(page.locator("html")).to_have_attribute("lang", "en")


def resize(page: Page, size: tuple[int, int]) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})


def expect_none(page: Page, script: str, what: str) -> None:
    """Expect that a script comes to find nothing wrong."""
    found: list[Any] = []

    def is_well() -> bool:
        found[:] = page.evaluate(script)
        return not found

    try:
        eventually(is_well, what, seconds=2)
    except AssertionError:
        pytest.fail(f"{what}: {found}")


def steer(me: Guest, table: str, update: Update, left: set[str], moves: list[Any]) -> None:
    """Make a move that leads to the decisions that are left: gain bonus tiles, and keep them."""
    legal = [(one["action"], moves[one["action"]]) for one in update["position"]["legal"]]
    tiles = [stack["top"] for stack in update["position"]["view"]["tile_stacks"]]
    hoarded = ("lady",) if "ladies" in left and "lady" in tiles else HOARDED
    visited = ("gate", "guild", "inn") if "take cards" in left else ("gate", "guild")
    wanted = [
        action
        for action, move in legal
        if (move["kind"] == "take_tile" and tiles[move["stack"]] in hoarded)
        or (move["kind"] == "place" and move["stack"] in visited)
        or move["kind"] == "pass"
    ]
    others = [action for action, move in legal if not move["kind"].startswith("use")]
    me.move(table, update, wanted or others)


def decisions(me: Guest, table: str, kinds: set[str]) -> Iterator[Update]:
    """Play a match of Old London Bridge, and stop at the first decision of each kind."""
    moves = me.call_api("GET", f"games/{OLD_LONDON_BRIDGE}")["moves"]
    left = set(kinds)
    while left and not is_over(update := me.wait(table, is_to_move)):
        phase = update["position"]["view"]["phase"]
        if phase in left:
            left.remove(phase)
            yield update
        steer(me, table, update, left, moves)


def check_bridge(
    me: Guest, seats: int, kinds: set[str], language: str = "", **options: Any
) -> set[str]:
    """Check the decisions of a match, also in another language; return the kinds there were."""
    table = me.make(OLD_LONDON_BRIDGE, ["me"] + ["easy"] * (seats - 1), **options)
    seen: set[str] = set()
    for update in decisions(me, table, kinds):
        phase = update["position"]["view"]["phase"]
        me.show(table)
        others = board(me.page).locator("section.player:visible")
        expect_in_view(me.page, f"{seats} seats, {phase}", others, seats - 1)
        if language:
            expect_in_view_in(me.page, language, f"{seats} seats, {phase}")
        seen.add(phase)
    return seen


def test_every_decision_of_old_london_bridge_is_in_view(new_page: NewPage) -> None:
    me = Guest(new_page(still=True)).become_guest("Ada")
    check_bridge(me, 2, {"cards", "turn", "take tile", "raise"})
    check_bridge(me, 2, {"cards", "turn"}, "fr", options=EXPERT)
    check_bridge(me, 4, {"cards", "turn", "take cards", "replace"}, "pl", options=EXPERT)
    left = set(BRIDGE_KINDS)
    for _ in range(TRIES):
        left -= check_bridge(me, 4 if left == BRIDGE_KINDS else 3, left)
        if not left:
            return
    pytest.fail(f"There was no decision of the kinds {left}.")


def test_every_decision_of_ticket_to_ride_is_in_view(new_page: NewPage) -> None:
    me = Guest(new_page(still=True)).become_guest("Ada")
    moves = me.call_api("GET", f"games/{TICKET_TO_RIDE}")["moves"]
    for seats in (2, 3, 4):
        table = me.make(TICKET_TO_RIDE, ["me"] + ["easy"] * (seats - 1))
        panels = board(me.page).locator("li.player:visible")
        for phase in LONDON_KINDS:
            update = me.play(table, in_phase("turn" if phase == "keep" else phase))
            assert not is_over(update), f"There was no decision of the kind {phase}."
            if phase == "keep":
                draw = [n for n, move in enumerate(moves) if move["kind"] == "draw_tickets"]
                me.move(table, update, draw)
                me.wait(table, in_phase("keep"))
            me.show(table)
            expect_in_view(me.page, f"{seats} seats, {phase}", panels, seats)
            if language := LONG_WORDS.get(seats):
                expect_in_view_in(me.page, language, f"{seats} seats, {phase}")


@pytest.mark.parametrize("game", GAMES)
def test_the_table_fits_beside_the_log_too(new_page: NewPage, game: str) -> None:
    me = Guest(new_page(still=True)).become_guest("Ada")
    table = me.make(game, ["me", "easy", "easy", "easy"])
    me.play(table, in_phase("turn"))
    me.show(table)
    tool(me.page, "Log").click()
    expect(log_of(me.page)).to_be_visible()
    for size in ROOMY:
        resize(me.page, size)
        expect_none(me.page, NOT_ALL_IN_VIEW, f"beside the log at {size}")
        expect_none(me.page, COVERED, f"beside the log at {size}: covered")


def test_a_payment_shows_its_points_and_does_not_cover_its_route(new_page: NewPage) -> None:
    me = Guest(new_page(still=True)).become_guest("Ada")
    moves = me.call_api("GET", f"games/{TICKET_TO_RIDE}")["moves"]
    table = me.make(TICKET_TO_RIDE, ["me", "easy", "easy", "easy"])
    update = me.play(
        table, lambda now: in_phase("turn")(now) and two_ways_to_pay(now, moves) is not None
    )
    nth = two_ways_to_pay(update, moves)
    assert nth is not None
    for size in [*ROOMY, *SMALL]:
        resize(me.page, size)
        me.show(table)
        routes = me.page.locator("details", has_text="claim")
        routes.locator("summary").click()
        routes.get_by_role("button").nth(nth).click()
        pay = me.page.get_by_role("dialog", name=re.compile("Pay for"))
        expect(pay).to_contain_text(re.compile(r"\d+ points?"))
        expect(pay.get_by_role("listitem").first).to_be_in_viewport(ratio=1)
        wait_for(me.page, ROUTE_IN_SIGHT)
        me.page.keyboard.press("Escape")
        expect(pay).to_have_count(0)


# Whether the route that is being paid for is marked on the map, and nothing is above it.
ROUTE_IN_SIGHT: Final = """(() => {
  const route = document.querySelector("path.marked");
  if (!route) return false;
  const half = route.getPointAtLength(route.getTotalLength() / 2);
  const middle = half.matrixTransform(route.getScreenCTM());
  return !!document.elementFromPoint(middle.x, middle.y)?.closest("[data-spot=map]");
})()"""


def test_the_wheel_over_the_map_scrolls_the_page_and_zooms_with_ctrl(new_page: NewPage) -> None:
    page = new_page(width=768, height=700, still=True)
    me = Guest(page).become_guest("Ada")
    table = me.make(TICKET_TO_RIDE, ["me", "easy"])
    me.show(table)
    london = page.locator("svg[data-spot=map]")
    box = london.bounding_box()
    assert box
    page.mouse.move(box["x"] + box["width"] / 2, 200)
    whole = london.get_attribute("viewBox")
    before = page.evaluate("scrollY")
    page.mouse.wheel(0, -60 if before else 60)
    wait_for(page, f"scrollY !== {before}")
    assert london.get_attribute("viewBox") == whole
    page.keyboard.down("Control")
    page.mouse.wheel(0, -120)
    page.keyboard.up("Control")
    expect(london).not_to_have_attribute("viewBox", str(whole))


def test_the_column_beside_the_board_is_as_high_as_the_page(new_page: NewPage) -> None:
    page = new_page(width=1366, height=650, still=True)
    me = Guest(page).become_guest("Ada")
    table = me.make(OLD_LONDON_BRIDGE, ["me", "easy"])
    me.let_bots_play(table, float("inf"))
    me.show(table)
    column = page.get_by_role("complementary")
    if not column.count():
        page.get_by_role("button", name="Log", exact=True).click()
    for down in (0, 300):
        page.mouse.move(300, 300)
        page.mouse.wheel(0, down)
        wait_for(page, f"Math.min(scrollY, {down}) === {down}")
        eventually(lambda: reaches(column), "the column reaches from the header to the end")


def reaches(column: Locator) -> bool:
    """Return whether a column reaches from the header, or from the top, to the end of the page."""
    top, bottom = column.evaluate(
        "(one) => { const { top, bottom } = one.getBoundingClientRect(); return [top, bottom] }"
    )
    header = column.evaluate(
        "() => Math.max(0, document.querySelector('header').getBoundingClientRect().bottom)"
    )
    height = column.evaluate("() => innerHeight")
    return abs(top - header) <= 1 and abs(bottom - height) <= 1
