"""The games of the client, by name and by title."""

from typing import Final

TICKET_TO_RIDE: Final = "ticket_to_ride_london"
OLD_LONDON_BRIDGE: Final = "old_london_bridge"
GAMES: Final = [TICKET_TO_RIDE, OLD_LONDON_BRIDGE]
TITLES: Final = {TICKET_TO_RIDE: "Ticket to Ride: London", OLD_LONDON_BRIDGE: "Old London Bridge"}
