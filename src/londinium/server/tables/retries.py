"""Retries: when a table that failed is tried again."""

from dataclasses import dataclass

FIRST_PAUSE, MAX_PAUSE = 1.0, 60.0  # seconds before a table that failed is tried again
DAMAGED_PAUSE = 3600.0  # before a table that cannot be read is tried again


@dataclass
class Failure:
    """How often in a row a table has failed, and when it is tried again."""

    times: int
    retry_at: float


class Retries:
    """The tables that failed; each is tried again after a pause that doubles each time."""

    def __init__(self) -> None:
        self._failures: dict[str, Failure] = {}

    def __len__(self) -> int:
        """Return how many tables failed the last time."""
        return len(self._failures)

    def failed(self, table: str, now: float) -> float:
        """Note that a table failed, and return when to try it again."""
        before = self._failures.get(table)
        times = before.times + 1 if before else 1
        pause = min(FIRST_PAUSE * 2.0 ** min(times - 1, 10), MAX_PAUSE)
        self._failures[table] = Failure(times, now + pause)
        return now + pause

    def damaged(self, table: str, now: float) -> None:
        """Note that a table cannot be read."""
        self._failures[table] = Failure(1, now + DAMAGED_PAUSE)

    def succeeded(self, table: str) -> None:
        """Note that a table did not fail."""
        self._failures.pop(table, None)

    def must_wait(self, table: str, now: float) -> bool:
        """Return whether it is too early to try a table again."""
        failure = self._failures.get(table)
        return failure is not None and now < failure.retry_at

    def forget_old(self, now: float) -> None:
        """Forget tables that should have been tried again: they no longer need anything."""
        self._failures = {
            table: failure
            for table, failure in self._failures.items()
            if now < failure.retry_at + MAX_PAUSE
        }
