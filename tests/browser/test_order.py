"""What happened is seen in the order in which it happened, and nobody has to wait for it."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.api_guest import Guest, Update, is_over
from tests.browser.browser import wait_for
from tests.browser.conftest import NewPage
from tests.browser.games import OLD_LONDON_BRIDGE, TICKET_TO_RIDE
from tests.browser.table_page import call_api, eventually

# Record what is being shown, and whether it covers the buttons, how far the rondel is turned, and
# what one is asked, with each change.
RECORD = """() => {
  const moments = (window.moments = []);
  const text = (name) => document.querySelector(name)?.textContent.trim() ?? "";
  const rect = (name) => document.querySelector(name)?.getBoundingClientRect();
  const [begin, end] = [(name) => rect(name)?.left ?? Infinity, (name) => rect(name)?.right ?? 0];
  const look = () => {
    const moment = {
      happening: text(".happening"),
      turned: document.querySelector(".disc .turning")?.style.transform ?? "",
      asked: text(".sentence:not(.happening)"),
      covers: end(".happening") > begin(".tools"),
    };
    if (JSON.stringify(moment) !== JSON.stringify(moments.at(-1))) moments.push(moment);
  };
  look();
  new MutationObserver(look).observe(document.body, {
    subtree: true, childList: true, characterData: true, attributes: true,
  });
}"""


def set_speed(page: Page, speed: str) -> None:
    """Choose how fast pieces move."""
    page.evaluate(
        "speed => localStorage.setItem('londinium settings', JSON.stringify({speed}))", speed
    )


def seated(new_page: NewPage, game: str, speed: str) -> tuple[Guest, Guest, str]:
    """Let Ann and Ben in; Ben looks at the table, and Ann plays without a page."""
    ann, ben = Guest(new_page()).become_guest("Ann"), Guest(new_page()).become_guest("Ben")
    set_speed(ben.page, speed)
    table = ann.make(game, ["me", "free"], start=False)
    ben.call_api("POST", f"tables/{table}/seats", {})
    ann.call_api("POST", f"tables/{table}/start")
    ben.show(table)
    return ann, ben, table


def is_quiet(page: Page) -> bool:
    """Return whether nothing is being shown."""
    return page.locator(".happening").count() == 0


def move(ann: Guest, ben: Guest, table: str) -> None:
    """Let whoever is to move make a move."""
    seat = ann.fetch_update(table)["position"]["waited_for"][0]
    mover = (ann, ben)[seat]
    mover.move(table, mover.fetch_update(table))


def last_turn_of_round(update: Update) -> bool:
    """Return whether the next pawn is the last of the round."""
    order = update["position"]["view"]["order"]
    return bool(order) and [turn["over"] for turn in order].count(False) == 1


def play_to_last_turn(ann: Guest, ben: Guest, table: str) -> None:
    """Play until the last pawn of a round is to be placed, and all of that has been shown."""
    while not last_turn_of_round(ann.fetch_update(table)):
        move(ann, ben, table)
    eventually(lambda: is_quiet(ben.page), "all has been shown")


def end_round(ann: Guest, ben: Guest, table: str) -> None:
    """Play until cards are chosen again."""
    number = ann.fetch_update(table)["position"]["view"]["round"]
    while True:
        update = ann.fetch_update(table)
        if update["position"]["view"]["round"] > number or is_over(update):
            return
        move(ann, ben, table)


def moments(page: Page) -> list[dict[str, Any]]:
    """Return what was recorded."""
    recorded: list[dict[str, Any]] = page.evaluate("window.moments")
    return recorded


def test_the_end_of_a_round_is_seen_step_by_step_and_then_one_is_asked(new_page: NewPage) -> None:
    ann, ben, table = seated(new_page, OLD_LONDON_BRIDGE, "fast")
    still = Guest(new_page(still=True))
    still.show(table)
    play_to_last_turn(ann, ben, table)
    for page in (ben.page, still.page):
        page.evaluate(RECORD)
    end_round(ann, ben, table)
    expect(ben.page.get_by_text("Choose two character cards").first).to_be_visible()
    eventually(lambda: is_quiet(ben.page), "all has been shown")
    seen = moments(ben.page)
    shown = list(dict.fromkeys(one["happening"] for one in seen if one["happening"]))
    over, turned = (next(n for n, text in enumerate(shown) if word in text) for word in MILESTONES)
    assert over < turned == len(shown) - 1
    before = [one for one in seen if shown[turned] not in one["happening"]]
    rotation = {one["turned"] for one in before[: before.index(last_of(before, shown[over])) + 1]}
    assert len(rotation) == 1, "the rondel turned before its time"
    asked = [n for n, one in enumerate(seen) if "Choose two character cards" in one["asked"]]
    assert min(asked) > max(n for n, one in enumerate(seen) if one["happening"])
    assert not any(one["covers"] for one in seen), "the words cover the buttons"
    assert not any(one["happening"] for one in moments(still.page)), "it is shown at once"


MILESTONES = ("Round 1 is over", "Round 2")


def last_of(seen: list[dict[str, Any]], text: str) -> dict[str, Any]:
    """Return the last moment at which a text was shown."""
    return [one for one in seen if one["happening"] == text][-1]


def test_whoever_acts_sees_the_rest_at_once_and_is_heard(new_page: NewPage) -> None:
    ann, ben, table = seated(new_page, OLD_LONDON_BRIDGE, "slow")
    page = ben.page
    play_to_last_turn(ann, ben, table)
    end_round(ann, ben, table)
    page.locator(".happening").wait_for()
    card = page.get_by_role("region", name="Your cards").first.locator("ul button").first
    card.click(force=True)
    assert is_quiet(page)
    assert card.get_attribute("aria-pressed") == "true"
    expect(page.get_by_text("Choose two character cards").first).to_be_visible()


@pytest.mark.parametrize("game", [OLD_LONDON_BRIDGE, TICKET_TO_RIDE])
def test_the_last_thing_an_opponent_did_stays_at_their_panel(new_page: NewPage, game: str) -> None:
    ann, ben, table = seated(new_page, game, "off")
    for _ in range(30):
        if did_of_ann(ben, table):
            break
        move(ann, ben, table)
    did = did_of_ann(ben, table)
    panel = ben.page.locator(".did")
    expect(panel).to_have_count(1)
    expect(panel).to_contain_text(re.compile(re.escape(did)))
    ben.page.reload()
    expect(panel).to_contain_text(re.compile(re.escape(did)))


def did_of_ann(ben: Guest, table: str) -> str:
    """Return a word of the line that tells what Ann did last; empty if she has done nothing."""
    for event in reversed(ben.call_api("GET", f"tables/{table}/log")["events"]):
        if event.get("seat") != 0:
            continue
        if event["event"] == "build":
            return str(event["building"]["number"] or "Park")
        if event["event"] in ("draw", "claim"):
            printed = call_api(ben.page, "GET", f"/games/{TICKET_TO_RIDE}")
            ends = printed["routes"][event["route"]]["ends"] if event["event"] == "claim" else [0]
            place = str(printed["places"][ends[0]]["name"])
            return place if event["event"] == "claim" else "Cards: "
    return ""


def test_the_newest_position_can_be_had_by_escape(new_page: NewPage) -> None:
    ann, ben, table = seated(new_page, OLD_LONDON_BRIDGE, "slow")
    play_to_last_turn(ann, ben, table)
    end_round(ann, ben, table)
    ben.page.locator(".happening").wait_for()
    ben.page.locator("[role=region][aria-labelledby=board]").press("Escape")
    assert is_quiet(ben.page)
    assert wait_for(ben.page, "document.querySelector('.sentence').textContent.trim()")
