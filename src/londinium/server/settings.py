"""What a host can set, by environment variables that begin with LONDINIUM_."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from difflib import get_close_matches
from ipaddress import IPv4Network, IPv6Network, ip_network
from typing import Any
from urllib.parse import urlsplit

from platformdirs import user_data_path

from londinium.cores import cores

PREFIX = "LONDINIUM_"
DEFAULT_PORT = 8000
NAME = re.compile(r"[a-z0-9_.-]{1,255}|\[[0-9a-f:.]+\]")

Network = IPv4Network | IPv6Network


@dataclass(frozen=True)
class Kind:
    """A kind of value: how its text is read, and what it must be."""

    read: Callable[[str], Any]
    must: str


def text(must: str, accepts: Callable[[str], bool]) -> Kind:
    """Return a kind of text that is kept as it is."""

    def read(value: str) -> str:
        if not accepts(value):
            raise ValueError
        return value

    return Kind(read, must)


def number(least: int, most: int) -> Kind:
    """Return a kind of whole number."""

    def read(value: str) -> int:
        if not least <= int(value) <= most:
            raise ValueError
        return int(value)

    return Kind(read, f"a whole number from {least} to {most}")


def one_of(*choices: str) -> Kind:
    """Return a kind that is one of some words."""
    return text(" or ".join(choices), lambda value: value in choices)


def _read_origin(value: str) -> str:
    parts = urlsplit(value)
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.username is not None:
        raise ValueError
    if parts.path not in ("", "/") or parts.query or parts.fragment:
        raise ValueError
    return f"{parts.scheme}://{parts.netloc.lower()}"


def _read_networks(value: str) -> tuple[Network, ...]:
    return tuple(ip_network(part.strip()) for part in value.split(",") if part.strip())


def _read_names(value: str) -> tuple[str, ...]:
    names = tuple(part.strip().lower() for part in value.split(",") if part.strip())
    if not all(name == "*" or NAME.fullmatch(name) for name in names):
        raise ValueError
    return names


def _is_database(value: str) -> bool:
    return value.partition("://")[0] in ("sqlite", "postgres", "postgresql", "postgresql+asyncpg")


DATABASE = text("a URL that begins with sqlite:// or postgresql://", _is_database)
ADDRESS = text("an address or the name of a host", lambda value: value.strip() == value != "")
ORIGIN = Kind(_read_origin, "a URL with http or https and a host, without a path")
NETWORKS = Kind(_read_networks, "IP addresses or networks with commas between them")
NAMES = Kind(_read_names, "names of hosts without ports and with commas between them")
COUNT = number(1, 1_000_000)


def sqlite_in_data_directory() -> str:
    """Return the URL of the database that is used when nothing is set."""
    return f"sqlite:///{user_data_path('londinium') / 'londinium.db'}"


def all_cores_but_one() -> int:
    """Return how many bots think at once when nothing is set; one core answers requests."""
    return max(1, cores() - 1)


def _set(about: str, kind: Kind, default: Any, shown: str = "") -> Any:
    metadata = {"about": about, "kind": kind, "shown": shown}
    if callable(default):
        return field(default_factory=default, metadata=metadata)
    return field(default=default, metadata=metadata)


@dataclass(frozen=True, kw_only=True)
class Settings:
    """Everything a host can set; made without arguments, it is the defaults."""

    database_url: str = _set(
        "Where tables and people are stored.",
        DATABASE,
        sqlite_in_data_directory,
        "a SQLite file in the user's data directory",
    )
    host: str = _set("The address the server listens on.", ADDRESS, "127.0.0.1")
    port: int | None = _set(
        "The port the server listens on; 0 for any free one.",
        number(0, 65535),
        None,
        f"{DEFAULT_PORT}, or the next free one",
    )
    public_url: str | None = _set(
        "Where browsers reach the server, as https://example.org: with https, cookies are sent"
        " over https only.",
        ORIGIN,
        None,
        "where the server listens",
    )
    allowed_hosts: tuple[str, ...] = _set(
        "Other names by which browsers reach the server, or * for any: requests for unknown names"
        " are refused.",
        NAMES,
        (),
        "none",
    )
    trusted_proxies: tuple[Network, ...] = _set(
        "The proxies whose X-Forwarded-For and X-Forwarded-Proto are trusted.",
        NETWORKS,
        (),
        "none",
    )
    connections: int = _set(
        "The connections that may be open at once, if there are enough file descriptors.",
        COUNT,
        10_000,
    )
    connections_per_address: int = _set(
        "The connections an address may have open at once; trusted proxies may have any number.",
        COUNT,
        256,
    )
    bot_threads: int = _set(
        "The number of bots that may think at once.",
        number(1, 1024),
        all_cores_but_one,
        "the number of cores minus one",
    )
    bot_pace_ms: int = _set(
        "The minimum time between two bot moves at a table, in milliseconds.",
        number(0, 60_000),
        900,
    )
    requests_per_second: int = _set(
        "The requests a person may make per second, in the long run.", COUNT, 20
    )
    requests_burst: int = _set("The requests a person may make in a burst.", COUNT, 60)
    address_requests_per_second: int = _set(
        "The requests an address may make per second, in the long run.", COUNT, 50
    )
    address_requests_burst: int = _set("The requests an address may make in a burst.", COUNT, 200)
    guests_per_hour: int = _set(
        "The new guests and accounts an address may create per hour.", COUNT, 60
    )
    logins_per_minute: int = _set(
        "The passwords an address may try per minute for one account.", COUNT, 10
    )
    address_logins_per_minute: int = _set(
        "The passwords an address may try per minute for all accounts.", COUNT, 30
    )
    name_logins_per_minute: int = _set(
        "The passwords that all addresses from which an account's owner has not logged in before"
        " may try for it per minute.",
        COUNT,
        30,
    )
    tables_per_hour: int = _set("The tables a person may create per hour.", COUNT, 60)
    unfinished_tables: int = _set("The unfinished tables a person may have at once.", COUNT, 100)
    bot_tables_per_person: int = _set(
        "The tables whose bots look ahead (hard, expert) that a person may have in play at once.",
        COUNT,
        10,
    )
    bot_tables_per_address: int = _set(
        "The tables whose bots look ahead that people at an address may have in play at once.",
        COUNT,
        40,
    )
    imports_per_hour: int = _set("The match files a person may import per hour.", COUNT, 20)
    matches_kept: int = _set(
        "The finished or imported matches that are kept per person; older ones are deleted.",
        COUNT,
        1000,
    )
    guest_days: int = _set(
        "The days without use after which guests and their tables are deleted, and tables that"
        " never started.",
        number(1, 36_500),
        90,
    )
    disk_reserve_mb: int = _set(
        "The free megabytes on the disk of a SQLite file below which only running matches go on.",
        number(0, 1_000_000),
        200,
    )
    streams_per_identity: int = _set("The event streams a person may have open at once.", COUNT, 20)
    chat_per_minute: int = _set("The chat messages a person may send per minute.", COUNT, 30)
    hints_per_minute: int = _set("The hints a person may ask for per minute.", COUNT, 20)
    heartbeat_seconds: int = _set(
        "The time between two keep-alives on a quiet event stream, in seconds.",
        number(1, 3600),
        15,
    )
    grace_seconds: int = _set(
        "The time after a start or an outage during which no clock runs out, in seconds.",
        number(0, 86_400),
        60,
    )
    log_level: str = _set(
        "The least severe level that is logged.",
        one_of("debug", "info", "warning", "error"),
        "info",
    )
    metrics: str = _set(
        "Who may read /metrics: everybody (on), nobody (off), or only programs on this machine"
        " that come through no proxy (local).",
        one_of("on", "off", "local"),
        "local",
    )

    @property
    def secure(self) -> bool:
        """Whether browsers reach the server over https."""
        return self.public_url is not None and self.public_url.startswith("https://")

    @classmethod
    def from_environment(cls, environ: Mapping[str, str]) -> "Settings":
        """Read the settings; raise ValueError with one sentence for what is wrong."""
        given = {name: value for name, value in environ.items() if name.startswith(PREFIX)}
        known = {setting.variable: setting for setting in SETTINGS}
        for variable in sorted(given):
            if variable not in known and not _is_read_elsewhere(variable):
                raise ValueError(_unknown(variable, list(known)))
        return cls(**{s.name: s.read(given[v]) for v, s in known.items() if v in given})


@dataclass(frozen=True)
class Setting:
    """One setting as a host sees it."""

    name: str
    variable: str
    kind: Kind
    default: str
    about: str

    def read(self, value: str) -> Any:
        """Return the value; the refusal does not repeat it, since it may hold a password."""
        try:
            return self.kind.read(value)
        except ValueError:
            raise ValueError(f"{self.variable} must be {self.kind.must}.") from None


def _is_read_elsewhere(variable: str) -> bool:
    return variable == f"{PREFIX}CACHE_DIR" or variable.endswith("_EDITION")


def _unknown(variable: str, known: list[str]) -> str:
    names = [name.removeprefix(PREFIX) for name in known]
    near = get_close_matches(variable.removeprefix(PREFIX), names, n=1)
    instead = f"set {PREFIX}{near[0]} instead" if near else "unset it"
    return f"{variable} is not a setting; {instead}."


SETTINGS: tuple[Setting, ...] = tuple(
    Setting(
        name=f.name,
        variable=PREFIX + f.name.upper(),
        kind=f.metadata["kind"],
        default=f.metadata["shown"] or str(f.default),
        about=f.metadata["about"],
    )
    for f in fields(Settings)
)
