"""What was lately read from the store, so that an ordinary request reads nothing."""

from collections import OrderedDict
from collections.abc import Awaitable, Callable
from typing import Generic, TypeVar

T = TypeVar("T")


class Recent(Generic[T]):
    """A bounded memory of things by their id, none older than some seconds."""

    def __init__(
        self,
        read: Callable[[str], Awaitable[T | None]],
        now: Callable[[], float],
        most: int = 10_000,
        seconds: float = 60,
    ) -> None:
        """Remember what `read` returns for an id."""
        self._read = read
        self._now = now
        self._most = most
        self._seconds = seconds
        self._known: OrderedDict[str, tuple[T, float]] = OrderedDict()
        self._forgettings = 0

    async def get(self, id: str) -> T | None:
        """Return the thing of an id, or None if the store has none."""
        known = self._known.get(id)
        if known is not None and self._now() < known[1]:
            self._known.move_to_end(id)
            return known[0]
        return await self._read_anew(id)

    def forget(self, id: str) -> None:
        """Read the thing anew when it is next wanted, since it changed."""
        self._forgettings += 1
        self._known.pop(id, None)

    def forget_all(self) -> None:
        """Read everything anew, since anything may have changed."""
        self._forgettings += 1
        self._known.clear()

    async def _read_anew(self, id: str) -> T | None:
        before, until = self._forgettings, self._now() + self._seconds
        thing = await self._read(id)
        if thing is None:
            self._known.pop(id, None)
        elif before == self._forgettings:  # else it may have changed while it was being read
            self._known[id] = (thing, until)
            self._known.move_to_end(id)
            if len(self._known) > self._most:
                self._known.popitem(last=False)
        return thing
