"""What tests do with the page of a table: set it up, find things, make moves, record texts."""

import re
import time
from collections.abc import Callable
from typing import Any, Final

from playwright.sync_api import Locator, Page, expect

from tests.browser.browser import PATIENCE, POLL_MS
from tests.browser.games import TICKET_TO_RIDE
from tests.browser.player import PRESSABLE, Player

A_MOVE: Final = ":is(.legal, .may, .keep)"  # how the games mark what can be played

# Record every text that the page shows, until it is reloaded.
_RECORD = """() => {
  const texts = (window.recordedTexts = new Set());
  const record = (node) => {
    if (node.nodeType === Node.TEXT_NODE) texts.add(node.data);
    if (node.nodeType !== Node.ELEMENT_NODE) return;
    for (const name of ["aria-label", "aria-valuetext", "title", "placeholder"])
      if (node.hasAttribute(name)) texts.add(node.getAttribute(name));
    for (const child of node.childNodes) record(child);
  };
  record(document.documentElement);
  new MutationObserver((changes) => {
    for (const { target, addedNodes } of changes) {
      record(target.nodeType === Node.TEXT_NODE ? target : target.cloneNode(false));
      for (const node of addedNodes) record(node);
    }
  }).observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
}"""


def call_api(page: Page, method: str, path: str, body: Any = None) -> Any:
    """Call the server's API with the cookies of a page, and return the answer."""
    answer = page.evaluate(
        """([method, path, body]) => fetch(`/api${path}`, {
             method,
             headers: { "Content-Type": "application/json" },
             body: body === null ? undefined : JSON.stringify(body),
           }).then(async (answer) => [answer.ok, await answer.text()])""",
        [method, path, body],
    )
    assert answer[0], f"{method} {path}: {answer[1]}"
    return page.evaluate("text => text && JSON.parse(text)", answer[1])


def become_guest(page: Page, name: str) -> None:
    """Enter as a guest of this name."""
    call_api(page, "POST", "/guests", {"name": name})


def sit_alone(page: Page, game: str, *bots: str, name: str = "Ann") -> Player:
    """Start a table with bots, and open its page."""
    become_guest(page, name)
    body = {"game": game, "seats": ["me", *bots], "start": True}
    page.goto(f"/table/{call_api(page, 'POST', '/tables', body)['id']}")
    board(page).wait_for()
    return Player(page)


def sit_together(first: Page, second: Page, game: str) -> tuple[Player, Player]:
    """Start a table with Ann and Ben, and open it in both their pages."""
    become_guest(first, "Ann")
    become_guest(second, "Ben")
    table = call_api(first, "POST", "/tables", {"game": game, "seats": ["me", "free"]})["id"]
    call_api(second, "POST", f"/tables/{table}/seats", {})
    call_api(first, "POST", f"/tables/{table}/start")
    for page in (first, second):
        page.goto(f"/table/{table}")
        board(page).wait_for()
    return Player(first), Player(second)


def board(page: Page) -> Locator:
    """Return the part of a table's page that the game draws, in any language."""
    return page.locator("[role=region][aria-labelledby=board]")


def tool(page: Page, name: str) -> Locator:
    """Return a button below the board."""
    return page.get_by_role("group", name="Actions").get_by_role("button", name=name, exact=True)


def press_more(page: Page, name: str) -> None:
    """Press a button of the list behind "More"."""
    tool(page, "More").click()
    page.get_by_role("group", name="Actions").get_by_role("button", name=name).click()


def log_of(page: Page) -> Locator:
    """Open the log, which is folded at first, and return it."""
    open_tab(page, "Log")
    return page.get_by_role("tabpanel", name="Log")


def open_tab(page: Page, name: str) -> None:
    """Open the log or the chat."""
    if page.get_by_role("tab").count():
        page.get_by_role("tab", name=name).click()
    else:
        tool(page, name).click()


