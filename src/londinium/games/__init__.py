"""The games; importing this package registers them all."""

from londinium.games import old_london_bridge, ticket_to_ride_london

__all__ = ["old_london_bridge", "ticket_to_ride_london"]
