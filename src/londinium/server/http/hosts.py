"""The names of the site: requests for another name are refused.

Otherwise the page of another site could read what this server answers, once its own name leads to
this machine (DNS rebinding).
"""

from functools import lru_cache
from ipaddress import ip_address
from typing import Final
from urllib.parse import urlsplit

from starlette.types import Scope

from londinium.server.http.addresses import header
from londinium.server.http.errors import HttpError
from londinium.server.settings import Settings

ANY: Final = "*"
LOOPBACK: Final = "localhost"
MAX_HOST: Final = 255
CACHE_SIZE: Final = 1000


class Hosts:
    """Knows by which names the site is reached.

    They are that of the public URL, those that the host allows, and those of this machine itself.
    Without a public URL a server that listens on a network is reached by any of its IP addresses
    too: no name leads there that is not asked for.
    """

    def __init__(self, settings: Settings) -> None:
        """Know the names from the settings."""
        self._public_url = settings.public_url
        self._any = ANY in settings.allowed_hosts
        self._names = {name for host in settings.allowed_hosts if (name := _name(host))}
        self._names.add(LOOPBACK)
        for listening in (
            settings.host,
            settings.public_url and urlsplit(settings.public_url).netloc,
        ):
            if listening and (name := _name(listening)):
                self._names.add(name)
        self._by_address = settings.public_url is None and not _is_loopback(settings.host)
        self._accepts = lru_cache(CACHE_SIZE)(self._is_ours)

    def check(self, scope: Scope) -> None:
        """Raise an error unless a request is for the site; browsers always say for which it is."""
        host = header(scope, b"host")
        if host is None or (len(host) <= MAX_HOST and self._accepts(host)):
            return
        instead = f"open {self._public_url} instead" if self._public_url else "use its address"
        raise HttpError(
            421,
            "unknown_host",
            f"This server is not known by that name: {instead}, or ask its host to add the name to"
            " LONDINIUM_ALLOWED_HOSTS.",
        )

    def _is_ours(self, host: bytes) -> bool:
        name = _name(host.decode("latin-1"))
        if self._any or name in self._names:
            return True
        return name is not None and (_is_loopback(name) or (self._by_address and _is_address(name)))


def _name(host: str) -> str | None:
    """Return the name or address of a Host header, without its port; None if it has none."""
    try:
        name = urlsplit(f"//{host}").hostname
    except ValueError:
        return None
    return name.rstrip(".") if name else None


def _is_address(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True


def _is_loopback(name: str) -> bool:
    return name == LOOPBACK or (_is_address(name) and ip_address(name).is_loopback)
