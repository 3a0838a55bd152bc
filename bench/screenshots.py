"""Pictures of every page and of positions of the games, at six sizes, in light and dark.

python bench/screenshots.py           into screenshots/, for people to look at
python bench/screenshots.py WORD ...  only those with one of these words in their names
python bench/screenshots.py --readme  the two pictures of the README, into docs/pictures/
"""

import io
import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Literal

from playwright.sync_api import Browser, Error, Page
from rich.console import Console
from rich.progress import track

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from browsing import opened  # noqa: E402
from tests.browser import more_games  # noqa: E402
from tests.browser.api_guest import (  # noqa: E402
    Guest,
    Update,
    in_phase,
    is_over,
    two_ways_to_pay,
)
from tests.browser.games import GAMES, OLD_LONDON_BRIDGE, TICKET_TO_RIDE  # noqa: E402
from tests.browser.server_process import ServerProcess  # noqa: E402

SIZES = {
    "phone": (360, 740),
    "tablet": (768, 1024),
    "small": (1280, 600),
    "laptop": (1366, 650),
    "desktop": (1536, 730),
    "large": (1920, 950),
}
README_WINDOW = (1440, 900)
THEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
FOLDER = ROOT / "screenshots"
README = ROOT / "docs" / "pictures"
README_SIZE = 400_000  # bytes at most
COLOURS = 256
MIDDLE = {TICKET_TO_RIDE: 50, OLD_LONDON_BRIDGE: 44}  # moves of a match of two
PLAIN_MOVES = 40
PATIENCE_MS = 10_000
SETTLED_MS = 200  # until what was opened has come to rest
console = Console(highlight=False)

Show = Callable[[Guest], None]


@dataclass
class Picture:
    """A page at some moment: how the server is brought there, and what is pressed then."""

    name: str
    path: str
    press: Callable[[Page], None] = lambda _: None


def visit(browser: Browser, server: ServerProcess, **more: Any) -> Page:
    """Open a page without motion, as somebody new."""
    context = browser.new_context(
        base_url=server.url, locale="en-GB", reduced_motion="reduce", **more
    )
    context.set_default_timeout(PATIENCE_MS)
    return context.new_page()


def press(*names: str) -> Callable[[Page], None]:
    """Press buttons, one after the other; one that is not there is behind the button More."""

    def do(page: Page) -> None:
        for name in names:
            button = page.get_by_role("button", name=name, exact=True)
            if not button.count():
                page.get_by_role("button", name="More", exact=True).click()
            button.first.click()

    return do


def pay(nth: int, page: Page) -> None:
    """Open the ways to pay for one of the routes that may be claimed."""
    routes = page.locator("details", has_text="claim")
    routes.locator("summary").click()
    routes.get_by_role("button").nth(nth).click()


def log(page: Page) -> None:
    """Open the log where it is not open already."""
    if not page.get_by_role("tab", name="Log").count():
        press("Log")(page)


def hint(page: Page) -> None:
    """Ask a bot."""
    press("Hint")(page)
    page.get_by_text("wins ").first.wait_for()


def get_lost(page: Page) -> None:
    """Go where nothing is."""
    page.evaluate("history.pushState(null, '', '/no'); dispatchEvent(new Event('popstate'))")


def reveal(game: str, page: Page) -> None:
    """See a game of three end."""
    page.emulate_media(reduced_motion="no-preference")
    guest = Guest(page)
    table = guest.make(game, ["me", "easy", "easy"])
    guest.let_bots_play(table, MIDDLE[game])
    guest.show(table)
    guest.let_bots_play(table, float("inf"))
    page.get_by_role("region", name="Final scoring").wait_for(timeout=6 * PATIENCE_MS)


def steps(count: int, page: Page) -> None:
    """Go on in the guided game."""
    for _ in range(count):
        on = page.get_by_role("button", name="Next", exact=True)
        on.or_(page.get_by_role("button", name="Skip this step")).first.click()


