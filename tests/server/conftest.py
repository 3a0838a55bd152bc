"""The server's tests run on both databases where they take `database_url`."""

from tests.databases import *  # noqa: F403
