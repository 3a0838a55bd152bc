"""A guest who acts through the server's API: sets up positions faster than by clicking."""

import time
import uuid
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from playwright.sync_api import Page, expect

from tests.browser.browser import PATIENCE
from tests.browser.player import BOARD

MATCH_TIMEOUT = 60  # seconds
PASSWORD = "a horse and a staple"

Update = dict[str, Any]
Condition = Callable[[Update], bool]


def is_to_move(update: Update) -> bool:
    """Return whether it is the viewer's turn."""
    return update["you"]["seat"] in update["position"]["waited_for"]


def is_over(update: Update) -> bool:
    """Return whether the match is over."""
    return bool(update["table"]["status"] == "over")


def in_phase(*phases: str) -> Condition:
    """Return the condition that it is the viewer's turn in one of these phases."""
    return lambda update: is_to_move(update) and update["position"]["view"]["phase"] in phases


@dataclass
class Guest:
    """A person with a page, who acts through the API too."""

    page: Page
    chance: Random = field(default_factory=lambda: Random(7))

    def call_api(self, method: str, path: str, body: dict[str, Any] | None = None) -> Any:
        """Call the API with the cookies of the page."""
        answer = self.page.request.fetch(f"/api/{path}", method=method, data=body)
        assert answer.ok, f"{method} {path}: {answer.text()}"
        return answer.json() if answer.status != 204 else None

    def become_guest(self, name: str = "Guest") -> "Guest":
        """Enter as a guest."""
        self.call_api("POST", "guests", {"name": name})
        return self

    def open_account(self, name: str) -> "Guest":
        """Open an account."""
        self.call_api("POST", "accounts", {"name": name, "password": PASSWORD})
        return self

    def make(self, game: str, seats: Sequence[str], *, start: bool = True, **more: Any) -> str:
        """Make a table, and return its id."""
        body = {"game": game, "seats": list(seats), "start": start, **more}
        made = self.call_api("POST", "tables", body)
        return str(made["id"])

    def fetch_update(self, table: str) -> Update:
        """Return the table as the server sends it to this guest."""
        update: Update = self.call_api("GET", f"tables/{table}")
        return update

    def wait(self, table: str, condition: Condition) -> Update:
        """Wait until a condition holds, or the match is over."""
        end = time.monotonic() + MATCH_TIMEOUT
        while not condition(update := self.fetch_update(table)) and not is_over(update):
            assert time.monotonic() < end, f"The condition never held: {update['position']}"
        return update

    def move(self, table: str, update: Update, actions: Sequence[int] = ()) -> None:
        """Make a random one of these moves, or of all legal ones."""
        legal = [one["action"] for one in update["position"]["legal"]]
        body = {
            "action": self.chance.choice(actions or legal),
            "version": update["version"],
            "client_id": uuid.uuid4().hex,
        }
        answer = self.page.request.post(f"/api/tables/{table}/moves", data=body)
        assert answer.ok or answer.status == 409, answer.text()  # the bots were faster

    def play(self, table: str, condition: Condition) -> Update:
        """Play at random until a condition holds, or the match is over."""
        end = time.monotonic() + MATCH_TIMEOUT
        while True:
            update = self.wait(table, lambda now: is_to_move(now) or condition(now))
            if condition(update) or is_over(update):
                return update
            assert time.monotonic() < end, f"The condition never held: {update['position']}"
            self.move(table, update)

    def let_bots_play(self, table: str, moves: float) -> Update:
        """Let a bot play the seat until so many moves are made; return at the guest's turn."""
        self.call_api("DELETE", f"tables/{table}/seats")
        update = self.wait(table, lambda now: now["position"]["moves"] >= moves)
        if is_over(update):
            return update
        self.call_api("POST", f"tables/{table}/seats", {})
        return self.wait(table, is_to_move)

    def show(self, table: str, *, open_room: bool = False) -> None:
        """Open the page of the table, and wait until it is drawn."""
        self.page.goto(f"/table/{table}")
        if open_room:
            heading = self.page.get_by_role("heading", level=1)
            expect(heading).to_contain_text("A game of", timeout=PATIENCE * 1000)
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
