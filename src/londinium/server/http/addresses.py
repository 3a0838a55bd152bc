"""Where a request comes from and goes to: the client's address, behind proxies or not."""

from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from typing import Final

from starlette.types import Scope

from londinium.server.settings import Network

API: Final = "/api/"  # before the paths of all routes for programs
UNKNOWN: Final = "unknown"  # a Unix socket has no peer address
FORWARDED: Final = (b"x-forwarded-for", b"forwarded", b"x-real-ip")


def header(scope: Scope, name: bytes) -> bytes | None:
    """Return the first header of a name in lower case."""
    for key, value in scope["headers"]:
        if key == name:
            return bytes(value)
    return None


class Addresses:
    """Finds the addresses of clients; only proxies of the host are trusted to name them."""

    def __init__(self, trusted: tuple[Network, ...] = ()) -> None:
        """Trust these proxies."""
        self._trusted = trusted

    def of(self, scope: Scope) -> str:
        """Return the client's address, IPv6 by its /64, for limits and logs."""
        peer = _peer(scope)
        if not self._trusted and ":" not in peer:
            return peer
        return _by_network(self._client(scope, peer))

    def of_peer(self, peer: str | None) -> str | None:
        """Return the address by which a connection is counted; None for a trusted proxy."""
        if peer is None or self._is_trusted(_parsed(peer)):
            return None
        return _by_network(peer)

    def is_https(self, scope: Scope) -> bool:
        """Return whether the client came over https, as far as is known."""
        if scope.get("scheme") == "https":
            return True
        proto = header(scope, b"x-forwarded-proto")
        return proto == b"https" and self._is_trusted(_parsed(_peer(scope)))

    def _client(self, scope: Scope, peer: str) -> str:
        """Walk from the nearest proxy outwards; the first that is not ours is the client."""
        client = peer
        named = b",".join(v for k, v in scope["headers"] if k == b"x-forwarded-for")
        for part in reversed(named.decode("latin-1").split(",")):
            address = part.strip()
            if not self._is_trusted(_parsed(client)) or _parsed(address) is None:
                break
            client = address
        return client

    def _is_trusted(self, address: IPv4Address | IPv6Address | None) -> bool:
        return address is not None and any(address in network for network in self._trusted)


def is_local(scope: Scope) -> bool:
    """Return whether a program on this machine asks, and not a proxy for somebody else."""
    peer = _parsed(_peer(scope))
    forwarded = any(key in FORWARDED for key, _ in scope["headers"])
    return peer is not None and peer.is_loopback and not forwarded


def _peer(scope: Scope) -> str:
    client = scope.get("client")
    return client[0] if client else UNKNOWN


def _parsed(address: str) -> IPv4Address | IPv6Address | None:
    try:
        parsed = ip_address(address)
    except ValueError:
        return None
    if isinstance(parsed, IPv6Address):
        return parsed.ipv4_mapped or parsed
    return parsed


def _by_network(address: str) -> str:
    """Return an IPv6 address as its /64, which is what one household has."""
    parsed = _parsed(address)
    if isinstance(parsed, IPv6Address):
        return str(IPv6Network((parsed.packed, 64), strict=False))
    return str(parsed) if parsed else UNKNOWN
