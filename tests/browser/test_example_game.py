"""The game of the package in `examples`, installed, and played on the page."""

import sys
from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from tests.browser.accessibility import assert_none, faults
from tests.browser.conftest import NewPage
from tests.browser.player import start_game
from tests.browser.server_process import ServerProcess
from tests.browser.table_page import call_api, log_of
from tests.example_game.fixtures import example_installed, example_name, example_source
from tests.example_game.installed import Installed

__all__ = ["example_installed", "example_name", "example_source"]


@pytest.fixture(scope="module")
def server_of_the_example(
    example_installed: Installed, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[ServerProcess]:
    """A server where the game is installed."""
    command = [sys.executable, "-m", "tests.example_game.serve"]
    folder = tmp_path_factory.mktemp("example game")
    server = ServerProcess(folder, command, example_installed.environment)
    yield server
    server.stop()


@pytest.fixture
def server(server_of_the_example: ServerProcess) -> ServerProcess:
    """The server of this module's pages."""
    return server_of_the_example


def test_an_installed_game_is_played_on_the_page_to_its_end(
    new_page: NewPage, example_name: str
) -> None:
    page = new_page(fast=True)
    (game,) = call_api(page, "GET", "/games")["games"]
    assert game["name"] == example_name
    player = start_game(page, game["title"], 1)
    expect(page.get_by_role("region", name="Your moves")).to_be_visible()
    assert_none(faults(page))
    over = player.play_to_the_end()
    assert over["position"]["winners"]
    expect(log_of(page)).to_contain_text("won")
