"""How long a bot may think about a decision."""

from typing import NamedTuple


class Budget(NamedTuple):
    """A number of iterations, a time in milliseconds, or both: what runs out first ends it."""

    iterations: int | None = None
    milliseconds: float | None = None

    def __str__(self) -> str:
        parts = [f"{self.iterations:,} iterations"] if self.iterations is not None else []
        parts += [f"{self.milliseconds:g} ms"] if self.milliseconds is not None else []
        return " or ".join(parts) or "no time"


AT_ONCE = Budget(iterations=0)
