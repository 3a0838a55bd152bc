"""A view laid out as lines of text, for games that bring no drawing of their own."""

from collections.abc import Iterator, Mapping
from typing import Any

INDENT = "  "


def lines(value: Any, name: str = "", depth: int = 0) -> Iterator[str]:
    """Return a value of a view as lines: what is nested stands below its name, indented."""
    label = f"{INDENT * depth}{name.replace('_', ' ')}"
    if isinstance(value, Mapping):
        yield from [label] if name else []
        for key, inner in value.items():
            yield from lines(inner, str(key), depth + bool(name))
    elif isinstance(value, list) and any(isinstance(inner, list | Mapping) for inner in value):
        for number, inner in enumerate(value):
            yield from lines(inner, f"{name} {number}", depth)
    else:
        yield f"{label}: {in_words(value)}"


def in_words(value: Any) -> str:
    """Return a value that is not nested as people write it."""
    if value is None or value == []:
        return "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return ", ".join(in_words(inner) for inner in value)
    return str(value)
