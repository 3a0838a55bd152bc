"""The guided first games: followed to their results, and offered to those who are new."""

import json
import time
from dataclasses import dataclass, field
from typing import Any, Final

import pytest
from playwright.sync_api import Page, expect

from tests.browser.browser import POLL_MS
from tests.browser.conftest import NewPage
from tests.browser.games import GAMES, OLD_LONDON_BRIDGE, TICKET_TO_RIDE, TITLES
from tests.browser.player import GAME_TIMEOUT, Player
from tests.browser.table_page import board, fits, press_something
from tests.test_client_texts import SOURCE

LAPTOP: Final = {"width": 1366, "height": 650}
PHONE: Final = {"width": 360, "height": 740, "touch": True}
# The steps and decisions of which the guide may speak when a game asks for something.
SPEAKS_OF: Final = {
    TICKET_TO_RIDE: {
        "choose": {"tickets", "choose_tickets"},
        "turn": {"draw", "claim", "last_turn", "tickets_complete", "may_claim", "collect"},
        "second": {"second", "second_card"},
        "keep": {"keep_tickets"},
    },
    OLD_LONDON_BRIDGE: {
        "ladies": {"use_lady"},
        "cards": {"cards", "round_two", "choose_card", "choose_last_card"},
        "raise": {"raise_card"},
        "turn": {"place", "build_on", "place_pawn"},
        "replace": {"choose_replaced"},
        "take cards": {"effect_inn", "take_cards"},
        "take tile": {"take_tile"},
        "after": {"before_end"},
    },
}


def tour(game: str) -> dict[str, dict[str, str]]:
    """Return what the guide says in English, by step and decision."""
    texts = json.loads((SOURCE / "games" / game / "tour" / "en.json").read_text(encoding="utf-8"))
    return {text["id"]: text for text in texts}


@dataclass
class Pupil(Player):
    """Somebody who follows a guide: reads on while it explains, and acts when it says so."""

    game: str = ""
    asked: set[str] = field(default_factory=set)

    @property
    def table(self) -> str:
        """Return the id of the guided table."""
        saved = self.page.evaluate(f"sessionStorage.getItem('londinium learn {self.game}')")
        return str(json.loads(saved)["id"])

    def guide(self) -> Any:
        """Return the panel of the guide."""
        return self.page.get_by_role("complementary", name="Guide")

    def follow(self) -> None:
        """Follow the guide until the game is over."""
        end = time.monotonic() + GAME_TIMEOUT
        while (update := self.fetch_update())["table"]["status"] == "playing":
            assert time.monotonic() < end, f"The game is not over: {update['position']['prompt']}"
            read_on = self.guide().get_by_role("button", name="Next", exact=True)
            if read_on.count():
                self.press(read_on)
            elif update["you"]["seat"] in update["position"]["waited_for"]:
                self.expect_advice(update)
                press_something(self)
            self.page.wait_for_timeout(POLL_MS)

    def expect_advice(self, update: dict[str, Any]) -> None:
        """Expect that the guide says what to do about what the table asks."""
        phase = update["position"]["view"]["phase"]
        texts = tour(self.game)
        todos = {texts[id]["todo"] for id in SPEAKS_OF[self.game][phase]}
        end = time.monotonic() + 5
        while (said := self.said()) not in todos:
            if self.fetch_update()["version"] != update["version"]:
                return
            assert time.monotonic() < end, f"Asked for {phase!r}, the guide says {said!r}."
            self.page.wait_for_timeout(POLL_MS)
        self.asked.add(phase)

    def said(self) -> str | None:
        """Return what the guide tells the player to do, if it does."""
        todo = self.guide().locator(".todo:visible")
        return todo.inner_text().removeprefix("To do: ") if todo.count() else None


@pytest.mark.parametrize(
    ("game", "size"), [(TICKET_TO_RIDE, LAPTOP), (OLD_LONDON_BRIDGE, PHONE)], ids=GAMES
)
def test_a_guide_speaks_at_every_decision_and_ends_with_the_result_of_the_game(
    new_page: NewPage, game: str, size: dict[str, Any]
) -> None:
    page = new_page("/", still=True, **size)
    page.get_by_role("link", name=TITLES[game], exact=True).click()
    board(page).wait_for()
    pupil = Pupil(page, touch="touch" in size, game=game)
    guide = pupil.guide()
    expect(guide).to_contain_text(tour(game)["welcome"]["text"])
    seats = pupil.fetch_update()["table"]["seats"]
    assert [seat["kind"] for seat in seats].count("bot") == 2
    pupil.follow()
    assert {"turn"} < pupil.asked
    expect(guide).to_contain_text(tour(game)["over"]["text"])
    expect(page.get_by_role("table", name="Score sheet")).to_be_visible()
    assert fits(page)
    guide.get_by_role("button", name="Go to the home page").click()
    expect(page.get_by_role("radio", name=TITLES[game])).to_be_checked()


@pytest.mark.parametrize("size", [LAPTOP, PHONE], ids=["laptop", "phone"])
def test_a_first_visitor_is_offered_a_guided_game_at_the_top(
    new_page: NewPage, size: dict[str, Any]
) -> None:
    page = new_page("/", **size)
    for game in GAMES:
        offer = page.get_by_role("link", name=TITLES[game], exact=True)
        expect(offer).to_be_in_viewport(ratio=1)
        expect(offer).to_have_attribute("href", f"/learn/{game}")
    expect(page.get_by_role("button", name="Play now")).to_be_in_viewport(ratio=1)


def test_who_has_played_finds_the_guided_games_further_down(page: Page) -> None:
    page.get_by_role("radio", name=TITLES[OLD_LONDON_BRIDGE]).check(force=True)
    page.reload()
    expect(page.get_by_role("link", name=TITLES[OLD_LONDON_BRIDGE])).to_have_count(1)
    expect(page.get_by_role("heading", name="Learn the rules")).to_be_attached()
    expect(page.get_by_text("New here?")).to_have_count(0)


def test_a_guide_reads_on_after_a_reload(new_page: NewPage) -> None:
    page = new_page(f"/learn/{TICKET_TO_RIDE}", still=True)
    board(page).wait_for()
    pupil = Pupil(page, game=TICKET_TO_RIDE)
    table = pupil.table
    pupil.guide().get_by_role("button", name="Next", exact=True).click()
    expect(pupil.guide()).to_contain_text(tour(TICKET_TO_RIDE)["tickets"]["todo"])
    page.reload()
    expect(pupil.guide()).to_contain_text(tour(TICKET_TO_RIDE)["tickets"]["todo"])
    assert pupil.table == table
