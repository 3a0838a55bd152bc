"""The games; importing this package registers them all."""

from londinium.games import ticket_to_ride_london

__all__ = ["ticket_to_ride_london"]
