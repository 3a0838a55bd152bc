"""Every page is accessible: axe finds nothing, in light and dark, and headings are in order."""

from collections.abc import Callable
from typing import Any, Final

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.accessibility import assert_none, faults
from tests.browser.api_guest import (
    Guest,
    in_phase,
    is_over,
    two_ways_to_pay,
)
from tests.browser.browser import PageErrors
from tests.browser.conftest import NewPage
from tests.browser.games import GAMES, OLD_LONDON_BRIDGE, TICKET_TO_RIDE
from tests.browser.player import BOARD

PHONE: Final = {"width": 360, "height": 780, "touch": True}
DESKTOP: Final = {"width": 1280, "height": 800}
MIDDLE: Final = {TICKET_TO_RIDE: 50, OLD_LONDON_BRIDGE: 40}  # moves of a match of two
PHASES: Final = {
    TICKET_TO_RIDE: {"choose", "turn", "second", "keep"},
    OLD_LONDON_BRIDGE: {"cards", "turn", "replace", "take cards", "take tile"},
}
wide_and_narrow = pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
of_both_games = pytest.mark.parametrize("game", GAMES)
each_game_at_a_size = pytest.mark.parametrize(
    ("game", "size"), [(TICKET_TO_RIDE, PHONE), (OLD_LONDON_BRIDGE, DESKTOP)], ids=GAMES
)


def opened(new_page: NewPage, size: dict[str, Any]) -> Guest:
    """Open the home page as a guest without motion."""
    page = new_page(None, still=True, **size)
    guest = Guest(page).become_guest("Ada")
    return guest


def tool(page: Page, name: str) -> None:
    """Press one of the buttons below the board, also if it is behind More."""
    tools = page.get_by_role("group", name="Actions")
    button = tools.get_by_role("button", name=name, exact=True)
    if not button.count():
        tools.get_by_role("button", name="More", exact=True).click()
    button.click()


def dialog(page: Page) -> Locator:
    """Return the dialog that is open."""
    return page.locator("dialog[open]")


@wide_and_narrow
@pytest.mark.parametrize("path", ["/", "/new", "/new?with=hotseat", "/tables", "/account"])
def test_a_page(new_page: NewPage, path: str, size: dict[str, Any]) -> None:
    page = new_page(path, still=True, **size)
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    page.wait_for_load_state("networkidle")
    assert_none(faults(page))


def test_an_unknown_address(new_page: NewPage, page_errors: PageErrors) -> None:
    page_errors.expect("404")
    page = new_page("/no", still=True)
    expect(page.get_by_role("heading", name="The bridge ends here")).to_be_visible()
    assert_none(faults(page))


def test_a_table_that_is_not(new_page: NewPage, page_errors: PageErrors) -> None:
    page_errors.expect("404|422")
    page = new_page("/table/aaaaaaaaaaaa", still=True)
    expect(page.get_by_role("heading", name="This table cannot be shown")).to_be_visible()
    assert_none(faults(page))
    page.goto("/table/malformed")
    expect(page.get_by_text("There is no such table")).to_be_visible()


@wide_and_narrow
def test_lists_of_tables(new_page: NewPage, size: dict[str, Any]) -> None:
    other = Guest(new_page(None)).become_guest("Bea")
    other.make(OLD_LONDON_BRIDGE, ["me", "free", "easy"], start=False, listed=True)
    clock = {"kind": "live", "move_seconds": 600, "bank_seconds": 600}
    other.make(TICKET_TO_RIDE, ["me", "medium"], listed=True, pace=clock)
    me = opened(new_page, size)
    me.make(TICKET_TO_RIDE, ["me", "free"], start=False)
    me.make(OLD_LONDON_BRIDGE, ["me", "easy"])
    me.let_bots_play(me.make(TICKET_TO_RIDE, ["me", "easy"]), float("inf"))
    for path in ("/tables", "/"):
        me.page.goto(path)
        expect(me.page.get_by_text("Your turn", exact=True).first).to_be_visible()
        assert_none(faults(me.page))


