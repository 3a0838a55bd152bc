"""Random players in a browser, by mouse, touch or keyboard.

They find their moves as a person does: by what can be pressed on the table and is not disabled. So
a whole game shows that the page offers everything that is needed to play one.
"""

import time
from dataclasses import dataclass, field
from random import Random
from typing import Any

from playwright.sync_api import Error, Locator, Page

from tests.browser.browser import POLL_MS, wait_for

PRESSABLE = (
    ":is(button, [role=button]):not(:disabled):not([aria-disabled=true]):not([data-aside]):visible"
)
MOVE_TIMEOUT = 20  # seconds until a move is found and answered
MAX_STEPS = 60  # of the focus, until something is pressed
GAME_TIMEOUT = 160  # seconds


@dataclass
class Player:
    """A page that shows a table, and somebody who presses its buttons at random."""

    page: Page
    touch: bool = False
    chance: Random = field(default_factory=lambda: Random(7))
    pressed: int = 0

    @property
    def table(self) -> str:
        """Return the id of the table that the page shows."""
        return self.page.url.rstrip("/").rpartition("/")[2].partition("?")[0]

    def fetch_update(self) -> dict[str, Any]:
        """Return the table as the server sends it to this player."""
        found: dict[str, Any] = self.page.evaluate(
            "id => fetch(`/api/tables/${id}`).then((answer) => answer.json())", self.table
        )
        return found

    def play_to_the_end(self, seconds: float = GAME_TIMEOUT) -> dict[str, Any]:
        """Play until the match is over; return the last update."""
        end = time.monotonic() + seconds
        while (update := self.fetch_update())["table"]["status"] == "playing":
            assert time.monotonic() < end, f"The game is not over: {update['position']['prompt']}"
            if update["position"]["legal"] and not self._has_chosen(update):
                self.move(update)
            else:
                self.page.wait_for_timeout(POLL_MS)
        return update

    @staticmethod
    def _has_chosen(update: dict[str, Any]) -> bool:
        """Return whether the player has chosen, and could only change the choice."""
        return update["you"]["seat"] not in update["position"]["waited_for"]

    def move(self, before: dict[str, Any] | None = None) -> None:
        """Press buttons until a move is made."""
        before = before or self.fetch_update()
        end = time.monotonic() + MOVE_TIMEOUT
        while self.fetch_update()["version"] == before["version"]:
            assert time.monotonic() < end, f"Nothing pressed was a move: {before['position']}"
            self._press_something()
            self.page.wait_for_timeout(POLL_MS)

    def _press_something(self) -> None:
        within = self.page.locator("dialog[open]")
        if not within.count():
            within = self.page.get_by_role("region", name=BOARD)
        confirm = self.page.locator(".bar.unconfirmed .button.main")
        things = confirm if confirm.count() else within.locator(PRESSABLE)
        count = things.count()
        if count:
            self.press(things.nth(self.chance.randrange(count)))

    def press(self, button: Locator) -> None:
        """Press a button; do nothing if it is gone or covered."""
        try:
            if self.touch:
                button.tap(timeout=1000)
            else:
                button.click(timeout=1000)
            self.pressed += 1
        except Error as error:
            if "Timeout" not in str(error) and "detached" not in str(error):
                raise


class KeyboardPlayer(Player):
    """A player without a mouse: moves the focus about the table, and presses keys at random."""

    def _press_something(self) -> None:
        """Move the focus by Tab, and on the map by arrow keys, until something is pressed."""
        keys, forward, where = self.page.keyboard, True, "before"
        for _ in range(MAX_STEPS):
            if where not in ("before", "beyond") and self.chance.random() < 0.2:
                keys.press(self.chance.choice(("ArrowRight", "ArrowDown", "ArrowUp")))
            keys.press("Tab" if forward else "Shift+Tab")
            where = self.page.evaluate(FOCUS_POSITION)
            if where in ("before", "beyond"):
                forward = where == "before"
            elif self.chance.random() < {"glowing": 0.5, "pressable": 0.05}.get(where, 0):
                keys.press(self.chance.choice(("Enter", "Space")))
                self.pressed += 1
                return


# Where the focus is: on a move, on another button of the table, or before or beyond the table.
FOCUS_POSITION = """(() => {
    const at = document.activeElement, board = document.querySelector("[role=region].board");
    if (!at.closest("dialog") && !board.contains(at))
        return board.compareDocumentPosition(at) & Node.DOCUMENT_POSITION_FOLLOWING
            ? "beyond" : "before";
    if (!at.matches(":is(button, [role=button]):not([aria-disabled=true])")) return "";
    return at.matches(".legal, .may, .main, .keep, dialog *") ? "glowing" : "pressable";
})()"""
BOARD = "Board"


def start_game(
    page: Page, game: str, opponents: int, level: str = "Easy", player: type[Player] = Player
) -> Player:
    """Start a game against bots from the home page."""
    page.get_by_role("radio", name=game).check(force=True)
    page.get_by_role("radio", name=str(opponents), exact=True).check(force=True)
    page.get_by_role("radio", name=level, exact=True).check(force=True)
    page.get_by_role("button", name="Play now").click()
    wait_for(page, "location.pathname.startsWith('/table/')")
    page.get_by_role("region", name=BOARD).wait_for()
    return player(page)
