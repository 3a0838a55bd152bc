"""Settings for all tests."""

import os

import pytest
from hypothesis import settings

os.environ.pop("LONDINIUM_OLB_EDITION", None)  # the tests are about the reference edition

# Compilation makes first calls slow, and a failure must be one that others see too.
settings.register_profile("londinium", deadline=None, derandomize=True)
settings.load_profile("londinium")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update-goldens", action="store_true", help="write the goldens anew")
