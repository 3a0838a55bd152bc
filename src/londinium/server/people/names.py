"""Names of people and labels: what may be shown to others."""

import re
from typing import Final
from unicodedata import category, normalize

LONGEST: Final = 24
# Letters and marks that are drawn as nothing.
INVISIBLE: Final = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u3164\uffa0")
# Controls that turn the direction of what follows, so that a line can read as another.
BIDI_CONTROLS: Final = re.compile("[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")


def without_bidi_controls(text: str) -> str:
    """Return a text without the controls that change its direction."""
    return BIDI_CONTROLS.sub("", text)


def parse_name(text: str) -> str:
    """Return a name in its normal form, or raise ValueError with what is wrong with it."""
    name = re.sub(" +", " ", normalize("NFKC", without_bidi_controls(text))).strip()
    if not name:
        raise ValueError("a name needs at least one character")
    if len(name) > LONGEST:
        raise ValueError(f"a name may have at most {LONGEST} characters")
    if not name.isprintable() or INVISIBLE & set(name):
        raise ValueError("a name may contain only visible characters")
    if not any(category(character)[0] in "LN" for character in name):
        raise ValueError("a name needs a letter or a digit")
    return name
