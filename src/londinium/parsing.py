"""Parse what people write: names, however they are spelled, and positions line by line."""

import re
from collections.abc import Sequence
from functools import lru_cache

MAX_QUOTED = 60  # characters of a text that a message repeats


@lru_cache(4096)  # most of what is parsed was written by us, and comes again and again
def normalise(text: str) -> str:
    """Fold case, spaces and separators, so that what people type is found."""
    folded = re.sub(r"\s*[-\u2013\u2014]\s*", " - ", re.sub(r"\s*[,+]\s*", " + ", text.casefold()))
    return re.sub(r"\s+", " ", folded).strip()


def quote(text: str) -> str:
    """Return a text in quotes for a message, shortened where it is long."""
    text = text.strip()
    return repr(text if len(text) <= MAX_QUOTED else f"{text[:MAX_QUOTED]} ...")


def is_number(text: str, most: int) -> bool:
    """Return whether a text is a whole number from 0 to `most`, in digits."""
    return text.isdecimal() and len(text) <= len(str(most)) and int(text) <= most


def find_name(names: Sequence[str], text: str, what: str) -> int:
    """Return the number of a name, however it is spaced and capitalised."""
    wanted = normalise(text)
    for i, name in enumerate(names):
        if normalise(name) == wanted:
            return i
    raise ValueError(f"{quote(text)} is not a {what}.")


class Lines:
    """The `name: value` lines of a position, each of which must be asked for once."""

    def __init__(self, text: str) -> None:
        """Take the lines apart; those below a line `seat 0` are named `seat 0 name`."""
        self.values: dict[str, str] = {}
        prefix = ""
        for number, line in enumerate(text.splitlines(), start=1):
            name, colon, value = line.strip().partition(":")
            if re.fullmatch(r"seat \d", line.strip()):
                prefix = f"{name} "
            elif colon and prefix + name not in self.values:
                self.values[prefix + name] = value.strip()
            elif line.strip():
                raise ValueError(f"Line {number} of the position is not understood: {quote(line)}.")

    def text(self, name: str, default: str) -> str:
        """Return the value of a line."""
        return self.values.pop(name, default)

    def number(self, name: str, default: int) -> int:
        """Return the value of a line that is a number of a byte."""
        value = self.values.pop(name, str(default))
        if not is_number(value, 255):
            raise ValueError(f"The position says {name}: {quote(value)}, which is not a number.")
        return int(value)

    def finish(self) -> None:
        """Refuse lines that were never read."""
        if self.values:
            raise ValueError(f"The position has an unknown line {quote(next(iter(self.values)))}.")
