"""Sounds: which are scheduled, when they are loaded, and what silences them."""

from typing import Any, Final

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import NewPage
from tests.browser.games import OLD_LONDON_BRIDGE, TICKET_TO_RIDE
from tests.browser.table_page import call_api, eventually, play, press_more, sit_alone

# An AudioContext that notes each source that is started: its wave, its pitch and how loud it is.
STUB: Final = """
window.heard = [];
window.inBackground = false;
Object.defineProperty(document, "hidden", { get: () => window.inBackground });
const param = () => ({
  values: [],
  setValueAtTime(value) { this.values.push(value); },
  linearRampToValueAtTime(value) { this.values.push(value); },
  exponentialRampToValueAtTime(value) { this.values.push(value); },
});
const node = (more) => ({ ...more, connect(to) { this.to = to; return to; } });
const source = (more) => node({
  ...more,
  start() {
    const pitch = (this.frequency ?? this.to.frequency).values[0];
    const gain = (this.frequency ? this.to : this.to.to).gain.values[1];
    window.heard.push({ wave: this.type ?? "noise", pitch, gain });
  },
  stop() {},
});
window.AudioContext = class {
  currentTime = 0;
  sampleRate = 100;
  destination = {};
  resume() { return Promise.resolve(); }
  createGain() { return node({ gain: param() }); }
  createBiquadFilter() { return node({ frequency: param() }); }
  createOscillator() { return source({ frequency: param() }); }
  createBufferSource() { return source({}); }
  createBuffer(channels, length) { return { getChannelData: () => new Float32Array(length) }; }
};
"""
# By sound: the source that it starts with.
FIRST: Final = {
    "card": ("noise", 3200),
    "tile": ("noise", 900),
    "coin": ("triangle", 1568),
    "bus": ("noise", 220),
    "turn": ("sine", 659),
    "end": ("sine", 523),
}


@pytest.fixture
def listening(new_page: NewPage) -> Any:
    """Open a page whose sounds are noted, and the files that it loads."""

    def listening(**options: Any) -> tuple[Page, list[str]]:
        page = new_page(None, **options)
        page.add_init_script(STUB)
        loaded: list[str] = []
        page.on("request", lambda request: loaded.append(request.url))
        page.goto("/")
        return page, loaded

    return listening


def heard(page: Page) -> list[dict[str, Any]]:
    """Return the sources that were started."""
    found: list[dict[str, Any]] = page.evaluate("window.heard")
    return found


def sounds_of(page: Page) -> set[str]:
    """Return which sounds were heard."""
    started = {(one["wave"], one["pitch"]) for one in heard(page)}
    return {sound for sound, first in FIRST.items() if first in started}


def is_loaded(loaded: list[str]) -> bool:
    return any("synthesis" in url for url in loaded)


def change_setting(page: Page, name: str) -> None:
    """Turn a setting on or off."""
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("checkbox", name=name).click()
    page.get_by_role("dialog").get_by_role("button", name="Close").click()


def test_sounds_are_loaded_with_the_first_and_muting_silences_them(listening: Any) -> None:
    page, loaded = listening()
    player = sit_alone(page, TICKET_TO_RIDE, "easy")
    page.wait_for_timeout(300)
    assert not heard(page)
    assert not is_loaded(loaded)
    play(player)
    eventually(lambda: bool(heard(page)), "the move is heard")
    assert is_loaded(loaded)
    press_more(page, "Mute the sound")
    eventually(lambda: 0 in player.fetch_update()["position"]["waited_for"], "the bot has moved")
    page.wait_for_timeout(300)
    count = len(heard(page))
    play(player)
    eventually(lambda: 0 in player.fetch_update()["position"]["waited_for"], "the bot has moved")
    page.wait_for_timeout(300)
    assert len(heard(page)) == count
    press_more(page, "Turn the sound on")
    play(player)
    eventually(lambda: len(heard(page)) > count, "the move is heard again")


def test_with_reduced_motion_there_is_sound_only_when_asked_for_and_as_loud_as_wished(
    listening: Any,
) -> None:
    page, loaded = listening(still=True)
    player = sit_alone(page, TICKET_TO_RIDE, "easy")
    play(player)
    page.wait_for_timeout(300)
    assert not is_loaded(loaded)
    change_setting(page, "Sound")
    eventually(lambda: bool(heard(page)), "the wish is answered by a sound")
    half = heard(page)[-1]["gain"]
    page.get_by_role("button", name="Settings").click()
    volume = page.get_by_role("slider", name="Volume")
    expect(volume).to_have_value("50")
    volume.fill("100")
    eventually(lambda: heard(page)[-1]["gain"] == 2 * half, "it is twice as loud")
    count = len(heard(page))
    volume.fill("0")
    page.wait_for_timeout(300)
    assert len(heard(page)) == count


def test_in_the_background_there_is_sound_only_when_wished(listening: Any) -> None:
    page, loaded = listening()
    player = sit_alone(page, TICKET_TO_RIDE, "easy")
    page.evaluate("window.inBackground = true")
    play(player)
    eventually(lambda: 0 in player.fetch_update()["position"]["waited_for"], "the bot has moved")
    page.wait_for_timeout(300)
    assert not is_loaded(loaded)
    change_setting(page, "Also while the page is in the background")
    play(player)
    eventually(lambda: bool(heard(page)), "the move is heard")


@pytest.mark.parametrize(
    ("game", "sounds"),
    [
        (TICKET_TO_RIDE, {"card", "bus", "turn", "end"}),
        (OLD_LONDON_BRIDGE, {"card", "tile", "coin", "turn", "end"}),
    ],
)
def test_a_whole_game_is_heard_by_its_own_sounds(
    listening: Any, game: str, sounds: set[str]
) -> None:
    page, _ = listening()
    player = sit_alone(page, game, "random")
    page.mouse.click(5, 5)  # without a click a page makes no sound
    path = f"/tables/{player.table}"
    while (update := call_api(page, "GET", path))["table"]["status"] == "playing":
        if 0 not in update["position"]["waited_for"]:
            continue
        legal = update["position"]["legal"]
        claims = [move for move in legal if move["text"].startswith("claim")]
        body = {
            "action": (claims or legal)[0]["action"],
            "version": update["version"],
            "client_id": f"move-{update['version']:08}",
        }
        call_api(page, "POST", f"{path}/moves", body)
    eventually(lambda: "end" in sounds_of(page), "the end is heard")
    assert sounds_of(page) == sounds
