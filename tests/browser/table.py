"""Tables with people at them: how they are made, what is pressed there, what a page has shown."""

import re
import time
from collections.abc import Callable
from typing import Any, Final

from playwright.sync_api import Locator, Page, expect

from tests.browser.browser import PATIENCE, POLL_MS
from tests.browser.player import PRESSABLE, Player

TTR: Final = "ticket_to_ride_london"
OLB: Final = "old_london_bridge"
GAMES: Final = [TTR, OLB]
TITLES: Final = {TTR: "Ticket to Ride: London", OLB: "Old London Bridge"}
SHOWN: Final = ":is(.legal, .may, .keep)"  # as a move
expect.set_options(timeout=PATIENCE * 1000)

# All words that were ever on a page, for as long as it is not loaded anew.
_REMEMBER = """() => {
  const said = (window.saidByPage = new Set());
  const hear = (node) => {
    if (node.nodeType === Node.TEXT_NODE) said.add(node.data);
    if (node.nodeType !== Node.ELEMENT_NODE) return;
    for (const name of ["aria-label", "aria-valuetext", "title", "placeholder"])
      if (node.hasAttribute(name)) said.add(node.getAttribute(name));
    for (const child of node.childNodes) hear(child);
  };
  hear(document.documentElement);
  new MutationObserver((changes) => {
    for (const { target, addedNodes } of changes) {
      hear(target.nodeType === Node.TEXT_NODE ? target : target.cloneNode(false));
      for (const node of addedNodes) hear(node);
    }
  }).observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
}"""


def ask(page: Page, method: str, path: str, body: Any = None) -> Any:
    """Ask the server something, as the person of a page."""
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


def enter(page: Page, name: str) -> None:
    """Be a guest of that name."""
    ask(page, "POST", "/guests", {"name": name})


def sit_alone(page: Page, game: str, *bots: str, name: str = "Ann") -> Player:
    """Sit down at a table with bots, which starts at once."""
    enter(page, name)
    asked = {"game": game, "seats": ["me", *bots], "start": True}
    page.goto(f"/table/{ask(page, 'POST', '/tables', asked)['id']}")
    board(page).wait_for()
    return Player(page)


def sit_together(first: Page, second: Page, game: str) -> tuple[Player, Player]:
    """Let Ann and Ben sit down at a table, which starts."""
    enter(first, "Ann")
    enter(second, "Ben")
    table = ask(first, "POST", "/tables", {"game": game, "seats": ["me", "free"]})["id"]
    ask(second, "POST", f"/tables/{table}/seats", {})
    ask(first, "POST", f"/tables/{table}/start")
    for page in (first, second):
        page.goto(f"/table/{table}")
        board(page).wait_for()
    return Player(first), Player(second)


def board(page: Page) -> Locator:
    """The part of a table's page that belongs to the game, in any language."""
    return page.locator("[role=region][aria-labelledby=board]")


def tool(page: Page, name: str) -> Locator:
    """A button below the board."""
    return page.get_by_role("group", name="Actions").get_by_role("button", name=name, exact=True)


def press_more(page: Page, name: str) -> None:
    """Press what is in the list behind the last button below the board."""
    tool(page, "More").click()
    page.get_by_role("group", name="Actions").get_by_role("button", name=name).click()


def log_of(page: Page) -> Locator:
    """The column in which the log is, on a wide page."""
    return page.get_by_role("tabpanel", name="Log")


def is_asked(player: Player) -> bool:
    """Whether the table waits for a player."""
    update = player.look()
    return update["you"]["seat"] in update["position"]["waited_for"]


def press_something(player: Player) -> None:
    """Press something that is shown as a move or leads to one, and confirm where that is asked."""
    page = player.page
    dialog = page.locator("dialog[open]")
    within = dialog if dialog.count() else board(page)
    sought = [page.locator(".bar.unsure .button.main"), within.locator(f".main{PRESSABLE}")]
    sought += [within.locator(f"button{SHOWN}{PRESSABLE}"), within.locator(PRESSABLE)]
    for things in sought:
        if count := things.count():
            player.press(things.nth(player.chance.randrange(count)))
            return


def play(player: Player, moves: int = 1) -> None:
    """Make moves in any language, once one is asked for them."""
    for _ in range(moves):
        eventually(lambda: is_asked(player), "the player is asked")
        before = player.look()["version"]

        def has_moved(before: int = before) -> bool:
            if player.look()["version"] != before:
                return True
            press_something(player)
            return False

        eventually(has_moved, "a move is made")


def play_in_turn(players: list[Player], moves: int) -> None:
    """Make so many moves, each by somebody who is asked for one."""
    for _ in range(moves):
        asked = [player for player in players if is_asked(player)]
        assert asked, "Nobody is asked."
        play(asked[0])


def eventually(holds: Callable[[], Any], what: str, seconds: float = PATIENCE) -> None:
    """Wait until something holds."""
    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end, f"not within {seconds} s: {what}"
        time.sleep(POLL_MS / 1000)


def remember(page: Page) -> None:
    """Remember all words that are on a page from now on."""
    page.evaluate(_REMEMBER)


def remembered(page: Page) -> list[str]:
    """Return all words that a page has shown or said since it remembers."""
    said: list[str] = page.evaluate("[...window.saidByPage]")
    return said


def offered(player: Player) -> list[str]:
    """Return the tickets that a player chooses from, by their names."""
    update = player.look()
    printed = ask(player.page, "GET", f"/games/{TTR}")
    names = [place["name"] for place in printed["places"]]
    tickets = update["position"]["view"]["players"][update["you"]["seat"]]["offered"]
    ends = [printed["tickets"][ticket]["ends"] for ticket in tickets]
    return [f"{names[one]} \N{EN DASH} {names[other]}" for one, other in ends]


def telling(player: Player, tickets: list[str]) -> list[str]:
    """Return the tickets whose names are not also those of routes, which everybody may read."""
    printed = ask(player.page, "GET", f"/games/{TTR}")
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
    page.get_by_role("button", name=re.compile(r"^Play \d and \d$")).click()


def fits(page: Page) -> bool:
    """Whether a page has nothing beside it that one would have to scroll to."""
    return bool(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))


def expect_same(first: Page, second: Page, public: Callable[[Page], Any]) -> None:
    """Expect that two pages come to show the same."""
    eventually(lambda: public(first) == public(second), "both pages show the same")


def expect_moment(page: Page, at: int, of: int) -> None:
    """Expect a replay to be at a moment."""
    expect(page.get_by_text(f"Move {at} of {of}", exact=True)).to_be_visible()
