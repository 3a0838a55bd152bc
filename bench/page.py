"""What the page costs in Chromium: bytes of the first load, time to draw a table, time to answer.

All is measured by the browser's own means on the client as `make client` has built it, over
loopback, so what is left out is the network.

python bench/page.py
"""

import random
import re
import sys
from collections.abc import Callable
from pathlib import Path
from statistics import median

from playwright.sync_api import Browser, CDPSession, Page
from rich.console import Console
from rich.progress import Progress
from rich.table import Table as Sheet

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from browsing import opened  # noqa: E402
from tests.browser.api_guest import Guest  # noqa: E402
from tests.browser.browser import transferred, wait_for  # noqa: E402
from tests.browser.games import GAMES, OLD_LONDON_BRIDGE, TICKET_TO_RIDE, TITLES  # noqa: E402
from tests.browser.player import BOARD, PRESSABLE, Player, start_game  # noqa: E402
from tests.browser.server_process import ServerProcess  # noqa: E402

MIDDLE = {TICKET_TO_RIDE: 100, OLD_LONDON_BRIDGE: 90}  # moves of a match of four
DRAWINGS = 30
CLICKS = 50
SETTLED_MS = 150
LEAST_MS = 16  # the browser reports no faster interaction
WORK = ("ScriptDuration", "LayoutDuration", "RecalcStyleDuration")
# Mount the table from its view, and take the replay down: ms until it is laid out, and until the
# frame that shows it.
MOUNT = """
    async (button) => {
        const start = performance.now();
        button.click();
        await null; // the page is drawn before this goes on
        document.body.getBoundingClientRect();
        const laidOut = performance.now() - start;
        await new Promise((shown) => requestAnimationFrame(() => setTimeout(shown)));
        return [laidOut, performance.now() - start];
    }"""
SEEK = """
    (slider, at) => {
        slider.value = at;
        slider.dispatchEvent(new Event("input", { bubbles: true }));
    }"""
WATCH = """
    () => {
        window.answered = {};
        new PerformanceObserver((list) => {
            for (const { interactionId, name, duration } of list.getEntries())
                if (interactionId && /^(pointer|click)/.test(name))
                    window.answered[interactionId] =
                        Math.max(duration, window.answered[interactionId] ?? 0);
        }).observe({ type: "event", durationThreshold: 16 });
    }"""
console = Console(highlight=False)


def visit(browser: Browser, server: ServerProcess) -> Page:
    """Open a page with nothing kept, without motion."""
    context = browser.new_context(
        base_url=server.url,
        locale="en-GB",
        viewport={"width": 1440, "height": 900},
        reduced_motion="reduce",
    )
    return context.new_page()


def first_load(browser: Browser, server: ServerProcess, game: str | None) -> list[str]:
    """Return what is loaded until the home page is there, or the first table of a game."""
    page = visit(browser, server)
    requests: list[str] = []
    page.on("request", lambda request: requests.append(request.url))
    page.goto("/")
    page.wait_for_load_state("networkidle")
    wait_for(page, "document.fonts.status === 'loaded'")
    if game:
        start_game(page, TITLES[game], 3)
        page.wait_for_timeout(1000)
    found = transferred(page)
    page.context.close()
    what = f"home, then a table of {TITLES[game]}" if game else "home"
    return [what, f"{found / 1000:,.0f}", str(len(requests))]


def seated(browser: Browser, server: ServerProcess, game: str) -> Guest:
    """Sit down at a table of four in mid-game, and look at it."""
    guest = Guest(visit(browser, server)).become_guest("Ada")
    table = guest.make(game, ["me", *["medium"] * 3])
    guest.let_bots_play(table, MIDDLE[game])
    guest.show(table)
    guest.page.wait_for_timeout(1000)
    return guest


def spent(cdp: CDPSession) -> float:
    """Return the milliseconds that the page has spent in scripts, styles and layout so far."""
    metrics = cdp.send("Performance.getMetrics")["metrics"]
    return 1000 * sum(float(metric["value"]) for metric in metrics if metric["name"] in WORK)