def pages(guest: Guest, other: Guest) -> list[Picture]:
    """Return the pages besides tables, with something on each."""
    other.make(OLD_LONDON_BRIDGE, ["me", "free", "easy"], start=False, listed=True)
    clock = {"kind": "live", "move_seconds": 600, "bank_seconds": 600}
    other.make(TICKET_TO_RIDE, ["me", "medium"], listed=True, pace=clock)
    room = guest.make(TICKET_TO_RIDE, ["me", "free", "easy"], start=False)
    foreign = other.make(OLD_LONDON_BRIDGE, ["me", "free", "free", "free"], start=False)
    hot_seat = guest.make(TICKET_TO_RIDE, ["me", "me"])
    return [
        Picture("home", "/"),
        Picture("new", "/new"),
        Picture("new around one screen", "/new?with=hotseat"),
        Picture("tables", "/tables"),
        Picture("account", "/account"),
        Picture("nothing", "/", get_lost),
        Picture("settings", "/", press("Settings")),
        Picture("waiting as host", f"/table/{room}"),
        Picture("waiting as visitor", f"/table/{foreign}"),
        Picture("hot seat", f"/table/{hot_seat}"),
        *(Picture(f"learn {game}", f"/learn/{game}") for game in GAMES),
        *(Picture(f"learn {game} 3", f"/learn/{game}", partial(steps, 2)) for game in GAMES),
        *(Picture(f"reveal {game}", "/", partial(reveal, game)) for game in GAMES),
    ]


def moments(guest: Guest, game: str, seats: int) -> list[Picture]:
    """Return moments of a game, each at a table of its own."""
    others = ["medium"] * (seats - 1)
    middle = MIDDLE[game] * seats / 2
    name = f"{game} {seats}"

    def at(what: str, moves: float, *phases: str) -> Picture:
        table = guest.make(game, ["me", *others])
        if moves:
            guest.let_bots_play(table, moves)
        if phases:
            guest.play(table, in_phase(*phases))
        return Picture(f"{name} {what}", f"/table/{table}")

    turn = at("turn", middle, "turn")
    over = at("over", float("inf"))
    made = [at("start", 0), turn, at("late", 1.6 * middle, "turn"), over]
    if game == TICKET_TO_RIDE:
        made += [at("keep", 0, "keep"), at("second", middle / 2, "second")]
        made += paying(guest, others, name)
    else:
        for phase in ("cards", "take cards", "take tile", "replace"):
            made.append(at(phase, 0, phase))
    made.append(Picture(f"{name} replay", over.path, press("Replay")))
    if seats == 2:
        made += [
            Picture(f"{name} log", turn.path, log),
            Picture(f"{name} hint", turn.path, hint),
            Picture(f"{name} rules", turn.path, press("Rules")),
            Picture(f"{name} read", turn.path, press("Read the table")),
            Picture(f"{name} more", turn.path, press("More")),
        ]
    elif game == OLD_LONDON_BRIDGE:
        table = guest.make(game, ["me", *others], options=expert(guest))
        guest.let_bots_play(table, middle)
        made.append(Picture(f"{name} expert", f"/table/{table}"))
    return made


def paying(guest: Guest, others: list[str], name: str) -> list[Picture]:
    """Return the moment in which there are several ways to pay."""
    moves = guest.call_api("GET", f"games/{TICKET_TO_RIDE}")["moves"]

    def can_choose(now: Update) -> bool:
        return in_phase("turn")(now) and two_ways_to_pay(now, moves) is not None

    table = guest.make(TICKET_TO_RIDE, ["me", *others])
    update = guest.play(table, can_choose)
    route = two_ways_to_pay(update, moves)
    if is_over(update) or route is None:
        return []
    return [Picture(f"{name} pay", f"/table/{table}", partial(pay, route))]


def expert(guest: Guest) -> dict[str, str]:
    """Return the options of an expert game."""
    games = guest.call_api("GET", "games")["games"]
    found: dict[str, str] = next(
        game["presets"]["expert"] for game in games if game["name"] == OLD_LONDON_BRIDGE
    )
    return found


