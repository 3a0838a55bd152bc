"""A seat of a table, and who has it."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Occupant:
    """A person in a seat, by the name they sat down with."""

    person: str
    name: str
    guest: bool = True


@dataclass(frozen=True)
class Seat:
    """A seat: free, kept for somebody, a person's, or a bot's."""

    occupant: Occupant | None = None
    bot: str | None = None  # its level
    away: bool = False  # a bot plays until the person returns
    kept_for: Occupant | None = None
    saves_name: bool = False  # whether the person agrees that match files have the name
    played_by: str | None = None  # of an imported match, the name in its file

    @property
    def free(self) -> bool:
        """Whether somebody can still sit down."""
        return self.occupant is None and self.bot is None

    @property
    def person(self) -> str | None:
        """The person whose seat it is."""
        return self.occupant.person if self.occupant else None

    @property
    def played_by_bot(self) -> bool:
        """Whether a bot makes its moves now."""
        return self.bot is not None or self.away
