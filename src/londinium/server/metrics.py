"""Metrics for Prometheus, of one worker process."""

from typing import Final

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, ProcessCollector
from prometheus_client.exposition import CONTENT_TYPE_LATEST, generate_latest

UNMATCHED: Final = "unmatched"
METHODS: Final = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
SECONDS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)
THINKING_SECONDS: Final = (0.01, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0)
BATCHES: Final = (1, 2, 4, 8, 16, 32, 64, 128, 256)


class Metrics:
    """The metrics of one app; each app has its own, so that tests do not mix."""

    def __init__(self) -> None:
        """Start with nothing counted."""
        self.registry = CollectorRegistry()
        ProcessCollector(registry=self.registry)
        self._requests = Histogram(
            "londinium_request_seconds",
            "Time until the answer to a request began.",
            ("method", "route", "status"),
            buckets=SECONDS,
            registry=self.registry,
        )
        # By labels: to find it anew takes longer than to observe a time.
        self._request_times: dict[tuple[str, str, int], Histogram] = {}
        self._errors = Counter(
            "londinium_refusals", "Requests refused.", ("code",), registry=self.registry
        )
        self.moves = Counter("londinium_moves", "Moves committed.", registry=self.registry)
        self._commits = Histogram(
            "londinium_commit_seconds",
            "Time of a commit to the database.",
            buckets=SECONDS,
            registry=self.registry,
        )
        self._batches = Histogram(
            "londinium_commit_entries",
            "Entries in a commit.",
            buckets=BATCHES,
            registry=self.registry,
        )
        self.streams = Gauge("londinium_streams", "Open event streams.", registry=self.registry)
        self.tables = Gauge("londinium_tables", "Tables in memory.", registry=self.registry)
        self.thinking = Histogram(
            "londinium_bot_seconds",
            "Time a bot thought about a move.",
            buckets=THINKING_SECONDS,
            registry=self.registry,
        )

    def observe_request(self, method: str, route: str, status: int, seconds: float) -> None:
        """Record a request by the template of its route; anything else would grow without bound."""
        known = method if method in METHODS else "other"
        labels = known, route, status
        if labels not in self._request_times:
            self._request_times[labels] = self._requests.labels(*map(str, labels))
        self._request_times[labels].observe(seconds)

    def count_error(self, code: str) -> None:
        """Count a request that was answered with an error."""
        self._errors.labels(code).inc()

    def observe_commit(self, seconds: float, entries: int) -> None:
        """Record a commit of so many entries."""
        self._commits.observe(seconds)
        self._batches.observe(entries)

    def render(self) -> tuple[bytes, str]:
        """Return the metrics as text, and the media type of that text."""
        return generate_latest(self.registry), CONTENT_TYPE_LATEST
