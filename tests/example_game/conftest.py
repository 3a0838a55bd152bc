"""Fixtures of the tests of the example game."""

from tests.example_game.fixtures import example_installed, example_name, example_source

__all__ = ["example_installed", "example_name", "example_source"]
