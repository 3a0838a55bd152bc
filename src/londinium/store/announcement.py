"""How an announcement to the other workers is written."""

from collections.abc import Callable

CHANNEL = "londinium"  # of PostgreSQL's NOTIFY

Hear = Callable[[str, str], None]  # told a topic and a payload


def spell(worker: str, topic: str, payload: str) -> str:
    """Put an announcement in one line, with the worker who makes it first."""
    return f"{worker} {topic} {payload}"
