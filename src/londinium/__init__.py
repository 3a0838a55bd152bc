"""Two board games set in London, on one set of rules for people and programs.

Examples:
    >>> from londinium import GAMES, PLAYERS, Match
    >>> sorted(GAMES)
    ['old_london_bridge', 'ticket_to_ride_london']
"""

from londinium import games
from londinium.bots.levels import PLAYERS
from londinium.game import GAMES
from londinium.match import Match

__all__ = ["GAMES", "PLAYERS", "Match", "games"]
