"""The command that serves."""

import asyncio
import gc
import os
import sys
import threading
import webbrowser
from typing import Annotated

import typer

from londinium.cli.common import PATIENCE, app, errors

# Seconds after which a thread lets another run. Those that commit and read need several short turns
# each time, and would wait for each as long as this behind a busy event loop: by default 5 ms.
SWITCH_INTERVAL = 0.0002


@app.command()
def serve(
    open_page: Annotated[
        bool, typer.Option("--open", help="Open the page in a browser once it is ready.")
    ] = False,
) -> None:
    """Serve the games to browsers and programs; docs/hosting.md lists the settings."""
    # Here and not above: no other command needs the second that this takes.
    import uvloop

    from londinium.server.running.precompile import is_precompiled, precompile
    from londinium.server.running.serving import listen
    from londinium.server.running.serving import serve as serve_app
    from londinium.server.settings import Settings

    settings = Settings.from_environment(os.environ)
    listener = listen(settings.host, settings.port)
    progress = Progress()
    cached = is_precompiled()
    if not cached:
        precompile(progress.report)
        progress.done()

    def ready(url: str) -> None:
        if cached:  # the first page need not wait for the second that this takes
            threading.Thread(target=precompile, args=[lambda *_: None], daemon=True).start()
        errors.print(f"Londinium is running at {url} (Ctrl-C stops it).", soft_wrap=True)
        if open_page:
            webbrowser.open(url)

    collect_less()
    sys.setswitchinterval(SWITCH_INTERVAL)
    with asyncio.Runner(loop_factory=uvloop.Loop) as runner:
        runner.run(serve_app(settings, listener, ready))


def collect_less() -> None:
    """Collect garbage less often: by default it took a fifth of the server's time.

    What is loaded by now stays; little of what a request leaves needs the collector at all. To
    look at 10,000 new objects stops everything for some 4 ms, at 200,000 for 80.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(10_000, 500, 100)


class Progress:
    """Says what is being compiled, once it has taken longer than loading it would."""

    def __init__(self) -> None:
        self._timer: threading.Timer | None = None
        self._patience = PATIENCE

    def report(self, what: str, number: int, of: int) -> None:
        """Note that the next step has begun."""
        self.done()
        self._timer = threading.Timer(self._patience, self._say, [what, number, of])
        self._timer.daemon = True
        self._timer.start()

    def _say(self, what: str, number: int, of: int) -> None:
        self._patience = 0
        errors.print(f"Compiling, this once: {what} ({number + 1} of {of}) ...")

    def done(self) -> None:
        """Note that the last step is over."""
        if self._timer:
            self._timer.cancel()
