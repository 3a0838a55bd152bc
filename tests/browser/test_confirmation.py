"""What a move would do is said before it happens, and irreversible moves can be confirmed."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.api_guest import Condition, Guest, Update, in_phase, is_over
from tests.browser.browser import wait_for
from tests.browser.conftest import NewPage
from tests.browser.games import OLD_LONDON_BRIDGE, TICKET_TO_RIDE
from tests.browser.table_page import eventually, tool

PHONE: dict[str, Any] = {"width": 360, "height": 740, "touch": True}
LAPTOP: dict[str, Any] = {"width": 1366, "height": 650}
KINDS = {"guild": "guild hall"}  # where the page has another word


def replacing_stack(update: Update) -> str | None:
    """Return a stack with a space that pays, whose building would replace just one other."""
    position = update["position"]
    view, texts = position["view"], {legal["text"] for legal in position["legal"]}
    pays = {space["stack"]: space["money"] for space in view["rondel"]}
    for stack, prospect in (view["prospects"] or {}).items():
        if (
            prospect
            and len(prospect["replaces"]) == 1
            and pays[stack]
            and f"place {stack}" in texts
        ):
            return str(stack)
    return None


def sentence(update: Update, stack: str) -> str:
    """Return what the page has to say of a placement, up to what the building gives."""
    view = update["position"]["view"]
    money = next(space["money"] for space in view["rondel"] if space["stack"] == stack)
    new, old = view["stacks"][stack]["top"]["number"], view["prospects"][stack]["replaces"][0]
    return f"+\N{WORD JOINER}£{money}, build {KINDS.get(stack, stack)} {new} in place of {old}"


def gain(update: Update, stack: str) -> str:
    """Return what it gives, where that is steps."""
    steps = update["position"]["view"]["prospects"][stack]["effects"][0]["steps"]
    return f"{steps} {stack} step{'s' if steps > 1 else ''}" if steps else ""


def about_to_replace(page: Page) -> tuple[Guest, str, Update, str]:
    """Show a table where the next pawn can replace a building; say by which stack."""
    me, table, update = at(
        page, lambda now: in_phase("turn")(now) and replacing_stack(now) is not None
    )
    stack = replacing_stack(update)
    assert stack is not None
    return me, table, update, stack


def at(page: Page, condition: Condition) -> tuple[Guest, str, Update]:
    """Show a table of Old London Bridge where a condition holds; not every game comes to it."""
    me = Guest(page).become_guest("Ann")
    for _ in range(5):
        table = me.make(OLD_LONDON_BRIDGE, ["me", "easy"])
        update = me.play(table, condition)
        if not is_over(update):
            me.show(table)
            return me, table, update
    raise AssertionError("No game came to such a position.")


def numbers(update: Update) -> list[int | None]:
    view = update["position"]["view"]
    return [building["number"] for building in view["players"][view["seat"]]["bridge"]]


def test_a_replacement_says_so_before_it_happens(new_page: NewPage) -> None:
    page = new_page(None, **LAPTOP)
    me, table, update, stack = about_to_replace(page)
    said = sentence(update, stack)
    place = page.locator(f"[data-spot=stack-{stack}]")
    expect(place).to_contain_text(said)  # the choice's own text
    place.hover()
    preview = page.locator(".previewed")
    expect(preview).to_contain_text(said)
    expect(preview).to_contain_text(gain(update, stack))
    marked = page.locator("[data-spot^=slot-].marked")
    expect(marked).to_have_count(1)
    old = update["position"]["view"]["prospects"][stack]["replaces"][0]
    expect(page.locator("[data-spot^=slot-]").nth(numbers(update).index(old))).to_have_class(
        re.compile(r"\bmarked\b")
    )
    tool(page, "Read the table").click()
    words = page.get_by_role("dialog", name="The table in words")
    expect(words).to_contain_text(said.partition(", ")[2])
    page.keyboard.press("Escape")
    place.click()
    eventually(lambda: old not in numbers(me.fetch_update(table)), "the building is replaced")


def test_a_replacement_is_confirmed_by_touch_with_the_bridge_in_sight(new_page: NewPage) -> None:
    page = new_page(None, **PHONE)
    me, table, update, stack = about_to_replace(page)
    before = numbers(update)
    page.locator(f"[data-spot=stack-{stack}]").tap()
    bar = page.get_by_role("group", name="Confirm your move")
    expect(bar).to_contain_text(sentence(update, stack))
    slot = page.locator("[data-spot^=slot-].marked")
    expect(slot).to_be_in_viewport(ratio=1)
    wait_for(page, COVERED.format("!"))
    assert numbers(me.fetch_update(table)) == before
    bar.get_by_role("button", name="Cancel").tap()
    expect(bar).to_have_count(0)
    assert numbers(me.fetch_update(table)) == before
    page.locator(f"[data-spot=stack-{stack}]").tap()
    bar.get_by_role("button", name="Confirm").tap()
    eventually(lambda: numbers(me.fetch_update(table)) != before, "the building is replaced")


# Whether something lies over the middle of the marked slot.
COVERED = """{}(() => {{
    const slot = document.querySelector(".slot.marked");
    const {{ left, top, width, height }} = slot.getBoundingClientRect();
    return !slot.contains(document.elementFromPoint(left + width / 2, top + height / 2));
}})()"""


def test_which_building_to_replace_is_a_choice_with_its_outcomes(new_page: NewPage) -> None:
    page = new_page(None, **LAPTOP)
    _, _, update = at(page, in_phase("replace"))
    view = update["position"]["view"]
    for old in view["replacing"]["replaces"]:
        named = page.get_by_role("button", name=re.compile(rf"in place of {old}\b"))
        choice = page.locator("button.house.may").and_(named)
        expect(choice).to_be_visible()
    choice.hover()
    new = view["building"]["number"]
    expect(page.locator(".previewed")).to_contain_text(f"{new} in place of {old}")


@pytest.mark.parametrize("asks", ["On touch screens", "Always", "Never"])
def test_irreversible_moves_are_confirmed_as_the_setting_says(new_page: NewPage, asks: str) -> None:
    page = new_page("/")
    page.get_by_role("button", name="Settings").click()
    setting = page.get_by_role("group", name="Confirm moves")
    setting.get_by_role("radio", name=asks).check(force=True)
    page.keyboard.press("Escape")
    me = Guest(page).become_guest("Ann")
    table = me.make(TICKET_TO_RIDE, ["me", "easy"])
    me.show(table)
    bar = page.get_by_role("group", name="Confirm your move")
    page.get_by_role("button", name="Keep both").click()
    if asks == "Always":
        expect(bar).to_contain_text("Keep both tickets")
        bar.get_by_role("button", name="Confirm").click()
    draw_a_card(page, me, table)
    expect(bar).to_have_count(0)


def draw_a_card(page: Page, me: Guest, table: str, *, touch: bool = False) -> None:
    """Take a card from the deck by one press."""
    before = me.wait(table, in_phase("turn"))["position"]["moves"]
    deck = page.locator("[data-spot=deck]")
    expect(deck).to_have_attribute("aria-disabled", "false")
    deck.tap() if touch else deck.click()
    eventually(lambda: me.fetch_update(table)["position"]["moves"] > before, "a card is drawn")


def test_drawing_a_card_by_touch_needs_no_confirmation_but_tickets_do(new_page: NewPage) -> None:
    page = new_page(None, **PHONE)
    me = Guest(page).become_guest("Ann")
    table = me.make(TICKET_TO_RIDE, ["me", "easy"])
    me.show(table)
    bar = page.get_by_role("group", name="Confirm your move")
    page.get_by_role("button", name="Keep both").tap()
    expect(bar).to_contain_text("Keep both tickets")
    bar.get_by_role("button", name="Confirm").tap()
    expect(bar).to_have_count(0)
    draw_a_card(page, me, table, touch=True)
    expect(bar).to_have_count(0)