def take(page: Page, picture: Picture, size: str) -> None:
    """Take a picture in each theme, of the whole page if it is longer than the screen."""
    page.emulate_media(reduced_motion="reduce")
    page.goto(picture.path)
    name = picture.name.replace(" ", "_")
    try:
        page.get_by_role("heading", level=1).first.wait_for(state="attached")
        page.wait_for_timeout(SETTLED_MS)
        picture.press(page)
    except Error as error:  # what cannot be pressed must not cost the other pictures
        console.print(f"{name}, {size}: {str(error).splitlines()[0]}")
    for theme in THEMES:
        page.emulate_media(color_scheme=theme)
        page.wait_for_timeout(SETTLED_MS)
        page.screenshot(path=FOLDER / f"{name}.{size}.{theme}.png", full_page=True)


def plain(guest: Guest) -> list[Picture]:
    """Return positions of games that the client has no folder for, on the plain table."""
    made = [Picture("plain home", "/")]
    for game in more_games.TITLES:
        table = guest.make(game, ["me", "easy", "medium"])
        guest.let_bots_play(table, PLAIN_MOVES)
        made.append(Picture(f"plain {game}", f"/table/{table}"))
    over = guest.make(more_games.CITY_BUSES, ["me", "easy"])
    guest.let_bots_play(over, float("inf"))
    return [*made, Picture("plain over", f"/table/{over}")]


def positions(browser: Browser, server: ServerProcess, me: Guest) -> list[Picture]:
    """Return every page, and positions of both games."""
    me.call_api("POST", "tokens", {"label": "laptop"})
    shown = pages(me, Guest(visit(browser, server)).become_guest("Bea"))
    for game in track(GAMES, "Playing to the positions", console=console):
        shown += [*moments(me, game, 2), *moments(me, game, 4)]
    return shown


def take_all(browser: Browser, server: ServerProcess, me: Guest, shown: list[Picture]) -> None:
    """Take the wanted pictures at every size."""
    wanted = [word.replace("_", " ") for word in sys.argv[1:]]
    shown = [one for one in shown if not wanted or any(word in one.name for word in wanted)]
    kept = me.page.context.storage_state()
    for size, (width, height) in SIZES.items():
        viewport = {"width": width, "height": height}
        page = visit(
            browser, server, viewport=viewport, storage_state=kept, has_touch=size == "phone"
        )
        for picture in track(shown, f"Taking pictures, {size}", console=console):
            take(page, picture, size)


def album() -> None:
    """Take all pictures."""
    FOLDER.mkdir(exist_ok=True)
    with opened() as (browser, server):
        me = Guest(visit(browser, server)).become_guest("Ada")
        take_all(browser, server, me, positions(browser, server, me))
    with opened([sys.executable, "-m", "tests.browser.more_games"]) as (browser, server):
        me = Guest(visit(browser, server)).become_guest("Ada")
        take_all(browser, server, me, plain(me))
    console.print(f"{len(list(FOLDER.glob('*.png')))} pictures are in {FOLDER}/")


def readme() -> None:
    """Take the pictures of the README."""
    README.mkdir(parents=True, exist_ok=True)
    width, height = README_WINDOW
    with opened() as (browser, server):
        for game in track(GAMES, "Taking pictures", console=console):
            page = visit(browser, server, viewport={"width": width, "height": height})
            me = Guest(page).become_guest("Ada")
            table = me.make(game, ["me", "easy", "medium", "hard"])
            me.let_bots_play(table, 3 * MIDDLE[game])
            me.play(table, in_phase("turn"))
            me.show(table)
            page.wait_for_timeout(SETTLED_MS)
            file = README / f"{game}.png"
            file.write_bytes(small(page.screenshot()))
            console.print(f"{file}: {file.stat().st_size / 1000:.0f} kB")


def small(png: bytes) -> bytes:
    """Return a picture with a palette, if there is Pillow to make one."""
    try:
        from PIL import Image
    except ImportError:
        return png
    packed = io.BytesIO()
    picture = Image.open(io.BytesIO(png)).convert("RGB")
    picture.quantize(COLOURS, dither=Image.Dither.NONE).save(packed, "PNG", optimize=True)
    assert packed.tell() < README_SIZE, f"the picture has {packed.tell()} bytes"
    return packed.getvalue()


if __name__ == "__main__":
    if "--readme" in sys.argv:
        readme()
    else:
        album()