@pytest.mark.parametrize("kind", ["guest", "account"])
def test_an_account(new_page: NewPage, kind: str) -> None:
    me = opened(new_page, DESKTOP)
    if kind == "account":
        me.open_account("Ada Lovelace")
        me.call_api("POST", "tokens", {"label": "laptop"})
    me.page.goto("/account")
    expect(
        me.page.get_by_text(f"{'logged in' if kind == 'account' else 'playing'} as")
    ).to_be_visible()
    me.page.wait_for_load_state("networkidle")
    assert_none(faults(me.page))


@wide_and_narrow
def test_the_settings(new_page: NewPage, size: dict[str, Any]) -> None:
    page = new_page("/", still=True, **size)
    page.get_by_role("button", name="Settings").click()
    expect(dialog(page)).to_be_visible()
    assert_none(faults(page))


@each_game_at_a_size
def test_a_waiting_room(new_page: NewPage, game: str, size: dict[str, Any]) -> None:
    host = opened(new_page, size)
    table = host.make(game, ["me", "free", "easy"], start=False)
    host.show(table, open_room=True)
    visitor = Guest(new_page(None, still=True, **size))
    visitor.show(table, open_room=True)
    assert_none(faults(host.page) + faults(visitor.page))


@of_both_games
def test_all_that_is_asked(new_page: NewPage, game: str) -> None:
    me = opened(new_page, DESKTOP)
    table = me.make(game, ["me", "easy"])
    me.show(table)
    left, found = set(PHASES[game]), []
    while left:
        update = me.play(table, in_phase(*left))
        if is_over(update):
            break
        phase = update["position"]["view"]["phase"]
        left.remove(phase)
        me.page.wait_for_timeout(100)
        found += [f"{phase}: {fault}" for fault in faults(me.page)]
    assert_none(found)


@of_both_games
def test_a_game_of_four_on_a_phone(new_page: NewPage, game: str) -> None:
    me = opened(new_page, PHONE)
    table = me.make(game, ["me", "easy", "easy", "easy"])
    me.let_bots_play(table, 2 * MIDDLE[game])
    me.show(table)
    assert_none(faults(me.page))


def test_an_expert_game_of_four(new_page: NewPage) -> None:
    me = opened(new_page, DESKTOP)
    games = me.call_api("GET", "games")["games"]
    named = {game["name"]: game for game in games}
    options = named[OLD_LONDON_BRIDGE]["presets"]["expert"]
    table = me.make(OLD_LONDON_BRIDGE, ["me", *["easy"] * 3], options=options)
    me.let_bots_play(table, 2 * MIDDLE[OLD_LONDON_BRIDGE])
    me.show(table)
    assert_none(faults(me.page))


@wide_and_narrow
def test_the_cards_to_pay_with(new_page: NewPage, size: dict[str, Any]) -> None:
    me = opened(new_page, size)
    moves = me.call_api("GET", f"games/{TICKET_TO_RIDE}")["moves"]
    table = me.make(TICKET_TO_RIDE, ["me", "easy"])
    update = me.play(
        table, lambda now: in_phase("turn")(now) and two_ways_to_pay(now, moves) is not None
    )
    route = two_ways_to_pay(update, moves)
    assert route is not None
    me.show(table)
    routes = me.page.locator("details", has_text="claim")
    routes.locator("summary").click()
    routes.get_by_role("button").nth(route).click()
    expect(dialog(me.page)).to_be_visible()
    assert_none(faults(me.page))


def read(page: Page) -> None:
    """Read the table in words."""
    tool(page, "Read the table")
    expect(dialog(page)).to_be_visible()


def rules(page: Page) -> None:
    """Open the rules."""
    tool(page, "Rules")
    expect(dialog(page).get_by_role("heading", level=3).nth(1)).to_be_visible()


def keys(page: Page) -> None:
    """See which keys do something."""
    tool(page, "Keyboard")
    expect(dialog(page)).to_be_visible()


def leave(page: Page) -> None:
    """Ask to leave."""
    tool(page, "Leave table")
    expect(dialog(page)).to_be_visible()


def more(page: Page) -> None:
    """Open the list of what else one can do."""
    page.get_by_role("button", name="More", exact=True).click()
    expect(page.get_by_role("button", name="Share link")).to_be_visible()


