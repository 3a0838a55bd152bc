"""The store's tests run on both databases."""

from tests.databases import *  # noqa: F403
