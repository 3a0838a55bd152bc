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
        self._task_failures = Counter(
            "londinium_task_failures",
            "Failures of long-lived tasks, which were then started again.",
            ("task",),
            registry=self.registry,
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
        self.streams = self._gauge("streams", "Open event streams.")
        self.connections = self._gauge("connections", "Open connections.")
        self._refused_connections = Counter(
            "londinium_refused_connections",
            "Connections refused, since there were too many in all or from an address.",
            ("too_many",),
            registry=self.registry,
        )
        self.tables = self._gauge("tables", "Tables in memory.")
        self.database_bytes = self._gauge("database_bytes", "Bytes of the database.")
        self.free_bytes = self._gauge("disk_free_bytes", "Bytes free on the disk of SQLite's file.")
        self.stored_tables = self._gauge("stored_tables", "Tables in the database.")
        self.people = self._gauge("people", "People in the database, guests included.")
        self._swept = Counter(
            "londinium_swept", "What was deleted as unused.", ("what",), registry=self.registry
        )
        self._thinking = Histogram(
            "londinium_bot_seconds",
            "Time a bot thought about a move, by its level.",
            ("level",),
            buckets=THINKING_SECONDS,
            registry=self.registry,
        )
        self.searches_waiting = self._gauge(
            "searches_waiting", "Searches of bots that wait for a thread."
        )
        self.searches_running = self._gauge("searches_running", "Searches of bots that run.")
        self.search_wait = Histogram(
            "londinium_search_wait_seconds",
            "Time a search waited for a thread.",
            buckets=THINKING_SECONDS,
            registry=self.registry,
        )

    def _gauge(self, name: str, about: str) -> Gauge:
        return Gauge(f"londinium_{name}", about, registry=self.registry)

    def count_swept(self, what: str, number: int) -> None:
        """Count what was deleted as unused."""
        self._swept.labels(what).inc(number)

    def count_refused_connection(self, too_many: str) -> None:
        """Count a connection that was refused."""
        self._refused_connections.labels(too_many).inc()

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

    def count_task_failure(self, task: str) -> None:
        """Count a long-lived task that failed."""
        self._task_failures.labels(task).inc()

    def observe_commit(self, seconds: float, entries: int) -> None:
        """Record a commit of this many entries."""
        self._commits.observe(seconds)
        self._batches.observe(entries)

    def observe_thinking(self, level: str, seconds: float) -> None:
        """Record how long a bot of a level, or a hint, was thought about."""
        self._thinking.labels(level).observe(seconds)

    def render(self) -> tuple[bytes, str]:
        """Return the metrics as text, and the media type of that text."""
        return generate_latest(self.registry), CONTENT_TYPE_LATEST