def draw(page: Page, tick: Callable[[], None]) -> tuple[list[float], list[float], list[float]]:
    """Draw the table from its view, and from others; return three kinds of milliseconds."""
    cdp = page.context.new_cdp_session(page)
    cdp.send("Performance.enable")
    chance = random.Random(7)
    mounts, waits, seeks = [], [], []
    for _ in range(DRAWINGS):
        page.get_by_role("button", name="More", exact=True).click()
        page.get_by_role("button", name="Replay").click()
        slider = page.get_by_role("slider", name="Position in the game")
        of = int(slider.get_attribute("max") or 0)
        page.wait_for_timeout(SETTLED_MS)
        before, at = spent(cdp), chance.randrange(1, of)
        slider.evaluate(SEEK, at)
        page.get_by_text(f"Move {at} of {of}").wait_for()
        page.wait_for_timeout(SETTLED_MS)
        seeks.append(spent(cdp) - before)
        # Found before the clock starts: to look for a button by its name takes 10 ms of its own.
        back = page.get_by_role("button", name="Back to the table").first.element_handle()
        laid_out, shown = back.evaluate(MOUNT)
        mounts.append(laid_out)
        waits.append(shown)
        page.wait_for_timeout(SETTLED_MS)
        tick()
    return mounts, waits, seeks


def click(page: Page, tick: Callable[[], None]) -> list[float]:
    """Click things of the table; return how long each took to the next frame."""
    page.evaluate(WATCH)
    player = Player(page)
    while player.pressed < CLICKS:
        within = page.get_by_role("region", name=BOARD)
        if page.locator("dialog[open]").count():
            within = page.locator("dialog[open]")
        elif player.chance.random() < 0.2:  # a tool that can be pressed twice
            within = page.get_by_role("group", name="Actions").filter(has_text="More")
        things = within.locator(PRESSABLE)
        if count := things.count():
            before = player.pressed
            player.press(things.nth(player.chance.randrange(count)))
            if player.pressed > before:
                tick()
        page.wait_for_timeout(SETTLED_MS)
    found = list(page.evaluate("Object.values(window.answered)"))
    return found[:CLICKS] + [float(LEAST_MS)] * (CLICKS - len(found))


def figures(found: list[float]) -> list[str]:
    """Return best, median, 98th of a hundred, and worst, as text."""
    last = sorted(found)
    high = last[int(0.98 * (len(last) - 1))]
    return [f"{figure:.0f}" for figure in (last[0], median(found), high, last[-1])]


def machine(browser: Browser) -> str:
    """Describe this machine."""
    cpus = re.findall(r"model name\s*: (.*)", Path("/proc/cpuinfo").read_text())
    return f"{len(cpus)} cores ({cpus[0]}), Chromium {browser.version}, no GPU, loopback"


def main() -> None:
    """Measure, and say on what."""
    loads = Sheet("first load", "kB, compressed", "requests")
    times = Sheet("ms", "of", "best", "median", "p98", "worst")
    with opened() as (browser, server), Progress(console=console, transient=True) as progress:
        console.print(machine(browser))
        task = progress.add_task("Measuring", total=3 + len(GAMES) * (DRAWINGS + CLICKS))

        def tick() -> None:
            progress.advance(task)

        for game in (None, *GAMES):
            loads.add_row(*first_load(browser, server, game))
            tick()
        for game in GAMES:
            page = seated(browser, server, game).page
            mounts, waits, seeks = draw(page, tick)
            title, drawings = TITLES[game], str(DRAWINGS)
            times.add_row(f"{title}: table of four drawn from a view", drawings, *figures(mounts))
            times.add_row("the same, until the frame that shows it", drawings, *figures(waits))
            times.add_row("another moment of the match, work", drawings, *figures(seeks))
            times.add_row("a click, until the next frame", str(CLICKS), *figures(click(page, tick)))
            times.add_section()
            page.context.close()
    console.print(loads)
    console.print(times)
    console.print("Drawn is script, style and layout, with another board taken down.")


if __name__ == "__main__":
    main()
