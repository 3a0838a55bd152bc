"""How many passwords may be tried, so that strangers' guesses do not lock an owner out.

Guesses are counted by address, by address and name, and by name. The last is what many addresses
together may try: it does not hold up whoever comes from an address or in a browser from which the
account was logged in to before.
"""

from collections import OrderedDict
from typing import Final

from londinium.server.limits import Limits
from londinium.store.people import fold

MAX_KNOWN: Final = 20_000  # addresses of people; the one not used for longest is dropped

Taken = tuple[str, str]  # a key and a kind of limit


class LoginLimits:
    """Limits attempts to log in."""

    def __init__(self, limits: Limits) -> None:
        """Count by these limits."""
        self._limits = limits
        self._known: OrderedDict[tuple[str, str], None] = OrderedDict()  # login name, address

    def check(self, name: str, address: str, device: str | None) -> list[Taken]:
        """Count an attempt, or raise TooMany; the device is one in which the owner logged in.

        Return what an attempt with the right password is given back. What the address has spent
        stays spent: it limits the work of checking passwords.
        """
        name = fold(name)
        if device is not None:
            self._limits.check(f"device {device}", "login")
            return []
        self._limits.check(address, "address_login")
        counted = [(f"{address} {name}", "login")]
        if (name, address) not in self._known:
            counted.append((name, "name_login"))
        for key, kind in counted:
            self._limits.check(key, kind)
        return counted

    def succeeded(self, name: str, address: str, counted: list[Taken]) -> None:
        """Give back an attempt with the right password, and know the address again."""
        for key, kind in counted:
            self._limits.give_back(key, kind)
        known = fold(name), address
        self._known[known] = None
        self._known.move_to_end(known)
        if len(self._known) > MAX_KNOWN:
            self._known.popitem(last=False)
