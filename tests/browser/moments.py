"""Matches brought to a moment by the server's interface, which is faster than by a page."""

import time
import uuid
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from playwright.sync_api import Page, expect

from tests.browser.browser import PATIENCE
from tests.browser.player import BOARD

TICKET_TO_RIDE = "ticket_to_ride_london"
OLD_LONDON_BRIDGE = "old_london_bridge"
GAMES = (TICKET_TO_RIDE, OLD_LONDON_BRIDGE)
LONGEST_MATCH = 60  # seconds
PASSWORD = "a horse and a staple"

Update = dict[str, Any]
Moment = Callable[[Update], bool]


def is_mine(update: Update) -> bool:
    """Whether the viewer is waited for."""
    return update["you"]["seat"] in update["position"]["waited_for"]


def is_over(update: Update) -> bool:
    """Whether the match is over."""
    return bool(update["table"]["status"] == "over")


def in_phase(*phases: str) -> Moment:
    """Tell whether the viewer is asked something in one of these phases."""
    return lambda update: is_mine(update) and update["position"]["view"]["phase"] in phases


@dataclass
class Guest:
    """Who has opened a page, and acts besides it."""

    page: Page
    chance: Random = field(default_factory=lambda: Random(7))

    def ask(self, method: str, path: str, body: dict[str, Any] | None = None) -> Any:
        """Ask the server as the page would."""
        answer = self.page.request.fetch(f"/api/{path}", method=method, data=body)
        assert answer.ok, f"{method} {path}: {answer.text()}"
        return answer.json() if answer.status != 204 else None

    def enter(self, name: str = "Guest") -> "Guest":
        """Become a guest."""
        self.ask("POST", "guests", {"name": name})
        return self

    def open_account(self, name: str) -> "Guest":
        """Become somebody with an account."""
        self.ask("POST", "accounts", {"name": name, "password": PASSWORD})
        return self

    def make(self, game: str, seats: Sequence[str], *, start: bool = True, **more: Any) -> str:
        """Make a table and return its id."""
        asked = {"game": game, "seats": list(seats), "start": start, **more}
        made = self.ask("POST", "tables", asked)
        return str(made["id"])

    def look(self, table: str) -> Update:
        """Return the table as this guest may see it."""
        update: Update = self.ask("GET", f"tables/{table}")
        return update

    def wait(self, table: str, moment: Moment) -> Update:
        """Wait for a moment, or for the end."""
        end = time.monotonic() + LONGEST_MATCH
        while not moment(update := self.look(table)) and not is_over(update):
            assert time.monotonic() < end, f"It did not come to that: {update['position']}"
        return update

    def move(self, table: str, update: Update) -> None:
        """Make any legal move."""
        asked = {
            "action": self.chance.choice(update["position"]["legal"])["action"],
            "version": update["version"],
            "client_id": uuid.uuid4().hex,
        }
        answer = self.page.request.post(f"/api/tables/{table}/moves", data=asked)
        assert answer.ok or answer.status == 409, answer.text()  # the bots were faster

    def play(self, table: str, moment: Moment) -> Update:
        """Play without any plan until a moment comes, or the end."""
        end = time.monotonic() + LONGEST_MATCH
        while True:
            update = self.wait(table, lambda now: is_mine(now) or moment(now))
            if moment(update) or is_over(update):
                return update
            assert time.monotonic() < end, f"It did not come to that: {update['position']}"
            self.move(table, update)

    def let_bots_play(self, table: str, moves: float) -> Update:
        """Let a bot take the seat until so many moves are made, and return when one is asked."""
        self.ask("DELETE", f"tables/{table}/seats")
        update = self.wait(table, lambda now: now["position"]["moves"] >= moves)
        if is_over(update):
            return update
        self.ask("POST", f"tables/{table}/seats", {})
        return self.wait(table, is_mine)

    def show(self, table: str, *, open_room: bool = False) -> None:
        """Go to the table in the page, and wait until it is laid."""
        self.page.goto(f"/table/{table}")
        if open_room:
            heading = self.page.get_by_role("heading", level=1)
            expect(heading).to_contain_text("A table of", timeout=PATIENCE * 1000)
        else:
            self.page.get_by_role("region", name=BOARD).wait_for()


def two_ways_to_pay(update: Update, moves: list[dict[str, Any]]) -> int | None:
    """Return which of the routes that may be claimed is the first with several ways to pay."""
    routes: list[int] = []
    for one in update["position"]["legal"]:
        move = moves[one["action"]]
        if move["kind"] == "claim":
            if move["route"] in routes:
                return routes.index(move["route"])
            routes.append(move["route"])
    return None
