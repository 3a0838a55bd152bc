"""Names of people and labels: what may be shown to others."""

import re
from typing import Annotated, Final
from unicodedata import category, normalize

from pydantic import AfterValidator, Field

LONGEST: Final = 24
LONGEST_WRITTEN: Final = 100  # before it is normalized
# Letters and marks that are drawn as nothing.
INVISIBLE: Final = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u3164\uffa0")


def parse_name(written: str) -> str:
    """Return a name in its one form, or raise ValueError with what is wrong with it."""
    name = re.sub(" +", " ", normalize("NFKC", written)).strip()
    if not name:
        raise ValueError("a name needs at least one character")
    if len(name) > LONGEST:
        raise ValueError(f"a name has at most {LONGEST} characters")
    if not name.isprintable() or INVISIBLE & set(name):
        raise ValueError("a name has only characters that can be seen")
    if not any(category(sign)[0] in "LN" for sign in name):
        raise ValueError("a name needs a letter or a digit")
    return name


Name = Annotated[
    str,
    Field(
        min_length=1,
        max_length=LONGEST_WRITTEN,
        description=f"1 to {LONGEST} visible characters, at least one a letter or a digit",
        examples=["Ada"],
    ),
    AfterValidator(parse_name),
]
