"""Fixtures of the tests of the example game."""

from tests.example_game.fixtures import example_installed as installed
from tests.example_game.fixtures import example_name as name
from tests.example_game.fixtures import example_source as source

__all__ = ["installed", "name", "source"]
