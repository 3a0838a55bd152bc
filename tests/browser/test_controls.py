"""What lies around the board: popovers, the log, reading aloud, the connection, a phone's menu."""

import re
from typing import Any

from playwright.sync_api import Locator, Page, expect

from tests.browser.api_guest import Guest
from tests.browser.browser import PageErrors, wait_for
from tests.browser.conftest import NewPage
from tests.browser.games import OLD_LONDON_BRIDGE, TICKET_TO_RIDE
from tests.browser.table_page import eventually, log_of, play, sit_alone, tool

# A voice that says nothing and ends when it is told to.
VOICE = """
  window.spoken = [];
  speechSynthesis.speak = (one) => window.spoken.push({ text: one.text, lang: one.lang, one });
  speechSynthesis.cancel = () => (window.cancelled = true);
"""


def test_what_lies_over_the_page_closes_by_escape_and_by_a_press_beside_it(page: Page) -> None:
    me = Guest(page).become_guest("Ann")
    options = {"chapel": "most_chapels"}
    me.show(me.make(OLD_LONDON_BRIDGE, ["me", "easy"], options=options))
    scoring = page.locator("[data-spot=scoring-chapel]")
    how = scoring.locator("p")
    more, share = tool(page, "More"), page.get_by_role("button", name="Share link")
    for opener, shown in ((scoring.locator("summary"), how), (more, share)):
        opener.click()
        expect(shown).to_be_visible()
        page.keyboard.press("Escape")
        expect(shown).to_be_hidden()
        opener.click()
        expect(shown).to_be_visible()
        page.get_by_role("heading", level=3).first.click()
        expect(shown).to_be_hidden()
        opener.click()
        opener.click()
        expect(shown).to_be_hidden()
    more.click()
    page.keyboard.press("Escape")
    expect(more).to_be_focused()


def test_the_menu_closes_when_the_map_is_pressed(page: Page) -> None:
    sit_alone(page, TICKET_TO_RIDE, "easy")
    share = page.get_by_role("button", name="Share link")
    tool(page, "More").click()
    expect(share).to_be_visible()
    page.locator("[data-spot=map]").click(position={"x": 20, "y": 20})
    expect(share).to_be_hidden()


def test_a_phones_menu_names_no_keys(new_page: NewPage) -> None:
    page = new_page(width=360, height=740, touch=True)
    sit_alone(page, TICKET_TO_RIDE, "easy")
    tool(page, "More").tap()
    menu = page.get_by_role("group", name="Actions").get_by_role("list")
    expect(menu.get_by_role("button", name="Share link")).to_be_visible()
    expect(menu).not_to_contain_text(re.compile("key", re.IGNORECASE))


def test_the_log_is_folded_at_first_and_has_the_colour_of_each_seat(page: Page) -> None:
    player = sit_alone(page, TICKET_TO_RIDE, "easy", "easy")
    play(player, 2)
    expect(page.get_by_role("complementary", name="Log and chat")).to_have_count(0)
    turns = log_of(page).locator("ol > li:has(.mark)")
    eventually(lambda: len(set(colours(turns))) == 3, "there are turns of three colours")
    marks = page.get_by_role("list", name="Players").locator(".mark")
    assert set(colours(turns)) == set(colours(marks.locator("xpath=..")))
    page.reload()
    expect(page.get_by_role("tabpanel", name="Log")).to_be_visible()  # as it was left


def colours(things: Locator) -> list[str]:
    """Return the colour of the chip in each."""
    found: list[str] = things.evaluate_all(
        "all => all.map((one) => getComputedStyle(one.querySelector('.mark')).backgroundColor)"
    )
    return found


def test_the_table_is_read_aloud_in_the_language_of_the_page(new_page: NewPage) -> None:
    page = new_page(None, locale="fr-FR")
    page.add_init_script(VOICE)
    page.goto("/")
    me = Guest(page).become_guest("Ann")
    table = me.make(TICKET_TO_RIDE, ["me", "easy"])
    page.goto(f"/table/{table}")
    page.get_by_role("button", name="Décrire la table").first.click()
    aloud = page.get_by_role("button", name="Lire à voix haute")
    aloud.click()
    spoken: list[dict[str, Any]] = page.evaluate("spoken.map(({ text, lang }) => ({ text, lang }))")
    assert {part["lang"] for part in spoken} == {"fr"}
    words = page.get_by_role("dialog")
    for heading in words.get_by_role("heading", level=3).all_inner_texts():
        assert any(part["text"].startswith(f"{heading}. ") for part in spoken)
    stop = page.get_by_role("button", name="Arrêter la lecture")
    expect(stop).to_be_visible()
    page.evaluate("spoken.at(-1).one.onend()")
    expect(aloud).to_be_visible()
    aloud.click()
    page.keyboard.press("Escape")
    wait_for(page, "window.cancelled === true")


def test_the_note_of_a_lost_connection_goes_when_it_is_back(
    page: Page, page_errors: PageErrors
) -> None:
    page_errors.expect("ERR_INTERNET_DISCONNECTED|ERR_FAILED")
    sit_alone(page, TICKET_TO_RIDE, "easy")
    lost = page.get_by_text("Connection lost.")
    page.context.set_offline(True)
    page.get_by_role("button", name="Keep both").click()
    expect(page.locator(".problem")).to_be_visible()
    expect(lost).to_be_visible()
    page.context.set_offline(False)
    expect(lost).to_have_count(0)
    expect(page.locator(".problem")).to_have_count(0)
