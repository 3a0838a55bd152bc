"""Somebody who plays in a browser, by mouse, touch or keyboard, with no plan at all.

What may be done is found as anybody finds it: things on the table that can be pressed and are not
marked as out of reach. So a whole game shows that the page offers all that is needed to play one.
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
A_MOVE = 20  # seconds until a move is found and answered
MOST_STEPS = 60  # by keyboard, until something is pressed
LONGEST_GAME = 160  # seconds


@dataclass
class Player:
    """A page at a table, and what was pressed there."""

    page: Page
    touch: bool = False
    chance: Random = field(default_factory=lambda: Random(7))
    pressed: int = 0

    @property
    def table(self) -> str:
        """The id of the table that the page shows."""
        return self.page.url.rstrip("/").rpartition("/")[2].partition("?")[0]

    def look(self) -> dict[str, Any]:
        """Return the table as the server shows it to this person."""
        found: dict[str, Any] = self.page.evaluate(
            "id => fetch(`/api/tables/${id}`).then((answer) => answer.json())", self.table
        )
        return found

    def play_to_the_end(self, seconds: float = LONGEST_GAME) -> dict[str, Any]:
        """Play until the match is over; return how the table is then."""
        end = time.monotonic() + seconds
        while (update := self.look())["table"]["status"] == "playing":
            assert time.monotonic() < end, f"The game is not over: {update['position']['prompt']}"
            if update["position"]["legal"] and not self._has_chosen(update):
                self.move(update)
            else:
                self.page.wait_for_timeout(POLL_MS)
        return update

    @staticmethod
    def _has_chosen(update: dict[str, Any]) -> bool:
        """Whether the others are waited for, though one could still choose otherwise."""
        return update["you"]["seat"] not in update["position"]["waited_for"]

    def move(self, before: dict[str, Any] | None = None) -> None:
        """Press things until a move is made."""
        before = before or self.look()
        end = time.monotonic() + A_MOVE
        while self.look()["version"] == before["version"]:
            assert time.monotonic() < end, f"Nothing pressed was a move: {before['position']}"
            self._press_something()
            self.page.wait_for_timeout(POLL_MS)

    def _press_something(self) -> None:
        within = self.page.locator("dialog[open]")
        if not within.count():
            within = self.page.get_by_role("region", name=BOARD)
        confirm = self.page.locator(".bar.unsure .button.main")
        things = confirm if confirm.count() else within.locator(PRESSABLE)
        count = things.count()
        if count:
            self.press(things.nth(self.chance.randrange(count)))

    def press(self, thing: Locator) -> None:
        """Press a thing; one that is gone by then, or that something lies upon, is let be."""
        try:
            if self.touch:
                thing.tap(timeout=1000)
            else:
                thing.click(timeout=1000)
            self.pressed += 1
        except Error as error:
            if "Timeout" not in str(error) and "detached" not in str(error):
                raise


class Typist(Player):
    """Somebody who has only a keyboard: walks about the table, and presses Enter here and there."""

    def _press_something(self) -> None:
        """Walk by Tab, and on the map by arrows, until something is pressed."""
        keys, forward = self.page.keyboard, True
        for _ in range(MOST_STEPS):
            if self.chance.random() < 0.2:
                keys.press(self.chance.choice(("ArrowRight", "ArrowDown", "ArrowUp")))
            keys.press("Tab" if forward else "Shift+Tab")
            where = self.page.evaluate(FOCUS)
            if where in ("before", "beyond"):
                forward = where == "before"
            elif self.chance.random() < {"glowing": 0.5, "pressable": 0.05}.get(where, 0):
                keys.press(self.chance.choice(("Enter", "Space")))
                self.pressed += 1
                return


# Where the focus is: on something of the table that is shown as a move, on something else to be
# pressed, or before or beyond the table on the page.
FOCUS = """(() => {
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
    """Start a game against bots from the home page, as a newcomer does."""
    page.get_by_role("radio", name=game).check(force=True)
    page.get_by_role("radio", name=str(opponents), exact=True).check(force=True)
    page.get_by_role("radio", name=level, exact=True).check(force=True)
    page.get_by_role("button", name="Play now").click()
    wait_for(page, "location.pathname.startsWith('/table/')")
    page.get_by_role("region", name=BOARD).wait_for()
    return player(page)