def is_to_move(player: Player) -> bool:
    """Return whether the table waits for this player."""
    update = player.fetch_update()
    return update["you"]["seat"] in update["position"]["waited_for"]


def press_something(player: Player) -> None:
    """Press something that makes a move or leads to one, and confirm if the page asks."""
    page = player.page
    dialog = page.locator("dialog[open]")
    within = dialog if dialog.count() else board(page)
    candidates = [
        page.locator(".bar.unconfirmed .button.main"),
        within.locator(f".main{PRESSABLE}"),
    ]
    candidates += [within.locator(f"button{A_MOVE}{PRESSABLE}"), within.locator(PRESSABLE)]
    for things in candidates:
        if count := things.count():
            player.press(things.nth(player.chance.randrange(count)))
            return


def play(player: Player, moves: int = 1) -> None:
    """Make moves, in any language, whenever it is the player's turn."""
    for _ in range(moves):
        eventually(lambda: is_to_move(player), "it is the player's turn")
        before = player.fetch_update()["version"]

        def has_moved(before: int = before) -> bool:
            if player.fetch_update()["version"] != before:
                return True
            press_something(player)
            return False

        eventually(has_moved, "a move is made")


def play_in_turn(players: list[Player], moves: int) -> None:
    """Make a number of moves, each by a player who is to move."""
    for _ in range(moves):
        to_move = [player for player in players if is_to_move(player)]
        assert to_move, "Nobody is to move."
        play(to_move[0])


def eventually(holds: Callable[[], Any], what: str, seconds: float = PATIENCE) -> None:
    """Wait until something holds."""
    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end, f"not within {seconds} s: {what}"
        time.sleep(POLL_MS / 1000)


def record_texts(page: Page) -> None:
    """Start recording all texts that a page shows."""
    page.evaluate(_RECORD)


def recorded_texts(page: Page) -> list[str]:
    """Return the texts recorded so far."""
    texts: list[str] = page.evaluate("[...window.recordedTexts]")
    return texts


def offered(player: Player) -> list[str]:
    """Return the tickets that a player chooses from, by their names."""
    update = player.fetch_update()
    printed = call_api(player.page, "GET", f"/games/{TICKET_TO_RIDE}")
    names = [place["name"] for place in printed["places"]]
    tickets = update["position"]["view"]["players"][update["you"]["seat"]]["offered"]
    ends = [printed["tickets"][ticket]["ends"] for ticket in tickets]
    return [f"{names[one]} \N{EN DASH} {names[other]}" for one, other in ends]


def identifying(player: Player, tickets: list[str]) -> list[str]:
    """Return the tickets whose names are not also those of routes, which everybody may read."""
    printed = call_api(player.page, "GET", f"/games/{TICKET_TO_RIDE}")
    names = [place["name"] for place in printed["places"]]
    routes = [{names[end] for end in route["ends"]} for route in printed["routes"]]
    return [ticket for ticket in tickets if set(ticket.split(" \N{EN DASH} ")) not in routes]


def pick_two(page: Page, first: int, second: int) -> None:
    """Play two cards of the hand by their places, where two play Old London Bridge."""
    hand = page.get_by_role("region", name="Your cards").first.locator("ul button")
    for place in (first, second):
        card = hand.nth(place)
        if card.get_attribute("aria-pressed") != "true":
            card.click()
    page.get_by_role("button", name=re.compile(r"^Play .+ \(\d\) and .+ \(\d\)$")).click()


def fits(page: Page) -> bool:
    """Return whether a page is not wider than the screen."""
    return bool(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))


def expect_same(first: Page, second: Page, public: Callable[[Page], Any]) -> None:
    """Expect that two pages come to show the same."""
    eventually(lambda: public(first) == public(second), "both pages show the same")


def expect_replay_at(page: Page, at: int, of: int) -> None:
    """Expect the replay to show the position after so many decisions."""
    moment = page.get_by_text(re.compile(rf"^\s*\S?\s*Move {at} of {of}\b"))
    expect(moment).to_be_visible()
