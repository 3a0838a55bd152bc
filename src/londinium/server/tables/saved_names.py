"""The names in match files: saved if all people agree, and checked when they are read."""

from londinium.match_file import BadMatchFile, Player
from londinium.server.people.names import parse_name
from londinium.server.tables.seat import Seat


def players_to_save(seats: list[Seat]) -> list[Player]:
    """Return who played, by name or level; nobody, unless all people have agreed to be named."""
    players = [Player(_name_to_save(seat), seat.bot) for seat in seats]
    return players if all(player.name or player.bot for player in players) else []


def _name_to_save(seat: Seat) -> str | None:
    """Return the name of a seat if match files may have it: in an imported match they do."""
    if seat.occupant:
        return seat.occupant.name if seat.saves_name else None
    return seat.played_by


def checked(player: Player) -> Player:
    """Return a player of a match file; raise BadMatchFile if nobody here could have the name."""
    if player.name is None:
        return player
    try:
        return player._replace(name=parse_name(player.name))
    except ValueError as error:
        raise BadMatchFile(f"A player of the match file has a wrong name: {error}.") from error
