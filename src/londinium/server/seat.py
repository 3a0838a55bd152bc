"""A seat of a table, and who is in it."""

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Who:
    """A person, as a table knows them."""

    person: str
    name: str
    guest: bool = True

    def to_json(self) -> dict[str, Any]:
        """Return the person as plain data."""
        return {"person": self.person, "name": self.name, "guest": self.guest}


@dataclass
class Seat:
    """A seat: free, kept for somebody, a person's, or a bot's."""

    who: Who | None = None
    bot: str | None = None  # its level
    away: bool = False  # a bot plays until the person returns
    kept_for: Who | None = None

    @property
    def free(self) -> bool:
        """Whether somebody can still sit down."""
        return self.who is None and self.bot is None

    @property
    def person(self) -> str | None:
        """The person whose seat it is."""
        return self.who.person if self.who else None

    @property
    def played_by_bot(self) -> bool:
        """Whether a bot makes its moves now."""
        return self.bot is not None or self.away

    def to_json(self) -> dict[str, Any]:
        """Return the seat as plain data."""
        data: dict[str, Any] = {}
        if self.who:
            data["who"] = self.who.to_json()
        if self.kept_for:
            data["kept_for"] = self.kept_for.to_json()
        if self.bot:
            data["bot"] = self.bot
        if self.away:
            data["away"] = True
        return data

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> "Seat":
        """Read a seat from plain data."""
        who, kept_for = data.get("who"), data.get("kept_for")
        return cls(
            who=Who(**who) if who else None,
            bot=data.get("bot"),
            away=data.get("away", False),
            kept_for=Who(**kept_for) if kept_for else None,
        )
