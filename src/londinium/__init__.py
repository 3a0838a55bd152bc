"""Two board games set in London, on one set of rules for people and programs."""

from londinium import games

__all__ = ["games"]