def log(page: Page) -> None:
    """See what has happened."""
    if not page.get_by_role("tab", name="Log").count():
        tool(page, "Log")
    expect(page.get_by_role("tabpanel", name="Log").get_by_role("listitem").first).to_be_visible()


def chat(page: Page) -> None:
    """See what was said."""
    if page.get_by_role("tab", name="Chat").count():
        page.get_by_role("tab", name="Chat").click()
    else:
        tool(page, "Chat")
    expect(page.get_by_role("tabpanel", name="Chat")).to_be_visible()


def hint(page: Page) -> None:
    """Ask a bot."""
    tool(page, "Hint")
    expect(page.get_by_text("wins ").first).to_be_visible()


def replay(page: Page) -> None:
    """Look back."""
    tool(page, "Replay")
    expect(page.get_by_role("slider", name="Position in the game")).to_be_visible()


@pytest.mark.parametrize(
    ("open", "size"),
    [
        *((one, PHONE) for one in (read, rules, leave, more, log, chat, hint, replay)),
        *((one, DESKTOP) for one in (more, log, hint)),
    ],
)
def test_what_opens_at_a_table(
    new_page: NewPage, open: Callable[[Page], None], size: dict[str, Any]
) -> None:
    """Each of them belongs to the page around the game; the games take turns."""
    game = GAMES[len(open.__name__) % 2]
    me = opened(new_page, size)
    table = me.make(game, ["me", "easy"])
    me.let_bots_play(table, MIDDLE[game])
    me.show(table)
    open(me.page)
    assert_none(faults(me.page))


@of_both_games
@pytest.mark.parametrize("open", [read, rules, replay])
def test_what_a_game_brings_to_the_frame(
    new_page: NewPage, game: str, open: Callable[[Page], None]
) -> None:
    me = opened(new_page, DESKTOP)
    table = me.make(game, ["me", "easy"])
    me.let_bots_play(table, MIDDLE[game])
    me.show(table)
    open(me.page)
    assert_none(faults(me.page))


@each_game_at_a_size
def test_the_end(new_page: NewPage, game: str, size: dict[str, Any]) -> None:
    me = opened(new_page, size)
    table = me.make(game, ["me", "easy", "easy"])
    me.let_bots_play(table, float("inf"))
    me.show(table)
    expect(me.page.get_by_role("table", name="Score sheet")).to_be_visible()
    expect(me.page.get_by_role("figure", name="Score over time")).to_be_visible()
    for summary in me.page.locator("summary:visible").all():
        summary.click()
    assert_none(faults(me.page))


@of_both_games
def test_the_end_seen_again(new_page: NewPage, game: str) -> None:
    me = opened(new_page, PHONE)
    table = me.make(game, ["me", "easy"])
    me.let_bots_play(table, float("inf"))
    me.show(table)
    replay(me.page)
    me.page.get_by_role("button", name="Step forward").click()
    expect(me.page.get_by_role("combobox", name="Seen by")).to_be_visible()
    assert_none(faults(me.page))


def test_a_table_handed_from_one_to_the_other(new_page: NewPage) -> None:
    me = opened(new_page, DESKTOP)
    table = me.make(TICKET_TO_RIDE, ["me", "me"])
    me.page.goto(f"/table/{table}")
    expect(me.page.get_by_role("heading", level=1)).to_be_attached()
    covered = faults(me.page)
    show = me.page.get_by_role("button", name="show my seat")
    if show.count():
        show.click()
        me.page.get_by_role("region", name=BOARD).wait_for()
    assert_none(covered + faults(me.page))


@each_game_at_a_size
def test_the_guided_game(new_page: NewPage, game: str, size: dict[str, Any]) -> None:
    page = new_page(f"/learn/{game}", still=True, **size)
    page.get_by_role("region", name=BOARD).wait_for()
    found = faults(page)
    for _ in range(3):
        on = page.get_by_role("button", name="Next", exact=True)
        on.or_(page.get_by_role("button", name="Skip this step")).first.click()
    assert_none(found + faults(page))
