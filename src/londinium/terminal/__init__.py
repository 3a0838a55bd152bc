"""Playing in the terminal: how each game is drawn."""

from londinium.terminal import old_london_bridge, ticket_to_ride_london

DRAW = {
    "old_london_bridge": old_london_bridge.draw,
    "ticket_to_ride_london": ticket_to_ride_london.draw,
}
RULES = {  # in short
    "old_london_bridge": old_london_bridge.RULES,
    "ticket_to_ride_london": ticket_to_ride_london.RULES,
}
