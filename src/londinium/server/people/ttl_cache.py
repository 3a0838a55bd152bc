"""A cache of what was lately read from the store, so that an ordinary request reads nothing."""

from collections import OrderedDict
from collections.abc import Awaitable, Callable
from typing import Generic, TypeVar

T = TypeVar("T")


class TtlCache(Generic[T]):
    """A bounded cache of things by their id, none of them older than some seconds."""

    def __init__(
        self,
        read: Callable[[str], Awaitable[T | None]],
        now: Callable[[], float],
        size: int = 10_000,
        seconds: float = 60,
    ) -> None:
        """Keep what `read` returns for an id."""
        self._read = read
        self._now = now
        self._size = size
        self._seconds = seconds
        self._items: OrderedDict[str, tuple[T, float]] = OrderedDict()
        self._invalidations = 0

    async def get(self, id: str) -> T | None:
        """Return the thing of an id, or None if the store has none."""
        item = self._items.get(id)
        if item is not None and self._now() < item[1]:
            self._items.move_to_end(id)
            return item[0]
        return await self._read_again(id)

    def replace(self, id: str, thing: T) -> None:
        """Keep another form of a thing, for as long as the one it replaces."""
        if id in self._items:
            self._items[id] = thing, self._items[id][1]

    def invalidate(self, id: str) -> None:
        """Read the thing again when it is next wanted, since it changed."""
        self._invalidations += 1
        self._items.pop(id, None)

    def invalidate_all(self, changed: Callable[[T], bool]) -> None:
        """Read some things again when they are next wanted."""
        self._invalidations += 1
        for id in [id for id, (thing, _) in self._items.items() if changed(thing)]:
            del self._items[id]

    def clear(self) -> None:
        """Read everything again, since anything may have changed."""
        self._invalidations += 1
        self._items.clear()

    async def _read_again(self, id: str) -> T | None:
        before, expires = self._invalidations, self._now() + self._seconds
        thing = await self._read(id)
        if thing is None:
            self._items.pop(id, None)
        elif before == self._invalidations:  # else it may have changed while it was being read
            self._items[id] = (thing, expires)
            self._items.move_to_end(id)
            if len(self._items) > self._size:
                self._items.popitem(last=False)
        return thing
